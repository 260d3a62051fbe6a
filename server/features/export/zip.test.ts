import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { openPromise } from 'yauzl'
import { openPlace } from '#server/features/backup/testing/open-place.ts'
import { createExport } from '#server/features/export/create-export.ts'
import { fillPublication } from '#server/features/export/testing/fill-publication.ts'
import { writeFolder } from '#server/features/export/write-folder.ts'
import { writeZip } from '#server/features/export/write-zip.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'

const root = createTemporaryFolder('export')
const file = join(root, 'site.zip')
let place: ReturnType<typeof openPlace>

beforeAll(async () => {
  const database = await createTestDatabase()
  place = openPlace(database, root)
  await fillPublication(place)
  return async () => {
    await database.drop()
    await rm(root, { recursive: true, force: true })
  }
})

const exportTo = (zip: string, { backend = place.backend, signal = new AbortController().signal } = {}) =>
  createExport({ ...place.source, backend }, (entries) => writeZip(zip, entries, signal), {
    withSubscribers: false,
    signal,
  })

test('a zip has the same files as a folder, and the same bytes each time', async () => {
  await exportTo(file)
  const first = await readFile(file)
  await exportTo(file)
  expect((await readFile(file)).equals(first)).toBe(true)
  const { signal } = new AbortController()
  const folder = join(root, 'folder')
  await createExport(place.source, (entries) => writeFolder(folder, entries), {
    withSubscribers: false,
    signal,
  })
  const zip = await openPromise(file)
  const names: string[] = []
  for await (const entry of zip.eachEntry()) {
    names.push(entry.fileName)
    const content = await buffer(await zip.openReadStreamPromise(entry))
    expect(content.equals(await readFile(join(folder, entry.fileName))), entry.fileName).toBe(true)
  }
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  expect(names.length).toBe(files.filter((one) => one.isFile()).length)
})

test('an export that is stopped or fails leaves no file, and the one that is there stays', async () => {
  await exportTo(file)
  const before = await readFile(file)
  const stopping = new AbortController()
  const stopped = {
    ...place.backend,
    async read() {
      stopping.abort(new Error('It was stopped.'))
      return null
    },
  }
  await expect(exportTo(file, { backend: stopped, signal: stopping.signal })).rejects.toThrow(
    'It was stopped.',
  )
  const failing = { ...place.backend, read: () => Promise.reject(new Error('The bucket is away.')) }
  await expect(exportTo(file, { backend: failing })).rejects.toThrow('The bucket is away.')
  expect((await readFile(file)).equals(before)).toBe(true)
  expect((await readdir(root)).filter((name) => name.includes('partial'))).toEqual([])
})

test('a file that is no zip is not replaced', async () => {
  const other = join(root, 'notes.zip')
  await writeFile(other, 'my notes')
  await expect(exportTo(other)).rejects.toThrow(/is there already and is no zip/)
  expect(await readFile(other, 'utf8')).toBe('my notes')
})
