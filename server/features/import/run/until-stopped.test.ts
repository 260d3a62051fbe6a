import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { collectNotes } from '#server/features/import/collect-notes.ts'
import { beginLocalImport, ImportStopped, untilStopped } from '#server/features/import/run/import-rows.ts'
import { openImport } from '#server/features/import/run/open-import.ts'
import { createFileFetcher } from '#server/platform/links/fetch-file.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { startTestJobs, type TestJobs } from '../../../../tests/support/jobs.ts'
import { createTemporaryFolder } from '../../../../tests/support/temporary-folder.ts'

const HERE = '127.0.0.1'
let database: TestDatabase
let jobs: TestJobs
/** It never sends what it was asked for. */
const silent = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/rss+xml' })
  response.write('<rss>')
  asked()
})
let asked = () => {}
const dataDir = createTemporaryFolder('until-stopped')

beforeAll(async () => {
  database = await createTestDatabase()
  jobs = await startTestJobs(database, { works: false, dataDir })
  await new Promise<void>((resolve) => silent.listen(0, HERE, resolve))
})
afterAll(async () => {
  silent.closeAllConnections()
  silent.close()
  await jobs.stop()
  await database.drop()
})
beforeEach(async () => {
  await database.sql`delete from private.imports`
})

const NEVER = new AbortController().signal

function openFrom(id: string, signal: AbortSignal) {
  const address = `http://${HERE}:${(silent.address() as AddressInfo).port}/feed`
  const importFiles = createFileFetcher({ siteUrl: 'https://a.example', maxBytes: 1_000, allowed: [HERE] })
  const row = { id, name: address, kind: 'address', size: null } as const
  const { report } = collectNotes()
  return openImport({ storage: jobs.services.storage, dataDir, importFiles }, row, { report, signal })
}

test.each([
  ['stopped', 'update private.imports set stopping = true'],
  ['removed', 'delete from private.imports'],
])('an import that waits for a server without an end ends when it is %s', async (_how, statement) => {
  const { sql } = database
  await mkdir(join(dataDir, 'imports'), { recursive: true })
  const id = await beginLocalImport(sql, { name: 'feed', format: 'feed', siteName: null })
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve
  })
  const opening = untilStopped(sql, id, { signal: NEVER, everyMs: 50 }, (signal) => openFrom(id, signal))
  const ended = expect(opening).rejects.toThrow(ImportStopped)
  await isAsked
  await sql.script(statement)
  await ended
})

test('an import shows that it is alive, and ends with what its work throws', async () => {
  const { sql } = database
  const id = await beginLocalImport(sql, { name: 'feed', format: 'feed', siteName: null })
  await sql`update private.imports set active_at = now() - interval '1 hour'`
  const worked = Promise.withResolvers<void>()
  const working = untilStopped(sql, id, { signal: NEVER, everyMs: 50 }, () => worked.promise)
  await expect
    .poll(
      async () =>
        (await sql`select active_at > now() - interval '1 minute' as alive from private.imports`)[0],
    )
    .toEqual({ alive: true })
  worked.reject(new Error('broken'))
  await expect(working).rejects.toThrow('broken')
})
