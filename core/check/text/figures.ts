import type { Found, Place } from '#core/check/finding.ts'
import { type Block, placeOf } from '#core/check/text/block.ts'
import { CURRENCY_SIGNS, OF, SHORT_FACTORS, UNITS } from '#core/check/text/units.ts'
import type { Language } from '#core/i18n/languages.ts'
import { listedNumbers, wordsIn } from '#core/languages/lists.ts'
import { numbersOf } from '#core/languages/number-words-of.ts'
import { hasDecimalComma } from '#core/languages/separators.ts'

/** A number with the counted noun. */
export interface Figure {
  field: Found['field']
  place: Place
  text: string
  /** The kind of counted thing: a currency, a quantity, or `count` with the noun after it. */
  kind: string
  /** The name of its unit: another one is the same figure converted. */
  unit: string
  value: number
  /** The value of its last significant digit. */
  step: number
  /** Its digits without separators and zeros at the ends. */
  digits: string
  isAbout: boolean
  /** The words around it. */
  context: ReadonlySet<string>
}

/** The most figures of a text that are compared. */
const MAX_FIGURES = 2000
const CONTEXT = 90

const GAP = String.raw`[\s\u00a0\u202f]?-?`
const COMPARED = UNITS.flatMap(({ kind, ...unit }) => (kind === null ? [] : [{ kind, ...unit }]))
const ANY_UNIT = new RegExp(
  `${GAP}${OF}(?:${COMPARED.map(({ pattern }) => `(${pattern})`).join('|')})(?![\\p{L}\\p{N}])`,
  'iuy',
)
const SIGN_BEFORE = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${CURRENCY_SIGNS.map(([pattern]) => `(${pattern})`).join('|')})[\s\u00a0\u202f]?$`,
  'u',
)
const SHORT = new RegExp(`(${[...SHORT_FACTORS.keys()].join('|')})(?![\\p{L}\\p{N}])`, 'uy')
const NOUN = /[\s\u00a0\u202f]?(\p{L}{3,})/uy
const NUMBER = String.raw`\d{1,3}(?:[.,'’\u00a0\u202f\u2009]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d{1,15}(?:[.,]\d{1,6})?(?!\d)`
/** A space between the thousands would join two numbers in English and German. */
const NUMBER_WITH_SPACES = String.raw`\d{1,3}(?: \d{3})+(?!\d)|${NUMBER}`
const NOT_PART_OF_A_NAME = String.raw`(?<![\p{L}\p{N}_][-‑.,/'’]?|\d[ ]|[#§]\s?|[vV]\.?\s?)`

export function figuresOf(block: Block, language: Language): Figure[] {
  const { comma, number, worded, small, magnitude, about, range } = patternsOf(language)
  const figures: Figure[] = []
  const { text } = block
  const add = (digits: string, rest: Measured, more?: Partial<Figure>) => {
    const { step, value } = readNumber(digits, { comma, isLarge: rest.factor >= 1e6 })
    figures.push({
      field: block.field,
      place: placeOf(block, rest.from, rest.to),
      text: text.slice(rest.from, rest.to),
      kind: rest.kind,
      unit: rest.unit,
      value: value * rest.factor,
      step: step * rest.factor,
      digits: digits.replace(/\D/g, '').replace(/^0+|0+$/g, ''),
      isAbout: about.test(text.slice(Math.max(0, rest.from - 24), rest.from)),
      context: wordsAround(text, rest.from, rest.to),
      ...more,
    })
  }

  for (const { 0: digits, index } of text.matchAll(number)) {
    if (figures.length >= MAX_FIGURES) break
    const end = index + digits.length
    const [whole = '', upper = ''] = matchAt(range, text, end)
    const measured = measure(text, {
      from: index,
      end: end + whole.length,
      digits: upper || digits,
      magnitude,
    })
    if (!measured) continue
    add(digits, measured)
    if (upper) add(upper, measured)
  }
  for (const { 0: words, 1: word = '', index } of text.matchAll(worded)) {
    if (figures.length >= MAX_FIGURES) break
    const value = small.get(word.toLowerCase())
    const end = index + words.length
    const measured = measure(text, { from: index, end, digits: '', magnitude })
    if (!measured || measured.factor < 1000 || value === undefined) continue
    add('1', measured, {
      value: value * measured.factor,
      step: measured.factor * (value < 1 ? 0.1 : 1),
      digits: String(value)
        .replace(/\D/g, '')
        .replace(/^0+|0+$/g, ''),
    })
  }
  return figures
}

interface Measured {
  from: number
  to: number
  kind: string
  unit: string
  factor: number
}

/** The unit of the number between `from` and `end`, with the sign before it and the words after it; null for a bare number. */
function measure(
  text: string,
  { from, end, digits, magnitude }: { from: number; end: number; digits: string; magnitude: Magnitude },
): Measured | null {
  const sign = SIGN_BEFORE.exec(text.slice(Math.max(0, from - 6), from))
  let [to, factor] = [end, 1]
  const short = digits ? matchAt(SHORT, text, to) : []
  if (short[0]) {
    factor = SHORT_FACTORS.get(short[1] ?? '') ?? 1
    to += short[0].length
  } else {
    const found = magnitude.find(text, to)
    factor = found.factor
    to += found.length
  }
  const start = from - (sign?.[0].length ?? 0)
  if (sign) {
    const kind = CURRENCY_SIGNS[sign.slice(1).findIndex(Boolean)]?.[1] ?? ''
    return { from: start, to, kind, unit: kind, factor }
  }
  const matched = matchAt(ANY_UNIT, text, to)
  const unit = matched[0] ? COMPARED[matched.slice(1).findIndex(Boolean)] : undefined
  if (unit && matched[0])
    return {
      from,
      to: to + matched[0].length,
      kind: unit.kind,
      unit: unit.name,
      factor: factor * unit.factor,
    }
  if (factor >= 1e6) return { from, to, kind: 'count', unit: '', factor }
  // A plain number counts if it is not a year and a noun follows.
  const noun = matchAt(NOUN, text, to)[1]
  const plain = digits.replace(/\D/g, '')
  if (!noun || plain.length < 3 || /^(?:19|20)\d\d$/.test(digits) || /[.,]\d{1,2}$/.test(digits)) return null
  return { from, to, kind: `count ${stemOf(noun)}`, unit: '', factor }
}

interface Magnitude {
  find(text: string, at: number): { factor: number; length: number }
}

interface Patterns {
  comma: boolean
  number: RegExp
  worded: RegExp
  /** The numbers up to ten that are written as words before a magnitude, and a half. */
  small: ReadonlyMap<string, number>
  magnitude: Magnitude
  about: RegExp
  range: RegExp
}

const cachedPatterns = new Map<Language, Patterns>()

function patternsOf(language: Language): Patterns {
  const cached = cachedPatterns.get(language)
  if (cached) return cached
  const numbers = numbersOf(language)
  const number = numbers.hasSpaces ? NUMBER_WITH_SPACES : NUMBER
  const magnitudes = numbers.magnitudes.map(([forms]) => `(${forms.replaceAll('.', '\\.')})`).join('|')
  const magnitude = new RegExp(`${GAP}(?:${magnitudes})(?![\\p{L}\\p{N}])`, 'iuy')
  const small = new Map<string, number>([
    ...wordsIn(numbers.article).map((word): [string, number] => [word, 1]),
    ...listedNumbers(numbers.cardinals)
      .filter(([value]) => value > 0 && value <= 10)
      .flatMap(([value, words]) => words.map((word): [string, number] => [word, value])),
    ...numbers.half.split(';').map((words): [string, number] => [words, 0.5]),
  ])
  const patterns: Patterns = {
    comma: hasDecimalComma(language),
    number: new RegExp(`${NOT_PART_OF_A_NAME}(?:${number})`, 'gu'),
    small,
    worded: new RegExp(
      `(?<![\\p{L}\\p{N}])(${[...small.keys()].join('|')})(?=[\\s-](?:${magnitudes})(?![\\p{L}\\p{N}]))`,
      'giu',
    ),
    magnitude: {
      find(text, at) {
        const matched = matchAt(magnitude, text, at)
        const factor = numbers.magnitudes[matched.slice(1).findIndex(Boolean)]?.[1] ?? 1
        return { factor, length: matched[0]?.length ?? 0 }
      },
    },
    about: new RegExp(`(?:(?<![\\p{L}\\p{N}])(?:${numbers.about})|[~≈])\\s*$`, 'iu'),
    range: new RegExp(`(?:\\s?[-–]\\s?|\\s(?:${wordsIn(numbers.range).join('|')})\\s)(${number})`, 'uy'),
  }
  cachedPatterns.set(language, patterns)
  return patterns
}

function readNumber(
  digits: string,
  { comma, isLarge }: { comma: boolean; isLarge: boolean },
): { value: number; step: number } {
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  const separators = digits.replace(/[^.,]/g, '')
  const decimals = digits.length - last - 1
  const hasTwoKinds = separators.includes('.') && separators.includes(',')
  // Three digits after a single separator are thousands if it is the language's separator of thousands.
  const thousands = comma ? '.' : ','
  const isDecimal =
    last !== -1 &&
    (hasTwoKinds || (separators.length === 1 && (decimals !== 3 || digits[last] !== thousands)))
  const [whole, fraction] = isDecimal ? [digits.slice(0, last), digits.slice(last + 1)] : [digits, '']
  const integer = whole.replace(/\D/g, '')
  const value = Number(`${integer || '0'}.${fraction || '0'}`)
  if (fraction) return { value, step: 10 ** -fraction.length }
  const zeros = /0*$/.exec(integer)?.[0].length ?? 0
  // 12,000 may be rounded to two digits, 40 and 300 may be exact, and 6.000 million is another way to say six billion.
  const least = isLarge && zeros >= 3 ? 1 : 2
  return { value, step: 10 ** Math.max(0, Math.min(zeros, integer.length - least)) }
}

function wordsAround(text: string, from: number, to: number): Set<string> {
  const around = `${text.slice(Math.max(0, from - CONTEXT), from)} ${text.slice(to, to + CONTEXT)}`
  return new Set((around.match(/\p{L}{4,}/gu) ?? []).map(stemOf))
}

const stemOf = (word: string) => word.toLowerCase().slice(0, 5)

function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | [] {
  pattern.lastIndex = position
  return pattern.exec(text) ?? []
}
