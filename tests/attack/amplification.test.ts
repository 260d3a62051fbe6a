import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { addArticle, anArticle } from '../support/articles.ts'
import { TEST_SECRETS } from '../support/test-settings.ts'

let app: TestApp
const CONTENT = 'An ordinary paragraph of an article.\n\n'.repeat(25_000)

beforeAll(async () => {
  app = await startTestApp()
  for (let n = 0; n < 10; n++) {
    await addArticle(app.service(), anArticle({ title: `Long ${n}`, slug: `long-${n}`, content: CONTENT }))
  }
})
afterAll(() => app.stop())

const headers = { apikey: TEST_SECRETS.publishableKey }

async function get(query: string) {
  const response = await fetch(`${app.url}/rest/v1/articles?${query}`, { headers })
  const text = await response.text()
  return { status: response.status, length: text.length, body: response.ok ? null : JSON.parse(text) }
}

describe('a short request cannot cause a huge response', () => {
  test('by naming one column many times', async () => {
    const aliases = Array.from({ length: 400 }, (_, n) => `a${n}:content`).join()
    const names = Array.from({ length: 400 }, () => 'content').join()
    for (const select of [aliases, names, 'content,content', '*,content', '*,*']) {
      const { status, body } = await get(`select=${select}`)
      expect([status, Object.keys(body).sort()], select.slice(0, 40)).toEqual([
        400,
        ['code', 'details', 'hint', 'message'],
      ])
    }
  })
})

describe('an excessive request is refused', () => {
  const many = (count: number, what: (n: number) => string, separator = '&') =>
    Array.from({ length: count }, (_, n) => what(n)).join(separator)

  test.each<[string, string]>([
    ['with 51 conditions', many(51, (n) => `title=neq.${n}`)],
    ['with 51 conditions in a group', `or=(${many(51, (n) => `title.eq.${n}`, ',')})`],
    ['with a list of 51 patterns', `title=ilike(any).{${many(51, (n) => `*${n}*`, ',')}}`],
    [
      'with 51 patterns in two lists',
      `title=like(all).{${many(26, (n) => `*${n}`, ',')}}&excerpt=like(any).{${many(25, (n) => `${n}*`, ',')}}`,
    ],
    ['with five orders', 'order=id,slug,title,excerpt,author'],
    ['with four groups inside each other', 'or=(and(or(and(id.is.null))))'],
    ['with thousands of groups inside each other', `or=${'(and'.repeat(2500)}`],
    ['with thousands of parentheses', `or=${'('.repeat(10_000)}`],
    ['with thousands of negations', `title=${'not.'.repeat(2_500)}eq.1`],
    ['with a long query string', `title=eq.${'x'.repeat(12_000)}`],
    ['with hundreds of parameters', many(300, (n) => `title=neq.${n}`)],
    ['with a select twice', 'select=id&select=slug'],
    ['with a limit twice', 'limit=1&limit=2'],
  ])('%s', async (_what, query) => {
    const { status, body } = await get(query)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: expect.stringMatching(/^PGRST/) })
  })

  test.each<[string, string]>([
    ['with eleven conditions', many(11, (n) => `title=neq.${n}`)],
    ['with a list of eleven patterns', `title=ilike(any).{${many(11, (n) => `*${n}*`, ',')}}`],
    ['for a part of whole texts', 'select=slug&content=ilike.*paragraph*'],
    ['for what is not in whole texts', 'select=slug&or=(slug.eq.a,not.and(content.not.like.*paragraph*))'],
    ['for one of many whole texts', 'select=slug&content=in.(a,b)'],
    ['in the order of whole texts', 'select=slug&order=slug,content'],
  ])('%s, unless somebody is signed in', async (_what, query) => {
    const { status, body } = await get(query)
    expect([status, body]).toMatchObject([400, { code: 'PGRST100' }])
    const { data } = await (await app.administrator()).auth.getSession()
    const authorization = `Bearer ${data.session?.access_token}`
    const asked = `${app.url}/rest/v1/articles?${query}&limit=1`
    expect((await fetch(asked, { headers: { ...headers, authorization } })).status).toBe(200)
  })

  test('with an endless body, before it is complete', async () => {
    const sent = await new Promise<{ status: number; bytes: number }>((resolve, reject) => {
      let bytes = 0
      let timer: NodeJS.Timeout
      const outgoing = request(
        `${app.url}/rest/v1/rpc/subscribe_newsletter`,
        { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } },
        (response) => {
          clearInterval(timer)
          response.resume()
          outgoing.destroy()
          resolve({ status: response.statusCode ?? 0, bytes })
        },
      )
      outgoing.on('error', reject)
      timer = setInterval(() => {
        bytes += 4096
        outgoing.write('x'.repeat(4096))
      }, 1)
    })
    expect(sent.status).toBe(413)
    expect(sent.bytes).toBeLessThan(4 * 1024 * 1024)
  })
})

test('one address can have only so many requests in flight, and others are served meanwhile', async () => {
  const proxied = await startTestApp({ beside: app, trustProxy: 1 })
  const from = (ip: string, path: string) =>
    fetch(proxied.url + path, { headers: { ...headers, 'x-forwarded-for': ip } })
  // A request whose response is not read stays in flight.
  const responses = await Promise.all(
    Array.from({ length: 60 }, () => from('192.0.2.1', '/rest/v1/articles?select=content&limit=10')),
  )
  const statuses = responses.map((response) => response.status)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0)
  expect((await from('192.0.2.2', '/rest/v1/articles?select=slug')).status).toBe(200)
  await Promise.all(responses.map((response) => response.body?.cancel()))
  await expect.poll(async () => (await from('192.0.2.1', '/rest/v1/articles?select=slug')).status).toBe(200)
  await proxied.stop()
})
