import { unguarded } from '#core/csv.ts'
import { checkSubscriberEmail } from '#core/domain/subscriber.ts'
import type { ImportProblem, NOTE_KINDS } from '#core/domain/subscriber-import.ts'
import { isLanguage, LANGUAGES, type Language } from '#core/i18n/languages.ts'

/** One imported row. */
export interface ImportedRow {
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
/** Statuses in exports of other systems. */
const LEFT =
  /unsub|non.?sub|not.?sub|opt.?out|clean|bounce|complain|spam|junk|remov|delet|block|suppress|inactive|archiv|ausgetragen|abgemeldet/i
const UNCONFIRMED = /pending|unconfirm|not.?confirm|unverif|awaiting|invited/i
const LANGUAGE_NAMES = new Map(LANGUAGES.map(({ name, code }) => [name.toLowerCase(), code]))
const EARLIEST = Date.UTC(1990)

/** The subscriber of a row; null when it has none, with the reason reported. `expected` is the number of cells of the header, and `left` gets addresses that have unsubscribed. */
export function parseRow(
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
): ImportedRow | null {
  // A short row has no cells for most of the columns of a long header.
  const all = (field: ImportField): string[] =>
    (columns.get(field) ?? []).flatMap((index) => (index < cells.length ? [(cells[index] ?? '').trim()] : []))
  const cell = (field: ImportField): string => all(field)[0] ?? ''
  const isFalse = (text: string) => FALSE.has(text.toLowerCase())
  const skip = (kind: ImportProblem['kind'], value: string): null => {
    report({ line, kind, value: shorten(value) })
    return null
  }
  const typed = unguarded(cell('email'))

  // An unclosed quotation mark joins lines into one.
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

/** Parses `de`, `de-DE`, `DE_ch` or `Deutsch`; null for an empty text, undefined for an unknown language. */
function languageOf(text: string): Language | null | undefined {
  const name = text.toLowerCase()
  if (!name) return null
  const [code = ''] = name.split(/[-_]/)
  return isLanguage(code) ? code : LANGUAGE_NAMES.get(name)
}

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)? ?(Z|UTC|[+-]\d{2}:?(?:\d{2})?)?)?$/

/**
 * Parses an ISO 8601 date, in UTC by default; null for an empty text, undefined for any other format, because 03/04/2025 is ambiguous.
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

/** The fields that a column can have. */
type ImportField =
  | 'email'
  | 'language'
  | 'subscribed_at'
  | 'confirmed_at'
  | 'confirmed'
  | 'left_at'
  | 'active'
  | 'status'

/** The indexes of the columns by field. A field in `NEGATIVE_FIELDS` can have several. */
export type ImportColumns = ReadonlyMap<ImportField, readonly number[]>

/** Fields that can exclude a subscriber; one of them is enough, whatever the others say. */
const NEGATIVE_FIELDS = new Set<ImportField>(['left_at', 'active', 'confirmed', 'status'])

/** The names of each column in exports of other systems, without capitals, accents, spaces and punctuation. */
const SPELLINGS: Record<ImportField, string> = {
  email:
    'email emailaddress mail mailaddress emailadresse mailadresse adresseemail adressemail courriel correo correoelectronico indirizzoemail enderecodeemail subscriberemail',
  language: 'language lang locale languagecode preferredlanguage sprache langue idioma lingua',
  subscribed_at:
    'subscribedat subscriptiondate subscribedate subscribedon signupdate signedupat signuptime optintime optindate optinat createdat created creationdate dateadded addedat dateofsubscription joinedat',
  confirmed_at:
    'confirmedat confirmtime confirmdate confirmationtime confirmationdate confirmedon doubleoptinat doubleoptintime doubleoptindate',
  confirmed: 'confirmed isconfirmed verified doubleoptin',
  left_at:
    'leftat unsubscribedat unsubscribed unsubscribetime unsubscribedate unsubscribedon unsubtime optout optedout optouttime optoutdate cleantime cleaned bounced bouncedat complained complainedat blacklisted blocklisted suppressed',
  active: 'active isactive subscribed issubscribed',
  status: 'status state subscriptionstatus subscriberstatus emailstatus',
}

const FIELDS = new Map(
  (Object.entries(SPELLINGS) as [ImportField, string][]).flatMap(([field, names]) =>
    names.split(' ').map((name) => [name, field] as const),
  ),
)

/**
 * Parses the header, or returns a sentence that says what is wrong with it. Of several columns for one field the first is read, except for
 * `NEGATIVE_FIELDS`.
 */
export function parseHeader(
  header: readonly string[],
): { columns: ImportColumns; read: string[]; ignored: string[] } | { problem: string } {
  const columns = new Map<ImportField, number[]>()
  const read: string[] = []
  const ignored: string[] = []
  for (const [index, name] of header.entries()) {
    const shown = shorten(name)
    const field = FIELDS.get(plain(name))
    if (field === 'email' && columns.has(field))
      return { problem: 'Two columns are called email. Delete the one that is not meant, and try again.' }
    const known = field && columns.get(field)
    if (!field || (known && !NEGATIVE_FIELDS.has(field))) {
      if (shown) ignored.push(shown)
      continue
    }
    columns.set(field, [...(known ?? []), index])
    read.push(shown)
  }
  if (columns.has('email')) return { columns, read, ignored }
  if (header.some((cell) => cell.includes('@')))
    return {
      problem:
        'The first line has to name the columns. Put a line such as “email,language” before the addresses.',
    }
  return {
    problem: `No column is called “email”. The first line is: ${shorten(header.join(', ')) || 'empty'}.`,
  }
}

const plain = (name: string): string =>
  name
    .slice(0, 100)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** The beginning of a cell on one line. */
function shorten(text: string, characters = 80): string {
  const line = text
    .slice(0, 4 * characters)
    .replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .toWellFormed()
  return line.length > characters ? `${line.slice(0, characters).toWellFormed()}…` : line
}
