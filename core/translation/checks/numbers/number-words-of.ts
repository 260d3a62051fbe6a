import { separatorsOf, wordsOfNumbers } from '#core/check/text/number-words.ts'
import type { Language } from '#core/i18n/languages.ts'
import { NEWS_NUMBERS } from '#core/translation/checks/numbers/news-numbers.ts'
import { MORE_MAGNITUDES, NUMBER_TABLES } from '#core/translation/checks/numbers/number-table.ts'

/** What a word says in a number. */
export interface NumberWord {
  /** Of a cardinal; it adds up with others. */
  value?: number
  /** Multiplies the hundreds before it. */
  isHundred?: true
  /** Multiplies what is before it. */
  factor?: number
  /** Whether a magnitude without a number is only an order: billions, Milliarden. */
  isIndefinite?: true
  /** The values for which a word that is no cardinal may stand. */
  loose?: number[]
  /** Of an ordinal, and of the parts of a whole: thirds. */
  ordinal?: number
  parts?: number
}

export interface NumberWordsOf {
  word(word: string): NumberWord | undefined
  and: ReadonlySet<string>
  andHalf: readonly (readonly string[])[]
  between: ReadonlySet<string>
  thousands: string
  decimal: string
}

const cached = new Map<Language, NumberWordsOf>()

const NO_WORDS = { cardinals: '', hundreds: '', loose: '', and: '', andHalf: '', between: '' }

/** Whether numbers that are written as words are understood in a language. */
export const knowsNumberWords = (language: Language): boolean => language in NUMBER_TABLES

/** Whether a word that may be a number is as often another one: secondo, neuf. */
export const isOtherWord = (word: string, language: Language): boolean =>
  ` ${NEWS_NUMBERS[language]?.otherWords} `.includes(` ${word.toLowerCase()} `)

/** The words of numbers of a language, by word. */
export function numberWordsOf(language: Language): NumberWordsOf {
  const known = cached.get(language)
  if (known) return known
  const table = NUMBER_TABLES[language] ?? { ...NO_WORDS, ...separatorsOf(language) }
  const words = new Map<string, NumberWord>()
  for (const [value, names] of listed(table.cardinals)) for (const name of names) words.set(name, { value })
  for (const name of split(table.hundreds)) words.set(name, { isHundred: true })
  for (const [value, names] of listed(table.loose))
    for (const name of names) {
      const loose = [...(words.get(name)?.loose ?? []), value]
      words.set(name, { ...words.get(name), loose })
    }
  for (const [patterns, factor] of wordsOfNumbers(language).magnitudes) {
    // Magnitudes of two words are read as two.
    for (const name of patterns
      .split('|')
      .filter((pattern) => !pattern.includes(' '))
      .flatMap(formsOf))
      words.set(name, { factor })
  }
  for (const [names, factor] of MORE_MAGNITUDES[language] ?? []) {
    for (const name of split(names))
      words.set(name, { factor, ...(factor === 1e3 && { isIndefinite: true }) })
  }
  if (language === 'it') addItalian(words)
  addNewsWords(words, language)
  const compound = language === 'de' ? germanNumber : language === 'en' ? foldNumber : undefined
  const of: NumberWordsOf = {
    word: (word) =>
      words.get(word) ?? (compound && word.length <= MAX_COMPOUND ? compound(word, words) : undefined),
    and: new Set(split(table.and)),
    andHalf: table.andHalf ? table.andHalf.split(';').map((phrase) => phrase.split(' ')) : [],
    between: new Set(split(table.between)),
    thousands: table.thousands,
    decimal: table.decimal,
  }
  cached.set(language, of)
  return of
}

/** Ordinals with all their endings, the parts of a whole, and what is many. */
function addNewsWords(words: Map<string, NumberWord>, language: Language): void {
  const more = NEWS_NUMBERS[language]
  if (!more) return
  const add = (name: string, { loose = [], ...word }: NumberWord) => {
    const known = words.get(name)
    const values = [...new Set([...(known?.loose ?? []), ...loose])]
    words.set(name, { ...known, ...word, ...(values.length > 0 && { loose: values }) })
  }
  for (const [value, stems] of listed(more.ordinals))
    for (const name of stems.flatMap((stem) => split(more.endings).map((ending) => stem + ending.slice(1))))
      add(name, { loose: [value], ordinal: value })
  for (const [parts, names] of listed(more.parts)) for (const name of names) add(name, { loose: [parts], parts })
  for (const [factor, names] of listed(more.factors ?? '')) for (const name of names) add(name, { factor })
  for (const [value, names] of listed(more.many)) for (const name of names) add(name, { loose: [value] })
}

const MAX_COMPOUND = 60

const split = (words: string) => (words === '' ? [] : words.split(' '))

const listed = (list: string) =>
  (list === '' ? [] : list.split(';')).map((entry) => {
    const [value, ...names] = entry.split(' ')
    return [Number(value), names] as const
  })

/** `milliarden?` is two words, and a full stop at the end belongs to none. */
function formsOf(pattern: string): string[] {
  const plain = pattern.replace(/\\\.\??$/, '')
  return plain.endsWith('?') ? [plain.slice(0, -1), plain.slice(0, -2)] : [plain]
}

/** Ventuno, duecentocinquanta, quarantamila: Italian writes them together. */
function addItalian(words: Map<string, NumberWord>): void {
  const under100 = new Map<string, number>(
    [...words].flatMap(([name, { value }]) => (value ? [[name, value]] : [])),
  )
  for (const [ten, value] of [...under100].filter(([name, value]) => value >= 20 && /[ai]$/.test(name)))
    for (const [unit, more] of [...under100].filter(([, one]) => one < 10)) {
      const stem = more === 1 || more === 8 ? ten.slice(0, -1) : ten
      under100.set(stem + unit, value + more)
      if (unit === 'tre') under100.set(`${stem}tré`, value + more)
    }
  const under1000 = new Map(under100)
  for (const [unit, times] of [['', 1] as const, ...under100].filter(([, one]) => one < 10)) {
    if (unit !== '' && times === 1) continue
    under1000.set(`${unit}cento`, times * 100)
    for (const [rest, more] of under100) {
      under1000.set(`${unit}cento${rest}`, times * 100 + more)
      if (rest.startsWith('o')) under1000.set(`${unit}cent${rest}`, times * 100 + more)
    }
  }
  for (const [name, value] of under1000) {
    if (!words.has(name)) words.set(name, { value })
    if (value > 1) words.set(`${name}mila`, { value: value * 1000 })
    const stem = name.replace(/(?<!r)[aeiou]$|(?<=quattr)o$/, '')
    for (const ending of ['o', 'a', 'i', 'e']) words.set(`${stem}esim${ending}`, { loose: [value] })
  }
  words.set('cento', { isHundred: true })
}

/** Twentyfold. */
function foldNumber(word: string, words: ReadonlyMap<string, NumberWord>): NumberWord | undefined {
  const value = word.endsWith('fold') ? words.get(word.slice(0, -4))?.value : undefined
  return value === undefined ? undefined : { loose: [value] }
}

/** Fünfundzwanzig, neunhundert, zweieinhalb, dreißigste, fünffach, verzehnfacht: German writes them together. */
function germanNumber(word: string, words: ReadonlyMap<string, NumberWord>): NumberWord | undefined {
  const value = germanValue(word, words)
  if (value !== undefined) return { value }
  const part = /^(?:(drei)?viertel)(million|milliarde)$/.exec(word)
  if (part) return { value: (part[1] ? 0.75 : 0.25) * (words.get(part[2] ?? '')?.factor ?? 1) }
  if (word.endsWith('einhalb')) {
    const whole = germanValue(word.slice(0, -7), words)
    return whole === undefined ? undefined : { loose: [whole + 0.5] }
  }
  const [, stem] =
    /^(?:ver)?(.{2,}?)(?:s?t(?:e[nmrs]?|el|eln)|fach(?:e[nmrs]?|t|te|ten)?|mal|mals|malig(?:e[nmrs]?)?|jährig(?:e[nmrs]?)?|er|ern|erjahren?|prozentig(?:e[nmrs]?)?)$/.exec(
      word,
    ) ?? []
  const loose = stem === undefined ? undefined : germanValue(stem, words)
  return loose === undefined ? undefined : { loose: [loose, ...(word.endsWith('tel') ? [1 / loose] : [])] }
}

function germanValue(word: string, words: ReadonlyMap<string, NumberWord>): number | undefined {
  const known = words.get(word)?.value
  if (known !== undefined) return known
  for (const [name, times] of [
    ['tausend', 1000],
    ['hundert', 100],
  ] as const) {
    const at = word.indexOf(name)
    if (at === -1) continue
    const before = at === 0 ? 1 : germanValue(word.slice(0, at), words)
    const rest = word.slice(at + name.length).replace(/^und(?=.)/, '')
    const after = rest === '' ? 0 : germanValue(rest, words)
    return before === undefined || after === undefined ? undefined : before * times + after
  }
  const at = word.indexOf('und', 2)
  if (at === -1) return undefined
  const unit = words.get(word.slice(0, at))?.value
  const ten = words.get(word.slice(at + 3))?.value
  return unit !== undefined && ten !== undefined && unit < 10 && ten >= 20 ? unit + ten : undefined
}
