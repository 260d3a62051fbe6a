import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWriteProbe } from '#server/platform/http/write-probe.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'probe-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('the probe leaves a writable folder unchanged', async () => {
  expect(await createWriteProbe(join(folder, 'probe'))()).toBeNull()
  expect(await readdir(folder)).toEqual([])
})

test('a probe file that a killed process left behind is reused', async () => {
  await writeFile(join(folder, 'probe'), 'something')
  expect(await createWriteProbe(join(folder, 'probe'))()).toBeNull()
  expect(await readdir(folder)).toEqual([])
})

// Only Linux has /dev/full.
test.runIf(process.platform === 'linux')('a full disk is reported as such', async () => {
  expect(await createWriteProbe('/dev/full')()).toBe('disk full')
  expect(await readdir('/dev')).toContain('full')
})

test('a path that is a folder, or does not exist, cannot be written', async () => {
  await mkdir(join(folder, 'folder'))
  expect(await createWriteProbe(join(folder, 'folder'))()).toBe('data folder cannot be written')
  expect(await createWriteProbe(join(folder, 'missing/probe'))()).toBe('data folder cannot be written')
})

test('a symbolic link is not followed', async () => {
  await writeFile(join(folder, 'precious'), 'content')
  await symlink(join(folder, 'precious'), join(folder, 'probe'))
  expect(await createWriteProbe(join(folder, 'probe'))()).toBe('data folder cannot be written')
  await rm(join(folder, 'probe'))
  await symlink(join(folder, 'elsewhere'), join(folder, 'probe'))
  expect(await createWriteProbe(join(folder, 'probe'))()).toBe('data folder cannot be written')
  expect((await readdir(folder)).sort()).toEqual(['precious', 'probe'])
})

test('calls within a second share one result', async () => {
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
