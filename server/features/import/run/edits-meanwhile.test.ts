import { afterEach, beforeEach, expect, test } from 'vitest'
import { importing } from '#server/features/import/run/testing/import-site.ts'
import { memorySource } from '#server/features/import/testing/read-all.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { startTestJobs, type TestJobs } from '../../../../tests/support/jobs.ts'
import { createTemporaryFolder } from '../../../../tests/support/temporary-folder.ts'

let database: TestDatabase
let jobs: TestJobs
beforeEach(async () => {
  database = await createTestDatabase()
  jobs = await startTestJobs(database, { works: false, dataDir: createTemporaryFolder('edits-meanwhile') })
})
afterEach(async () => {
  await jobs.stop()
  await database.drop()
})

const PATH = 'articles/en/port.md'

function exportWith(fields: { title: string; lastmod: string }) {
  const all = {
    ...{ slug: 'port', lang: 'en', date: '2026-01-02T03:04:05Z', authors: ['Jo'], categories: ['news'] },
    ...{ description: 'Of ports.', readingTime: '1 min', ...fields },
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return memorySource({
    'ai-watch-export.json': '{"format": 1, "siteUrl": "https://old.example"}',
    [PATH]: `---\n${lines.join('\n')}\n---\nA text.\n`,
  })
}

async function importAll(source: ReturnType<typeof exportWith>) {
  const steps = importing(jobs.services)
  const { id } = await steps.plan(source)
  return steps.run(id, source)
}

/** A source whose article is changed here while it is read for the `nth` time. */
function editedAt(nth: number, source: ReturnType<typeof exportWith>, edit: () => Promise<unknown>) {
  let times = 0
  const files = source.files.map((file) =>
    file.path !== PATH
      ? file
      : {
          ...file,
          async *open() {
            if (++times === nth) await edit()
            yield* file.open()
          },
        },
  )
  return { ...source, files }
}

const titles = async () => (await database.sql`select title from public.articles`).map(({ title }) => title)

test('what an editor saves while a later export is being imported stays', async () => {
  await importAll(exportWith({ title: 'First', lastmod: '2026-01-03T00:00:00Z' }))
  const later = exportWith({ title: 'Second', lastmod: '2026-01-04T00:00:00Z' })
  const edit = () => database.sql`update public.articles set title = 'Ours'`
  // Read for the plan, for the index, and then to be stored.
  const { report } = await importAll(editedAt(3, later, edit))
  expect(report).toMatchObject({ updated: 0, touched: 1, failed: 0 })
  expect(await titles()).toEqual(['Ours'])
})

test('what an editor deletes while a later export is being imported stays away, and the import goes on', async () => {
  await importAll(exportWith({ title: 'First', lastmod: '2026-01-03T00:00:00Z' }))
  const later = exportWith({ title: 'Second', lastmod: '2026-01-04T00:00:00Z' })
  const { state, report } = await importAll(
    editedAt(3, later, () => database.sql`delete from public.articles`),
  )
  expect([state, report]).toMatchObject(['done', { updated: 0, touched: 1, failed: 0 }])
  expect(await titles()).toEqual([])
})

test('a date of the future in an export hides no change that was made here', async () => {
  await importAll(exportWith({ title: 'First', lastmod: '2099-01-03T00:00:00Z' }))
  const [row] = await database.sql`select updated_at <= now() as past from public.articles`
  expect(row).toEqual({ past: true })
  await database.sql`update public.articles set title = 'Ours'`
  const { report } = await importAll(exportWith({ title: 'Second', lastmod: '2099-01-04T00:00:00Z' }))
  expect(report).toMatchObject({ updated: 0, touched: 1 })
  expect(await titles()).toEqual(['Ours'])
})
