import type { SubscriberProgram } from '#core/domain/subscriber-import.ts'
import { shorten } from '#server/features/newsletter/import/parse-cells.ts'
import { programOf } from '#server/features/newsletter/import/programs.ts'
import type { StandingCells } from '#server/features/newsletter/import/standing.ts'

/** The fields that a column can have. */
export type ImportField =
  | 'email'
  | 'language'
  | 'subscribed_at'
  | 'confirmed_at'
  | 'ip'
  | 'confirmed_ip'
  | 'attributes'
  | 'sections'
  /** Is not read, and may have any text. */
  | 'note'
  | keyof StandingCells

/** The indexes of the columns by field. A field in `NEGATIVE_FIELDS` can have several. */
export type ImportColumns = ReadonlyMap<ImportField, readonly number[]>

/** Fields that can exclude a subscriber; one of them is enough, whatever the others say. */
export const NEGATIVE_FIELDS = [
  'left_at',
  'bounced_at',
  'complained_at',
  'active',
  'confirmed',
  'status',
  'reason',
  'receives',
] as const satisfies (keyof StandingCells)[]

/** The names of each column in exports of any system, without capitals, accents, spaces and punctuation. */
const SPELLINGS: Partial<Record<ImportField, string>> = {
  email:
    'email emailaddress mail mailaddress emailadresse mailadresse adresseemail adressemail courriel correo correoelectronico indirizzoemail enderecodeemail subscriberemail',
  language: 'language lang locale languagecode preferredlanguage sprache langue idioma lingua',
  subscribed_at:
    'subscribedat subscriptiondate subscribedate subscribedon signupdate signedupat signuptime optintime optindate optinat createdat created creationdate dateadded addedat dateofsubscription joinedat',
  confirmed_at:
    'confirmedat confirmtime confirmdate confirmationtime confirmationdate confirmedon doubleoptinat doubleoptintime doubleoptindate',
  ip: 'optinip signupip subscribeip',
  confirmed_ip: 'confirmip confirmationip confirmedip',
  confirmed: 'confirmed isconfirmed verified doubleoptin',
  left_at:
    'leftat unsubscribedat unsubscribed unsubscribetime unsubscribedate unsubscribedon unsubtime optout optedout optouttime optoutdate blacklisted blocklisted suppressed',
  bounced_at: 'cleantime cleaned bounced bouncedat',
  complained_at: 'complained complainedat',
  active: 'active isactive subscribed issubscribed',
  status: 'status state subscriptionstatus subscriberstatus emailstatus emailmarketingstatus',
}

const FIELDS = new Map(
  (Object.entries(SPELLINGS) as [ImportField, string][]).flatMap(([field, names]) =>
    names.split(' ').map((name) => [name, field] as const),
  ),
)

export interface ParsedHeader {
  columns: ImportColumns
  /** The program that wrote the file, as far as its columns say. */
  program: SubscriberProgram | null
  read: string[]
  ignored: string[]
}

/**
 * Parses the header, or returns a sentence that says what is wrong with it. Of several columns for one field the first is read, except for
 * `NEGATIVE_FIELDS`.
 */
export function parseHeader(header: readonly string[]): ParsedHeader | { problem: string } {
  const names = header.map(plainName)
  const program = programOf(names)
  const ofProgram = new Map(Object.entries(program?.columns ?? {}))
  // A field of a person may have any name; the program knows which column is the address.
  const hasOwnEmail = names.some((name) => ofProgram.get(name) === 'email')
  const columns = new Map<ImportField, number[]>()
  const read: string[] = []
  const ignored: string[] = []
  for (const [index, name] of names.entries()) {
    const shown = shorten(header[index] ?? '')
    const ofAny = FIELDS.get(name)
    const field = ofProgram.get(name) ?? (ofAny === 'email' && hasOwnEmail ? undefined : ofAny)
    if (field === 'email' && columns.has(field) && !hasOwnEmail)
      return { problem: 'Two columns are called email. Delete the one that is not meant, and try again.' }
    const known = field && columns.get(field)
    if (!field || (known && !NEGATIVE_FIELDS.some((negative) => negative === field))) {
      if (shown) ignored.push(shown)
      continue
    }
    columns.set(field, [...(known ?? []), index])
    if (shown) (field === 'note' ? ignored : read).push(shown)
  }
  if (columns.has('email')) return { columns, program: program?.name ?? null, read, ignored }
  if (header.some((cell) => cell.includes('@')))
    return {
      problem:
        'The first line has to name the columns. Put a line such as “email,language” before the addresses.',
    }
  return {
    problem: `No column is called “email”. The first line is: ${shorten(header.join(', ')) || 'empty'}.`,
  }
}

const plainName = (name: string): string =>
  name
    .slice(0, 100)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
