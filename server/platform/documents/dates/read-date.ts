import { momentOf } from '#core/domain/zoned-time.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { ofEveryLanguage } from '#core/languages/facts-of.ts'
import { wordsIn } from '#core/languages/lists.ts'

/** A date that somebody else has written. */
export interface WrittenDate {
  /** ISO 8601 in UTC. */
  date: string
  /** True if the date names a zone that is unknown or ambiguous. Its time is then read as UTC. */
  isZoneUnknown: boolean
}

/** A date of a source in ISO 8601; null for one that is not certain. */
export const readDate = (written: string): string | null => readWrittenDate(written)?.date ?? null

const MAX_LENGTH = 100

/**
 * Reads the layouts that are found in feeds, exports, fields and pages: ISO 8601, RFC 822 and 850, those of C and JavaScript, seconds
 * and milliseconds since 1970, and dates in words of our languages. A date without a zone is in UTC. Null for anything that could be
 * two days, or that has a word which is not understood.
 */
export function readWrittenDate(written: string): WrittenDate | null {
  // Marks in a row take long to be sorted.
  if (written.length > 10 * MAX_LENGTH) return null
  const text = written.normalize('NFKC').trim()
  if (text.length > MAX_LENGTH || !/\d/.test(text)) return null
  if (/^(?:\d{9,10}(?:\.\d{1,9})?|\d{13}|(?!19|20)\d{12})$/.test(text))
    return storable(Number(text) * (/^\d{12}/.test(text) ? 1 : 1000), false)
  const rest = new Remainder(withSeparators(text))
  const time = readTime(rest)
  const words = readWords(rest, time !== null)
  const day = words && readDay(rest, words)
  const clock = time ?? readDottedTime(rest) ?? { ms: 0, offset: null }
  const offset = clock.offset ?? readLastOffset(rest)
  // Any other remaining text would have changed the meaning.
  if (!words || day === null || !/^[\s,.;:|–—'-]*$/.test(rest.text)) return null
  const shown = day + clock.ms
  const moment = offset === null ? momentInZone(shown, words.zone ?? 'UTC') : momentAtOffset(shown, offset)
  return storable(moment ?? shown, moment === null)
}

function withSeparators(text: string): string {
  const parted = text
    // JavaScript adds words to its zone: `GMT+0000 (Coordinated Universal Time)`.
    .replace(/([+-]\d{2}:?\d{2}|GMT|UTC)\s*\([^()]*\)/, '$1')
    .replace(/[()]/g, ' ')
    .replaceAll('\u2212', '-')
    .replace(/(\d)t(\d)/gi, '$1 $2')
    .replace(/(\d|\b)z\b/gi, '$1 Z')
  // `20240630`, `20240630T123000Z`, `20240630123000`.
  return parted.replace(
    /^((?:19|20)\d\d)(\d\d)(\d\d)(?: ?(\d\d)(\d\d)(\d\d)?)?(?!\d)/,
    (_, year, month, day, hour = '00', minute = '00', second = '00') =>
      `${year}-${month}-${day} ${hour}:${minute}:${second}`,
  )
}

/** A text from which parts are taken. */
class Remainder {
  text: string

  constructor(text: string) {
    this.text = text
  }

  take(pattern: RegExp): RegExpExecArray | null {
    const found = pattern.exec(this.text)
    if (found)
      this.text = `${this.text.slice(0, found.index)} ${this.text.slice(found.index + found[0].length)}`
    return found
  }
}

/** A time of day in milliseconds, and its offset from UTC in minutes if it is written. */
interface Clock {
  ms: number
  offset: number | null
}

const HALF_DAY = String.raw`(?:\s*([ap])\.?\s?m\b\.?)?`
/** The offset after a time, perhaps with a name before it: `GMT-07:00`, `MST -0700`, `:-0700`. */
const OFFSET = String.raw`(?::?\s*(?:[a-z]{1,5}\s?)?([+-])-?(\d{1,2}):?(\d{2})?(?::\d{2})?(?![\d:]))?`
const TIME = new RegExp(
  String.raw`(?<!\d)(\d{1,2})(?::(\d{1,2})(?::(\d{1,2})(?:(?:[.,]|:(?=\d{3}))(\d{1,9}))?)?|h(\d{2})?(?!\p{L})|(?=\s?[ap]\.?m\b))${HALF_DAY}${OFFSET}`,
  'iu',
)

function readTime(rest: Remainder): Clock | null {
  const found = rest.take(TIME)
  if (!found) return null
  const [, hour, minute, second, fraction = '0', minuteAfterH, half, sign, hours, minutes] = found
  const ms = clockOf({ hour, minute: minute ?? minuteAfterH, second, half })
  const part = Math.trunc(Number(`0.${fraction}`) * 1000)
  return { ms: ms + part, offset: sign === undefined ? null : offsetOf(sign, hours, minutes) }
}

/** `12.30`, which could be a date where there is none before it. */
function readDottedTime(rest: Remainder): Clock | null {
  const found = rest.take(/(?<![\d.])(\d{1,2})\.(\d{2})(?:\.(\d{2}))?(?![\d.])/)
  return found && { ms: clockOf({ hour: found[1], minute: found[2], second: found[3] }), offset: null }
}

/** An offset behind a date that is behind its time, or has none. */
function readLastOffset(rest: Remainder): number | null {
  const [, sign, hours, minutes] = rest.take(/(?<=^\s*)([+-])(\d{2}):?(\d{2})\s*$/) ?? []
  return sign === undefined ? null : offsetOf(sign, hours, minutes)
}

/** Returns the offset in minutes; not a number for an offset that does not exist. */
function offsetOf(sign: string, hours = '0', minutes = '0'): number {
  const ahead = Number(minutes) > 59 ? Number.NaN : Number(hours) * 60 + Number(minutes)
  return sign === '-' ? -ahead : ahead
}

type Part = string | undefined

/** Returns the time in milliseconds; not a number for a time that no clock shows. */
function clockOf(parts: { hour: Part; minute: Part; second: Part; half?: Part }): number {
  const [hour = 0, minute = 0, second = 0] = [parts.hour, parts.minute, parts.second].map((part) =>
    Number(part ?? 0),
  )
  // Some write `15:04 PM`.
  const hours = parts.half && hour <= 12 ? (hour % 12) + (parts.half.toLowerCase() === 'p' ? 12 : 0) : hour
  const isEndOfDay = hours === 24 && minute === 0 && second === 0
  const isTime = (hours < 24 || isEndOfDay) && minute < 60 && second <= 60
  return isTime ? ((hours * 60 + minute) * 60 + second) * 1000 : Number.NaN
}

interface Words {
  /** The month from 1; null if the date is in digits. */
  month: number | null
  /** The possible weekdays from 0 for Sunday; empty if none is written. */
  weekdays: readonly number[]
  zone: string | null
}

/** Takes the words: a month, a day of the week, a zone. Null when one of them is not understood. */
function readWords(rest: Remainder, hasTime: boolean): Words | null {
  const months: number[][] = []
  const either: { months: readonly number[]; weekdays: readonly number[] }[] = []
  let weekdays: readonly number[] = []
  let zone: string | null = null
  for (;;) {
    const [written] = rest.take(/[A-Z][A-Za-z]+(?:\/[A-Za-z][\w+-]*){1,2}|\p{L}+/u) ?? []
    if (written === undefined) break
    const word = readDateWord(written)
    // Zones are written in capitals, except those that everybody knows.
    const isZone = /^[A-Z]{1,5}$|\/|^(?:[Gg]mt|[Uu]tc?)$/.test(written)
    const isKnown = isZone && momentInZone(0, written) !== null
    if (word.months.length > 0 && word.weekdays.length > 0) either.push(word)
    else if (word.months.length > 0) months.push([...word.months])
    else if (word.weekdays.length > 0) weekdays = word.weekdays
    else if (word.isFiller && !isKnown) continue
    else if (zone === null && (isKnown || (isZone && hasTime))) zone = written
    else return null
  }
  // `mar` is a weekday where another word is a month.
  const last = months.length === 0 ? either.pop() : undefined
  if (last) months.push([...last.months])
  if (either[0]) weekdays = either[0].weekdays
  const [month, ...others] = new Set(months.flat())
  if (others.length > 0 || months.length > 1) return null
  return { month: month ?? null, weekdays, zone }
}

/** The day in milliseconds; null when it is none, or could be another one. */
function readDay(rest: Remainder, { month, weekdays }: Words): number | null {
  if (month !== null) {
    const numbers = rest.take(/^\D*?(\d{1,4})(?!\d)\D+?(\d{1,4})(?!\d)/)
    if (!numbers) return null
    const [first = '', second = ''] = numbers.slice(1)
    const [year, day] = first.length > 2 ? [first, second] : [second, first]
    return dayOf(year, month, day)
  }
  const ordinal = rest.take(/^\D*?(\d{4})-(\d{3})(?!\d|-\d)/)
  if (ordinal) {
    const day = Date.UTC(Number(ordinal[1]), 0, Number(ordinal[2]))
    return new Date(day).getUTCFullYear() === Number(ordinal[1]) ? day : null
  }
  const found = rest.take(/(?<![\d.])(\d{1,4})( ?[-/.] ?| )0?(\d{1,2})\2(\d{4}|\d{1,2})(?!\d)/)
  if (!found) return null
  const [, a = '', separator = '', b = '', c = ''] = found
  const days = waysToRead(a, separator.trim(), b, c).flatMap((day) => day ?? [])
  const onWeekday = days.filter((day) => weekdays.includes(new Date(day).getUTCDay()))
  const [day, ...others] = new Set(days.length > 1 && onWeekday.length > 0 ? onWeekday : days)
  return day !== undefined && others.length === 0 ? day : null
}

/** The days that three numbers may mean. Nobody writes the month first with points between the numbers, unless it can be nothing else. */
function waysToRead(a: string, separator: string, b: string, c: string): (number | null)[] {
  if (a.length > 2) return a.length === 4 && c.length <= 2 ? [dayOf(a, b, c)] : []
  const dayFirst = dayOf(c, b, a)
  const monthFirst = dayOf(c, a, b)
  if (separator === '.') return [dayFirst ?? monthFirst]
  return [dayFirst, monthFirst, c.length === 2 ? dayOf(a, b, c) : null]
}

/** Years of two digits are those of RFC 2822. */
function dayOf(year: string, month: string | number, day: string): number | null {
  const [m, d] = [Number(month), Number(day)]
  const written = Number(year)
  const y = year.length === 4 ? written : year.length === 2 ? written + (written < 50 ? 2000 : 1900) : 0
  const text = [y, m, d].map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-')
  // There are only the empty dates of programs before, and years of other calendars.
  return y < 1600 || day.length > 2 || !isCalendarDay(text) ? null : Date.UTC(y, m - 1, d)
}

function storable(moment: number, isZoneUnknown: boolean): WrittenDate | null {
  const date = new Date(moment)
  const year = date.getUTCFullYear()
  return year <= 9999 ? { date: date.toISOString(), isZoneUnknown } : null
}

/** JavaScript takes 31 February for a day in March. */
export function isCalendarDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number)
  return day >= 1 && month >= 1 && month <= 12 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

const MONTHS = namesOf('month', 12)
const WEEKDAYS = namesOf('weekday', 7)
/** Words without a meaning for a date: `30 de junio de 2024 a las 12:30`, `June 30th at`, `um 12:30 Uhr`, `segunda-feira`. */
const FILLERS = new Set(['h', 'kl', ...ofEveryLanguage(({ dates }) => wordsIn(dates.fillers)).flat()])

/** The meanings of a word in a date. `mar` is a month in some languages and a day in others. */
interface DateWord {
  /** Months from 1; several if languages disagree, such as `jui`. */
  months: readonly number[]
  /** Weekdays from 0, which is Sunday. */
  weekdays: readonly number[]
  isFiller: boolean
}

/** Reads a word that is written as a name of a month or a weekday, or begins as one. */
function readDateWord(written: string): DateWord {
  const word = plain(written)
  return {
    months: word.length < 3 ? [] : meaningsOf(word, MONTHS).map((index) => index + 1),
    weekdays: word.length < 2 ? [] : meaningsOf(word, WEEKDAYS),
    isFiller: FILLERS.has(word),
  }
}

const meaningsOf = (word: string, names: readonly (readonly string[])[]) =>
  names.flatMap((ofOne, index) => (ofOne.some((name) => name.startsWith(word)) ? [index] : []))

/** The long names of months or weekdays in all languages. Short ones are their beginnings. */
function namesOf(part: 'month' | 'weekday', count: number): string[][] {
  const formats = LANGUAGE_CODES.map(
    (language) => new Intl.DateTimeFormat(language, { [part]: 'long', timeZone: 'UTC' }),
  )
  return Array.from({ length: count }, (_, index) => {
    // The first day of 2023 was a Sunday.
    const day = part === 'month' ? Date.UTC(2023, index) : Date.UTC(2023, 0, 1 + index)
    return formats.map((format) => plain(format.format(day)))
  })
}

function plain(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Hours before or after UTC, without names of several zones, such as IST; those of RFC 822 and BST have their meaning in feeds. */
const HOURS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{
      Z: 0,
      UT: 0,
      UTC: 0,
      GMT: 0,
      WET: 0,
      WEST: 1,
      BST: 1,
      CET: 1,
      MET: 1,
      MEZ: 1,
      CEST: 2,
      MEST: 2,
      MESZ: 2,
    },
    ...{
      EET: 2,
      EEST: 3,
      MSK: 3,
      MSD: 4,
      TRT: 3,
      SAST: 2,
      CAT: 2,
      EAT: 3,
      IDT: 3,
      PKT: 5,
      NPT: 5.75,
      ICT: 7,
    },
    ...{
      WIB: 7,
      WITA: 8,
      HKT: 8,
      SGT: 8,
      AWST: 8,
      JST: 9,
      KST: 9,
      ACST: 9.5,
      ACDT: 10.5,
      AEST: 10,
      AEDT: 11,
    },
    ...{ NZST: 12, NZDT: 13, NST: -3.5, NDT: -2.5, ADT: -3, BRT: -3, ART: -3, UYT: -3, CLT: -4, CLST: -3 },
    ...{ COT: -5, PET: -5, EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7 },
    ...{ AKST: -9, AKDT: -8, HST: -10 },
  }),
)
/** Zones as American programs write them, whatever the season is. */
const REGIONS = new Map([
  ['ET', 'America/New_York'],
  ['CT', 'America/Chicago'],
  ['MT', 'America/Denver'],
  ['PT', 'America/Los_Angeles'],
])
/** No place is further from UTC. */
const MAX_HOURS = 14

/** The moment at which clocks of a named zone show this time, in milliseconds as if it were UTC; null for a zone that is not known. */
function momentInZone(shown: number, name: string): number | null {
  const hours = HOURS.get(name.toUpperCase())
  if (hours !== undefined) return shown - hours * 3_600_000
  const zone = name.includes('/') ? name : REGIONS.get(name.toUpperCase())
  if (zone === undefined) return null
  try {
    const wall = new Date(shown).toISOString().slice(0, 16)
    const seconds = shown - Date.parse(`${wall}Z`)
    return +momentOf({ date: wall.slice(0, 10), time: wall.slice(11) }, zone) + seconds
  } catch {
    return null
  }
}

/** Converts a time with an offset in minutes in the same way. */
const momentAtOffset = (shown: number, minutes: number): number | null =>
  Math.abs(minutes) > MAX_HOURS * 60 ? null : shown - minutes * 60_000
