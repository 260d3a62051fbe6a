import { chmod, mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDataDir } from '#server/database/embedded/create-data-dir.ts'
import { findClosedPath } from '#server/database/embedded/find-closed-path.ts'
import { findServerAccount, isRoot } from '#server/database/embedded/server-account.ts'
import { openTemporaryFolder } from '#server/database/embedded/testing/temporary-folder.ts'

test('a new data folder is closed to others, and root lets only the user of the server pass', async () => {
  const dataDir = join(await openTemporaryFolder(), 'srv', 'data')
  await createDataDir(dataDir)
  const { mode, gid } = await stat(dataDir)
  const account = isRoot() ? await findServerAccount() : null
  expect(mode & 0o777).toBe(account ? 0o710 : 0o700)
  if (!account) return
  expect(gid).toBe(account.gid)
  expect(await findClosedPath([dataDir], account)).toBeNull()
  const stranger = { name: 'stranger', uid: account.uid + 1, gid: account.gid + 1 }
  expect(await findClosedPath([dataDir], stranger)).toBe(dataDir)
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
