import { readdir, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type DataDirLock, lockDataDir } from '#server/database/data-dir-lock.ts'
import { startProcess } from '#server/database/embedded/testing/start-process.ts'
import { openTemporaryFolder } from '#server/database/embedded/testing/temporary-folder.ts'

async function lock(dataDir: string): Promise<DataDirLock> {
  const held = await lockDataDir(dataDir)
  onTestFinished(() => held.release())
  return held
}

/** A process that has tried to take the lock, and what came of it. */
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

test('release lets the next process in and leaves nothing behind', async () => {
  const dataDir = join(await openTemporaryFolder(), 'data')
  const held = await lock(dataDir)
  await held.release()
  expect(await readdir(dataDir)).toEqual([])
  expect((await contend(dataDir)).outcome).toBe('won')
})

test('a holder that was killed with kill -9 does not stop the next', async () => {
  const dataDir = join(await openTemporaryFolder(), 'data')
  const { contender, outcome } = await contend(dataDir)
  expect(outcome).toBe('won')
  await expect(lockDataDir(dataDir)).rejects.toThrow(`(process ${contender.child.pid})`)
  await contender.kill()
  expect(await readdir(dataDir)).toHaveLength(1)
  await lock(dataDir)
  expect(await readdir(dataDir)).toHaveLength(1)
})

test('a lock that a backup turned into a plain file does not count', async () => {
  const dataDir = await openTemporaryFolder()
  await writeFile(join(dataDir, '.lock-0-restored'), '')
  await lock(dataDir)
})

test('of processes that start at the same instant exactly one wins', async () => {
  const dataDir = join(await openTemporaryFolder(), 'data')
  const contenders = Array.from({ length: 6 }, () => startProcess('contend-for-lock.ts', dataDir))
  for (const contender of contenders) expect(await contender.nextLine()).toBe('ready')
  for (const contender of contenders) contender.child.stdin?.write('go\n')
  const outcomes = await Promise.all(contenders.map((contender) => contender.nextLine()))
  expect(outcomes.filter((outcome) => outcome === 'won')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome.includes('is already running'))).toHaveLength(5)
})

test('of many that fight over the lock of a dead process exactly one wins, again and again', async () => {
  const dataDir = join(await openTemporaryFolder(), 'data')
  for (let round = 0; round < 5; round++) {
    const { contender, outcome } = await contend(dataDir)
    expect(outcome).toBe('won')
    await contender.kill()
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => lockDataDir(dataDir)))
    const won = results.filter((result) => result.status === 'fulfilled')
    expect(won).toHaveLength(1)
    for (const { value } of won) await value.release()
  }
})

test('a path too long for a socket can be locked, and its short alias goes away', async () => {
  const dataDir = join(await openTemporaryFolder(), 'x'.repeat(120), 'data')
  const aliases = async () => (await readdir(tmpdir())).filter((name) => /^ai-watch-\w{6}$/.test(name))
  const before = await aliases()
  await lock(dataDir)
  expect(await aliases()).toEqual(before)
  expect((await contend(dataDir)).outcome).toContain(`(process ${process.pid})`)
})
