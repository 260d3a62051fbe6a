import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  createCachedPage,
  createPageCache,
  type PageResult,
  type RenderedPage,
} from '#server/features/pages/page-cache/page-cache.ts'

const MEGABYTE = 1024 * 1024

function aPage(text: string, overrides: Partial<RenderedPage> = {}): RenderedPage {
  return {
    status: 200,
    headers: {},
    body: Buffer.from(text),
    tags: new Set(['news']),
    until: Infinity,
    ...overrides,
  }
}

function textOf(answer: PageResult): string {
  return ('cached' in answer ? answer.cached.variants.identity.body : answer.rendered.body).toString()
}

/** A renderer whose work the test finishes by hand. */
function slowRenderer() {
  const finish: ((page: RenderedPage) => void)[] = []
  const render = () => new Promise<RenderedPage>((resolve) => finish.push(resolve))
  return { render, finish }
}

test('a page is rendered once and then cached', async () => {
  const cache = createPageCache({ maxBytes: MEGABYTE })
  await cache.get('/', async () => aPage('first'))
  const again = await cache.get('/', async () => aPage('second'))
  expect(textOf(again)).toBe('first')
  expect(cache.peek('/')?.variants.identity.body.toString()).toBe('first')
})

test('requests that miss together share one rendering', async () => {
  const cache = createPageCache({ maxBytes: MEGABYTE })
  const { render, finish } = slowRenderer()
  const answers = Promise.all([cache.get('/', render), cache.get('/', render), cache.get('/', render)])
  expect(finish).toHaveLength(1)
  finish[0]?.(aPage('shared'))
  expect((await answers).map(textOf)).toEqual(['shared', 'shared', 'shared'])
})

test('only pages with an announced tag are rendered again', async () => {
  const cache = createPageCache({ maxBytes: MEGABYTE })
  await cache.get('/news', async () => aPage('old', { tags: new Set(['news', 'all']) }))
  await cache.get('/tech', async () => aPage('old', { tags: new Set(['tech']) }))
  cache.evict(['news'])
  expect(cache.peek('/news')).toBeUndefined()
  expect(textOf(await cache.get('/news', async () => aPage('new')))).toBe('new')
  expect(textOf(await cache.get('/tech', async () => aPage('new')))).toBe('old')
})

test('a rendering that began before a change is sent only to requests that were waiting for it', async () => {
  const cache = createPageCache({ maxBytes: MEGABYTE })
  const { render, finish } = slowRenderer()
  const before = cache.get('/', render)
  cache.evict(['news'])
  const after = cache.get('/', render)
  expect(finish).toHaveLength(2)
  finish[1]?.(aPage('new'))
  finish[0]?.(aPage('old'))
  expect([textOf(await before), textOf(await after)]).toEqual(['old', 'new'])
  expect(textOf(await cache.get('/', async () => aPage('newest')))).not.toBe('old')
})

test('while rendering fails, the evicted page is served', async () => {
  const cache = createPageCache({ maxBytes: MEGABYTE })
  await cache.get('/', async () => aPage('cached'))
  cache.evictAll()
  const failed = await cache.get('/', async () => aPage('sorry', { status: 500 }))
  expect(textOf(failed)).toBe('cached')
  expect(textOf(await cache.get('/', async () => aPage('recovered')))).toBe('recovered')
})

test('after an error nothing is cached', async () => {
  const cache = createPageCache({ maxBytes: MEGABYTE })
  await expect(cache.get('/', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(textOf(await cache.get('/', async () => aPage('fine')))).toBe('fine')
})

test.each([{ status: 404 }, { status: 301 }, { status: 500 }, { tags: new Set<string>() }])(
  'a page with %j is not cached',
  async (overrides) => {
    const cache = createPageCache({ maxBytes: MEGABYTE })
    await cache.get('/', async () => aPage('once', overrides))
    expect(cache.peek('/')).toBeUndefined()
    expect(cache.size.pages).toBe(0)
  },
)

test('a page that is 404 now is no longer served from the cache', async () => {
  const cache = createPageCache({ maxBytes: MEGABYTE })
  await cache.get('/', async () => aPage('there'))
  cache.evict(['news'])
  await cache.get('/', async () => aPage('gone', { status: 404 }))
  const failed = await cache.get('/', async () => aPage('sorry', { status: 500 }))
  expect(textOf(failed)).toBe('sorry')
})

test('memory is bounded: the least recently used pages are removed first', async () => {
  const cache = createPageCache({ maxBytes: 128 * 1024 })
  const noise = () =>
    Buffer.from(
      Array.from({ length: 1500 }, () => Math.random().toString(36))
        .join('')
        .slice(0, 1000),
    )
  for (let n = 0; n < 200; n++) await cache.get(`/${n}`, async () => aPage('', { body: noise() }))
  expect(cache.size.bytes).toBeLessThanOrEqual(128 * 1024)
  expect(cache.peek('/0')).toBeUndefined()
  expect(cache.peek('/199')).toBeDefined()
})

test('the memory of a page besides its body counts too', async () => {
  const cache = createPageCache({ maxBytes: MEGABYTE })
  const keyOf = (n: number) => `/${'a'.repeat(1_000)}${n}`
  for (let n = 0; n < 1_000; n++) await cache.get(keyOf(n), async () => aPage(''))
  expect(cache.size.pages).toBeLessThan(MEGABYTE / 4_000)
  expect(cache.peek(keyOf(999))).toBeDefined()
})

test('a page is cached until it expires', async () => {
  let at = 1_000
  const cache = createPageCache({ maxBytes: MEGABYTE, now: () => at })
  await cache.get('/', async () => aPage('first', { until: 2_000 }))
  at = 1_999
  expect(textOf(await cache.get('/', async () => aPage('early')))).toBe('first')
  at = 2_000
  expect(cache.peek('/')).toBeUndefined()
  expect(textOf(await cache.get('/', async () => aPage('second')))).toBe('second')
})

test('after the longest wait the evicted page is served, and the new one is cached when it is ready', async () => {
  const cache = createPageCache({ maxBytes: MEGABYTE, staleAfterMs: 1 })
  const { render, finish } = slowRenderer()
  await cache.get('/', async () => aPage('old'))
  cache.evictAll()
  expect(textOf(await cache.get('/', render))).toBe('old')
  expect(textOf(await cache.get('/', render))).toBe('old')
  expect(finish).toHaveLength(1)
  finish[0]?.(aPage('new'))
  await expect.poll(() => cache.peek('/')?.variants.identity.body.toString()).toBe('new')
})

test('a rendering that fails after the evicted page was served causes no unhandled rejection', async () => {
  const cache = createPageCache({ maxBytes: MEGABYTE, staleAfterMs: 1 })
  const { promise, reject } = Promise.withResolvers<RenderedPage>()
  await cache.get('/', async () => aPage('old'))
  cache.evictAll()
  expect(textOf(await cache.get('/', () => promise))).toBe('old')
  reject(new Error('the database is away'))
  await expect.poll(async () => textOf(await cache.get('/', async () => aPage('new')))).toBe('new')
})

test('every encoding has the same page and an ETag of its own', async () => {
  const body = Buffer.from('<p>ü</p>'.repeat(500))
  const { variants, bytes } = await createCachedPage({ body, headers: { 'x-a': '1' }, tags: new Set(['t']) })
  expect(brotliDecompressSync(variants.br.body)).toEqual(body)
  expect(gunzipSync(variants.gzip.body)).toEqual(body)
  expect(variants.identity.body).toEqual(body)
  const etags = Object.values(variants).map((variant) => variant.etag)
  expect(new Set(etags).size).toBe(3)
  for (const etag of etags) expect(etag).toMatch(/^"[\w-]+"$/)
  expect(variants.br.headers.join('\n')).toMatch(/^x-a\n1\n/)
  expect(variants.br.headers.join('\n')).toContain(
    `content-length\n${variants.br.body.length}\ncontent-encoding\nbr`,
  )
  expect(bytes).toBe(variants.br.body.length + variants.gzip.body.length)
})
