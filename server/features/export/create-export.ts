import { onBackupClient } from '#server/features/backup/open-client.ts'
import { type ExportEntry, FORMAT, MARKER, toJson } from '#server/features/export/export-entry.ts'
import { requirePublication } from '#server/features/export/export-error.ts'
import { listGlossary } from '#server/features/export/glossary-tbx.ts'
import { listArticles } from '#server/features/export/list-articles.ts'
import { listFacts } from '#server/features/export/list-facts.ts'
import { listNewsletters } from '#server/features/export/list-newsletters.ts'
import { listPictures } from '#server/features/export/list-pictures.ts'
import { listSite } from '#server/features/export/list-site.ts'
import { listSubscribers } from '#server/features/export/list-subscribers.ts'
import { listMemory } from '#server/features/export/memory-tmx.ts'
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
