import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWriteProbe } from '#server/http/write-probe.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'probe-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a folder that can be written is as it was afterwards', async () => {
  expect(await createWriteProbe(join(folder, 'probe'))()).toBeNull()
  expect(await readdir(folder)).toEqual([])
})

test('a file that a killed process left behind is used again', async () => {
  await writeFile(join(folder, 'probe'), 'something')
  expect(await createWriteProbe(join(folder, 'probe'))()).toBeNull()
  expect(await readdir(folder)).toEqual([])
})

// Only Linux has a device that is always full.
test.runIf(process.platform === 'linux')('a disk without room is said to be full', async () => {
  expect(await createWriteProbe('/dev/full')()).toBe('disk full')
  expect(await readdir('/dev')).toContain('full')
})

test('what is no file, or not there, cannot be written', async () => {
  await mkdir(join(folder, 'folder'))
  expect(await createWriteProbe(join(folder, 'folder'))()).toBe('data folder cannot be written')
  expect(await createWriteProbe(join(folder, 'missing/probe'))()).toBe('data folder cannot be written')
})

test('a link is not followed, wherever it leads', async () => {
  await writeFile(join(folder, 'precious'), 'content')
  await symlink(join(folder, 'precious'), join(folder, 'probe'))
  expect(await createWriteProbe(join(folder, 'probe'))()).toBe('data folder cannot be written')
  await rm(join(folder, 'probe'))
  await symlink(join(folder, 'elsewhere'), join(folder, 'probe'))
  expect(await createWriteProbe(join(folder, 'probe'))()).toBe('data folder cannot be written')
  expect((await readdir(folder)).sort()).toEqual(['precious', 'probe'])
})

test('everybody who asks within a second gets one answer', async () => {
  let at = 5_000
  const probe = createWriteProbe(join(folder, 'probe'), { now: () => at })
  expect(await Promise.all([probe(), probe()])).toEqual([null, null])
  await mkdir(join(folder, 'probe'))
  at += 999
  expect(await probe()).toBeNull()
  at += 1
  expect(await probe()).toBe('data folder cannot be written')
  await rm(join(folder, 'probe'), { recursive: true })
  expect(await probe()).toBe('data folder cannot be written')
  at += 1_000
  expect(await probe()).toBeNull()
})
