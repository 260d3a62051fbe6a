import {
  type MirrorLongWords,
  type MirrorSearchIndex,
  type MirrorSearchPart,
  searchPartOf,
  searchWords,
  WEIGHTS,
} from '#core/domain/mirror-search.ts'

type Read = <T>(name: string) => Promise<T>
type Scores = Map<number, number>

const MAX_WORDS = 8
/** A word itself weighs more than another form of it, and that more than one that only begins like it. */
const FACTOR = { whole: 3, form: 2, part: 1 } as const
/** Shorter parts of words are not significant. */
const MIN_PART_LENGTH = 4
/** The most letters by which the endings of two forms of a word differ. */
const MAX_ENDING_LENGTH = 3
/** Words that contain one of a query are looked up in so many parts at most. */
const MAX_PARTS = 20

/** The numbers of the articles that have all words of a query, the best first, and of those the newest. */
export async function findArticles(read: Read, query: string): Promise<number[]> {
  const index = await read<MirrorSearchIndex>('index')
  const named = searchWords(query, new Set(index.unnamed.split(' ')))
  const words = new Set(named.length > 0 ? named : searchWords(query, new Set()))
  const scores = await Promise.all([...words].slice(0, MAX_WORDS).map((word) => scoreWord(read, index, word)))
  const [first, ...others] = scores
  const total: Scores = new Map()
  for (const [number, score] of first ?? [])
    if (others.every((other) => other.has(number)))
      total.set(
        number,
        others.reduce((sum, other) => sum + (other.get(number) ?? 0), score),
      )
  return [...total].sort(([a, one], [b, other]) => other - one || a - b).map(([number]) => number)
}

/** Scores each article for a word; if no article has it, for words that may be forms of it, or else contain it. */
async function scoreWord(read: Read, { parts, length }: MirrorSearchIndex, word: string): Promise<Scores> {
  const partOf = (name: string) =>
    parts.includes(name) ? read<MirrorSearchPart>(`words-${name}`) : Promise.resolve([])
  const part = await partOf(searchPartOf(word, length))
  const scores: Scores = new Map()
  for (const forms of part) addForms(scores, forms, (form) => isBegunBy(form, word), word)
  for (let size = word.length - 1; scores.size === 0 && size >= word.length - MAX_ENDING_LENGTH; size--)
    if (size >= MIN_PART_LENGTH)
      for (const forms of part)
        addForms(
          scores,
          forms,
          (form) => form.startsWith(word.slice(0, size)) && form.length - size <= MAX_ENDING_LENGTH,
        )
  if (scores.size > 0 || word.length < MIN_PART_LENGTH) return scores
  const longWords = await read<MirrorLongWords>('long')
  const containing = new Set(longWords.split(' ').filter((long) => long.includes(word)))
  const names = new Set([...containing].map((long) => searchPartOf(long, length)))
  for (const other of await Promise.all([...names].slice(0, MAX_PARTS).map(partOf)))
    for (const forms of other) addForms(scores, forms, (form) => containing.has(form))
  return scores
}

/** A number begins no longer one. */
const isBegunBy = (form: string, word: string) =>
  form.startsWith(word) && !(/^\d+$/.test(word) && /\d/.test(form.charAt(word.length)))

/** Adds the scores of articles for the forms of a word: for all when `whole` is one of them. */
function addForms(
  scores: Scores,
  forms: MirrorSearchPart[number],
  isPart: (form: string) => boolean,
  whole?: string,
): void {
  const isForm = whole !== undefined && forms.includes(whole)
  for (let at = 0; at < forms.length; at += 2) {
    const form = String(forms[at])
    const factor = form === whole ? FACTOR.whole : isForm ? FACTOR.form : isPart(form) ? FACTOR.part : 0
    if (factor === 0) continue
    for (const posting of forms[at + 1] as number[]) {
      const number = Math.floor(posting / WEIGHTS)
      scores.set(number, Math.max(scores.get(number) ?? 0, (posting % WEIGHTS) * factor))
    }
  }
}
