import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadInstanceId } from '#server/platform/queue/worker.ts'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'

function newFolder(): string {
  const folder = createTemporaryFolder('instance')
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('a data folder keeps its id, and another folder has another one', async () => {
  const [one, other] = [newFolder(), newFolder()]
  const id = await loadInstanceId(one)
  expect(await loadInstanceId(one)).toBe(id)
  expect(await loadInstanceId(other)).not.toBe(id)
  expect(await readdir(one)).toEqual(['instance-id'])
})

test('a damaged id is replaced', async () => {
  const folder = newFolder()
  const file = join(folder, 'instance-id')
  await writeFile(file, 'not a name')
  const id = await loadInstanceId(folder)
  expect((await readFile(file, 'utf8')).trim()).toBe(id)
})
