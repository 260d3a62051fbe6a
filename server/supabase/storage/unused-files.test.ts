import { randomUUID } from 'node:crypto'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Storage } from '#server/supabase/storage/open-storage.ts'
import { noteFile, purgeUnusedFiles, removeUnusedFiles } from '#server/supabase/storage/unused-files.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { openTestStorage } from '../../../tests/support/storage.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const signal = new AbortController().signal

async function store(storage: Storage): Promise<string> {
  const file = randomUUID()
  await noteFile(storage, file)
  const path = join(storage.incoming, file)
  await writeFile(path, 'bytes')
  await storage.backend.put(file, { path, size: 5, sha256: '', type: 'image/png' })
  return file
}

async function addObject(version: string, name = version): Promise<void> {
  await database.sql`insert into storage.objects (bucket_id, name, version) values ('article-images', ${name}, ${version})`
}

const exists = async ({ backend }: Storage, file: string) => {
  const stream = await backend.read(file)
  stream?.destroy()
  return stream !== null
}

const letAnHourPass = () =>
  database.sql`update storage.unused_files set remove_after = remove_after - interval '61 minutes'`

test('a file whose upload was not finished is removed after an hour, and no other', async () => {
  const storage = await openTestStorage(database)
  const [used, lost] = [await store(storage), await store(storage)]
  await addObject(used)
  await purgeUnusedFiles(storage, signal)
  expect([await exists(storage, used), await exists(storage, lost)]).toEqual([true, true])
  await letAnHourPass()
  await purgeUnusedFiles(storage, signal)
  expect([await exists(storage, used), await exists(storage, lost)]).toEqual([true, false])
})

test('the file of an object that was deleted or given new bytes in the database is removed', async () => {
  const storage = await openTestStorage(database)
  const [deleted, replaced, next, renamed] = (await Promise.all(
    Array.from({ length: 4 }, () => store(storage)),
  )) as [string, string, string, string]
  await addObject(deleted)
  await addObject(replaced)
  await addObject(renamed)
  await database.sql`delete from storage.objects where version = ${deleted}`
  await database.sql`update storage.objects set version = ${next} where version = ${replaced}`
  await database.sql`update storage.objects set name = 'renamed.png' where version = ${renamed}`
  await purgeUnusedFiles(storage, signal)
  const left = await Promise.all([deleted, replaced, next, renamed].map((file) => exists(storage, file)))
  expect(left).toEqual([false, false, true, true])
})

test('a file that turns out to be used is kept, whatever was thought of it', async () => {
  const storage = await openTestStorage(database)
  const file = await store(storage)
  await addObject(file)
  await removeUnusedFiles(storage, [file])
  expect(await exists(storage, file)).toBe(true)
})

test('hundreds are removed in one run, also when two processes remove', async () => {
  const storage = await openTestStorage(database)
  const files = await Promise.all(Array.from({ length: 120 }, () => store(storage)))
  await letAnHourPass()
  await Promise.all([purgeUnusedFiles(storage, signal), purgeUnusedFiles(storage, signal)])
  const left = await Promise.all(files.map((file) => exists(storage, file)))
  expect(left.filter(Boolean)).toEqual([])
  expect([...(await database.sql`select file from storage.unused_files`)]).toEqual([])
})

test('what a killed process left among incoming files is removed when it is an hour old', async () => {
  const storage = await openTestStorage(database)
  await writeFile(join(storage.incoming, 'old.received'), 'x')
  await writeFile(join(storage.incoming, 'new.received'), 'x')
  const then = new Date(Date.now() - 61 * 60 * 1000)
  await utimes(join(storage.incoming, 'old.received'), then, then)
  await storage.sweepIncoming()
  expect(await readdir(storage.incoming)).toEqual(['new.received'])
})
