import { once } from 'node:events'
import { chmod, mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDataDir, type DataDirLock, lockDataDir } from '#server/platform/database/data-dir.ts'
import {
  findInaccessiblePath,
  findServerAccount,
  isRoot,
} from '#server/platform/database/embedded/account.ts'
import { startProcess } from '#server/platform/database/embedded/testing/start-process.ts'
import { openTemporaryFolder } from '#server/platform/database/embedded/testing/temporary-folder.ts'

async function lock(dataDir: string): Promise<DataDirLock> {
  const held = await lockDataDir(dataDir)
  onTestFinished(() => held.release())
  return held
}

/** A process that has tried to take the lock, and the outcome. */
async function contend(dataDir: string) {
  const contender = startProcess('contend-for-lock.ts', dataDir)
  expect(await contender.nextLine()).toBe('ready')
  contender.child.stdin?.write('go\n')
  return { contender, outcome: await contender.nextLine() }
}

test('a second process is refused, with the folder and the process that holds it', async () => {
  const dataDir = join(await openTemporaryFolder(), 'data')
  await lock(dataDir)
  const { outcome } = await contend(dataDir)
  expect(outcome).toBe(
    `Another AI Watch (process ${process.pid}) is already running on the data folder ${dataDir}: stop it, or set another DATA_DIR.`,
  )
})

test('the same folder under another name is the same folder', async () => {
  const folder = await openTemporaryFolder()
  await lock(join(folder, 'data'))
  await symlink(join(folder, 'data'), join(folder, 'link'))
  await expect(lockDataDir(join(folder, 'link'))).rejects.toThrow('is already running')
})

test('after a release the next process gets the lock, and only the empty lock file is left', async () => {
  const dataDir = join(await openTemporaryFolder(), 'data')
  const held = await lock(dataDir)
  await held.release()
  expect(await readdir(dataDir)).toEqual(['.lock'])
  expect((await contend(dataDir)).outcome).toBe('won')
  await held.release()
  expect(await readdir(dataDir)).toEqual(['.lock', '.lock.pid'])
})

test('the lock of a process that was killed with kill -9 is free', async () => {
  const dataDir = join(await openTemporaryFolder(), 'data')
  const { contender, outcome } = await contend(dataDir)
  expect(outcome).toBe('won')
  await expect(lockDataDir(dataDir)).rejects.toThrow(`(process ${contender.child.pid})`)
  await contender.kill()
  await lock(dataDir)
  expect((await contend(dataDir)).outcome).toContain(`(process ${process.pid})`)
})

test('a second attempt of the holder is refused, and it still holds the lock', async () => {
  const dataDir = join(await openTemporaryFolder(), 'data')
  await lock(dataDir)
  await expect(lockDataDir(dataDir)).rejects.toThrow(`(process ${process.pid})`)
  expect((await contend(dataDir)).outcome).toContain('is already running')
})

test('a lock without a reference is not garbage-collected', async () => {
  const dataDir = join(await openTemporaryFolder(), 'data')
  const holder = startProcess('hold-forgotten-lock.ts', dataDir)
  expect(await holder.nextLine()).toBe('collected')
  await expect(lockDataDir(dataDir)).rejects.toThrow(`(process ${holder.child.pid})`)
})

test('a refused lock writes nothing to stderr', async () => {
  const { contender, outcome } = await contend(join(await openTemporaryFolder(), 'data'))
  expect(outcome).toBe('won')
  expect(await contender.errors()).toBe('')
})

test('files left by a backup or an older lock are ignored', async () => {
  const dataDir = await openTemporaryFolder()
  const left = createServer().listen(join(dataDir, '.lock-0-socket'))
  await once(left, 'listening')
  await writeFile(join(dataDir, '.lock'), '')
  await writeFile(join(dataDir, '.lock.pid'), '1')
  await lock(dataDir)
  await new Promise((closed) => left.close(closed))
})

test.each(['', '-1', '12 or so', '\u001b[31m', '9'.repeat(100)])(
  'a pid that cannot be one is not told: %j',
  async (pid) => {
    const dataDir = await openTemporaryFolder()
    await lock(dataDir)
    await writeFile(join(dataDir, '.lock.pid'), pid)
    await expect(lockDataDir(dataDir)).rejects.toThrow('Another AI Watch is already running')
  },
)

test('a file that is no lock is named', async () => {
  const dataDir = await openTemporaryFolder()
  await writeFile(join(dataDir, '.lock'), 'something else entirely '.repeat(50))
  await expect(lockDataDir(dataDir)).rejects.toThrow(
    `No lock can be made in the data folder (file is not a database: ${dataDir}/.lock): set another DATA_DIR.`,
  )
  await rm(join(dataDir, '.lock'))
  await mkdir(join(dataDir, '.lock'))
  await expect(lockDataDir(dataDir)).rejects.toThrow('No lock can be made in the data folder')
})

test.runIf(isRoot())('a lock that belongs to another user is not taken, and the file is named', async () => {
  const account = await findServerAccount()
  const dataDir = await openTemporaryFolder()
  await chmod(dataDir, 0o777)
  await (await lock(dataDir)).release()
  const contender = startProcess('contend-for-lock.ts', dataDir, account)
  expect(await contender.nextLine()).toBe('ready')
  contender.child.stdin?.write('go\n')
  expect(await contender.nextLine()).toMatch(/^No lock can be made in the data folder \(.*\.lock\)/)
})

test('of processes that start at the same instant exactly one gets the lock', async () => {
  const dataDir = join(await openTemporaryFolder(), 'data')
  expect(await race(dataDir)).toMatchObject({ won: 1, refused: 5 })
})

test('of many processes that ask for the lock of a dead one exactly one gets it, every time', async () => {
  const dataDir = join(await openTemporaryFolder(), 'data')
  for (let round = 0; round < 3; round++) {
    const { won, refused, end } = await race(dataDir)
    expect([won, refused]).toEqual([1, 5])
    await end()
  }
})

/** Six processes that go for the lock together. */
async function race(dataDir: string) {
  const contenders = Array.from({ length: 6 }, () => startProcess('contend-for-lock.ts', dataDir))
  for (const contender of contenders) expect(await contender.nextLine()).toBe('ready')
  for (const contender of contenders) contender.child.stdin?.write('go\n')
  const outcomes = await Promise.all(contenders.map((contender) => contender.nextLine()))
  return {
    won: outcomes.filter((outcome) => outcome === 'won').length,
    refused: outcomes.filter((outcome) => outcome.includes('is already running')).length,
    end: () => Promise.all(contenders.map((contender) => contender.kill())),
  }
}

test('a folder whose path is too long for a socket can be locked', async () => {
  const dataDir = join(await openTemporaryFolder(), 'x'.repeat(120), 'data')
  await lock(dataDir)
  expect((await contend(dataDir)).outcome).toContain(`(process ${process.pid})`)
})

test('a new data folder is closed to others, and root lets only the user of the server pass', async () => {
  const dataDir = join(await openTemporaryFolder(), 'srv', 'data')
  await createDataDir(dataDir)
  const { mode, gid } = await stat(dataDir)
  const account = isRoot() ? await findServerAccount() : null
  expect(mode & 0o777).toBe(account ? 0o710 : 0o700)
  if (!account) return
  expect(gid).toBe(account.gid)
  expect(await findInaccessiblePath([dataDir], account)).toBeNull()
  const stranger = { name: 'stranger', uid: account.uid + 1, gid: account.gid + 1 }
  expect(await findInaccessiblePath([dataDir], stranger)).toBe(dataDir)
})

test('a data folder that exists keeps its mode', async () => {
  const dataDir = join(await openTemporaryFolder(), 'data')
  await mkdir(dataDir)
  await chmod(dataDir, 0o751)
  await createDataDir(dataDir)
  expect((await stat(dataDir)).mode & 0o777).toBe(0o751)
})

test('a file in the place of the data folder is named', async () => {
  const file = join(await openTemporaryFolder(), 'data')
  await writeFile(file, '')
  await expect(createDataDir(file)).rejects.toThrow(`The data folder ${file} is not a folder`)
  await expect(createDataDir(join(file, 'below'))).rejects.toThrow(
    `The data folder ${file}/below cannot be made`,
  )
})

test('a data folder where nothing can be written is an error at once', async () => {
  // Root may write everywhere but in the kernel's own folders.
  const closed = isRoot() ? '/dev/fd' : await openTemporaryFolder()
  if (!isRoot()) await chmod(closed, 0o500)
  await expect(createDataDir(join(closed, 'ai-watch'))).rejects.toThrow(/cannot be made/)
  if (!isRoot()) await expect(createDataDir(closed)).rejects.toThrow(/is not writable/)
})
