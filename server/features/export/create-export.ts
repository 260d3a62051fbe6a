import { createHash } from 'node:crypto'
import { csvLine } from '#core/csv.ts'
import type { GlossaryTerm } from '#core/domain/glossary-term.ts'
import { escapeXml, XML_DECLARATION, type Xml, xml } from '#core/feeds/escape.ts'
import { onBackupClient } from '#server/features/backup/open-client.ts'
import type { ExportEntry } from '#server/features/export/export-entry.ts'
import {
  FORMAT,
  MARKER,
  moment,
  readRows,
  requirePublication,
  toJson,
} from '#server/features/export/export-entry.ts'
import { listArticles } from '#server/features/export/list-articles.ts'
import { listFacts } from '#server/features/export/list-facts.ts'
import { listNewsletters } from '#server/features/export/list-newsletters.ts'
import { listPictures } from '#server/features/export/list-pictures.ts'
import { listSite } from '#server/features/export/list-site.ts'
import { listMemory } from '#server/features/export/memory-tmx.ts'
import { SUBSCRIBER_COLUMNS } from '#server/features/newsletter/import/programs.ts'
import { lockSession } from '#server/platform/database/advisory-lock.ts'
import type { DatabaseAddress, Session } from '#server/platform/database/connection.ts'
import type { StorageBackend } from '#server/supabase/storage/backends/storage-backend.ts'

/** Removing the files of one transaction takes seconds at most. */
const REMOVALS_END_MS = 60_000

interface ExportSource {
  address: DatabaseAddress
  backend: StorageBackend
  siteUrl: string
}

interface ExportSummary {
  articles: number
  files: number
  /** The names of pictures that the database has and the storage has not. */
  missing: string[]
}

/** Writes the files of an export, in their order, wherever they go. */
export type WriteExport = (entries: AsyncIterable<ExportEntry>) => Promise<void>

/**
 * Exports a site, which may be running: everything as it was at one moment, in an order and in bytes that are the same for the same state.
 * Files that are removed meanwhile stay until it has ended.
 * @throws BackupBusyError while there is another one, or a backup
 */
export function createExport(
  source: ExportSource,
  write: WriteExport,
  { withSubscribers, signal }: { withSubscribers: boolean; signal: AbortSignal },
): Promise<ExportSummary> {
  return onBackupClient(source.address, async ({ sql }) => {
    await lockSession(sql, 'fileRemoval', REMOVALS_END_MS)
    await sql.script('begin isolation level repeatable read read only')
    const summary: ExportSummary = { articles: 0, files: 0, missing: [] }
    await write(count(listEntries(source, sql, { withSubscribers, summary }), { summary, signal }))
    return summary
  })
}

async function* listEntries(
  { backend, siteUrl }: ExportSource,
  sql: Session,
  { withSubscribers, summary }: { withSubscribers: boolean; summary: ExportSummary },
): AsyncGenerator<ExportEntry> {
  await requirePublication(sql)
  // The first, so that a folder is known as an export from the beginning.
  yield { path: MARKER, content: toJson({ format: FORMAT, siteUrl }) }
  yield { path: 'README.md', content: README }
  yield* listArticles(sql, siteUrl)
  yield* listFacts(sql)
  yield* listGlossary(sql)
  yield* listMemory(sql)
  yield* listNewsletters(sql, siteUrl)
  yield* listPictures(sql, backend, { onMissing: (name) => summary.missing.push(name) })
  yield* listSite(sql, siteUrl)
  if (withSubscribers) yield* listSubscribers(sql)
}

async function* count(
  entries: AsyncIterable<ExportEntry>,
  { summary, signal }: { summary: ExportSummary; signal: AbortSignal },
): AsyncGenerator<ExportEntry> {
  for await (const entry of entries) {
    signal.throwIfAborted()
    summary.files++
    if (entry.path.startsWith('articles/')) summary.articles++
    yield entry
  }
}

const README = `# An export of a publication

- \`articles/\`: every article in every language as Markdown, with its fields before the text
- \`storage/\`: the pictures, at the addresses that the texts name; \`pictures.json\` says what is known of them
- \`site/\`: settings, sections and pages; \`npm run setup -- --file site/site.json\` applies them
- \`newsletter/\`: the issues of the newsletter
- \`authors.json\`, \`redirects.json\`: the names of authors, and old addresses with the present ones
- \`glossary.tbx\`, \`memory/\`: the glossary and the translation memory, for translation programs

AI Watch describes each field in docs/moving.md. A later export into this folder replaces these folders and files, and nothing else.
`

const TERMS_AT_ONCE = 500

type TermRow = Pick<GlossaryTerm, 'language' | 'term' | 'rule' | 'translation' | 'example'>

/** Words that are the same but for capitals are one entry, as on the desk; a forbidden word is one of its language. */
const QUERY = `
  select language, term, rule, translation, example from public.glossary_terms
  order by case when rule = 'never' then language else '' end, lower(term) collate "C", language collate "C"`

/** The glossary in TermBase eXchange (ISO 30042:2019, dialect TBX-Basic in the style DCA). */
async function* listGlossary(sql: Session): AsyncGenerator<ExportEntry> {
  yield { path: 'glossary.tbx', content: writeGlossary(sql) }
}

async function* writeGlossary(sql: Session): AsyncGenerator<string> {
  yield `${XML_DECLARATION.xml}
<tbx style="dca" type="TBX-Basic" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2">
<tbxHeader><fileDesc><sourceDesc><p>The glossary of the publication</p></sourceDesc></fileDesc></tbxHeader>
<text><body>
`
  let rows: TermRow[] = []
  for await (const row of readRows<TermRow>(sql, QUERY, TERMS_AT_ONCE)) {
    if (rows[0] && keyOf(rows[0]) !== keyOf(row)) {
      yield writeEntry(rows)
      rows = []
    }
    rows.push(row)
  }
  if (rows.length > 0) yield writeEntry(rows)
  yield '</body></text>\n</tbx>\n'
}

const keyOf = ({ rule, language, term }: TermRow): string =>
  `${rule === 'never' ? language : 'en'}:${term.toLowerCase()}`

function writeEntry(rows: TermRow[]): string {
  const [first] = rows
  if (!first) return ''
  const id = `c${createHash('sha256').update(keyOf(first)).digest('hex').slice(0, 16)}`
  const english = first.rule === 'never' ? [] : [section('en', first.term, null)]
  const others = rows.map((row) => section(row.language, row.translation ?? row.term, row))
  return `${xml`<conceptEntry id="${id}">\n${[...english, ...others]}\n</conceptEntry>`.xml}\n`
}

/** Describes the use of a term in a language. The note has the rule as this product calls it, which the status does not tell apart. */
function section(language: string, term: string, row: TermRow | null): Xml {
  const status = row?.rule === 'never' ? 'deprecatedTerm-admn-sts' : 'preferredTerm-admn-sts'
  const about = row
    ? `<termNote type="administrativeStatus">${status}</termNote>${
        row.example === null ? '' : `<descrip type="context">${escapeXml(row.example)}</descrip>`
      }<note>${row.rule}</note>`
    : ''
  return xml`  <langSec xml:lang="${language}"><termSec><term>${term}</term>${{ xml: about }}</termSec></langSec>`
}

const ADDRESSES_AT_ONCE = 1_000

const SUBSCRIBERS = `
  select array[email, language, ${moment('subscribed_at')}, confirmed::text, coalesce(${moment('confirmed_at')}, ''),
    is_active::text, coalesce(${moment('left_at')}, ''), coalesce(left_reason, ''), coalesce(array_to_string(sections, ' '), '')] as cells
  from public.newsletter_subscribers order by lower(email) collate "C", email collate "C"`

const SUPPRESSED = `
  select array[address_hash, reason, ${moment('suppressed_at')}] as cells
  from private.suppressed_addresses order by address_hash collate "C"`

/** Lists the people who subscribe or have left, and the hashes of the addresses that get no mail for ever. */
export async function* listSubscribers(sql: Session): AsyncGenerator<ExportEntry> {
  yield {
    path: 'subscribers.csv',
    content: writeCsv(sql, { columns: SUBSCRIBER_COLUMNS, query: SUBSCRIBERS }),
  }
  const columns = ['sha256', 'reason', 'suppressed_at']
  yield { path: 'suppressed-addresses.csv', content: writeCsv(sql, { columns, query: SUPPRESSED }) }
}

async function* writeCsv(
  sql: Session,
  { columns, query }: { columns: readonly string[]; query: string },
): AsyncGenerator<string> {
  yield csvLine(columns)
  for await (const { cells } of readRows<{ cells: string[] }>(sql, query, ADDRESSES_AT_ONCE))
    yield csvLine(cells)
}
