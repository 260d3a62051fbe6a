import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ServerContext } from '#server/features/pages/page-build.ts'
import { createPageCache } from '#server/features/pages/page-cache/page-cache.ts'
import { createPageServer } from '#server/features/pages/page-server.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../../tests/support/articles.ts'
import { emptyTables } from '../../../tests/support/empty-tables.ts'

let app: TestApp
/** A second app on the same database, like a second process. */
let other: TestApp

beforeAll(async () => {
  app = await startTestApp()
  other = await startTestApp({ beside: app })
})
afterAll(async () => {
  await other.stop()
  await app.stop()
})
beforeEach(async () => {
  await emptyTables(app.database.sql, 'public.articles')
})

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** Sends a request unchanged; fetch would decompress, and normalise the path and the Host header. */
function get(
  url: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    request({ hostname, port, path, headers, method }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
      .on('error', reject)
      .end()
  })
}

const noValues = () => ({}) as ServerContext
/** Caches all pages except those with a capital letter in their address. */
const loadPageKey = async () => (address: string) => (/[A-Z]/.test(address) ? null : address)

async function until(check: () => Promise<boolean>): Promise<void> {
  while (!(await check())) await new Promise((resolve) => setImmediate(resolve))
}

describe('a cached page', () => {
  test('is the same bytes for everyone, whatever headers they send', async () => {
    await addArticle(app.service(), anArticle({ slug: 'one' }))
    const first = await get(app.url, '/article/one')
    for (const headers of [
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      { 'accept-language': 'de' },
      { cookie: 'lang=de; session=1' },
      { 'user-agent': 'Googlebot' },
      { origin: 'https://evil.example', referer: 'https://evil.example' },
    ]) {
      const again = await get(
        app.url,
        '/article/one?utm_source=x&<script>',
        headers as Record<string, string>,
      )
      expect(again.body.equals(first.body), JSON.stringify(headers)).toBe(true)
      expect(again.headers.etag).toBe(first.headers.etag)
    }
    expect(first.body.toString()).not.toContain('evil.example')
    expect(first.headers.vary).toBe('accept-encoding')
    expect(first.headers['set-cookie']).toBeUndefined()
  })

  test('is sent compressed, with a strong ETag per encoding, and 304 has no body', async () => {
    for (const encoding of ['br', 'gzip']) {
      const page = await get(app.url, '/', { 'accept-encoding': encoding })
      expect(page.headers['content-encoding']).toBe(encoding)
      const etag = String(page.headers.etag)
      expect(etag).toMatch(/^"[\w-]+"$/)
      const unchanged = await get(app.url, '/', { 'accept-encoding': encoding, 'if-none-match': etag })
      expect([unchanged.status, unchanged.body.length, unchanged.headers.etag]).toEqual([304, 0, etag])
    }
  })

  test('carries the security headers and its policy', async () => {
    for (const visit of ['rendered', 'cached']) {
      const { headers } = await get(app.url, '/about')
      expect(headers['x-content-type-options'], visit).toBe('nosniff')
      expect(headers['content-security-policy'], visit).toContain("object-src 'none'")
    }
  })

  test('is not sent to a request with credentials', async () => {
    await get(app.url, '/about')
    const { headers } = await get(app.url, '/about', { authorization: 'Bearer something' })
    expect(headers.etag).toBeUndefined()
  })
})

describe('a page that is not cached', () => {
  test.each([
    ['/search?q=model', 200],
    ['/nothing/of/that/name', 404],
    ['/%6eothing', 404],
    ['/admin', 200],
  ])('is sent compressed too: %s', async (path, status) => {
    const plain = await get(app.url, path)
    expect([plain.status, plain.headers['content-encoding']]).toEqual([status, undefined])
    expect(plain.headers.vary).toBe('accept-encoding')
    expect(plain.headers.etag).toBeUndefined()
    for (const [encoding, decompress] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const page = await get(app.url, path, { 'accept-encoding': encoding })
      expect([page.status, page.headers['content-encoding'], page.headers.vary]).toEqual([
        status,
        encoding,
        'accept-encoding',
      ])
      expect(page.body.length).toBeLessThan(plain.body.length / 2)
      const length = page.headers['content-length']
      if (length !== undefined) expect(Number(length)).toBe(page.body.length)
      expect(decompress(page.body).toString()).toContain('</html>')
    }
    const head = await get(app.url, path, { 'accept-encoding': 'br' }, 'HEAD')
    expect([head.status, head.body.length, head.headers['content-encoding']]).toEqual([status, 0, undefined])
  })

  test('is not compressed when it is short', async () => {
    const { body, headers } = await get(app.url, '/feeds/xx.xml', { 'accept-encoding': 'br' })
    expect(body.toString()).toBe('Not found\n')
    expect(headers['content-encoding']).toBeUndefined()
  })
})

test('no page is cached beyond the end of the year', async () => {
  let at = Date.UTC(2026, 11, 31, 23, 59, 59, 999)
  const cache = createPageCache({ maxBytes: 1024 * 1024, now: () => at })
  const pages = createPageServer({
    render: async (_request, { tag }) => {
      tag('unchanging')
      return { status: 200, headers: {}, body: Buffer.from(`© ${new Date(at).getUTCFullYear()}`) }
    },
    loadPageKey,
    cache,
    siteUrl: app.url,
    headers: {},
    now: () => at,
  })
  const read = async () => (await pages.respond(new Request(`${app.url}/`), noValues)).text()
  expect(await read()).toBe('© 2026')
  expect(cache.peek('/')).toBeDefined()
  at += 1
  expect(cache.peek('/')).toBeUndefined()
  expect(await read()).toBe('© 2027')
})

test('a page with an expiry is rendered again after it, and its headers do not contain it', async () => {
  let at = Date.UTC(2026, 5, 1)
  const cache = createPageCache({ maxBytes: 1024 * 1024, now: () => at })
  const pages = createPageServer({
    render: async (_request, { tag, expireAfter }) => {
      tag('setting:landing_subscribers')
      expireAfter(7200)
      expireAfter(3600)
      return { status: 200, headers: {}, body: Buffer.from(`${at}`) }
    },
    loadPageKey,
    cache,
    siteUrl: app.url,
    headers: {},
    now: () => at,
  })
  const first = await pages.respond(new Request(`${app.url}/`), noValues)
  expect(first.headers.get('cache-control')).toBe('public, max-age=0, stale-while-revalidate=30')
  at += 3_599_999
  expect(cache.peek('/')).toBeDefined()
  at += 1
  expect(cache.peek('/')).toBeUndefined()
})

test('addresses of another site are looked up only where there would be no page, and nothing of them is cached', async () => {
  const cache = createPageCache({ maxBytes: 1e6 })
  const asked: string[] = []
  let rendered = 0
  const pages = createPageServer({
    async render(request, { tag }) {
      rendered += 1
      const { pathname } = new URL(request.url)
      if (pathname === '/') tag('list:*')
      return { status: pathname === '/' ? 200 : 404, headers: {}, body: Buffer.from('page') }
    },
    loadPageKey: async () => (address) => new URL(address, app.url).pathname,
    cache,
    async findOldAddress({ pathname, search }) {
      asked.push(pathname + search)
      return search === '?p=1' ? { path: '/article/harbour', status: 301 } : null
    },
    siteUrl: app.url,
    headers: {},
  })
  const statusOf = async (path: string, method = 'GET') =>
    (await pages.respond(new Request(app.url + path, { method }), noValues)).status
  for (const path of ['/', '/?utm_source=feed', '/?lang=de']) expect(await statusOf(path)).toBe(200)
  expect(asked).toEqual([])
  expect([await statusOf('/?p=1'), await statusOf('/?p=1', 'HEAD'), await statusOf('/?p=2')]).toEqual([
    301, 301, 200,
  ])
  expect([await statusOf('/old'), await statusOf('/old?p=1'), await statusOf('/old', 'POST')]).toEqual([
    404, 301, 404,
  ])
  // Addresses that no page can have render nothing.
  const before = rendered
  expect([await statusOf('/2024/old?p=1'), rendered, await statusOf('/2024/old'), rendered]).toEqual([
    301,
    before,
    404,
    before + 1,
  ])
  expect(asked.join(' ')).toBe('/?p=1 /?p=1 /?p=2 /old /old?p=1 /2024/old?p=1 /2024/old')
  expect([cache.size.pages, cache.peek('/') === undefined]).toEqual([1, false])
})

test.each([
  '/admin',
  '/admin/dashboard',
  '/search?q=one',
  '/article/not-yet-published',
  '/article/not-yet-published.md',
  '/no-such-page',
  '/news.data?_routes=root',
])('%s is stored by no shared cache', async (path) => {
  const { headers } = await fetch(app.url + path)
  expect(headers.get('cache-control')).toBe('private, no-cache')
})

describe('a change in the database', () => {
  test('is shown on the article, its lists and feeds, in every process', async () => {
    const { id } = await addArticle(app.service(), anArticle({ slug: 'one', title: 'Before' }))
    const paths = ['/', '/news', '/tech', '/article/one', '/feeds/en.xml', '/sitemap.xml']
    for (const { url } of [app, other]) for (const path of paths) await get(url, path)

    await app.service().from('articles').update({ title: 'Afterwards' }).eq('id', id).throwOnError()
    for (const { url } of [app, other]) {
      for (const path of ['/', '/news', '/article/one', '/feeds/en.xml']) {
        await until(async () => (await get(url, path)).body.includes('Afterwards'))
      }
    }

    await app.service().from('articles').delete().eq('id', id).throwOnError()
    await until(async () => (await get(other.url, '/article/one')).status === 404)
    await until(async () => !(await get(other.url, '/')).body.includes('Afterwards'))
  })

  test('of a translation does not evict the English list', async () => {
    const original = await addArticle(app.service(), anArticle({ slug: 'one', title: 'In English' }))
    await until(async () => (await get(app.url, '/news')).body.includes('In English'))
    const english = await get(app.url, '/news')
    const german = await get(app.url, '/news?lang=de')
    await addArticle(app.service(), aTranslation(original, 'de', { slug: 'eins', title: 'Auf Deutsch' }))
    await until(async () => (await get(app.url, '/news?lang=de')).body.includes('Auf Deutsch'))
    expect((await get(app.url, '/news')).headers.etag).toBe(english.headers.etag)
    expect((await get(app.url, '/news?lang=de')).headers.etag).not.toBe(german.headers.etag)
  })
})

describe('odd requests', () => {
  test.each([
    ['a path of ten kilobytes', `/${'a'.repeat(10_000)}`, 404],
    ['a deep path of ten kilobytes', '/a'.repeat(5_000), 404],
    ['a path that is no UTF-8', '/%ff%fe', 400],
    ['a path with a NUL', '/article/%00', 404],
    ['a query of ten kilobytes', `/about?${'a=1&'.repeat(2_500)}`, 200],
  ])('%s gets a normal response', async (_name, path, status) => {
    const answer = await get(app.url, path)
    expect(answer.status).toBe(status)
    expect(answer.headers.location).toBeUndefined()
    expect((await get(app.url, '/about')).status).toBe(200)
  })

  test('TRACE is refused', async () => {
    const answer = await get(app.url, '/', {}, 'TRACE')
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD, POST'])
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })

  test.each(['/', '/news', '/about', '/robots.txt', '/feeds/en.xml', '/admin'])(
    'a form that %s does not take is refused without a word about the code',
    async (path) => {
      const response = await fetch(app.url + path, { method: 'POST', body: new URLSearchParams({ a: 'b' }) })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(await response.text()).toBe('This address does not take such requests.')
    },
  )

  test.each(['a b', '[::1', 'x/../etc', 'x@y:99999'])('a Host of %j is refused', async (host) => {
    const { status, headers, body } = await get(app.url, '/search?q=a', { host })
    expect([status, body.toString()]).toEqual([400, 'The request is not valid.'])
    expect(headers['content-type']).toMatch(/^text\/plain/)
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test.each(['/subscribe', '/news'])('more than ten kilobytes sent to %s are refused', async (path) => {
    const body = `email=${'a'.repeat(20_000)}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await fetch(app.url + path, { method: 'POST', headers, body })
    expect(response.status).toBe(413)
    const streamed = await fetch(app.url + path, {
      method: 'POST',
      headers,
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(streamed.status).toBe(413)
  })
})
