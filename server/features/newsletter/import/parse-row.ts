import { domainToASCII } from 'node:url'
import { unguarded } from '#core/csv.ts'
import { checkSubscriberEmail } from '#core/domain/subscriber.ts'
import type { ImportProblem, NOTE_KINDS, SKIP_KINDS } from '#core/domain/subscriber-import.ts'
import type { Language } from '#core/i18n/languages.ts'
import {
  dateOf,
  ipOf,
  languageInAttributes,
  languageOf,
  shorten,
} from '#server/features/newsletter/import/parse-cells.ts'
import type { ImportField } from '#server/features/newsletter/import/parse-header.ts'
import {
  type LeftStanding,
  type StandingContext,
  standingOf,
} from '#server/features/newsletter/import/standing.ts'
import type { SurveyedColumns } from '#server/features/newsletter/import/survey-columns.ts'
import { isAbsent } from '#server/features/newsletter/import/words.ts'

/** One imported row. */
export interface ImportedRow {
  line: number
  /** In lower case. */
  address: string
  language: Language | null
  /** The time in ISO 8601. */
  subscribedAt: string | null
  confirmedAt: string | null
  ip: string | null
  confirmedIp: string | null
  /** Their addresses, with spaces between them; null for all. */
  sections: string | null
}

interface RowContext extends Pick<StandingContext, 'words' | 'ofAll' | 'ask'> {
  line: number
  columns: SurveyedColumns
  /** The number of cells of the header. */
  expected: number
  /** The addresses of sections, also old ones. */
  sections: ReadonlySet<string>
  report: (problem: ImportProblem) => void
  /** Gets the addresses of those who are no subscribers. */
  left: (address: string, standing: LeftStanding) => void
}

/** Twelve addresses of at most forty characters. */
const MAX_SECTIONS_LENGTH = 500

/** Under which kind a line is reported whose person is no subscriber there. */
export const KIND_BY_STANDING: Record<LeftStanding, (typeof SKIP_KINDS)[number]> = {
  unclear: 'unclear',
  left_out: 'left_out',
  nonsubscribed: 'nonsubscribed_elsewhere',
  unconfirmed: 'unconfirmed_elsewhere',
  unsubscribed: 'left_elsewhere',
  bounced: 'bounced_elsewhere',
  complained: 'complained_elsewhere',
}

/** The subscriber of a row; null when it has none, with the reason reported. */
export function parseRow(cells: readonly string[], context: RowContext): ImportedRow | null {
  const { line, columns, expected, report, left } = context
  const raw = (field: ImportField): string => cells[columns.fields.get(field) ?? -1]?.trim() ?? ''
  const cell = (field: ImportField): string => {
    const text = raw(field)
    return isAbsent(text) ? '' : text
  }
  const skip = (kind: ImportProblem['kind'], value: string): null => {
    report({ line, kind, value: shorten(value) })
    return null
  }

  // An unclosed quotation mark joins lines into one. A column of notes may have lines and addresses.
  const isNote = (index: number) => cells.length === expected && columns.notes.has(index)
  if (cells.some((text, index) => text.includes('@') && /[\r\n]/.test(text) && !isNote(index)))
    return skip('quotes', cells.join(' '))
  const parsed = parseAddress(raw('email'))
  if ('problem' in parsed)
    return skip(parsed.problem, parsed.problem === 'no_address' ? cells.join(' ') : parsed.typed)
  const { address, typed } = parsed
  const standing = standingOf(cells, { ...context, ...columns })
  if (standing !== 'subscribed') {
    left(address, standing)
    return skip(KIND_BY_STANDING[standing], typed)
  }

  const note = (kind: (typeof NOTE_KINDS)[number], value: string) => skip(kind, value)
  if (cells.length !== expected) note('cells', typed)
  const named = cell('language') || languageInAttributes(cell('attributes'))
  const language = languageOf(named)
  if (language === undefined) note('language', named)
  const dates = (['subscribed_at', 'confirmed_at'] as const).map((field) => {
    const date = dateOf(cell(field), columns.slashes.get(field))
    if (date === undefined) note('date', cell(field))
    return date?.toISOString() ?? null
  })
  const [subscribedAt = null, confirmedAt = null] = dates
  const [ip, confirmedIp] = [ipOf(cell('ip')), ipOf(cell('confirmed_ip'))]
  const sections = cell('sections').slice(0, MAX_SECTIONS_LENGTH) || null
  if (sections?.split(' ').some((slug) => !context.sections.has(slug))) note('sections', sections)
  return { line, address, language: language ?? null, subscribedAt, confirmedAt, ip, confirmedIp, sections }
}

type AddressProblem = Extract<
  (typeof SKIP_KINDS)[number],
  | 'no_address'
  | 'not_utf8'
  | 'invisible'
  | 'long_address'
  | 'long_local'
  | 'stray_dot'
  | 'deleted_elsewhere'
  | 'invalid_address'
>

/** Spaces, control characters, and characters of no width: of lists that were copied from web pages and mails. */
const AROUND = /^[\s\p{Cc}\p{DI}]$/u
const INSIDE = /[\p{Cc}\p{Cf}\p{DI}\p{Zl}\p{Zp}]/gu
/** RFC 5321, 4.5.3.1.1. */
const LOCAL_MAX_LENGTH = 64

/**
 * The marks that programs put in the place of somebody who was deleted: Substack a domain of its own, Klaviyo `redacted.UUID`, and others a
 * word for it with a number. The domain `invalid` belongs to nobody (RFC 2606).
 */
const PLACEHOLDER =
  /@(.+\.)?deletion-request\.substack\.com$|[@.]invalid$|^(deleted|redacted|anonymi[sz]ed|erased|removed)[-_.+]?((user|account|member|contact|subscriber|customer|person)([-_.+]?[\da-f-]+)?|\d[\da-f-]*|[\da-f]{6,}[\da-f-]*)@/

/** Parses the address of a row into lower case and ASCII, or says what is wrong with it, and shows it. */
function parseAddress(
  cell: string,
): { address: string; typed: string } | { problem: AddressProblem; typed: string } {
  const typed = bare(unguarded(bare(cell)))
  const refuse = (problem: AddressProblem, shown = typed) => ({ problem, typed: shown })
  if (isAbsent(typed)) return refuse('no_address')
  if (typed.includes('\uFFFD')) return refuse('not_utf8')
  if (typed.match(INSIDE)) return refuse('invisible', typed.replace(INSIDE, nameCharacter))
  const at = typed.lastIndexOf('@')
  const local = typed.slice(0, at)
  const written = typed.slice(at + 1)
  const domain = /[^\p{ASCII}]/u.test(written) ? domainToASCII(written) : written
  const checked = checkSubscriberEmail(`${local}@${domain}`)
  const isTooLong = 'problem' in checked && checked.problem === 'validation.email.tooLong'
  if (isTooLong) return refuse('long_address')
  if (at < 1 || local.includes('@')) return refuse('invalid_address')
  if (/^\.|\.\.|\.$/.test(local) || /^\.|\.\.|\.$/.test(written)) return refuse('stray_dot')
  if (local.length > LOCAL_MAX_LENGTH) return refuse('long_local')
  if ('problem' in checked) return refuse('invalid_address')
  const address = checked.email.toLowerCase()
  return PLACEHOLDER.test(address) ? refuse('deleted_elsewhere') : { address, typed }
}

/** From both ends one by one: a pattern for the end would begin again at each of a thousand spaces. */
function bare(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && AROUND.test(text.charAt(start))) start += 1
  while (end > start && AROUND.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

const nameCharacter = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`
