import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createClickLinks, isBotRequest } from '#server/features/newsletter/clicks.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addSentNewsletter } from '../../../tests/support/sent-newsletters.ts'
import { TEST_SECRETS } from '../../../tests/support/test-settings.ts'

const links = createClickLinks(TEST_SECRETS.jwtSecret)
const BROWSER = {
  'user-agent':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-language': 'de-CH,de;q=0.9',
}
let app: TestApp
let issueId: string

beforeAll(async () => {
  app = await startTestApp({ trustProxy: 1 })
})
afterAll(() => app.stop())
beforeEach(async () => {
  const { sql } = app.database
  await sql`delete from public.newsletter_issues`
  await sql`delete from private.rate_limits`
  issueId = await addSentNewsletter(sql, {
    startedAt: new Date().toISOString(),
    countsClicks: true,
    messages: { en: {} },
  })
})

let readers = 0
/** From an address of its own, which is not refused from memory. */
function follow(
  path: string,
  { ip = `203.0.113.${readers++ % 250}`, ...init }: { ip?: string; method?: string; headers?: object } = {},
): Promise<Response> {
  const headers = { ...BROWSER, ...init.headers, 'x-forwarded-for': ip }
  // `fetch` would add headers that a browser sends for scripts.
  return new Promise((resolve, reject) => {
    const sent = request(app.url + path, { ...init, headers, agent: false }, (response) => {
      response.resume()
      const given = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const)
      response.on('end', () =>
        resolve(
          new Response(null, { status: response.statusCode ?? 0, headers: given as [string, string][] }),
        ),
      )
    })
    sent.on('error', reject).end()
  })
}

const pathOf = (target: string, link = 1) => links.pathOf({ issueId, link, target })
const counted = () => app.database.sql`
  select link, target, people, scanners from public.newsletter_clicks order by link, target`

test('a click leads on and is counted, without its reader', async () => {
  const response = await follow(pathOf('https://lab.example/?a=1&b=2#x'))
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe('https://lab.example/?a=1&b=2#x')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  expect(response.headers.get('set-cookie')).toBeNull()
  await follow(pathOf('https://lab.example/?a=1&b=2#x'))
  expect([...(await counted())]).toEqual([
    { link: 1, target: 'https://lab.example/?a=1&b=2#x', people: 2, scanners: 0 },
  ])
  const columns = await app.database.sql`
    select column_name as name from information_schema.columns where table_name = 'newsletter_clicks' order by ordinal_position`
  expect(columns.map(({ name }) => name)).toEqual(['issue_id', 'link', 'target', 'day', 'people', 'scanners'])
})

test('a link to our own site leads there, whatever host the request names', async () => {
  const response = await follow(pathOf('/article/harbour?lang=de'), {
    headers: { 'x-forwarded-host': 'evil.example' },
  })
  expect(response.headers.get('location')).toBe(`${app.url}/article/harbour?lang=de`)
})

test('programs are counted apart', async () => {
  await follow(pathOf('/tech'), { method: 'HEAD' })
  await follow(pathOf('/tech'), { headers: { 'user-agent': 'curl/8' } })
  expect([...(await counted())]).toEqual([{ link: 1, target: '/tech', people: 0, scanners: 2 }])
})

test('an address that we have not signed is a page that does not exist, in its language', async () => {
  const forged = pathOf('/tech').replace('t=%2Ftech', 't=https%3A%2F%2Fevil.example')
  for (const path of [forged, '/newsletter/go', '/newsletter/go?lang=de&i=x']) {
    const response = await follow(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('location')).toBeNull()
    expect(response.headers.get('content-type')).toContain('text/html')
  }
  expect(await counted()).toHaveLength(0)
})

test.each([
  ['of another issue', async () => randomUUID()],
  [
    'of an issue that counts none',
    () => addSentNewsletter(app.database.sql, { slug: '2026-11-08', messages: { en: {} } }),
  ],
  [
    'of a draft',
    () =>
      addSentNewsletter(app.database.sql, {
        slug: '2026-11-09',
        startedAt: null,
        countsClicks: true,
        messages: {},
      }),
  ],
  [
    'of an issue of long ago',
    () =>
      addSentNewsletter(app.database.sql, {
        slug: '2025-11-09',
        startedAt: '2025-11-09T08:00:00Z',
        countsClicks: true,
        messages: {},
      }),
  ],
])('a click on a link %s leads on and is not counted', async (_name, make) => {
  const response = await follow(links.pathOf({ issueId: await make(), link: 1, target: '/tech' }))
  expect(response.status).toBe(302)
  expect(await counted()).toHaveLength(0)
})

test('one address counts thirty times an hour, and is led on after that', async () => {
  for (let time = 0; time < 35; time++) {
    expect((await follow(pathOf('/tech'), { ip: '198.51.100.7' })).status).toBe(302)
  }
  expect([...(await counted())]).toEqual([{ link: 1, target: '/tech', people: 30, scanners: 0 }])
})

test.each<[string, RequestInit, boolean]>([
  ['a browser', {}, false],
  [
    'a browser over HTTPS',
    { headers: { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' } },
    false,
  ],
  ['a browser that looks ahead', { headers: { 'sec-purpose': 'prefetch;prerender' } }, true],
  ['a script of a page', { headers: { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' } }, true],
  ['HEAD', { method: 'HEAD' }, true],
  ['nothing of itself', { headers: { 'user-agent': '' } }, true],
  ['no language', { headers: { 'accept-language': '' } }, true],
  ['no page wanted', { headers: { accept: '*/*' } }, true],
  [
    'a crawler',
    { headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' } },
    true,
  ],
  ['a library', { headers: { 'user-agent': 'python-requests/2.32' } }, true],
  [
    'a headless browser',
    {
      headers: {
        'user-agent':
          'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0 Safari/537.36',
      },
    },
    true,
  ],
  ['a mail scanner', { headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) BarracudaCentral' } }, true],
])('%s', (_name, { headers, ...init }, scanner) => {
  const all = Object.entries({ ...BROWSER, ...(headers as Record<string, string>) })
  const given = all.filter(([, value]) => value !== '')
  const asked = new Request('https://aiwatch.example/newsletter/go', {
    ...init,
    headers: given as [string, string][],
  })
  expect(isBotRequest(asked)).toBe(scanner)
})
