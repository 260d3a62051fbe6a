import { chmod, mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findServerAccount, isRoot } from '#server/platform/database/embedded/account.ts'
import { openSocketFolder, socketPath } from '#server/platform/database/embedded/socket-folder.ts'
import { openTemporaryFolder } from '#server/platform/database/embedded/testing/temporary-folder.ts'

async function open(cluster: string): Promise<string> {
  const folder = await openSocketFolder(cluster, isRoot() ? await findServerAccount() : null)
  if (folder !== cluster) onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('a socket whose path fits is in the cluster', async () => {
  const cluster = await openTemporaryFolder()
  expect(await open(cluster)).toBe(cluster)
})

test('a cluster gets the same short private folder every time, and another cluster another one', async () => {
  const folder = await openTemporaryFolder()
  const clusters = ['a', 'b'].map((letter) => join(folder, letter.repeat(90)))
  for (const cluster of clusters) await mkdir(cluster)
  const [first = '', second = ''] = clusters
  const opened = await open(first)
  expect(Buffer.byteLength(socketPath(opened))).toBeLessThanOrEqual(103)
  expect((await stat(opened)).mode & 0o777).toBe(0o700)
  expect(await open(first)).toBe(opened)
  expect(await open(second)).not.toBe(opened)
})

test('a folder of the same name that others may enter is left to them', async () => {
  const cluster = join(await openTemporaryFolder(), 'c'.repeat(90))
  await mkdir(cluster)
  const opened = await open(cluster)
  await chmod(opened, 0o777)
  const instead = await open(cluster)
  expect(instead).not.toBe(opened)
  expect((await stat(instead)).mode & 0o777).toBe(0o700)
})
