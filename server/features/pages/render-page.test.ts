import { createHash } from 'node:crypto'
import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addArticle, anArticle } from '../../../tests/support/articles.ts'

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code, 'utf8').digest('base64')}'`

/** The sources of one directive of a policy. */
function sources(policy: string | null, directive: string): string[] {
  const found = (policy ?? '').split('; ').find((part) => part.startsWith(`${directive} `))
  return found?.split(' ').slice(1) ?? []
}

/** Returns the compressed body as it is sent; `fetch` would decompress it. */
function compressedBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () => resolve(bytes))
    })
    request.on('error', reject)
  })
}

describe('a page', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await startTestApp()
    await addArticle(app.service(), anArticle())
    await addArticle(app.service(), anArticle({ title: 'Not yet', published: false }))
  })
  afterAll(() => app.stop())

  test.each([
    ['/', 200],
    ['/?lang=de', 200],
    ['/news', 200],
    ['/article/harbour-town-audits-its-algorithms', 200],
    ['/admin', 200],
    ['/confirm-subscription', 200],
    ['/article/not-yet', 404],
    ['/article/nothing', 404],
    ['/sport', 404],
    ['/one/two/three', 404],
    ['/admin/nothing', 404],
    ['/100%25', 404],
  ])(
    'at %s is HTML with status %d, and its policy allows exactly its inline scripts',
    async (path, status) => {
      const response = await fetch(app.url + path)
      expect(response.status).toBe(status)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      const html = await response.text()
      const inline = [...html.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)]
        .filter(([, attributes]) => !/ src=|json"/.test(attributes ?? ''))
        .map(([, , code]) => hashOf(code ?? ''))
      expect(inline).not.toEqual([])
      const allowed = sources(response.headers.get('content-security-policy'), 'script-src')
      expect(new Set(allowed)).toEqual(new Set(["'self'", ...inline]))
    },
  )

  test('does not tell whether there is a draft to who is not signed in', async () => {
    const shellOf = async (slug: string) =>
      (await (await fetch(`${app.url}/admin/articles/edit/${slug}`)).text()).replaceAll(slug, '')
    expect(await shellOf('not-yet')).toBe(await shellOf('no-such-article'))
  })

  test('has at most 30 kB of HTML with its styles and one script of at most 12 kB', async () => {
    const path = '/article/harbour-town-audits-its-algorithms'
    const html = await (await fetch(app.url + path)).text()
    expect(html).not.toMatch(/<link[^>]*stylesheet|https?:\/\/(?!127\.0\.0\.1)[^"]*\.(js|css|woff2)/)
    const scripts = [...new Set(html.match(/\/assets\/[\w.-]+\.js\b/g))]
    expect(scripts).toEqual([expect.stringMatching(/^\/assets\/reader-[\w-]+\.js$/)])
    expect(await compressedBytes(app.url + scripts[0])).toBeLessThan(12_000)
    expect(await compressedBytes(app.url + path)).toBeLessThan(30_000)
  })

  test.each(['/', '/news', '/article/harbour-town-audits-its-algorithms', '/about', '/sport'])(
    'at %s is whole without scripts: it has no data for one, nor a script that the first paint waits for',
    async (path) => {
      const html = await (await fetch(app.url + path)).text()
      expect(html).not.toMatch(/__reactRouter|modulepreload|nonce=/)
      // React writes this for parts that are still suspended.
      expect(html).not.toMatch(/<!--\$[!?]-->/)
      const loaded = [...html.matchAll(/<script[^>]* src="[^>]*>/g)].map(([tag]) => tag)
      expect(loaded).toEqual([expect.stringMatching(/ type="module" async=""/)])
    },
  )

  test('of the desk is written with the data that its browser begins with', async () => {
    const html = await (await fetch(`${app.url}/admin`)).text()
    expect(html).toContain('window.__reactRouterContext.streamController.enqueue("[')
    expect(html).toContain('window.__reactRouterContext.streamController.close();</script>')
    expect(html).not.toMatch(/nonce=|<!--\$[!?]-->/)
  })

  test('has the headers of GET and no body for HEAD', async () => {
    const [get, head] = await Promise.all(['GET', 'HEAD'].map((method) => fetch(`${app.url}/`, { method })))
    expect(head?.status).toBe(200)
    expect(await head?.text()).toBe('')
    for (const name of ['content-type', 'content-security-policy'])
      expect(head?.headers.get(name), name).toBe(get?.headers.get(name))
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'without an action responds to %s with 405',
    async (method) => {
      expect((await fetch(`${app.url}/news`, { method })).status).toBe(405)
    },
  )

  test('is the same bytes whatever host, cookie or language a browser sends', async () => {
    const plain = await (await fetch(`${app.url}/news`)).text()
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      cookie: 'preferred-language=de',
      'accept-language': 'de',
      'user-agent': 'GPTBot',
    }
    expect(await (await fetch(`${app.url}/news`, { headers })).text()).toBe(plain)
  })
})
