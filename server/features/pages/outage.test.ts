import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addArticle, anArticle } from '../../../tests/support/articles.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await addArticle(app.service(), anArticle({ title: 'Written before', slug: 'written-before' }))
})
afterAll(() => app.stop())

async function read(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(app.url + path, { headers })
  const { status, headers: answered } = response
  return {
    status,
    id: answered.get('x-request-id') ?? 'none',
    etag: answered.get('etag'),
    retryAfter: answered.get('retry-after'),
    text: await response.text(),
  }
}

test('while the database is down cached pages are served, and new content when it is back', async () => {
  const paths = ['/', '/news', '/article/written-before', '/feeds/en.xml', '/sitemap.xml']
  for (const path of paths) expect((await read(path)).text, path).toContain('ritten')
  await app.database.cut()

  for (const path of paths) {
    const { status, etag, text, id } = await read(path)
    expect(status, path).toBe(200)
    expect(id, path).toMatch(/^[\da-f-]{36}$/)
    expect(text, path).toContain('ritten')
    expect((await read(path, { 'if-none-match': etag ?? '' })).status, path).toBe(304)
  }
  const errors = vi.spyOn(console, 'error')
  onTestFinished(() => errors.mockRestore())
  expect((await read('/readyz')).status).toBe(503)
  expect((await read('/healthz')).status).toBe(200)
  const unknown = await read('/tech')
  expect([unknown.status, unknown.retryAfter]).toEqual([503, '1'])
  expect(unknown.text).not.toMatch(
    /postgres|ECONN|CONNECTION_|connection (?:closed|ended|refused|terminated)|at .*\.ts/i,
  )
  // The id that a reader can quote is the one in the log.
  expect(unknown.text).toContain(`please quote: ${unknown.id}`)
  for (const path of ['/feeds/de.xml', '/world', '/search?q=harbour', '/article/unknown.md']) {
    const { status, retryAfter } = await read(path)
    expect([status, retryAfter], path).toEqual([503, '1'])
  }
  // A page that cannot be rendered is not logged, however often a client requests it.
  expect(errors).not.toHaveBeenCalled()

  await app.database.restore()
  await expect.poll(async () => (await read('/readyz')).status, { timeout: 20_000 }).toBe(200)
  await addArticle(app.service(), anArticle({ title: 'Written after', slug: 'written-after' }))
  await expect.poll(async () => (await read('/')).text, { timeout: 20_000 }).toContain('Written after')
  expect((await read('/tech')).status).toBe(200)
})
