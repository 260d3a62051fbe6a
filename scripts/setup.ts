import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { runnerImport } from 'vite'
import { type DemoWork, isEmptyDemo, type RemovedDemo } from '#core/domain/demo.ts'
import {
  type FileProblem,
  parseSiteFile,
  SITE_FILE_MAX_BYTES,
  siteFileSchema,
} from '#core/domain/site-file.ts'
import {
  type AppliedFile,
  applySiteFile,
  type FindWordProblems,
  SiteFileError,
} from '#server/features/setup/apply-site-file.ts'
import { besideIn, readBesideFiles } from '#server/features/setup/beside-files.ts'
import { printSiteFile, printSiteFolder } from '#server/features/setup/print-site-file.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { prepareDatabase } from '#server/platform/database/prepare-database.ts'
import { createImageWorker } from '#server/platform/images/worker/image-worker.ts'
import { ROOT } from '#server/platform/root.ts'
import { runCommand, runWithDatabase } from './command-line.ts'

const USAGE = `Usage:
  npm run setup -- --file site.json            makes the publication what the file says
  npm run setup -- --without-demo              removes the demo, but for what somebody has worked on; also with --file
  npm run --silent setup -- --print            writes the publication as it is, as such a file
  npm run setup -- --print --into FOLDER       the same as a folder, with its pictures, for another machine
  npm run --silent setup -- --schema           writes the schema of such a file

The file and an example: docs/a-paper-of-your-own.md`

const OPTIONS = {
  file: { type: 'string' },
  'without-demo': { type: 'boolean', default: false },
  print: { type: 'boolean', default: false },
  into: { type: 'string' },
  schema: { type: 'boolean', default: false },
} as const

const WORK: Record<DemoWork, string> = {
  edited: 'edited',
  unsaved: 'an unsaved form',
  correction: 'a correction',
  report: 'a report of a reader',
  finding: 'a finding that was overridden',
  translation: 'a translation that was asked for',
  review: 'a review',
  schedule: 'a schedule',
  newsletter: 'in a newsletter',
}

const MOST_LINES = 100
/** Characters that a terminal would interpret, and those that reverse the text after them. */
const NOT_FOR_TERMINALS = /[\p{Cc}\u2028-\u202E\u2066-\u2069]/gu

if (import.meta.main) await runCommand(() => setUp(process.argv.slice(2)))

export async function setUp(args: string[]): Promise<void> {
  const { file, 'without-demo': withoutDemo, print, into, schema } = readOptions(args)
  if (schema) return console.log(JSON.stringify(siteFileSchema(), null, 2))
  if (print)
    return runWithDatabase(async ({ sql }) => {
      await prepareDatabase(sql)
      await (into === undefined ? printFile(sql) : printFolder(sql, into))
    }, console.error)
  const wanted = file === undefined ? null : await readSiteFile(file)
  await runWithDatabase(async ({ sql }) => {
    await prepareDatabase(sql)
    try {
      const { beside, problems: known } = wanted ?? {}
      report(await applySiteFile(sql, wanted?.file ?? null, { withoutDemo, findWordProblems, beside, known }))
    } catch (error) {
      throw error instanceof SiteFileError ? wrongFile(file, error.problems) : error
    }
  })
}

/** The messages of the product are found by Vite. */
async function findWordProblems(...words: Parameters<FindWordProblems>) {
  const file = join(ROOT, 'server/features/setup/word-problems.ts')
  const options = { configFile: false, root: ROOT, logLevel: 'error' } as const
  const { module } = await runnerImport<typeof import('#server/features/setup/word-problems.ts')>(
    file,
    options,
  )
  return module.findWordProblems(...words)
}

async function printFile(sql: Sql): Promise<void> {
  const text = await printSiteFile(sql)
  if (Buffer.byteLength(text) > SITE_FILE_MAX_BYTES)
    throw new Error(`That is too much for one file. Write a folder: --print --into FOLDER`)
  process.stdout.write(text)
}

async function printFolder(sql: Sql, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [name, content] of await printSiteFolder(sql)) {
    await writeFile(join(folder, name), content)
    console.log(join(folder, name))
  }
}

function readOptions(args: string[]) {
  try {
    const { values } = parseArgs({ args, options: OPTIONS })
    const tasks = [values.file !== undefined || values['without-demo'], values.print, values.schema]
    if (tasks.filter(Boolean).length === 1 && (values.into === undefined || (values.print && values.into)))
      return values
  } catch {
    // The usage explains the error.
  }
  throw new Error(USAGE)
}

/** The file, the files that it names, and the problems so far. @throws when it cannot be read at all */
async function readSiteFile(path: string) {
  const { size } = await stat(path).catch((error: unknown) => {
    throw new Error(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  })
  if (size > SITE_FILE_MAX_BYTES) throw new Error(`${path} has more than ${SITE_FILE_MAX_BYTES} bytes.`)
  const { file, problems } = parseSiteFile(await readFile(path, 'utf8'))
  if (problems.some((problem) => problem.path === '')) throw wrongFile(path, problems)
  const files = await readBesideFiles(file, {
    read: await besideIn(dirname(path)),
    worker: createImageWorker(),
  })
  return { file, beside: files.beside, problems: [...problems, ...files.problems] }
}

function wrongFile(file = '', problems: FileProblem[]): Error {
  const lines = problems.slice(0, MOST_LINES).map(({ path, message }) => {
    const where = path.length > 200 ? `${path.slice(0, 200)}…` : path
    return `  ${where ? `${where}: ` : ''}${message}`.replace(NOT_FOR_TERMINALS, '\uFFFD')
  })
  if (problems.length > MOST_LINES) lines.push(`  and ${problems.length - MOST_LINES} more`)
  return new Error([`${file} is not right, so nothing was changed:`, ...lines].join('\n'))
}

function report({ settings, sections, pages, demo }: AppliedFile): void {
  if (demo) reportDemo(demo)
  if (settings.length > 0) console.log(`Changed: ${settings.join(', ')}.`)
  if (sections.changed) console.log(`Changed: the sections. ${sections.moved} articles have followed theirs.`)
  if (pages.length > 0) console.log(`Changed: the pages ${pages.join(', ')}.`)
  if (!demo && settings.length === 0 && !sections.changed && pages.length === 0)
    console.log('Nothing to change: the publication is what the file says.')
}

function reportDemo({ removed, kept }: RemovedDemo): void {
  console.log(
    isEmptyDemo(removed)
      ? 'There is nothing of the demo to remove.'
      : `Removed the demo: ${removed.articles} articles of ${removed.stories} stories, ${removed.pictures} pictures, ${removed.issues} newsletters, ${removed.settings} settings.`,
  )
  for (const { title, languages, work } of kept)
    console.log(`Kept “${title}” (${languages.join(', ')}): ${work.map((one) => WORK[one]).join(', ')}.`)
}
