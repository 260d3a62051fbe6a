import type { Language } from '#core/i18n/languages.ts'
import { factsOf } from '#core/languages/facts-of.ts'
import { numbersOf, numberWordsOf } from '#core/languages/number-words-of.ts'
import { isInSmallHours } from '#core/translation/checks/numbers/clock-times.ts'
import {
  isSameAmount,
  isSameDimension,
  type Measure,
  measuresIn,
} from '#core/translation/checks/numbers/measures.ts'
import {
  type DatePart,
  normalizeNumber,
  normalizePercent,
  type Quantities,
  type Quantity,
} from '#core/translation/checks/numbers/quantity.ts'
import { readQuantities } from '#core/translation/checks/numbers/read-quantities.ts'
import { currenciesIn, isCurrency } from '#core/translation/checks/numbers/units-of-text.ts'
import type { Problem } from '#core/translation/problem.ts'

/** Numbers of a text that its translation does not have, and others that it has instead. */
export function checkNumbers(source: string, target: string, language: Language): Problem[] {
  const original = readQuantities(source, 'en')
  const problems = compare(source, target, original, readQuantities(target, language), language)
  if (problems.length === 0 || !SPACED.test(target)) return problems
  // A plain space may be between thousands, or between two numbers.
  const spaced = readQuantities(target, language, { joinsSpaces: true })
  const joined = compare(source, target, original, spaced, language)
  return joined.length < problems.length ? joined : problems
}

const SPACED = /\d \d{3}/

const LAST_DAY = /\blast (?:\p{L}+ )?day\b|\bend of\b/iu

/** Returns true when a day has its own name in the other text: Ferragosto. */
function isFeast(
  { value, to }: Quantity,
  { months }: Quantities,
  target: string,
  language: Language,
): boolean {
  const feasts = factsOf(language)?.dates.feasts
  return (
    feasts !== undefined &&
    months.length > 0 &&
    to > 0 &&
    value !== null &&
    value <= 31 &&
    new RegExp(`(?<!\\p{L})(?:${feasts})(?!\\p{L})`, 'iu').test(target)
  )
}

function compare(
  source: string,
  target: string,
  original: Quantities,
  translated: Quantities,
  language: Language,
): Problem[] {
  const measures = measuresOf({ source, target, language }, original, translated)
  const paired = pair(original.quantities, translated.quantities, measures)
  const { pairs } = paired
  const missing = paired.missing.filter((one) => !isFeast(one, original, target, language))
  // The last day of a month has a number of its own.
  const extra = paired.extra.filter(
    (one) =>
      (one.value === null || one.value < 28 || one.value > 31 || !LAST_DAY.test(source)) &&
      !isFeast(one, translated, source, 'en'),
  )
  const orders = orderProblems(original, translated, language)
  if (missing.length + extra.length + orders.length === 0) {
    const [lost, added] = softDifference(original.quantities, translated.quantities, {
      source,
      language,
      measures,
    })
    if (lost && added) {
      missing.push(lost)
      extra.push(added)
    }
  }
  const problems: Problem[] = []
  for (const lost of missing) {
    const other = extra.shift()
    problems.push(
      other
        ? { code: 'number_changed', source: lost.text, target: other.text, language }
        : { code: 'number_missing', source: lost.text },
    )
  }
  for (const { text } of extra) problems.push({ code: 'number_added', target: text })
  const units = {
    source: unitsIn(source, original),
    target: unitsIn(target, translated),
    hasPlainDollar: PLAIN_DOLLAR.test(target),
  }
  for (const [one, other] of pairs) {
    if (one.name !== null && other.name !== null && one.name !== other.name)
      problems.push({ code: 'number_changed', source: one.text, target: other.text, language })
    else if (!isSameUnit(one, other, units))
      problems.push({ code: 'unit_changed', source: one.text, target: other.text, language })
  }
  return [
    ...problems,
    ...orders,
    ...(problems.length === 0 ? ordinalProblems(original, translated, { target, language }) : []),
    ...(problems.length === 0 ? percentProblems(original, translated, language) : []),
    ...(problems.length === 0 ? shareProblems(original, translated, language) : []),
    ...(problems.length === 0
      ? softUnitProblems(original.quantities, translated.quantities, { source, language, measures })
      : []),
    ...dateProblems(original, translated, { source, target, language }),
    ...pointProblems(original, translated, language),
  ]
}

interface SoftTexts {
  source: string
  language: Language
  measures: Measures
}

/**
 * The first small number or fraction in words that is missing in a translation, and the first that it has instead. One alone is no mistake:
 * good translators leave such words out, and put others in.
 */
function softDifference(
  source: Quantity[],
  target: Quantity[],
  { source: text, language, measures }: SoftTexts,
): (Quantity | undefined)[] {
  const matches = softMatches(source, target)
  const lost = source.filter(
    (one) => !matches.has(one) && isSoft(one, 'en') && !measures.saidOtherwise.has(one),
  )
  if (lost.length === 0) return []
  const said = new Set(source.flatMap(({ meanings }) => meanings))
  const taken = new Set(matches.values())
  const added = target.find(
    (other) =>
      !taken.has(other) &&
      !measures.saidOtherwise.has(other) &&
      ((other.isStrict && (!other.isDigits || isShare(lost[0], text))) || isSoft(other, language)) &&
      !(other.value === 1 && [...other.units].some(isCurrency)) &&
      !other.meanings.some((meaning) => said.has(meaning)),
  )
  return [lost[0], added]
}

/** Quantities that may mean the same, those with the same unit first. */
function softMatches(source: Quantity[], target: Quantity[]): Map<Quantity, Quantity> {
  const matches = new Map<Quantity, Quantity>()
  const open = new Set(target)
  for (const isSameUnit of [sharesUnit, () => true])
    for (const one of source) {
      if (matches.has(one)) continue
      const match = target.find(
        (other) =>
          open.has(other) &&
          isSameUnit(one, other) &&
          other.meanings.some((meaning) => one.meanings.includes(meaning)),
      )
      if (!match) continue
      open.delete(match)
      matches.set(one, match)
    }
  return matches
}

const sharesUnit = (one: Quantity, other: Quantity) =>
  one.units.size === 0 ? other.units.size === 0 : [...one.units].some((unit) => other.units.has(unit))

/** Small numbers in words of which the unit is another: three seconds that became three minutes. */
function softUnitProblems(
  source: Quantity[],
  target: Quantity[],
  { language, measures }: SoftTexts,
): Problem[] {
  for (const [one, other] of softMatches(source, target)) {
    const isOther = [...one.units].some((unit) =>
      [...other.units].some((theirs) => unit !== theirs && isSameDimension(unit, theirs)),
    )
    if (isOther && !sharesUnit(one, other) && ![one, other].some((each) => measures.saidOtherwise.has(each)))
      return [{ code: 'unit_changed', source: one.text, target: other.text, language }]
  }
  return []
}

interface Measures {
  source: Measure[]
  target: Measure[]
  /** Quantities that the other text has in another unit. */
  saidOtherwise: ReadonlySet<Quantity>
}

function measuresOf(
  { source, target, language }: { source: string; target: string; language: Language },
  original: Quantities,
  translated: Quantities,
): Measures {
  const ones = measuresIn(source, original.quantities, numberWordsOf('en').article)
  const others = measuresIn(target, translated.quantities, numberWordsOf(language).article)
  const saidOtherwise = new Set<Quantity>()
  for (const one of ones)
    for (const other of others)
      if (isInOtherUnit(one, other) && isSameAmount(one, other))
        for (const part of [...one.parts, ...other.parts]) saidOtherwise.add(part)
  return { source: ones, target: others, saidOtherwise }
}

/** Returns true if two amounts may be said with the same number: a decade is ten, and una década one. */
const isSaidAlike = ({ parts: [one] }: Measure, { parts: [other] }: Measure) =>
  one !== undefined && other !== undefined && one.meanings.some((meaning) => other.meanings.includes(meaning))

/** Takes out quantities that the translation has in another unit: 31 miles are 50 kilometres, and 90 minutes an hour and a half. */
function takeMeasures(left: Set<Quantity>, open: Set<Quantity>, { source, target }: Measures): void {
  const isOpen = ({ parts }: Measure) => parts.every((part) => left.has(part) || open.has(part))
  for (const one of source.toSorted((a, b) => Number(b.isJoined ?? false) - Number(a.isJoined ?? false))) {
    if (!isOpen(one)) continue
    const other = target.find(
      (other) => isOpen(other) && isInOtherUnit(one, other) && isSameAmount(one, other),
    )
    for (const part of other ? [...one.parts, ...other.parts] : []) {
      left.delete(part)
      open.delete(part)
    }
  }
}

const isInOtherUnit = (one: Measure, other: Measure) =>
  one.unit !== other.unit ||
  one.unit === 'degree' ||
  one.isJoined !== other.isJoined ||
  !isSaidAlike(one, other)

/** One in eight. */
const isShare = (one: Quantity | undefined, text: string) =>
  one !== undefined && / (?:in|out of)(?: every)? $/.test(text.slice(0, one.from))

const isSoft = ({ isStrict, meanings, text }: Quantity, language: Language) =>
  !isStrict &&
  !/^month/.test(meanings[0] ?? '') &&
  !numberWordsOf(language).otherWords.has(text.toLowerCase())

interface Paired {
  pairs: [Quantity, Quantity][]
  missing: Quantity[]
  extra: Quantity[]
}

/** Pairs quantities that say the same, those that are likelier first. */
function pair(source: Quantity[], target: Quantity[], measures: Measures): Paired {
  const pairs: [Quantity, Quantity][] = []
  const open = new Set(target)
  const byMeaning = new Map<string, Quantity[]>()
  for (const quantity of target)
    for (const meaning of quantity.meanings) {
      const known = byMeaning.get(meaning)
      if (known) known.push(quantity)
      else byMeaning.set(meaning, [quantity])
    }
  const left = new Set(source)
  const take = (one: Quantity, accepts: (other: Quantity) => boolean) => {
    for (const meaning of one.meanings) {
      const other = byMeaning.get(meaning)?.find((other) => open.has(other) && accepts(other))
      if (!other) continue
      open.delete(other)
      left.delete(one)
      pairs.push([one, other])
      return
    }
  }
  const strict = source.filter(({ isStrict }) => isStrict)
  for (const one of strict)
    take(one, (other) => other.isStrict && one.meanings[0] === other.meanings[0] && sharesUnit(one, other))
  takeMeasures(left, open, measures)
  for (const one of strict) if (left.has(one)) take(one, (other) => other.isStrict)
  for (const one of strict) if (left.has(one)) take(one, () => true)
  for (const one of source) if (left.has(one)) take(one, (other) => other.isStrict)
  const missing = strict.filter((one) => left.has(one))
  // A number in words alone is as often an idiom.
  const extra = target.filter(
    (other) => other.isStrict && open.has(other) && (missing.length > 0 || other.isDigits),
  )
  return withoutRepetitions({ pairs, missing, extra }, source, target)
}

/** A number that is only repeated once more, or once less, is not a mistake. */
function withoutRepetitions(
  { pairs, missing, extra }: Paired,
  source: Quantity[],
  target: Quantity[],
): Paired {
  const said = (quantities: Quantity[]) => new Set(quantities.flatMap(({ meanings }) => meanings))
  const [inSource, inTarget] = [said(source), said(target)]
  const isIn = (all: Set<string>) => (quantity: Quantity) =>
    quantity.meanings.some((meaning) => all.has(meaning))
  if (missing.length > 0 && extra.length > 0) return { pairs, missing, extra }
  return {
    pairs,
    missing: missing.filter((quantity) => !isIn(inTarget)(quantity)),
    extra: extra.filter((quantity) => !isIn(inSource)(quantity)),
  }
}

/** Returns true if the units of a text and of its numbers agree: another place in the sentence may show which one is meant. */
function isSameUnit(
  { units }: Quantity,
  other: Quantity,
  texts: Record<'source' | 'target', (unit: string) => boolean> & { hasPlainDollar: boolean },
): boolean {
  const [a, b] = [units.size > 0 ? units : NONE, other.units.size > 0 ? other.units : NONE]
  if ([...a].some((unit) => b.has(unit))) return true
  const [unit = '', otherUnit = ''] = [a.has('') ? '' : [...a][0], b.has('') ? '' : [...b][0]]
  if (isDollar(unit) && (otherUnit === 'USD' || otherUnit === '') && texts.hasPlainDollar) return true
  if ([unit, otherUnit].every((name) => /^degree(?: celsius)?$/.test(name))) return true
  if (otherUnit === '') return isCurrency(unit) ? texts.target(unit) : unit !== 'percent'
  if (unit === '') return isCurrency(otherUnit) || otherUnit === 'percent' ? texts.source(otherUnit) : true
  return false
}

/** Canadians and others write no more than that of their own dollar. */
const PLAIN_DOLLAR = /\d[\s\u00a0\u202f]?[kM]?[\s\u00a0\u202f]?\$(?!\p{L})/u

const isDollar = (unit: string) => /^(?:CA|AU|NZ|HK|SG|TW)D$/.test(unit)

const NONE: ReadonlySet<string> = new Set([''])

function unitsIn(text: string, { quantities }: Quantities): (unit: string) => boolean {
  let named: ReadonlySet<string> | null = null
  return (unit) => {
    named ??= new Set([...currenciesIn(text), ...quantities.flatMap(({ units }) => [...units])])
    return named.has(unit)
  }
}

/** The third of many that became the second. If the first of many is missing, it may be another word, such as a prime minister. */
function ordinalProblems(
  original: Quantities,
  translated: Quantities,
  { target, language }: { target: string; language: Language },
): Problem[] {
  const ordinals = ({ quantities }: Quantities) => quantities.filter(({ ordinal }) => ordinal !== undefined)
  const [from, to] = [ordinals(original), ordinals(translated)]
  const isSaid = ({ ordinal = 0 }: Quantity, { quantities }: Quantities, isCardinal: boolean) =>
    quantities.some(
      ({ value, meanings }) => (isCardinal || value === null) && meanings.includes(normalizeNumber(ordinal)),
    )
  const lost = from.find((one) =>
    !/^seconds?$/i.test(one.text) || from.length === 1 ? !isSaid(one, translated, true) : false,
  )
  const added = to.find(
    (other) =>
      !isSaid(other, original, false) &&
      (other.ordinal !== 1 || PART_OF_YEAR.test(target.slice(other.to))) &&
      !isOfTime(other, target),
  )
  return lost && added && from.length === to.length
    ? [{ code: 'number_changed', source: lost.text, target: added.text, language }]
    : []
}

/** Segundos are seconds, too, and segunda-feira is a day. */
const isOfTime = ({ text, to }: Quantity, target: string) =>
  /^(?:segundos|secondi|secondes)$/i.test(text) || /^[-‑]/.test(target.slice(to))

const PART_OF_YEAR = /^ (?:trimest|semest|quartal|halbjahr)/iu

/** Percentage points that became per cent. */
function percentProblems(original: Quantities, translated: Quantities, language: Language): Problem[] {
  const withUnit = ({ quantities }: Quantities, unit: string) =>
    quantities.filter(({ units }) => units.has(unit) && !units.has(''))
  const [points] = withUnit(original, 'percentage point')
  if (
    !points ||
    translated.quantities.some(({ units }) => units.has('percentage point') || units.has('basis point'))
  )
    return []
  const [from, to] = [withUnit(original, 'percent'), withUnit(translated, 'percent')]
  const added = to.find(({ meanings }) => points.meanings.some((meaning) => meanings.includes(meaning)))
  return added && to.length > from.length
    ? [{ code: 'unit_changed', source: points.text, target: added.text, language }]
    : []
}

/** Three in four that became one in four. */
function shareProblems(
  { quantities: source }: Quantities,
  { quantities: target }: Quantities,
  language: Language,
): Problem[] {
  const [lost, added] = [source, target].map((quantities) =>
    quantities.find(({ share }) => share !== undefined),
  )
  if (!lost || !added || Math.abs((lost.share ?? 0) - (added.share ?? 0)) < MAX_SHARE_DIFFERENCE) return []
  const isSaid = (one: Quantity, others: Quantity[]) =>
    others.some((other) => other.meanings.includes(normalizePercent(100 * (one.share ?? 0))))
  return isSaid(lost, target) || isSaid(added, source)
    ? []
    : [{ code: 'number_changed', source: lost.text, target: added.text, language }]
}

const MAX_SHARE_DIFFERENCE = 0.01

/** Billions are Milliarden; Billionen are trillions. */
function orderProblems(original: Quantities, translated: Quantities, language: Language): Problem[] {
  const large = ({ orders }: Quantities) => orders.filter(({ factor }) => factor >= 1e3)
  const lost = large(original).find(
    ({ factor }) => !translated.orders.some((other) => other.factor === factor),
  )
  const added = large(translated).find(
    ({ factor }) => !original.orders.some((other) => other.factor === factor),
  )
  return lost && added ? [{ code: 'number_changed', source: lost.text, target: added.text, language }] : []
}

function dateProblems(
  original: Quantities,
  translated: Quantities,
  { source, target, language }: { source: string; target: string; language: Language },
): Problem[] {
  // Tuesday night is in der Nacht zum Mittwoch.
  const isOvernight = isInSmallHours(source, 'en') && isInSmallHours(target, language)
  for (const part of ['months', 'weekdays'] as const) {
    const missing = (one: DatePart[], other: DatePart[]) =>
      one.find(({ value, isPerhaps }) => !isPerhaps && !other.some((same) => same.value === value))
    const lost = missing(original[part], translated[part])
    const added = missing(translated[part], original[part])
    const isNext = isOvernight && part === 'weekdays' && added?.value === ((lost?.value ?? 0) + 1) % 7
    if (lost && added && !isNext)
      return [{ code: 'date_changed', source: lost.text, target: added.text, language }]
  }
  return []
}

const isTime = (meaning: string) => meaning.startsWith('time ')

/** English writes 6.5 with a point, the other languages with a comma. What counts nothing may be a version. */
function pointProblems(original: Quantities, { quantities }: Quantities, language: Language): Problem[] {
  if (numbersOf(language).hasDecimalPoints) return []
  const times = new Set(original.quantities.flatMap(({ meanings }) => meanings.filter(isTime)))
  return quantities.flatMap(({ text, units, name, meanings }): Problem[] => {
    if (meanings.some((meaning) => times.has(meaning))) return []
    const isMeasured = !units.has('') && [...units].some((unit) => unit !== 'hour' && unit !== 'CHF')
    return isMeasured && name === null && /(?<![\d.,])\d{1,15}\.\d{1,2}(?![\d.,])/.test(text)
      ? [{ code: 'decimal_point', target: text, language }]
      : []
  })
}
