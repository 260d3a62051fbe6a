import type { Language } from '#core/i18n/languages.ts'
import ENGLISH from '#core/languages/en.ts'
import { factsOf } from '#core/languages/facts-of.ts'
import type { CompoundFacts, NumberFacts } from '#core/languages/language-facts.ts'
import { listedNumbers, wordsIn } from '#core/languages/lists.ts'
import { hasDecimalComma } from '#core/languages/separators.ts'

/** The meaning of a word in a number. */
export interface NumberWord {
  /** The value of a cardinal; it adds up with others. */
  value?: number
  /** Multiplies the hundreds before it. */
  isHundred?: true
  /** Multiplies four before it. */
  isScore?: true
  /** Multiplies the number before it. */
  factor?: number
  /** True when a magnitude without a number is only an order: billions, Milliarden. */
  isIndefinite?: true
  /** The values that a word may have that is not a cardinal. */
  loose?: number[]
  /** The value of an ordinal, and of the parts of a whole: thirds. */
  ordinal?: number
  parts?: number
  /** The length of the number in a derived word, in characters: zwei in zweistündig. */
  stem?: number
}

export interface NumberWordsOf {
  word(word: string): NumberWord | undefined
  /** Words that count one before a magnitude or a hundred. */
  article: ReadonlySet<string>
  dozens: ReadonlySet<string>
  and: ReadonlySet<string>
  andHalf: readonly (readonly string[])[]
  between: ReadonlySet<string>
  of: ReadonlySet<string>
  minus: ReadonlySet<string>
  perhapsMinus: ReadonlySet<string>
  spacedLetters: ReadonlySet<string>
  each: RegExp
  late: RegExp
  divided: RegExp
  idioms: RegExp
  hasYearsInPairs: boolean
  hasDecimalComma: boolean
  /** Numbers that are as often another word. */
  otherWords: ReadonlySet<string>
  /** A pattern of the word after the digits of a time. */
  oClock: string
}

const cached = new Map<Language, NumberWordsOf>()

const MAX_COMPOUND = 60

/** Returns true when the words of numbers of a language are known. */
export const knowsNumberWords = (language: Language): boolean => factsOf(language) !== undefined

/** The words of numbers of a language, by word. */
export function numberWordsOf(language: Language): NumberWordsOf {
  const known = cached.get(language)
  if (known) return known
  const facts = numbersOf(language)
  const { oClock = '(?!)' } = factsOf(language)?.dates ?? {}
  const words = readTable(facts)
  if (facts.compounds?.order === 'ten-first') addTensFirst(words, facts.compounds)
  const compound = compoundReader(words, facts)
  const of: NumberWordsOf = {
    word: (word) => words.get(word) ?? (word.length <= MAX_COMPOUND ? compound(word) : undefined),
    article: new Set(wordsIn(facts.article)),
    dozens: new Set(wordsIn(facts.dozens)),
    and: new Set(wordsIn(facts.and)),
    andHalf: facts.andHalf ? facts.andHalf.split(';').map(wordsIn) : [],
    between: new Set(wordsIn(`${facts.range} ${facts.between}`)),
    of: new Set(wordsIn(facts.of)),
    minus: new Set(wordsIn(facts.minus)),
    perhapsMinus: new Set(wordsIn(facts.perhapsMinus)),
    spacedLetters: new Set(wordsIn(facts.spacedLetters)),
    late: new RegExp(`^(?:${facts.late ?? '(?!)'})$`, 'iu'),
    divided: new RegExp(`(?<!\\p{L})(?:${facts.divided ?? '(?!)'}) $`, 'iu'),
    each: new RegExp(`^(?:${facts.each ?? '(?!)'})$`, 'iu'),
    idioms: new RegExp(`(?<!\\p{L})(?:${facts.idioms ?? '(?!)'})(?!\\p{L})`, 'giu'),
    hasYearsInPairs: facts.hasYearsInPairs === true,
    hasDecimalComma: hasDecimalComma(language),
    otherWords: new Set(wordsIn(facts.otherWords)),
    oClock,
  }
  cached.set(language, of)
  return of
}

function readTable(facts: NumberFacts): Map<string, NumberWord> {
  const words = new Map<string, NumberWord>()
  const scores = new Set(wordsIn(facts.scores))
  for (const [value, names] of listedNumbers(facts.cardinals))
    for (const name of names) words.set(name, { value, ...(scores.has(name) && { isScore: true }) })
  for (const name of wordsIn(facts.hundreds)) words.set(name, { isHundred: true })
  for (const [value, names] of listedNumbers(facts.loose))
    for (const name of names) {
      const loose = [...(words.get(name)?.loose ?? []), value]
      words.set(name, { ...words.get(name), loose })
    }
  const add = (name: string, { loose = [], ...word }: NumberWord) => {
    const known = words.get(name)
    words.set(name, { ...known, ...word, loose: [...new Set([...(known?.loose ?? []), ...loose])] })
  }
  for (const [value, stems] of listedNumbers(facts.ordinalStems))
    for (const stem of stems)
      for (const ending of wordsIn(facts.ordinalEndings))
        add(stem + ending.slice(1), { loose: [value], ordinal: value })
  for (const [parts, names] of listedNumbers(facts.parts))
    for (const name of names) add(name, { loose: [parts], parts })
  for (const [forms, factor] of facts.magnitudes) {
    // Magnitudes of two words are read as two, and a full stop is not part of a word.
    for (const name of forms.split('|').filter((form) => !form.includes(' ')))
      words.set(name.replace('.', ''), { factor })
  }
  for (const name of wordsIn(facts.indefinite)) words.set(name, { factor: 1e3, isIndefinite: true })
  return words
}

/** Adds numbers that are written together, the ten before the unit: ventuno, duecentocinquanta, quarantamila. */
function addTensFirst(words: Map<string, NumberWord>, { hundred, thousand, ordinals }: CompoundFacts): void {
  const under100 = new Map<string, number>(
    [...words].flatMap(([name, { value }]) => (value ? [[name, value]] : [])),
  )
  for (const [ten, value] of [...under100].filter(([name, value]) => value >= 20 && /[ai]$/.test(name)))
    for (const [unit, more] of [...under100].filter(([, one]) => one < 10)) {
      const stem = /^[aeiou]/.test(unit) ? ten.slice(0, -1) : ten
      under100.set(stem + unit, value + more)
      if (unit.endsWith('e')) under100.set(`${stem}${unit.slice(0, -1)}é`, value + more)
    }
  const under1000 = new Map(under100)
  for (const [unit, times] of [['', 1] as const, ...under100].filter(([, one]) => one < 10)) {
    if (unit !== '' && times === 1) continue
    under1000.set(unit + hundred, times * 100)
    for (const [rest, more] of under100) {
      under1000.set(unit + hundred + rest, times * 100 + more)
      if (/^[aeiou]/.test(rest)) under1000.set(unit + hundred.slice(0, -1) + rest, times * 100 + more)
    }
  }
  for (const [name, value] of under1000) {
    if (!words.has(name)) words.set(name, { value })
    if (value > 1) words.set(name + thousand, { value: value * 1000 })
    for (const ending of wordsIn(ordinals))
      for (const stem of [name, name.replace(/(?<!r)[aeiou]$|(?<=qu?attr)o$/, '')])
        words.set(stem + ending, { loose: [value] })
  }
  words.set(hundred, { isHundred: true })
}

/** Reads words that are composed of numbers: fünfundzwanzig, neunhundert, zweieinhalb, dreißigste, verzehnfacht, twentyfold. */
function compoundReader(
  words: ReadonlyMap<string, NumberWord>,
  { compounds, derived }: NumberFacts,
): (word: string) => NumberWord | undefined {
  const pattern = derived ? new RegExp(`^${derived}$`, 'u') : null
  const half = compounds?.half ? new RegExp(`^(.+?)(?:${compounds.half})$`, 'u') : null
  const fraction = compounds?.fraction ? new RegExp(`(?:${compounds.fraction})$`, 'u') : null
  const readNumber = (word: string) =>
    compounds?.order === 'unit-first'
      ? unitFirstValue(word, words, compounds)
      : (words.get(word)?.value ?? (compounds && thousandsValue(word, words, compounds)))
  const halfOf = (word: string) => {
    const value = readNumber(half?.exec(word)?.[1] ?? '')
    return value === undefined ? undefined : value + 0.5
  }
  const looseOf = (word: string) =>
    words.get(word)?.loose?.find((value) => value % 1 !== 0) ?? halfOf(word) ?? words.get(word)?.loose?.[0]
  /** Anderthalbtausend. */
  const halfThousands = (word: string) => {
    if (compounds?.order !== 'unit-first' || !word.endsWith(compounds.thousand)) return undefined
    const thousands = looseOf(word.slice(0, -compounds.thousand.length))
    return thousands === undefined || thousands % 1 === 0 ? undefined : thousands * 1000
  }
  return (word) => {
    const value = readNumber(word) ?? halfThousands(word)
    if (value !== undefined) return { value }
    const withHalf = halfOf(word)
    if (withHalf !== undefined) return { loose: [withHalf] }
    const stem = pattern?.exec(word)?.[1]
    if (stem === undefined) return undefined
    const loose = readNumber(stem) ?? looseOf(stem)
    if (loose === undefined) return undefined
    return { loose: fraction?.test(word) ? [loose, 1 / loose] : [loose], stem: stem.length }
  }
}

/** Millecinquecento, duemilacinquecento. */
function thousandsValue(
  word: string,
  words: ReadonlyMap<string, NumberWord>,
  { thousand, aThousand = thousand }: CompoundFacts,
): number | undefined {
  const [, before = '', after = ''] =
    new RegExp(`^(?:${aThousand}|(.+)${thousand})(.+)$`, 'u').exec(word) ?? []
  const [thousands, rest] = [before === '' ? 1 : words.get(before)?.value, words.get(after)?.value]
  return thousands === undefined || rest === undefined ? undefined : thousands * 1000 + rest
}

function unitFirstValue(
  word: string,
  words: ReadonlyMap<string, NumberWord>,
  compounds: CompoundFacts,
): number | undefined {
  const known = words.get(word)?.value
  if (known !== undefined) return known
  for (const [name, times] of [
    [compounds.thousand, 1000],
    [compounds.hundred, 100],
  ] as const) {
    const at = word.indexOf(name)
    if (at === -1) continue
    const before = at === 0 ? 1 : unitFirstValue(word.slice(0, at), words, compounds)
    const rest = word.slice(at + name.length).replace(new RegExp(`^(?:${compounds.and})(?=.)`, 'u'), '')
    const after = rest === '' ? 0 : unitFirstValue(rest, words, compounds)
    return before === undefined || after === undefined ? undefined : before * times + after
  }
  for (const { 0: joint, index } of word.matchAll(new RegExp(compounds.and, 'gu'))) {
    const unit = words.get(word.slice(0, index))?.value
    const ten = words.get(word.slice(index + joint.length))?.value
    if (unit !== undefined && ten !== undefined && unit < 10 && ten >= 20) return unit + ten
  }
  return undefined
}

/** Numbers of a language; if it is not known, as in English, with the separators of the language. */
export const numbersOf = (language: Language): NumberFacts => (factsOf(language) ?? ENGLISH).numbers
