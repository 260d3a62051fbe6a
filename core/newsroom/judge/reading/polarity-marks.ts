import type { Language } from '#core/i18n/languages.ts'
import type { Word } from '#core/newsroom/judge/reading/read-words.ts'
import type { SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'
import { NEGATIVE, OPEN, POLARITY_WORDS, type Polarity } from '#core/newsroom/judge/words/polarity-words.ts'

/** A word that says that something is not so, or not sure, with the words that it is about. */
export interface PolarityMark {
  kind: Polarity
  text: string
  from: number
  /** The words after it that carry a meaning, up to the end of the clause. */
  scope: Word[]
}

const KINDS: readonly Polarity[] = ['negation', 'denial', 'possible', 'plan', 'claim']
const cached = new Map<Language, RegExp>()

function patternOf(language: Language): RegExp {
  const known = cached.get(language)
  if (known) return known
  const words = POLARITY_WORDS[language] ?? POLARITY_WORDS.en
  const pattern = new RegExp(
    KINDS.map((kind) => `(?<![\\p{L}\\p{N}'-])(?<${kind}>${words?.[kind]})(?![\\p{L}\\p{N}-])`).join('|'),
    'giu',
  )
  cached.set(language, pattern)
  return pattern
}

const CLAUSE_END =
  /[,;:—–()!?.](?=\s|$)|[,;:—–()]|\s(?:but|while|whereas|although|though|because|aber|sondern|während|mais|tandis|pero|sino|mientras|ma|mentre|mas|enquanto)\s/giu
/** What was not said may be so. */
const SAYING =
  /^(?:say|said|disclos|specif|comment|repl|respond|respon|reveal|giv|gav|name|identif|elaborat|provid|immediat|mention|detail|explain|clear|know|sag|nenn|äuß|precis|dit|dijo|dice|disse)/u
const MAX_SCOPE = 9

/** The marks of a sentence, in their order. A quotation may say what it likes. */
export function readMarks(reading: SentenceReading): PolarityMark[] {
  const text = reading.text.replaceAll('’', "'")
  const marks: PolarityMark[] = []
  for (const { 0: found, index, groups = {} } of text.matchAll(patternOf(reading.language))) {
    const kind = KINDS.find((kind) => groups[kind] !== undefined)
    // A month, and a will.
    if (!kind || (index > 0 && /^(?:May|Will|Would)$/.test(found))) continue
    // The word for possible is part of a negation: could not.
    if (kind === 'possible' && /^\s+not(?!\p{L})/u.test(text.slice(index + found.length))) continue
    marks.push({ kind, text: found, from: index, scope: scopeAfter(reading, text, index + found.length) })
  }
  return marks
}

function scopeAfter({ words }: SentenceReading, text: string, from: number): Word[] {
  CLAUSE_END.lastIndex = from + 1
  const end = CLAUSE_END.exec(text)?.index ?? text.length
  const scope: Word[] = []
  for (let index = firstAfter(words, from); index < words.length && scope.length < MAX_SCOPE; index++) {
    const word = words[index]
    if (!word || word.from >= end) break
    if (!word.isContent && !SAYING.test(word.lower)) continue
    if (scope.length === 0 && SAYING.test(word.lower)) return [word]
    scope.push(word)
  }
  return scope
}

function firstAfter(words: readonly Word[], place: number): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle]?.from ?? 0) < place) low = middle + 1
    else high = middle
  }
  return low
}

const anyWord = (words: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'iu')
const { negation, denial, possible, plan, claim } = POLARITY_WORDS.en as Record<Polarity, string>
const KEEPS: Record<Polarity, RegExp> = {
  negation: anyWord(`${negation}|${denial}|${NEGATIVE}`),
  denial: anyWord(`${negation}|${denial}|${NEGATIVE}`),
  possible: anyWord(`${possible}|${plan}|${OPEN.possible}`),
  plan: anyWord(`${possible}|${plan}|${OPEN.plan}`),
  claim: anyWord(`${possible}|${claim}|${OPEN.claim}`),
}

/** Whether the words of an English text say in their own way that something is not so, or not sure. */
export const keepsPolarity = (text: string, kind: Polarity) => KEEPS[kind].test(text.replaceAll('’', "'"))
