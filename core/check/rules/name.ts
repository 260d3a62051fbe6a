import type { CheckedArticle, CheckRule } from '#core/check/checked-article.ts'
import { found } from '#core/check/finding.ts'
import { addSpelling, nameWords, type Spelling } from '#core/check/text/name-words.ts'
import type { Language } from '#core/i18n/languages.ts'
import { factsOf } from '#core/languages/facts-of.ts'
import { foldName } from '#core/languages/fold-letters.ts'
import type { NameFacts } from '#core/languages/language-facts.ts'

/** The most spellings that are compared with each other; a text never has so many that are alike. */
const MAX_GROUP = 40

/** Names that are spelt in two ways. The rarer one is found, at its first place. */
export const name: CheckRule = (article) => {
  const { language } = article.input
  const capitalNouns = factsOf(language)?.names.capitalNouns
  const { single, double, common } = collect(article)
  const pairs = new Map<string, [Spelling, Spelling]>()
  const compare = (group: Spelling[], areOne: (a: Spelling, b: Spelling) => boolean) => {
    const some = group.slice(0, MAX_GROUP)
    for (const [index, one] of some.entries()) {
      for (const other of some.slice(index + 1)) {
        if (one.text !== other.text && areOne(one, other))
          pairs.set([one.text, other.text].toSorted().join('\n'), byFrequency(one, other))
      }
    }
  }
  const singles = [...single.values()]
  const doubles = [...double.values()]

  for (const group of groupBy([...singles, ...doubles], ({ text }) => foldName(text)))
    compare(group, isOtherForm)
  // Names of two words of which one is the same, as in Sam Altman and Sam Altmann.
  const names = doubles.filter(({ text }) => !text.split(' ').some((word) => common.has(word.toLowerCase())))
  const last = (text: string) => text.split(' ')[1] ?? ''
  const first = (text: string) => text.split(' ')[0] ?? ''
  for (const group of groupBy(names, ({ text }) => first(text)))
    compare(group, (one, other) => isMisspelt(last(one.text), last(other.text), language))
  for (const group of groupBy(names, ({ text }) => last(text)))
    compare(group, (one, other) => isMisspelt(first(one.text), first(other.text), language))

  // Names of one word: surnames whose whole name is in the text, products, and in languages without capitals for nouns, all.
  const surnames = new Set(
    names.filter(({ text }) => isPerson(text, capitalNouns)).map(({ text }) => last(text)),
  )
  const parts = new Set(names.flatMap(({ text }) => text.split(' ')))
  const alone = singles.filter(
    ({ text, isSure }) => text.length >= 5 && isSure && !common.has(text.toLowerCase()),
  )
  for (const group of groupBy(alone, ({ text }) => foldName(text).slice(0, 2))) {
    compare(group, (one, other) => {
      const isKnown =
        !capitalNouns ||
        (isProduct(one.text) && isProduct(other.text)) ||
        (surnames.has(one.text) && !parts.has(other.text)) ||
        (surnames.has(other.text) && !parts.has(one.text))
      const isTwoPeople = surnames.has(one.text) && surnames.has(other.text)
      return isKnown && !isTwoPeople && isMisspelt(one.text, other.text, language, { most: 1 })
    })
  }
  return withoutRepeats([...pairs.values()]).map(([usual, rare]) =>
    found(
      {
        rule: 'name',
        severity: 'problem',
        field: rare.field,
        place: rare.place,
        quote: rare.text,
        other: usual.text,
        related: { field: usual.field, place: usual.place },
      },
      usual.text,
    ),
  )
}

function collect({ head, body }: CheckedArticle) {
  const single = new Map<string, Spelling>()
  const double = new Map<string, Spelling>()
  const common = new Set<string>()
  let order = 0
  for (const block of [...head, ...body]) {
    const { names, others } = nameWords(block)
    for (const word of others) common.add(word)
    for (const [index, word] of names.entries()) {
      addSpelling(single, block, { ...word, order: ++order })
      const next = names[index + 1]
      if (!word.isJoined || !next || next.from > word.to + 1) continue
      const text = block.text.slice(word.from, next.to).replace('\u00a0', ' ')
      addSpelling(double, block, { text, from: word.from, to: next.to, isFirst: word.isFirst, order })
    }
  }
  return { single, double, common }
}

/** Returns true if two spellings with the same letters are one name: they differ in accents, hyphens, spaces or capitals. */
function isOtherForm(one: Spelling, other: Spelling): boolean {
  if (foldName(one.text).length < 5 || /^\d/.test(one.text)) return false
  const isCapitals = ({ text }: Spelling) => text === text.toUpperCase()
  // In a line of capitals, every name is written in them.
  if (isCapitals(one) !== isCapitals(other)) return one.isSure && other.isSure
  const isPlain = ({ text }: Spelling) => !isProduct(text) && !text.includes(' ')
  return (one.isSure && other.isSure) || !(isPlain(one) || isPlain(other)) || one.isSure !== other.isSure
}

/** Returns true if a word is another one with a letter or two wrong. */
function isMisspelt(
  one: string,
  other: string,
  language: Language,
  { most = Math.min(one.length, other.length) >= 8 ? 2 : 1 } = {},
): boolean {
  if (Math.min(one.length, other.length) < 4 || /\d/.test(one + other)) return false
  if (one === one.toUpperCase() || other === other.toUpperCase() || isInflection(one, other, language))
    return false
  const [a, b] = [foldName(one), foldName(other)]
  return a !== b && a[0] === b[0] && editDistance(a, b, most) <= most
}

/** OpenAI, GPT-4: no ordinary word is written so. */
const isProduct = (text: string) => /\p{Ll}\p{Lu}|\p{L}-?\d/u.test(text)

/** Capitals of nouns say nothing, but the word before a surname does not have the ending of an adjective. */
const isPerson = (text: string, nouns: NameFacts['capitalNouns']) =>
  !nouns || !new RegExp(`^\\p{L}+(?:${nouns.adjectives}) `, 'u').test(text)

function byFrequency(one: Spelling, other: Spelling): [usual: Spelling, rare: Spelling] {
  const isRarer = one.count < other.count || (one.count === other.count && one.order > other.order)
  return isRarer ? [other, one] : [one, other]
}

/** Sam Altmann is the finding, and not Altmann too. */
function withoutRepeats(pairs: [Spelling, Spelling][]): [Spelling, Spelling][] {
  return pairs.filter(
    ([, rare]) =>
      !pairs.some(
        ([, other]) =>
          other !== rare &&
          other.field === rare.field &&
          other.place.from <= rare.place.from &&
          other.place.to >= rare.place.to &&
          other.text.length > rare.text.length,
      ),
  )
}

function groupBy(spellings: Spelling[], keyOf: (spelling: Spelling) => string): Spelling[][] {
  const groups = new Map<string, Spelling[]>()
  for (const spelling of spellings) {
    const key = keyOf(spelling)
    const group = groups.get(key)
    if (group) group.push(spelling)
    else groups.set(key, [spelling])
  }
  return [...groups.values()].filter(({ length }) => length > 1)
}

/** The number of letters added, left out, replaced, or swapped with their neighbour; `most` + 1 when it is more. */
function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1)
      row.push(best)
    }
    before = last
    last = row
  }
  return Math.min(last[other.length] ?? 0, most + 1)
}

const cachedEndings = new Map<Language, ReadonlySet<string> | undefined>()

/** Endings that words of a language have instead of each other; none is one of them. */
function endingsOf(language: Language): ReadonlySet<string> | undefined {
  if (cachedEndings.has(language)) return cachedEndings.get(language)
  const forms = factsOf(language)?.endings.forms.split(' ')
  const endings = forms && new Set(['', ...forms])
  cachedEndings.set(language, endings)
  return endings
}

/** Returns true if two words are forms of one: they differ in their endings only. */
function isInflection(one: string, other: string, language: Language): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  const endings = endingsOf(language)
  if (!endings) return a === b
  let same = 0
  while (same < a.length && a[same] === b[same]) same++
  // A vowel or an e may belong to both the stem and the ending.
  for (let stem = same; stem >= Math.max(3, same - 2); stem--) {
    const [ending, otherEnding] = [a.slice(stem), b.slice(stem)]
    // "Altmann" is not a form of "Altman": n is not added to n.
    if (ending + otherEnding === a[stem - 1]) return false
    if (endings.has(ending) && endings.has(otherEnding)) return true
  }
  return false
}
