import { readFile, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ALL_CATEGORIES_PAGE } from '#core/domain/shipped-sections.ts'
import {
  IMPORT_FORMATS,
  type ImportChoices,
  type ImportFormat,
  type ImportRecord,
  MAX_SITE_NAME,
  oldSiteOrigin,
} from '#core/domain/site-import.ts'
import { DEFAULT_LANGUAGE, isLanguage } from '#core/i18n/languages.ts'
import { collectNotes } from '#server/features/import/collect-notes.ts'
import {
  alone,
  beginLocalImport,
  beginState,
  endWithProblem,
  findImportRecord,
  ImportStopped,
  untilStopped,
} from '#server/features/import/run/import-rows.ts'
import { type OpenRunDeps, openImport, openRunDeps } from '#server/features/import/run/open-import.ts'
import type { RunDeps } from '#server/features/import/run/prepare-run.ts'
import { readImport } from '#server/features/import/run/read-import.ts'
import { runImport } from '#server/features/import/run/run-import.ts'
import { undoImport } from '#server/features/import/run/undo-import.ts'
import { openSource } from '#server/features/import/source/import-source.ts'
import { prepareDatabase } from '#server/platform/database/prepare-database.ts'
import { runCommand, runWithDatabase } from './command-line.ts'
import { printPlan, printReport, showingProgress } from './import/print-import.ts'
import { importSubscribersCommand } from './import/subscribers.ts'

const USAGE = `Usage:
  npm run import -- PATH|URL             reads an export, a folder of Markdown or a feed, and imports its articles
  npm run import -- --undo ID            takes back what an import has brought or changed and nobody has touched since
  npm run import -- --subscribers FILE   imports subscribers of the newsletter from a CSV file or a zip

  --as FORMAT       ${IMPORT_FORMATS.join(', ')}; without it, the format is recognised
  --dry-run         says what would happen, and changes nothing
  --drafts          everything becomes a draft
  --language CODE   of articles whose language the source does not say; as the last time, or en
  --section SLUG    of articles that no term leads elsewhere; as the last time, or news
  --map FILE        a JSON object with the section of categories and tags, by their names: {"Ships": "tech", "Misc": null}
  --site ADDRESS    where the old site is, for pictures and links without a host, as in an export of Ghost: https://example.org
  --source NAME     the site, where nothing in the source says which one it is

The site may be running. The same command again goes on where it was ended, and brings what is new. See docs/moving.md.`

const MAX_MAP_BYTES = 1024 * 1024

type Command = { undo: string } | ImportCommand
interface ImportCommand {
  target: string
  format: ImportFormat | null
  isDryRun: boolean
  drafts: boolean | undefined
  language: string | undefined
  section: string | undefined
  map: string | undefined
  site: string | undefined
  source: string | undefined
}

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () =>
    stopping.abort(new ImportStopped('Stopped. Run the command again, and it goes on.')),
  )

await runCommand(async () => {
  const args = process.argv.slice(2)
  if (args.includes('--subscribers')) return importSubscribersCommand(args)
  const command = readArguments(args)
  await runWithDatabase(async (database, config) => {
    await prepareDatabase(database.sql)
    const { deps, close } = await openRunDeps(database.address, config)
    try {
      if ('undo' in command) await undo(deps, command.undo)
      else await importFrom(deps, command)
    } finally {
      await close()
    }
  })
})

function readArguments(args: string[]): Command {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: {
        as: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        drafts: { type: 'boolean' },
        language: { type: 'string' },
        section: { type: 'string' },
        map: { type: 'string' },
        site: { type: 'string' },
        source: { type: 'string' },
        undo: { type: 'string' },
      },
      allowPositionals: true,
    })
    const [target, ...others] = positionals
    if (values.undo !== undefined && !target) return { undo: values.undo }
    const format = IMPORT_FORMATS.find((one) => one === values.as) ?? null
    const isKnown = (values.as === undefined || format !== null) && isLanguage(values.language ?? 'en')
    if (target && others.length === 0 && isKnown && values.undo === undefined) {
      const { 'dry-run': isDryRun, drafts, language, section, map, site, source } = values
      return { target, format, isDryRun, drafts, language, section, map, site, source }
    }
  } catch {
    // The usage explains the error.
  }
  throw new Error(USAGE)
}

async function importFrom(deps: OpenRunDeps['deps'], command: ImportCommand): Promise<void> {
  const { sql } = deps
  const { target, format, isDryRun } = command
  const name = isAddress(target) ? target : basename(resolve(target))
  const siteName = command.source?.slice(0, MAX_SITE_NAME) ?? null
  const id = await beginLocalImport(sql, { name, format, siteName })
  try {
    await untilStopped(sql, id, stopping, (signal) => readAndRun(deps, command, { id, signal }))
  } catch (error) {
    await endWithProblem(sql, id, { state: 'failed', problem: (error as Error).message }).catch(() => {})
    throw error
  } finally {
    // A dry run leaves nothing behind.
    if (isDryRun) await sql`delete from private.imports where id = ${id}`
  }
}

function isAddress(target: string): boolean {
  return /^https?:\/\//i.test(target)
}

async function readAndRun(
  deps: OpenRunDeps['deps'],
  command: ImportCommand,
  { id, signal }: { id: string; signal: AbortSignal },
): Promise<void> {
  const { sql } = deps
  const { target, isDryRun } = command
  const notes = collectNotes()
  const opened = isAddress(target)
    ? await openImport(
        deps,
        { id, name: target, kind: 'address', size: null },
        { report: notes.report, signal },
      )
    : await openSource(resolve(target), notes.report)
  try {
    await readImport(deps, await beginState(sql, id, 'reading'), opened, { notes, signal })
    const planned = await findRecord(sql, id)
    printPlan(planned, notes)
    if (isDryRun) return sayProblem(planned)
    const choices = await choose(deps, planned, command)
    const found = collectNotes()
    await alone(sql, async () => {
      const row = await beginState(sql, id, 'importing', choices)
      await showingProgress(sql, id, () => runImport(deps, row, opened, { notes: found, signal }))
    })
    const done = await findRecord(sql, id)
    printReport(done, found)
    sayProblem(done)
  } finally {
    await opened.close()
  }
}

/** Reports a source that is cut short as a failure, although the part that was read has been imported. */
function sayProblem({ problem }: ImportRecord): void {
  if (problem === null) return
  console.error(problem)
  process.exitCode = 1
}

/** The choices from the command, from an earlier import of the site, and from the names of terms. */
async function choose(
  { settings }: RunDeps,
  { plan, choices: usual }: ImportRecord,
  { drafts = false, map, site: entered, ...asked }: ImportCommand,
): Promise<ImportChoices> {
  const language = asked.language ?? usual?.language ?? DEFAULT_LANGUAGE
  const section = asked.section ?? usual?.section ?? ALL_CATEGORIES_PAGE
  const live = new Set(settings.current().categories.map(({ slug }) => slug))
  const chosen = new Map(map === undefined ? [] : Object.entries(await readMap(map)))
  for (const slug of [section, ...chosen.values()])
    if (slug !== null && !live.has(slug))
      throw new Error(`There is no section ${slug}. There are: ${[...live].join(', ')}`)
  const terms = (plan?.terms ?? []).map(({ sourceId, name, section: proposed }) => ({
    sourceId,
    section: chosen.has(name) ? (chosen.get(name) ?? null) : proposed,
  }))
  const site = entered === undefined ? (usual?.site ?? null) : oldSiteOrigin(entered)
  if (site === null && entered !== undefined)
    throw new Error(`${entered} is no address of a site, such as https://example.org.`)
  return { language, section, drafts, site, terms }
}

async function readMap(path: string): Promise<Record<string, string | null>> {
  try {
    if ((await stat(path)).size > MAX_MAP_BYTES) throw new Error('too large')
    const found: unknown = JSON.parse(await readFile(path, 'utf8'))
    const entries = Object.entries(found as object)
    if (!Array.isArray(found) && entries.every(([, value]) => value === null || typeof value === 'string'))
      return Object.fromEntries(entries)
  } catch {
    // One sentence says it all.
  }
  throw new Error(`${path} is no JSON object of names and sections, such as {"Ships": "tech", "Misc": null}.`)
}

async function undo(deps: RunDeps, id: string): Promise<void> {
  const { sql } = deps
  const record = /^[0-9a-f-]{36}$/.test(id) ? await findImportRecord(sql, id) : null
  if (!record)
    throw new Error('There is no such import. Its id is in the report, and in its address on the desk.')
  await alone(sql, async () => {
    const row = await beginState(sql, id, 'undoing')
    await undoImport(deps, row, stopping.signal).catch(async (error) => {
      await endWithProblem(sql, id, { state: 'done', problem: (error as Error).message }).catch(() => {})
      throw error
    })
  })
  const { undone } = await findRecord(sql, id)
  console.log(
    `Took back ${undone?.removed ?? 0} articles, and put ${undone?.restored ?? 0} back as they were. ${undone?.kept ?? 0} stay, because somebody has changed or uses them.`,
  )
}

async function findRecord(sql: RunDeps['sql'], id: string): Promise<ImportRecord> {
  const record = await findImportRecord(sql, id)
  if (!record) throw new Error('Somebody has removed this import on the desk.')
  return record
}
