import { isIP } from 'node:net'
import { isLanguage, LANGUAGES, type Language } from '#core/i18n/languages.ts'
import { isAbsent, isAbsentDate } from '#server/features/newsletter/import/words.ts'

const LANGUAGE_NAMES = new Map(LANGUAGES.map(({ name, code }) => [name.toLowerCase(), code]))
const EARLIEST = Date.UTC(1990)

/** Parses `de`, `de-DE`, `DE_ch` or `Deutsch`; null for an empty text, undefined for an unknown language. */
export function languageOf(text: string): Language | null | undefined {
  const name = text.toLowerCase()
  if (isAbsent(name)) return null
  const [code = ''] = name.split(/[-_]/)
  return isLanguage(code) ? code : LANGUAGE_NAMES.get(name)
}

/** The language among attributes that are a JSON object, as listmonk and Buttondown export them; empty if there is none. */
export function languageInAttributes(text: string): string {
  if (!text.startsWith('{')) return ''
  try {
    const attributes: object = JSON.parse(text)
    const found = Object.entries(attributes).find(
      ([name, value]) => typeof value === 'string' && /^(language|lang|locale)$/i.test(name),
    )
    return found ? String(found[1]).trim() : ''
  } catch {
    return ''
  }
}

/** The network address of a sign-up, or null. */
export const ipOf = (text: string): string | null => (isIP(text) ? text : null)

/** ISO 8601, with slashes as well, and as Go prints a time: `2024-05-01 10:20:30.5 +0200 CEST`. */
const DATE =
  /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)? ?(Z|UTC|[+-]\d{2}:?(?:\d{2})?(?: [A-Z+\d]{1,5})?)?)?$/
/** 31.03.2025 begins with the day wherever it is written; 03/04/2025 depends on the country. */
const WRITTEN_DATE = /^(\d{1,2})([./])(\d{1,2})\2(\d{4})(?:,? (\d{1,2}):(\d{2})(?::(\d{2}))?)?$/
const TIMESTAMP = /^\d{10}(\d{3})?$/

/** True when the first number of dates with slashes is the day or the month. */
export type SlashOrder = 'day' | 'month'

/** Tells what a date with slashes says of their order; undefined if it may be either. */
export function slashOrderOf(text: string): SlashOrder | undefined {
  const [, first, mark, second] = WRITTEN_DATE.exec(text) ?? []
  if (mark !== '/') return undefined
  if (Number(first) > 12) return 'day'
  return Number(second) > 12 ? 'month' : undefined
}

/** Parses a date, in UTC by default; null for none, undefined for any other format, because 03/04/2025 is ambiguous unless `slashes` tells. */
export function dateOf(text: string, slashes?: SlashOrder): Date | null | undefined {
  if (isAbsentDate(text)) return null
  if (TIMESTAMP.test(text)) return between(new Date(Number(text) * (text.length === 10 ? 1000 : 1)))
  const parts = DATE.exec(inOrder(text, slashes))
  if (!parts) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const local = Date.UTC(year, month - 1, day, hour, minute, second)
  const isReal = new Date(local).toISOString().startsWith(`${parts[1]}-${parts[2]}-${parts[3]}`)
  if (!isReal || hour > 23 || minute > 59 || second > 59) return undefined
  return between(new Date(local - offsetOf(parts[7])))
}

const between = (date: Date): Date | undefined =>
  date.getTime() >= EARLIEST && date.getTime() <= Date.now() ? date : undefined

/** A date that begins with the day or the month, with the year first. */
function inOrder(text: string, slashes?: SlashOrder): string {
  const [, first = '', mark, second = '', year, hour, minute, seconds = '00'] = WRITTEN_DATE.exec(text) ?? []
  if (!mark || (mark === '/' && !slashes)) return text
  const [day, month] = mark === '/' && slashes === 'month' ? [second, first] : [first, second]
  const time = hour ? ` ${hour.padStart(2, '0')}:${minute}:${seconds}` : ''
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${time}`
}

function offsetOf(zone = ''): number {
  const parts = /^([+-])(\d{2}):?(\d{2})?/.exec(zone)
  if (!parts) return 0
  const minutes = Number(parts[2]) * 60 + Number(parts[3] ?? 0)
  return (parts[1] === '-' ? -minutes : minutes) * 60_000
}

/** The beginning of a cell on one line. */
export function shorten(text: string, characters = 80): string {
  const line = text
    .slice(0, 4 * characters)
    .replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .toWellFormed()
  return line.length > characters ? `${line.slice(0, characters).toWellFormed()}…` : line
}
