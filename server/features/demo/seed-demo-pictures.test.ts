import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDemoFiles } from '#server/features/demo/demo-files.ts'
import { demoPictureAddress, seedDemo, seedDemoPictures } from '#server/features/demo/seed-demo.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { startTestJobs, type TestJobs } from '../../../tests/support/jobs.ts'

let app: TestApp
let jobs: TestJobs
beforeAll(async () => {
  app = await startTestApp()
  jobs = await startTestJobs(app.database, { storageDir: app.storageDir, works: false })
  await seedDemoPictures(jobs.services)
  await seedDemo(app.database.sql)
})
afterAll(async () => {
  await jobs.stop()
  await app.stop()
})

const library = async () =>
  (await app.service().from('media_library').select('*').order('name').throwOnError()).data

test('every picture of the demo is in the library, used, credited and described in the languages that show it', async () => {
  const { originals, translations } = await readDemoFiles()
  const files = new Map((await library()).map((file) => [file.name, file]))
  expect(files.size).toBe(originals.length)
  for (const { slug } of originals) {
    const file = files.get(`demo/${slug}.webp`)
    const languages = translations
      .filter(({ header }) => header.translation_of === slug)
      .map(({ language }) => language)
    expect(Object.keys(file?.alts ?? {}).toSorted(), slug).toEqual(['en', ...languages].toSorted())
    expect(file, slug).toMatchObject({
      original_name: `${slug}.webp`,
      credit: expect.stringContaining('AI Watch'),
      licence: 'MIT',
      use: 'now',
    })
    expect((file?.in_articles ?? 0) + (file?.in_drafts ?? 0), slug).toBe(1 + languages.length)
  }
})

test('readers get them, and see whose they are', async () => {
  const [{ slug } = { slug: '' }] = (await readDemoFiles()).originals
  const picture = await fetch(app.url + demoPictureAddress(slug))
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(await (await app.fresh(`/article/${slug}`)).text()).toContain('Image: AI Watch, drawn for the demo')
})

test('a second time nothing changes, and what was begun in vain is noted for removal', async () => {
  const before = await library()
  await seedDemoPictures(jobs.services)
  expect(await library()).toEqual(before)
  const [{ count } = { count: 0 }] = await app.database.sql<{ count: number }[]>`
    select count(*)::integer as count from storage.unused_files`
  expect(count).toBe(before.length)
})
