import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { compressBrotli, compressGzip } from '#server/platform/http/compress.ts'
import { childEnvironment, NODE_FLAGS } from '#server/platform/process/child-process.ts'
import { ROOT } from '#server/platform/root.ts'
import { COMMIT_FILE, commitByGit, RELEASE } from '#server/platform/version.ts'

/** Everything that a build is made from. */
const FOLDERS = ['app', 'core', 'public', 'scripts/vite', 'server']

const FILES = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'react-router.config.ts',
]

/** Files that are not part of a build. */
const ONLY_TESTED = /\.test\.|\/testing\//

/** A complete build. */
export interface Build {
  folder: string
  /** The files that browsers may fetch. */
  publicDir: string
  /** The address of its program, whose exports are those of `server/entry.ts`. */
  entry: string
}

type Print = (line: string) => void

const BUILDS = join(ROOT, 'build')
const NAME = /^[0-9a-f]{16}$/
const PARTIAL = 'partial-'
/** This many of the builds used last are not removed, for rollbacks and for when the next build fails. */
const MIN_KEPT = 3
/** Other builds are removed after this time without use. A process renews the time of its build each hour. */
const UNUSED_MS = 3 * 3_600_000
const USE_INTERVAL_MS = 3_600_000

/**
 * The build of the present sources, `build/<hash of the sources>`, made when there is none. It gets its name when it is complete, so
 * that processes that build at the same time do not disturb each other: the first one's build is used.
 * @throws BuildError
 */
export async function ensureBuild(say: Print): Promise<Build> {
  for (let hash = hashSources(ROOT); ; hash = hashSources(ROOT)) {
    const built = await findBuild(hash)
    if (built) {
      await noteCommit()
      return built
    }
    say('Building the site (after npm ci, and when sources have changed) ...')
    const partial = join(BUILDS, `${PARTIAL}${randomBytes(4).toString('hex')}`)
    try {
      await runBuild(ROOT, partial)
      // If a source was edited in the meantime, the build may or may not contain the edit.
      if (hashSources(ROOT) === hash) await rename(partial, join(BUILDS, hash)).catch(ignoreExisting)
    } finally {
      await rm(partial, { recursive: true, force: true })
    }
    await removeOld()
  }
}

/** Writes the commit down for where the build is copied to. Without Git, `COMMIT` names it; the user may not be allowed to write. */
async function noteCommit(): Promise<void> {
  const [given] = /^[0-9a-f]{7}/.exec(process.env.COMMIT ?? '') ?? []
  const commit = commitByGit(ROOT, RELEASE) ?? given
  if (commit !== undefined) await writeFile(COMMIT_FILE, commit).catch(() => {})
}

/** Like `ensureBuild`, but returns the build used last when the sources cannot be built, so that an error in them does not prevent a start. */
export async function findServableBuild(say: Print): Promise<Build> {
  try {
    return await ensureBuild(say)
  } catch (error) {
    const [last] = await listBuilds()
    if (!last || !(error instanceof BuildError)) throw error
    const day = last.used.toISOString().slice(0, 16).replace('T', ' ')
    say(`The site could not be built (${error.reason}). The last good build, used ${day}, is served instead.`)
    return buildIn(last.folder)
  }
}

/** Marks a build as used, now and for as long as this process runs, so that it is not removed. */
export function leaseBuild({ folder }: Build): void {
  // The user of this process may not be allowed to write to the build.
  const touch = () => void utimes(folder, new Date(), new Date()).catch(() => {})
  touch()
  setInterval(touch, USE_INTERVAL_MS).unref()
}

async function findBuild(hash: string): Promise<Build | null> {
  const folder = join(BUILDS, hash)
  return (await stat(folder).catch(() => null)) ? buildIn(folder) : null
}

/** The build in a folder that another process has found. */
export function buildIn(folder: string): Build {
  const entry = pathToFileURL(join(folder, 'server/index.js')).href
  return { folder, publicDir: join(folder, 'client'), entry }
}

interface FoundBuild {
  folder: string
  used: Date
}

/** The builds, last used first. */
async function listBuilds(isWanted = (name: string) => NAME.test(name)): Promise<FoundBuild[]> {
  const names = (await readdir(BUILDS).catch(() => [])).filter(isWanted)
  const found = await Promise.all(
    names.map(async (name) => {
      const folder = join(BUILDS, name)
      const stats = await stat(folder).catch(() => null)
      return stats && { folder, used: stats.mtime }
    }),
  )
  return found.filter((build) => build !== null).sort((a, b) => b.used.getTime() - a.used.getTime())
}

/** Removes unused builds, and incomplete ones of processes that were killed. */
async function removeOld(): Promise<void> {
  const left = await listBuilds((name) => name.startsWith(PARTIAL))
  const unused = [...left, ...(await listBuilds()).slice(MIN_KEPT)].filter(
    ({ used }) => used.getTime() < Date.now() - UNUSED_MS,
  )
  await Promise.all(unused.map(({ folder }) => rm(folder, { recursive: true, force: true })))
}

/** Another process was first with a build of the same sources. */
function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
}

/** A hash of the contents of all sources. Modification times are ignored. */
export function hashSources(root: string): string {
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
  )
  const hash = createHash('sha256')
  for (const file of [...inFolders, ...FILES].sort()) {
    if (ONLY_TESTED.test(file)) continue
    const content = readFileSync(join(root, file))
    hash.update(`${file} ${content.length}\n`).update(content)
  }
  return hash.digest('hex').slice(0, 16)
}

/** Below this a compressed copy saves less than the header that announces it. */
const MIN_BYTES = 256

/** The message is the end of the build's output. */
export class BuildError extends Error {
  override name = 'BuildError'
  /** The cause, in one line. */
  readonly reason: string
  constructor(output: string) {
    super(`The site could not be built:\n${output.slice(-4000)}`)
    this.reason = reasonIn(output)
  }
}

/** The first error of the output, without the name of the plugin, and with its position in the source when there is one. */
function reasonIn(output: string): string {
  const [, error, place] =
    /^Build failed.*\n\s*(?:\[[\w:-]+\] )?(.+)(?:\n\s*╭─\[ (.+?) \])?/m.exec(output) ?? []
  if (error) return place ? `${error}, ${place}` : error
  // Before the build itself, for example in a folder that is not writable, Node prints the error with its stack and properties.
  const [thrown] = /^\w*Error: .+$/m.exec(output) ?? []
  return thrown ?? output.trimEnd().split('\n').at(-1) ?? ''
}

/**
 * Builds server and pages of the sources in `root`, with compressed copies of the files for browsers.
 * @throws BuildError
 */
async function runBuild(root: string, folder: string): Promise<void> {
  const child = spawn(process.execPath, [...NODE_FLAGS, findBuilder(root), 'build'], {
    cwd: root,
    env: childEnvironment('build', {
      NODE_ENV: 'production',
      BUILD_DIRECTORY: relative(root, folder),
      // The user may have no home, and a configuration above the sources is none of theirs.
      HOME: root,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk
    })
  }
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  )
  if (code !== 0) throw new BuildError(stripVTControlCharacters(output))
  const client = join(folder, 'client')
  await compressAssets(client)
}

/** The program that builds, which is among the packages for developers. */
function findBuilder(root: string): string {
  try {
    return join(
      createRequire(join(root, 'package.json')).resolve('@react-router/dev/package.json'),
      '../bin.cjs',
    )
  } catch {
    throw new BuildError(
      'There is no build of these sources, and the packages that make one are not installed. Run npm ci without --omit=dev and without NODE_ENV, or copy the folder build from where these sources were built.',
    )
  }
}

/** Writes a `.br` and a `.gz` beside every text file of the build, compressed at the best level. */
async function compressAssets(directory: string): Promise<void> {
  const files = globSync('**/*.{js,css,json,svg,txt}', { cwd: directory })
  await Promise.all(
    files.map(async (file) => {
      const path = join(directory, file)
      const bytes = await readFile(path)
      if (bytes.length < MIN_BYTES) return
      const [br, gz] = await Promise.all([compressBrotli(bytes, 11), compressGzip(bytes, 9)])
      await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
    }),
  )
}
