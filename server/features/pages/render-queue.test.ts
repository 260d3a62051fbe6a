import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ServerContext } from '#server/features/pages/page-build.ts'
import { createPageCache } from '#server/features/pages/page-cache/page-cache.ts'
import { createPageServer } from '#server/features/pages/page-server.ts'

const SITE_URL = 'https://example.org'

const noValues = () => ({}) as ServerContext
/** Caches all pages except those with a capital letter in their address. */
const loadPageKey = async () => (address: string) => (/[A-Z]/.test(address) ? null : address)

describe('pages being rendered', () => {
  /** Renders cacheable pages, each when the test allows it. */
  function renderLater() {
    const waiting: (() => void)[] = []
    const shown: (string | undefined)[] = []
    const cache = createPageCache({ maxBytes: 1024 * 1024 })
    const pages = createPageServer({
      render: (request, { tag, settings }) => {
        tag('unchanging')
        shown.push(settings?.site_name)
        const body = Buffer.from(new URL(request.url).pathname)
        return new Promise((resolve) => waiting.push(() => resolve({ status: 200, headers: {}, body })))
      },
      loadPageKey,
      cache,
      siteUrl: SITE_URL,
      headers: {},
    })
    const read = (path: string, client: string, values = noValues) =>
      pages.respond(new Request(SITE_URL + path), values, client)
    const finish = () => {
      for (const end of waiting.splice(0)) end()
    }
    return { read, finish, waiting, shown, cache }
  }

  test('are limited for one client address, and other addresses are served meanwhile', async () => {
    const { read, finish, waiting } = renderLater()
    const first = Array.from({ length: 60 }, (_, n) => read(`/Never-Cached-${n}`, '192.0.2.1'))
    await vi.waitUntil(() => waiting.length === 8)
    const other = read('/other', '192.0.2.2')
    await vi.waitUntil(() => waiting.length === 9)
    let isOver = false
    const all = Promise.all(first).finally(() => {
      isOver = true
    })
    while (!isOver) {
      expect(waiting.length).toBeLessThanOrEqual(9)
      finish()
      await new Promise(setImmediate)
    }
    expect((await other).status).toBe(200)
    for (const response of await all) expect(response.status).toBe(200)
  })

  test('are bounded for all addresses together', async () => {
    const { read, waiting } = renderLater()
    for (let n = 0; n < 1000; n++) void read(`/Never-Cached-${n}`, `192.0.2.${n}`)
    await vi.waitUntil(() => waiting.length > 0)
    expect(waiting).toHaveLength(16)
  })

  test('are refused when their turn does not come in time, and the cache stays as it is', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { read, finish, cache } = renderLater()
    const before = read('/cached', '192.0.2.1')
    await vi.advanceTimersByTimeAsync(0)
    finish()
    await before
    cache.evictAll()
    for (let n = 0; n < 16; n++) void read(`/Never-Cached-${n}`, `192.0.2.${10 + n}`)
    const late = read('/Never-Cached', '192.0.2.1')
    const old = read('/cached', '192.0.2.1')
    await vi.advanceTimersByTimeAsync(10_000)
    const { status, headers } = await late
    expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '1', 'no-store'])
    expect((await old).status).toBe(200)
  })

  test('count once, however many requests wait for the same page', async () => {
    const { read, finish, waiting } = renderLater()
    const answers = Array.from({ length: 100 }, () => read('/one', '192.0.2.1'))
    await vi.waitUntil(() => waiting.length === 1)
    finish()
    for (const answer of answers) expect((await answer).status).toBe(200)
  })

  test('are not held up by an address that asked for the same before and has to wait', async () => {
    const { read, finish, waiting } = renderLater()
    for (let n = 0; n < 60; n++) void read(`/Never-Cached-${n}`, '192.0.2.1')
    void read('/one', '192.0.2.1')
    await vi.waitUntil(() => waiting.length === 8)
    const other = read('/one', '192.0.2.2')
    await vi.waitUntil(() => waiting.length === 9)
    finish()
    expect((await other).status).toBe(200)
  })

  test('show the settings of the moment at which they begin', async () => {
    const { read, finish, waiting, shown } = renderLater()
    let siteName = 'before'
    for (let n = 0; n < 8; n++) void read(`/Never-Cached-${n}`, '192.0.2.1')
    await vi.waitUntil(() => waiting.length === 8)
    const page = read('/one', '192.0.2.1', () => ({ settings: { site_name: siteName } }) as ServerContext)
    siteName = 'after'
    finish()
    await vi.waitUntil(() => waiting.length === 1)
    finish()
    await page
    expect(shown.at(-1)).toBe('after')
  })
})
