import { isIP } from 'node:net'
import { isLanguage, LANGUAGES, type Language } from '#core/i18n/languages.ts'

const LANGUAGE_NAMES = new Map(LANGUAGES.map(({ name, code }) => [name.toLowerCase(), code]))
const EARLIEST = Date.UTC(1990)

/** Parses `de`, `de-DE`, `DE_ch` or `Deutsch`; null for an empty text, undefined for an unknown language. */
export function languageOf(text: string): Language | null | undefined {
  const name = text.toLowerCase()
  if (!name) return null
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

/** Parses a date, in UTC by default; null for an empty text, undefined for any other format, because 03/04/2025 is ambiguous. */
export function dateOf(text: string): Date | null | undefined {
  if (!text) return null
  const parts = DATE.exec(text)
  if (!parts) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const local = Date.UTC(year, month - 1, day, hour, minute, second)
  const isReal = new Date(local).toISOString().startsWith(`${parts[1]}-${parts[2]}-${parts[3]}`)
  if (!isReal || hour > 23 || minute > 59 || second > 59) return undefined
  const date = new Date(local - offsetOf(parts[7]))
  return date.getTime() >= EARLIEST && date.getTime() <= Date.now() ? date : undefined
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
