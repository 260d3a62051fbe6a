import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import {
  hashSchema,
  listReleases,
  readRelease,
  readSchema,
  schemaIn,
} from '#server/platform/database/schema.ts'
import { ROOT } from '#server/platform/root.ts'
import { compareReleases } from '#server/platform/version.ts'
import { draftMigration } from './draft-migration.ts'

const USAGE =
  'Usage: npm run release -- VERSION   makes the commit and the tag of a version, such as 1.2.3; pushes nothing'
const FILES = ['package.json', 'package-lock.json', 'CHANGELOG.md']
/** Files of a release that databases and backups of others may contain. */
const HISTORY = ['supabase/migrations', 'supabase/releases']

/**
 * Checks that a version can be released, runs all tests, and makes its commit, with the whole schema, and its tag. Where the schema has
 * changed and there is no migration yet, it drafts one instead.
 * @returns the notes
 * @throws Error that says what to do, before anything but a draft is changed
 */
export async function release(
  version: string | undefined,
  root: string,
  today = new Date(),
): Promise<string> {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  if (!version || !/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version)) throw new Error(USAGE)
  try {
    git('rev-parse', '--verify', 'HEAD')
  } catch {
    throw new Error('A release is made with Git, in a clone of the repository: install Git, or go there.')
  }
  const requireCleanTree = () => {
    const changed = git('status', '--porcelain')
    if (changed) throw new Error(`Commit or remove these first:\n${changed}`)
  }

  requireCleanTree()
  const { version: present } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  if (compareReleases(version, present) < 0)
    throw new Error(`${version} is older than ${present}, which is here.`)
  const tag = `v${version}`
  const log = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const tags = [...git('tag').matchAll(/^v(\d+\.\d+\.\d+)$/gm)].map(([, release = '']) => release)
  // A clone may lack tags, but not the headings of the changelog.
  const noted = [...log.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(([, release = '']) => release)
  const kept = await listReleases(schemaIn(root, version))
  const last = [...tags, ...noted, ...kept].sort(compareReleases).at(-1)
  if (last && !tags.includes(last))
    throw new Error(`${last} has been released, and its tag is not here: git fetch --tags`)
  if (tags.includes(version)) throw new Error(`${tag} has been released.`)
  if (last && compareReleases(version, last) < 0)
    throw new Error(`v${last} has been released, which is newer.`)
  const changed =
    last && git('diff', '--name-only', '--diff-filter=a', '--no-renames', `v${last}`, '--', ...HISTORY)
  if (changed) throw new Error(`v${last} has these, which may not change any more:\n${changed}`)
  const { notes, changelog } = closeUnreleased(log, version, today)
  const schema = await readSchema(schemaIn(root, version))
  await requireMigration(version, root, schema)
  const { status } = spawnSync('npm', ['run', '--silent', 'test:release'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) throw new Error('Tests failed, so nothing was released.')
  requireCleanTree()

  const file = `supabase/releases/${version}.sql.br`
  const head = git('rev-parse', 'HEAD')
  try {
    mkdirSync(join(root, 'supabase/releases'), { recursive: true })
    writeFileSync(join(root, file), brotliCompressSync(schema))
    git('add', '--', file)
    execFileSync('npm', ['version', version, '--no-git-tag-version', '--allow-same-version'], { cwd: root })
    writeFileSync(join(root, 'CHANGELOG.md'), changelog)
    git('commit', '--quiet', '--message', `Release ${version}`, '--', ...FILES, file)
    git('tag', '--annotate', '--cleanup=whitespace', '--message', `AI Watch ${version}\n\n${notes}`, tag)
  } catch (error) {
    git('reset', '--quiet', '--soft', head)
    git('checkout', 'HEAD', '--', ...FILES)
    git('rm', '--quiet', '--force', '--ignore-unmatch', '--', file)
    throw error
  }
  return notes
}

async function requireMigration(version: string, root: string, schema: string): Promise<void> {
  const source = schemaIn(root, version)
  const release = (await listReleases(source)).at(-1)
  const text = release && (await readRelease(source, release))
  const path = `supabase/migrations/${version}.sql`
  if (!text || hashSchema(text) === hashSchema(schema) || existsSync(join(root, path))) return
  mkdirSync(join(root, 'supabase/migrations'), { recursive: true })
  writeFileSync(join(root, path), await draftMigration({ release, text }, schema))
  throw new Error(
    `${path} is a draft of what leads from ${release} to ${version}: finish it, commit it, and run this again.`,
  )
}

/** Gives the unreleased changes the name of the version, under a new heading for the next ones. */
function closeUnreleased(text: string, version: string, today: Date) {
  const [, before, notes = '', after] = /^(.*?\n## \[Unreleased\]\n)(.*?)((?:\n## \[.*)?)$/s.exec(text) ?? []
  if (!/^- /m.test(notes))
    throw new Error('CHANGELOG.md has no entry under "## [Unreleased]". Write what changes for its users.')
  const heading = `## [${version}] - ${today.toISOString().slice(0, 10)}`
  return { notes: notes.trim(), changelog: `${before}\n${heading}\n\n${notes.trim()}\n${after}` }
}

if (import.meta.main) {
  try {
    console.log(await release(process.argv[2], ROOT))
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
