import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { chooseEncoding, keepPage, matchesEtag } from '#server/ssr/page-cache/kept-page.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.0,gzip;q=0', 'identity'],
  ['br;q=0.5', 'br'],
  ['deflate, bru', 'identity'],
] as const)('Accept-Encoding %j gets %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding)
})

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['"b"', false],
  ['', false],
  [undefined, false],
])('If-None-Match %j against "a": %s', (header, matches) => {
  expect(matchesEtag(header, '"a"')).toBe(matches)
})

test('every encoding holds the same page under a tag of its own', async () => {
  const body = Buffer.from('<p>ü</p>'.repeat(500))
  const { variants, bytes } = await keepPage({ body, headers: { 'x-a': '1' }, tags: new Set(['t']) })
  expect(brotliDecompressSync(variants.br.body)).toEqual(body)
  expect(gunzipSync(variants.gzip.body)).toEqual(body)
  expect(variants.identity.body).toEqual(body)
  const etags = Object.values(variants).map((variant) => variant.etag)
  expect(new Set(etags).size).toBe(3)
  for (const etag of etags) expect(etag).toMatch(/^"[\w-]+"$/)
  expect(variants.br.headers).toMatchObject({ 'x-a': '1', 'content-encoding': 'br' })
  expect(variants.br.headers['content-length']).toBe(String(variants.br.body.length))
  expect(bytes).toBe(variants.br.body.length + variants.gzip.body.length)
})
