import { unguarded } from '#core/csv.ts'
import { checkSubscriberEmail } from '#core/domain/subscriber.ts'
import type { ImportProblem, NOTE_KINDS } from '#core/domain/subscriber-import.ts'
import { isLanguage, LANGUAGES, type Language } from '#core/i18n/languages.ts'
import {
  type ImportColumns,
  type ImportField,
  shorten,
} from '#server/features/newsletter/import/import-columns.ts'

/** What is imported of a line. */
export interface ImportedLine {
  line: number
  /** In lower case. */
  address: string
  language: Language | null
  /** As ISO 8601. */
  subscribedAt: string | null
  confirmedAt: string | null
}

type Report = (problem: ImportProblem) => void

const FALSE = new Set(
  'false f 0 no n off nein non não nao falsch faux falso inactive inaktiv inactif inactivo inattivo inativo'.split(
    ' ',
  ),
)
/** Statuses of other systems. */
const LEFT =
  /unsub|non.?sub|not.?sub|opt.?out|clean|bounce|complain|spam|junk|remov|delet|block|suppress|inactive|archiv|ausgetragen|abgemeldet/i
const UNCONFIRMED = /pending|unconfirm|not.?confirm|unverif|awaiting|invited/i
const LANGUAGE_NAMES = new Map(LANGUAGES.map(({ name, code }) => [name.toLowerCase(), code]))
const EARLIEST = Date.UTC(1990)

/** What a line brings; null, with the reason reported, when that is nobody. `expected` is how many cells the header has, and `left` is told who had left. */
export function judgeLine(
  cells: readonly string[],
  {
    line,
    columns,
    expected,
    report,
    left,
  }: {
    line: number
    columns: ImportColumns
    expected: number
    report: Report
    left: (address: string) => void
  },
): ImportedLine | null {
  const all = (field: ImportField): string[] =>
    (columns.get(field) ?? []).map((index) => (cells[index] ?? '').trim())
  const cell = (field: ImportField): string => all(field)[0] ?? ''
  const isFalse = (text: string) => FALSE.has(text.toLowerCase())
  const skip = (kind: ImportProblem['kind'], value: string): null => {
    report({ line, kind, value: shorten(value) })
    return null
  }
  const typed = unguarded(cell('email'))

  // Lines that a quotation mark without an end has joined look like one.
  if (cells.some((text) => text.includes('@') && /[\r\n]/.test(text))) return skip('quotes', cells.join(' '))
  if (!typed) return skip('no_address', cells.join(' '))
  if (typed.includes('\uFFFD')) return skip('not_utf8', typed)
  const checked = checkSubscriberEmail(typed)
  if ('problem' in checked)
    return skip(checked.problem === 'validation.email.tooLong' ? 'long_address' : 'invalid_address', typed)
  const address = checked.email.toLowerCase()
  const states = [...all('status'), ...all('active')]
  if (
    all('left_at').some((text) => text && !isFalse(text)) ||
    all('active').some(isFalse) ||
    states.some((text) => LEFT.test(text))
  ) {
    left(address)
    return skip('left_elsewhere', typed)
  }
  if (all('confirmed').some(isFalse) || states.some((text) => UNCONFIRMED.test(text)))
    return skip('unconfirmed_elsewhere', typed)

  const note = (kind: (typeof NOTE_KINDS)[number], value: string) => skip(kind, value)
  if (cells.length !== expected) note('cells', typed)
  const language = languageOf(cell('language'))
  if (language === undefined) note('language', cell('language'))
  const dates = (['subscribed_at', 'confirmed_at'] as const).map((field) => {
    const date = dateOf(cell(field))
    if (date === undefined) note('date', cell(field))
    return date?.toISOString() ?? null
  })
  const [subscribedAt = null, confirmedAt = null] = dates
  return { line, address, language: language ?? null, subscribedAt, confirmedAt }
}

/** `de`, `de-DE`, `DE_ch` or `Deutsch`; null for nothing, undefined for what is none of ours. */
function languageOf(text: string): Language | null | undefined {
  const name = text.toLowerCase()
  if (!name) return null
  const [code = ''] = name.split(/[-_]/)
  return isLanguage(code) ? code : LANGUAGE_NAMES.get(name)
}

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)? ?(Z|UTC|[+-]\d{2}:?(?:\d{2})?)?)?$/

/**
 * A date as ISO 8601 writes it, in UTC unless it says otherwise; null for nothing, undefined for anything else: 03/04/2025 is in March for
 * some and in April for others.
 */
function dateOf(text: string): Date | null | undefined {
  if (!text) return null
  const parts = ISO.exec(text)
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
  const parts = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone)
  if (!parts) return 0
  const minutes = Number(parts[2]) * 60 + Number(parts[3] ?? 0)
  return (parts[1] === '-' ? -minutes : minutes) * 60_000
}
