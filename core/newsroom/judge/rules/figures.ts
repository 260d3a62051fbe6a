import { ofEveryLanguage } from '#core/languages/facts-of.ts'
import { isFunctionWord } from '#core/languages/function-words.ts'
import { pairs } from '#core/languages/lists.ts'
import type { JudgeFinding } from '#core/newsroom/judge/finding.ts'
import { yearsOf } from '#core/newsroom/judge/reading/read-dates.ts'
import { isSameMeasure } from '#core/newsroom/judge/reading/same-measure.ts'
import type { SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'
import { type CheckedSentence, finding, type JudgeRule, MAX_CITED } from '#core/newsroom/judge/rule.ts'
import type { SourceIndex, SourceSentence } from '#core/newsroom/judge/source-index.ts'
import { normalizeNumber, type Quantity } from '#core/translation/checks/numbers/quantity.ts'
import { currenciesIn, isCurrency, unitAfter } from '#core/translation/checks/numbers/units-of-text.ts'

/** The day of a date does not count anything; in Portuguese the word for a fourth is that for Wednesday. */
const isDay = ({ from, to, value }: Quantity, { dates }: SentenceReading) =>
  (value ?? 0) < 32 && dates.some((date) => date.weekday === null && from >= date.from && to <= date.to)

/** A number of a source with its sentence. */
interface Known {
  quantity: Quantity
  sentence: SourceSentence
}

/** Every number with its unit is in the citations, as it is: not rounded, converted or of another magnitude. */
export const figures: JudgeRule = function* (sentence, sources) {
  yield* vague(sentence)
  const { quantities, orders } = sentence.reading.quantities
  const known = sentence.cited.flatMap((cited) =>
    cited.quantities.quantities
      .filter((quantity) => !isDay(quantity, cited))
      .map((quantity) => ({ quantity, sentence: cited })),
  )
  const dates = sentence.reading.dates
  for (const quantity of quantities) {
    // Dates have a rule of their own.
    if (dates.some(({ from, to }) => quantity.from >= from && quantity.to <= to)) continue
    const problem = compare(quantity, known, sentence, sources)
    if (problem) yield problem
  }
  for (const { factor, text } of orders)
    if (
      !sentence.cited.some(({ quantities: { orders } }) => orders.some((other) => other.factor === factor)) &&
      !known.some(({ quantity }) => (quantity.value ?? 0) >= factor)
    )
      yield finding(
        'unit_not_in_source',
        text,
        sentence.cited.flatMap(({ quantities: { orders } }) => orders.map(({ text }) => text))[0],
      )
}

/** Numerals that are not digits, such as ½ and those of other scripts, are compared as they are written. */
const NUMERAL = /[^\P{N}\d]+/gu

/** Words for many, in English and in the languages of sources, with the least number that they mean. */
const MANY: [many: RegExp, least: number, theirs: RegExp][] = [
  [
    /(?<!\p{L})hundreds of(?! thousands| millions)/iu,
    100,
    /hundreds|hunderte|centaines|cientos|centenares|centinaia|centenas/iu,
  ],
  [
    /(?<!\p{L})(?:dozens|scores|tens) of(?! thousands| millions)/iu,
    12,
    /dozens|scores|tens of|dutzende|dizaines|douzaines|decenas|docenas|decine|dozzine|dezenas|dúzias/iu,
  ],
]

/** Spans of time that are not counted: several weeks. */
const SPAN =
  /(?<!\p{L})(?:several|some|many|a few|few|for) (days|weeks|months|years|hours|minutes)(?!\p{L})/giu
const SPANS = {
  minutes: 'minut',
  hours: 'hour|stund|heure|hora|ore(?!\\p{L})',
  days: 'days|tage|jours|días|giorni|dias',
  weeks: 'week|woche|semaine|semana|settiman',
  months: 'month|monat|mois|mes(?:es)?(?!\\p{L})|mesi|mês',
  years: 'year|jahr|ans(?!\\p{L})|année|años|anni|anos',
}

function* vague({ reading, cited }: CheckedSentence): Generator<JudgeFinding> {
  for (const [numeral] of reading.text.matchAll(NUMERAL))
    if (!cited.some(({ text }) => text.includes(numeral))) yield finding('number_not_in_source', numeral)
  for (const [span, unit = ''] of reading.text.matchAll(SPAN)) {
    const said = Object.entries(SPANS).filter(([, words]) =>
      cited.some(({ text }) => new RegExp(`(?<!\\p{L})(?:${words})`, 'iu').test(text)),
    )
    if (said.length > 0 && !said.some(([name]) => name === unit.toLowerCase()))
      yield finding('unit_not_in_source', span, said[0]?.[0])
  }
  for (const [many, least, theirs] of MANY) {
    const [words] = many.exec(reading.text) ?? []
    if (
      words &&
      !cited.some(
        ({ text, quantities: { quantities } }) =>
          theirs.test(text) || quantities.some(({ value }) => (value ?? 0) >= least),
      )
    )
      yield finding('number_not_in_source', words)
  }
}

function compare(
  quantity: Quantity,
  known: readonly Known[],
  sentence: CheckedSentence,
  sources: SourceIndex,
): JudgeFinding | null {
  if (isNoCount(quantity, sentence)) return null
  if (
    SAME_TIMES.some(
      ([ours, theirs]) => ours.test(quantity.text) && sentence.cited.some(({ text }) => theirs.test(text)),
    )
  )
    return null
  const same = known.filter(({ quantity: other }) => isSameNumber(quantity, other, sentence.reading.text))
  if (same.length === 0) {
    if (isImpliedYear(quantity, sentence) || isShortened(quantity, known)) return null
    const other = nearest(quantity, known)
    const isOtherOrder =
      other &&
      other.quantity.name === null &&
      digitsOf(other.quantity) === digitsOf(quantity) &&
      digitsOf(quantity) !== ''
    const parts = partsOf(quantity, sentence.reading)
    if ((isLoose(quantity) || parts.length > 0) && !isContradicted(quantity, known, parts))
      return finding('unclear', quantity.text)
    return finding(
      isOtherOrder ? 'unit_not_in_source' : 'number_not_in_source',
      quantity.text,
      other?.quantity.text ?? '',
    )
  }
  if (
    same.some(
      (other) => isSameUnit(quantity, other, sentence, sources) && !isOtherPrefix(quantity, other, sentence),
    )
  )
    return null
  const [unit = ''] = quantity.units
  // A report may leave its currency to its readers.
  if (
    isCurrency(unit) &&
    same.some(
      ({ quantity, sentence }) =>
        quantity.units.size === 0 &&
        isBare(quantity, sentence) &&
        sources.sentences.every(
          ({ source, text }) => source !== sentence.source || currenciesIn(text).size === 0,
        ),
    )
  )
    return finding('unclear', quantity.text)
  return finding('unit_not_in_source', quantity.text, same[0]?.quantity.text)
}

function isSameNumber(one: Quantity, other: Quantity, text: string): boolean {
  if (isSameMeasure(one, other)) return true
  if (one.name !== null && other.name !== null) return one.name === other.name
  // The 85 of A-85 does not count anything; GPT 4 is GPT-4.
  if (one.name === null && other.name !== null && !/\p{Lu}\S*\s$/u.test(text.slice(0, one.from))) return false
  // The first meaning is the likeliest; the others are for numbers that languages write in two ways.
  const [first = ''] = one.meanings
  if (other.meanings.includes(first) || one.meanings.includes(other.meanings[0] ?? '')) return true
  return one.value === null && one.meanings.some((meaning) => other.meanings.includes(meaning))
}

/** Returns true for units of the number itself, or else those of another number of the sentence: 90 minutes a day, others say 35. */
function isSameUnit(
  one: Quantity,
  { quantity, sentence }: Known,
  { reading, cited }: CheckedSentence,
  sources: SourceIndex,
): boolean {
  const [a, b] = [one.units.size > 0 ? one.units : NONE, quantity.units.size > 0 ? quantity.units : NONE]
  if (
    [...a].some((unit) => b.has(unit)) ||
    isSameTime(one, quantity) ||
    isSameMeasure(one, quantity) ||
    isYear(one)
  )
    return true
  if ([...a].some((unit) => hasUnitNear(quantity, unit, sentence)) || isHour(one, quantity, reading))
    return true
  if (b.has('') && (quantity.isDigits || (quantity.value ?? 0) > 1))
    return [...a].some((unit) =>
      isCurrency(unit)
        ? // A report names its currency once.
          [...cited.slice(0, MAX_CITED), sentence, ...sources.neighbours(sentence, MAX_CITED)].some(
            ({ text }) => currenciesIn(text).has(unit),
          )
        : cited.some((other) => usesUnit(other, unit)),
    )
  // The hundredth birthday, after a hundred years.
  if (/(?:st|nd|rd|th)$/u.test(one.text) && b.has('year')) return true
  // French has one word for books and pounds.
  if (a.has('') && /livres?$/u.test(quantity.text)) return true
  if (a.has(''))
    return [...b].some((unit) =>
      isCurrency(unit)
        ? currenciesIn(reading.text).has(unit)
        : usesUnit(reading, unit) ||
          hasUnitNear(one, unit, reading) ||
          (isBare(one, reading) && (unit !== 'percent' || hasPercent(reading))),
    )
  return false
}

const PREFIX = /^(?:nano|micro|mikro|milli|mili|kilo|quilo|mega|giga|tera)(?=\p{L}{3})/u

/** 220 gigabits are not 220 megabits. */
function isOtherPrefix(
  { to }: Quantity,
  { quantity, sentence }: Known,
  { reading }: CheckedSentence,
): boolean {
  const prefixAt = ({ words }: SentenceReading, at: number) =>
    PREFIX.exec(words.find((word) => word.to > at)?.folded ?? '')?.[0]
      .replace('k', 'c')
      .slice(0, 3)
  const [ours, theirs] = [prefixAt(reading, to), prefixAt(sentence, quantity.to)]
  return ours !== undefined && theirs !== undefined && ours !== theirs
}

/** At nine is à 9 heures. */
const isHour = ({ from }: Quantity, { units }: Quantity, { text }: SentenceReading) =>
  units.has('hour') && /\bat\s$/iu.test(text.slice(Math.max(0, from - 4), from))

/** 124 light years are 124 años luz. */
const hasUnitNear = ({ to }: Quantity, unit: string, { text }: SentenceReading) =>
  unit.startsWith(`${/^\s(\p{Ll}{3,}?)s?(?!\p{L})/u.exec(text.slice(to, to + 20))?.[1]} `) ||
  unitAfter(text, to + (/^\s\p{Ll}+/u.exec(text.slice(to, to + 20))?.[0].length ?? 0))?.names.includes(
    unit,
  ) === true

const hasPercent = ({ quantities }: SentenceReading) =>
  quantities.quantities.some(({ units }) => units.has('percent'))

const usesUnit = ({ quantities }: SentenceReading, unit: string) =>
  unit !== '' && unit !== 'percent' && quantities.quantities.some(({ units }) => units.has(unit))

const PERIODS = ofEveryLanguage(({ reports }) => pairs(reports.periods)).flat()
/** Times that have two names. */
const SAME_TIMES = Object.entries({
  'half-year': /^(?:six|6) months/iu,
  quarter: /^(?:three|3) months/iu,
  fortnight: /^(?:two|2) weeks/iu,
  decade: /^(?:ten|10) years/iu,
  year: /^(?:twelve|12) months/iu,
  double: /^(?:doubl\p{L}*|twice)/iu,
  triple: /^(?:tripl\p{L}*|threefold)/iu,
  half: /^half$/iu,
}).map(([name, ours]) => {
  const theirs = PERIODS.filter(([period]) => period === name).map(([, pattern]) => pattern)
  return [ours, new RegExp(theirs.join('|'), 'iu')] as const
})

/** Returns true for a number without a counted noun: 7 percent more, the company offers 3. */
function isBare({ to }: Pick<Quantity, 'to'>, { text, language }: SentenceReading): boolean {
  const [after = '', word] = /^\s?(\p{L}+|.?)/u.exec(text.slice(to, to + 40)) ?? []
  return !/\p{L}/u.test(after) || isFunctionWord(word ?? '', language)
}

const ORDERS = [1e3, 1e6, 1e9, 1e12]

/** Returns true if a source says a million once: 48 million, from 71. */
const isShortened = ({ value }: Quantity, known: readonly Known[]) =>
  known.some(
    ({ quantity, sentence }) =>
      (quantity.value ?? 0) < 1000 &&
      (quantity.units.size === 0 || quantity.units.has('')) &&
      isBare(quantity, sentence) &&
      ORDERS.some(
        (order) =>
          value === (quantity.value ?? 0) * order &&
          known.some(
            (other) =>
              other.sentence === sentence &&
              (other.quantity.value ?? 0) >= order &&
              (other.quantity.value ?? 0) < order * 1000 &&
              /^\D*\d{1,3}(?:[.,]\d{1,2})?\s?\p{L}/u.test(other.quantity.text),
          ),
      ),
  )

/** An agreement of 2025: an hour costs more. */
const isYear = ({ text }: Quantity) => /^(?:19|20)\d\d\s(?:an?|per)$/u.test(text)

/** 10 p.m. is 22 heures. */
const isSameTime = (one: Quantity, other: Quantity) =>
  one.meanings.some((meaning) => meaning.startsWith('time ') && other.meanings.includes(meaning))

const NONE: ReadonlySet<string> = new Set([''])

/** Ordinals, fractions and multiples in words. */
const isLoose = ({ value, isDigits, isStrict, text }: Quantity) =>
  value === null && !isDigits && !isStrict && !/^dozen/i.test(text)

/** The greatest difference between a part and a percentage that it may stand for: 34 percent are a third. */
const ROUNDED = 0.1
/** Higher ordinals are spans of time: half a century. */
const MAX_ORDINAL = 20

/** The parts of a whole that a word says: a third, and three quarters by its first word. */
function partsOf(
  { meanings, value, isDigits, to }: Quantity,
  { quantities: { quantities } }: SentenceReading,
): number[] {
  const isPart = (meaning: number) => meaning < 1
  if (value === null) return meanings.map(Number).filter(isPart)
  const next = quantities.find(({ from }) => from === to + 1)?.meanings.map(Number) ?? []
  const whole = next.find((meaning) => meaning > 2)
  return !isDigits && value < 10 && whole !== undefined && next.some(isPart) ? [value / whole] : []
}

/** Returns true if sources say another fraction, multiple or ordinal, or percentages that are all far from it. */
function isContradicted({ meanings }: Quantity, known: readonly Known[], parts: readonly number[]): boolean {
  const [value = 0] = meanings.map(Number)
  const shares = known
    .filter(({ quantity: { isDigits, units } }) => isDigits && units.has('percent'))
    .map(({ quantity }) => (quantity.value ?? 0) / 100)
  if (parts.some((part) => shares.some((share) => Math.abs(part - share) <= ROUNDED))) return false
  return (
    (parts.length > 0 && shares.length > 0) ||
    known
      .filter(({ quantity }) => isLoose(quantity) && !NO_ORDINAL.test(quantity.text))
      .map(({ quantity }) => quantity.meanings.map(Number))
      .some((theirs) =>
        parts.length > 0
          ? theirs.some((meaning) => meaning < 1)
          : value <= MAX_ORDINAL && (theirs[0] ?? 0) > 1 && (theirs[0] ?? 0) <= MAX_ORDINAL,
      )
  )
}

/** According to, in Italian and Portuguese, and a second of time. */
const NO_ORDINAL = /^(?:secondo|segundo|seconda)$/iu

/** One, first, the two people who are both named: words that do not count. */
function isNoCount(
  { text, value, isDigits, units, meanings, from, to }: Quantity,
  { reading, cited }: CheckedSentence,
): boolean {
  if (isDigits) return false
  if (meanings[0] === normalizeNumber(1) && units.size === 0) return true
  if (
    /^(?:first|once|second(?:s|ly)?|thirdly|both|single|seconds?)$/i.test(text) &&
    !/^\s+(?:quarter|half|place|third)/i.test(reading.text.slice(from + text.length))
  )
    return true
  const before = reading.text.slice(Math.max(0, from - 12), from)
  // The strong quarter of a year is not a fourth of something.
  if (/^quarters?$/.test(text) && !/^\s(?:of|more|less)\b/iu.test(reading.text.slice(from + text.length)))
    return cited.some(({ text }) => /quarter|quartal|trimest|(?<!\p{L})[QT][1-4](?!\p{N})/iu.test(text))
  // The second half of a year has a word of its own in most languages.
  if (text === 'half' && /(?:first|second|latter)\s$/iu.test(before))
    return cited.some(({ text }) => /halb|half|semest|mitad|metà|metade|moitié/iu.test(text))
  if (value !== 2 || units.size > 0) return false
  const named = cited.flatMap(({ names }) => names).length
  return (
    /(?:^|\s)(?:the|these|those|its|their|other|between)\s+$/i.test(before) &&
    (named >= 2 || isBare({ to }, reading))
  )
}

/** The year of "in March" is that of the source, if it says no other. */
function isImpliedYear({ value, units }: Quantity, { cited }: CheckedSentence): boolean {
  return value !== null && units.size === 0 && cited.some((sentence) => yearsOf(sentence).has(value))
}

const digitsOf = ({ text }: Quantity) => text.replace(/\D/g, '').replace(/^0+|0+$/g, '')

/** The number that is most likely meant: of the same unit, and near. */
function nearest(quantity: Quantity, known: readonly Known[]): Known | null {
  const distance = ({ quantity: other }: Known) => {
    const unit =
      [...quantity.units].some((unit) => other.units.has(unit)) || quantity.units.size === other.units.size
        ? 0
        : 100
    const order = digitsOf(other) === digitsOf(quantity) ? 0 : 1
    const [a, b] = [Math.abs(quantity.value ?? 0) || 1, Math.abs(other.value ?? 0) || 1]
    return unit + order + Math.abs(Math.log10(a / b))
  }
  return known.toSorted((a, b) => distance(a) - distance(b))[0] ?? null
}
