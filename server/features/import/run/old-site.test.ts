import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { oldSiteOrigin } from '#core/domain/site-import.ts'
import { importing } from '#server/features/import/run/testing/import-site.ts'
import { memorySource } from '#server/features/import/testing/read-all.ts'
import { createPictureFetcher } from '#server/platform/links/picture-fetcher.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { paintImage } from '../../../../tests/support/images.ts'
import { startTestJobs, type TestJobs } from '../../../../tests/support/jobs.ts'
import { createTemporaryFolder } from '../../../../tests/support/temporary-folder.ts'

let database: TestDatabase
let jobs: TestJobs

beforeAll(async () => {
  database = await createTestDatabase()
  jobs = await startTestJobs(database, { works: false, dataDir: createTemporaryFolder('import-old-site') })
})
afterAll(async () => {
  await jobs.stop()
  await database.drop()
})

/** A post in the form in which Ghost exports it: its own address is a mark, which stands for nothing in the file. */
const EXPORT = {
  db: [
    {
      data: {
        posts: [
          {
            id: '64f0000000000000000000aa',
            title: 'The harbour',
            slug: 'harbour',
            status: 'published',
            published_at: '2024-05-01T08:00:00.000Z',
            html: '<p>Look: <img src="__GHOST_URL__/content/images/2024/05/a.png" alt="Boats"></p>',
          },
        ],
      },
    },
  ],
}

async function startOldSite(): Promise<string> {
  const picture = await paintImage('png')
  const server = createServer((request, response) => {
    const isThere = request.url === '/content/images/2024/05/a.png'
    response
      .writeHead(isThere ? 200 : 404, { 'content-type': 'image/png' })
      .end(isThere ? picture : undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const text = async () => {
  const [article] = await database.sql<[{ content: string }]>`select content from public.articles`
  return article.content
}

test('pictures of a site that the export does not name are brought once somebody has said where it is', async () => {
  const site = await startOldSite()
  const services = {
    ...jobs.services,
    pictures: createPictureFetcher({ siteUrl: jobs.services.siteUrl, allowed: ['127.0.0.1'] }),
  }
  const steps = importing(services)
  const source = memorySource({ 'ghost.json': JSON.stringify(EXPORT) })
  const { id, plan } = await steps.plan(source)
  expect(plan).toMatchObject({ pictures: { inside: 0, elsewhere: 0, siteless: 1 }, site: null })

  const without = await steps.run(id, source)
  expect(without.report).toMatchObject({ created: 1, pictures: 0, picturesFailed: 1 })
  expect(without.notes.flatMap(({ first }) => first.map(({ what }) => what))).toEqual([
    '/content/images/2024/05/a.png (nobody has said where the old site is)',
  ])

  // Then the article is another one for this import.
  const again = await steps.run(id, source, { site })
  expect(again.report).toMatchObject({ updated: 1, pictures: 1, picturesFailed: 0 })
  expect(await text()).toMatch(/!\[Boats\]\(\/storage\/v1\/object\/public\/article-images\/\S+\.png\)/)

  // The next import of this site knows it.
  const next = await steps.plan(source)
  expect(next.plan).toMatchObject({ pictures: { elsewhere: 1, siteless: 0 }, site })
})

test.each([
  ['https://harbour.example/blog?a=1', 'https://harbour.example'],
  [' harbour.example ', 'https://harbour.example'],
  ['HTTP://Harbour.example:8080/', 'http://harbour.example:8080'],
  ['', null],
  ['harbour', null],
  ['https://', null],
  ['https://nora:secret@harbour.example', null],
  ['javascript:alert(1)', null],
  [`https://harbour.example/${'a'.repeat(300)}`, null],
])('the old site of %j is %j', (entered, origin) => {
  expect(oldSiteOrigin(entered)).toBe(origin)
})
