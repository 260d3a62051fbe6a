import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { childEnvironment } from '#server/platform/process/child-process.ts'
import { ROOT } from '#server/platform/root.ts'

/** The release of these sources, as package.json has it. */
export const RELEASE: string = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version

/** The file in which a build notes the commit for places without Git. */
export const COMMIT_FILE = join(ROOT, 'build/commit')

/** The version as it is told: the release at its tag, and with the commit elsewhere, as in 1.0.0+44c5259. Strangers are not told. */
export const VERSION = withCommit(RELEASE, commitByGit(ROOT, RELEASE) ?? notedCommit())

function withCommit(release: string, commit: string): string {
  return commit === '' ? release : `${release}+${commit}`
}

/** The commit of a checkout, empty at the tag of its release; null where Git does not tell. */
export function commitByGit(root: string, release: string): string | null {
  if (!existsSync(join(root, '.git'))) return null
  try {
    const [commit = '', ...names] = execFileSync('git', ['log', '-1', '--abbrev=7', '--format=%h, %D'], {
      cwd: root,
      encoding: 'utf8',
      env: childEnvironment('git'),
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .trim()
      .split(', ')
    return names.includes(`tag: v${release}`) ? '' : commit
  } catch {
    return null
  }
}

function notedCommit(): string {
  return existsSync(COMMIT_FILE) ? readFileSync(COMMIT_FILE, 'utf8').trim() : ''
}

/** Orders releases by their numbers. */
export const compareReleases = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })
