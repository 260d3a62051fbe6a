import { readFile, stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type DemoWork, isEmptyDemo, type RemovedDemo } from '#core/domain/demo.ts'
import {
  type FileProblem,
  parseSiteFile,
  SITE_FILE_MAX_BYTES,
  type SiteFile,
  siteFileSchema,
} from '#core/domain/site-file.ts'
import { type AppliedFile, applySiteFile, SiteFileError } from '#server/features/setup/apply-site-file.ts'
import { printSiteFile } from '#server/features/setup/print-site-file.ts'
import { prepareDatabase } from '#server/platform/database/prepare-database.ts'
import { runWithDatabase } from './command-line.ts'

const USAGE = `Usage:
  npm run setup -- --file site.json            makes the publication what the file says
  npm run setup -- --without-demo              removes the demo, but for what somebody has worked on; also with --file
  npm run --silent setup -- --print            writes the publication as it is, as such a file
  npm run --silent setup -- --schema           writes the schema of such a file

The file and an example: docs/a-paper-of-your-own.md`

const OPTIONS = {
  file: { type: 'string' },
  'without-demo': { type: 'boolean', default: false },
  print: { type: 'boolean', default: false },
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

try {
  await run(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function run(args: string[]): Promise<void> {
  const { file, 'without-demo': withoutDemo, print, schema } = readOptions(args)
  if (schema) return console.log(JSON.stringify(siteFileSchema(), null, 2))
  if (print)
    return runWithDatabase(async ({ sql }) => {
      await prepareDatabase(sql)
      process.stdout.write(await printSiteFile(sql))
    }, console.error)
  const wanted = file === undefined ? null : await readSiteFile(file)
  await runWithDatabase(async ({ sql }) => {
    await prepareDatabase(sql)
    try {
      report(await applySiteFile(sql, wanted, { withoutDemo }))
    } catch (error) {
      throw error instanceof SiteFileError ? wrongFile(file, error.problems) : error
    }
  })
}

function readOptions(args: string[]) {
  try {
    const { values } = parseArgs({ args, options: OPTIONS })
    const tasks = [values.file !== undefined || values['without-demo'], values.print, values.schema]
    if (tasks.filter(Boolean).length === 1) return values
  } catch {
    // The usage says what there is.
  }
  throw new Error(USAGE)
}

/** @throws with every problem of the file, each with its path */
async function readSiteFile(file: string): Promise<SiteFile> {
  const { size } = await stat(file).catch((error: unknown) => {
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  })
  if (size > SITE_FILE_MAX_BYTES) throw new Error(`${file} has more than ${SITE_FILE_MAX_BYTES} bytes.`)
  const parsed = parseSiteFile(await readFile(file, 'utf8'))
  if (Array.isArray(parsed)) throw wrongFile(file, parsed)
  return parsed
}

function wrongFile(file = '', problems: FileProblem[]): Error {
  const lines = problems.map(({ path, message }) => `  ${path ? `${path}: ` : ''}${message}`)
  return new Error([`${file} is not right, so nothing was changed:`, ...lines].join('\n'))
}

function report({ settings, sections, demo }: AppliedFile): void {
  if (demo) reportDemo(demo)
  if (settings.length > 0) console.log(`Changed: ${settings.join(', ')}.`)
  if (sections.changed) console.log(`Changed: the sections. ${sections.moved} articles have followed theirs.`)
  if (!demo && settings.length === 0 && !sections.changed)
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
