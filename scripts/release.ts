import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#server/platform/root.ts'

const USAGE =
  'Usage: npm run release -- VERSION   makes the commit and the tag of a version, such as 1.2.3; pushes nothing'
const FILES = ['package.json', 'package-lock.json', 'CHANGELOG.md']
/** Once released they have run somewhere, and would not run again. */
const MIGRATIONS = [
  'supabase/migrations',
  'server/supabase/auth/migrations',
  'server/supabase/storage/migrations',
]

/**
 * Checks that a version can be released, runs all tests, and makes its commit and tag.
 * @returns the notes
 * @throws Error that says what to do, before anything is changed
 */
export function release(version: string | undefined, root: string, today = new Date()): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  if (!version || !/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version)) throw new Error(USAGE)
  const requireCleanTree = () => {
    const changed = git('status', '--porcelain')
    if (changed) throw new Error(`Commit or remove these first:\n${changed}`)
  }

  requireCleanTree()
  const { version: present } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  if (compareVersions(version, present) < 0)
    throw new Error(`${version} is older than ${present}, which is here.`)
  const tag = `v${version}`
  const tags = git('tag', '--list', 'v*', '--sort=-v:refname').split('\n').filter(Boolean)
  if (tags.includes(tag)) throw new Error(`${tag} has been released.`)
  const [last] = tags
  if (last && compareVersions(version, last.slice(1)) < 0)
    throw new Error(`${last} has been released, which is newer.`)
  const changed =
    last && git('diff', '--name-only', '--diff-filter=a', '--no-renames', last, '--', ...MIGRATIONS)
  if (changed) throw new Error(`${last} has these migrations, which may not change any more:\n${changed}`)
  const { notes, changelog } = closeUnreleased(
    readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
    version,
    today,
  )
  const { status } = spawnSync('npm', ['run', '--silent', 'test:all'], { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('Tests failed, so nothing was released.')
  requireCleanTree()

  try {
    execFileSync('npm', ['version', version, '--no-git-tag-version', '--allow-same-version'], { cwd: root })
    writeFileSync(join(root, 'CHANGELOG.md'), changelog)
    git('commit', '--quiet', '--message', `Release ${version}`, '--', ...FILES)
  } catch (error) {
    git('checkout', 'HEAD', '--', ...FILES)
    throw error
  }
  git('tag', '--annotate', '--cleanup=whitespace', '--message', `AI Watch ${version}\n\n${notes}`, tag)
  return notes
}

/** Gives what is unreleased the name of the version, under a new heading for what comes next. */
function closeUnreleased(text: string, version: string, today: Date) {
  const [, before, notes = '', after] = /^(.*?\n## \[Unreleased\]\n)(.*?)((?:\n## \[.*)?)$/s.exec(text) ?? []
  if (!/^- /m.test(notes))
    throw new Error('CHANGELOG.md has no entry under "## [Unreleased]". Write what changes for its users.')
  const heading = `## [${version}] - ${today.toISOString().slice(0, 10)}`
  return { notes: notes.trim(), changelog: `${before}\n${heading}\n\n${notes.trim()}\n${after}` }
}

function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}

if (import.meta.main) {
  try {
    console.log(release(process.argv[2], ROOT))
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
