/** What a column may say. */
export type ImportField =
  | 'email'
  | 'language'
  | 'subscribed_at'
  | 'confirmed_at'
  | 'confirmed'
  | 'left_at'
  | 'active'
  | 'status'

/** Where each field stands in a line; absent when the file has no such column. Of what may say no there can be several. */
export type ImportColumns = ReadonlyMap<ImportField, readonly number[]>

/** Whoever is to get no mail for one reason gets none, whatever the other columns say. */
const SAYING_NO = new Set<ImportField>(['left_at', 'active', 'confirmed', 'status'])

/** The spellings of each column, without capitals, accents, spaces and punctuation, as other systems export them. */
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
 * The columns of a header, or a sentence that says what is wrong with it. Of two columns for one field the first is read, but for those that
 * may say no.
 */
export function readHeader(
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
    if (!field || (known && !SAYING_NO.has(field))) {
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

/** As much of a cell as can be shown in a line. */
export function shorten(text: string, characters = 80): string {
  const line = text
    .slice(0, 4 * characters)
    .replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .toWellFormed()
  return line.length > characters ? `${line.slice(0, characters).toWellFormed()}…` : line
}
