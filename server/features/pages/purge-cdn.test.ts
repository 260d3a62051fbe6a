import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createPageCache } from '#server/features/pages/page-cache/page-cache.ts'
import { followEvictions, purgeCdn, purgeCdnJob } from '#server/features/pages/purge-cdn.ts'
import { createLog } from '#server/platform/log.ts'
import { createAdministrator } from '../../../tests/support/accounts.ts'
import { ADMIN, startTestApp } from '../../../tests/support/app.ts'
import { addArticle, anArticle } from '../../../tests/support/articles.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { hurryJobs } from '../../../tests/support/jobs.ts'

interface Purge {
  authorization: string | undefined
  body: { everything: boolean; addresses?: string[] }
}

/** Starts a server that keeps what a CDN is told; it answers with these statuses, and then with 200. */
async function startCdn(statuses: number[] = []) {
  const purges: Purge[] = []
  const server = createServer(async (request, response) => {
    purges.push({
      authorization: request.headers.authorization,
      body: (await json(request)) as Purge['body'],
    })
    const status = statuses.shift() ?? 200
    response.writeHead(status, { location: '/elsewhere' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`, purges }
}

test('a CDN may cache pages, and is told which have changed, also when it fails at first', async () => {
  const cdn = await startCdn([500])
  const app = await startTestApp({ cdn: { url: cdn.url, token: 'a-token' } })
  onTestFinished(() => app.stop())
  const service = app.service()
  await addArticle(service, anArticle({ title: 'Told', slug: 'told' }))
  // The first ones are those of the start: a page may have changed before.
  await expect
    .poll(async () => {
      await hurryJobs(app.database.sql)
      return cdn.purges.length
    })
    .toBeGreaterThan(1)
  expect(cdn.purges[0]).toEqual({ authorization: 'Bearer a-token', body: { everything: true } })

  const page = await fetch(`${app.url}/article/told`)
  expect(page.headers.get('cdn-cache-control')).toBe('max-age=60, stale-while-revalidate=30')
  expect(page.headers.get('cache-control')).toBe('public, max-age=0, stale-while-revalidate=30')
  expect((await fetch(`${app.url}/about`)).status).toBe(200)
  expect((await app.fresh('/article/told')).headers.has('cdn-cache-control')).toBe(false)
  expect((await fetch(`${app.url}/article/none`)).headers.has('cdn-cache-control')).toBe(false)

  const before = cdn.purges.length
  await service.from('articles').update({ title: 'Told anew' }).eq('slug', 'told').throwOnError()
  const addresses = () => cdn.purges.slice(before).flatMap(({ body }) => body.addresses ?? [])
  await expect.poll(addresses).toContain(`${app.url}/article/told`)
  expect(addresses()).not.toContain(`${app.url}/about`)
})

test('a restored site tells a CDN nothing until it is let go on, and then everything', async () => {
  const cdn = await startCdn()
  const database = await createTestDatabase()
  const { sql } = database
  onTestFinished(() => database.drop())
  await createAdministrator(sql, ADMIN.email, ADMIN.password)
  await sql`insert into private.restorations (made_at) values (now())`
  const app = await startTestApp({ cdn: { url: cdn.url, token: undefined }, beside: { database } })
  onTestFinished(() => app.stop())
  await addArticle(app.service(), anArticle({ title: 'Told', slug: 'told' }))
  const done = () => sql`select from pgboss.job where name = 'purge-cdn' and state = 'completed'`
  await expect
    .poll(async () => {
      await hurryJobs(sql)
      return (await done()).length
    })
    .toBeGreaterThan(0)
  expect(cdn.purges).toEqual([])
  const admin = await app.administrator()
  await admin.rpc('confirm_restoration').throwOnError()
  await expect
    .poll(() => cdn.purges.map(({ body }) => body), { timeout: 15_000 })
    .toEqual([{ everything: true }])
})

test('without CDN_PURGE_URL nobody may keep a page', async () => {
  const app = await startTestApp()
  onTestFinished(() => app.stop())
  expect((await fetch(`${app.url}/`)).headers.has('cdn-cache-control')).toBe(false)
})

test('many evictions are a few jobs, more are one, and a queue that fails is named once', async () => {
  const jobs: (string[] | null)[] = []
  const errors: unknown[] = []
  let isFull = false
  const queue = {
    async enqueue(_job: unknown, { paths }: { paths: string[] | null }) {
      if (isFull) throw new Error('500 jobs purge-cdn are waiting')
      jobs.push(paths)
      return ''
    },
  }
  const log = { ...createLog('silent'), error: (...values: unknown[]) => void errors.push(values) }
  const cache = followEvictions(createPageCache({ maxBytes: 50_000_000 }), { queue: queue as never, log })
  const fill = (pages: number, path = `/article/${'long-'.repeat(10)}`) =>
    Promise.all(
      Array.from({ length: pages }, (_, index) =>
        cache.get(`${path}${index}`, async () => ({
          status: 200,
          headers: {},
          body: Buffer.from('page'),
          tags: new Set(['list']),
          until: Infinity,
        })),
      ),
    )
  await fill(100)
  cache.evict(['other'])
  cache.evict(['list'])
  await expect.poll(() => jobs.flat().length).toBe(100)
  expect(jobs.length).toBeLessThan(10)
  for (const paths of jobs) expect(JSON.stringify({ paths }).length).toBeLessThan(2_000)

  // Of short addresses many fit into one job.
  jobs.length = 0
  await fill(200, '/ai?page=')
  cache.evict(['list'])
  await expect.poll(() => jobs.flat().length).toBe(200)
  for (const paths of jobs) expect(purgeCdnJob.payload.safeParse({ paths }).success).toBe(true)

  jobs.length = 0
  await fill(300)
  cache.evict(['list'])
  await cache.stop()
  expect(jobs).toEqual([null])

  isFull = true
  cache.evictAll()
  await cache.stop()
  expect(errors).toEqual([[expect.stringMatching(/^The CDN is not told/), expect.any(Error)]])
})

test.each([
  [301, 'CDN_PURGE_URL answered with status 301'],
  [403, 'CDN_PURGE_URL answered with status 403'],
])('a purge that is answered with %i fails with its status', async (status, message) => {
  const cdn = await startCdn([status])
  const deps = { cdn: { url: cdn.url, token: undefined }, siteUrl: 'https://paper.example' }
  await expect(purgeCdn(deps, { paths: ['/'] })).rejects.toThrow(message)
  expect(cdn.purges).toEqual([
    { authorization: undefined, body: { everything: false, addresses: ['https://paper.example/'] } },
  ])
})

test('a CDN that cannot be reached is named without its address', async () => {
  const cdn = { url: 'http://127.0.0.1:1/secret-path', token: 'a-token' }
  const failure = purgeCdn({ cdn, siteUrl: 'https://paper.example' }, { paths: null })
  await expect(failure).rejects.toThrow(/^CDN_PURGE_URL cannot be reached: /)
  await expect(failure).rejects.not.toThrow(/secret-path|a-token/)
})
