import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createCachedPage } from '#server/features/pages/page-cache/cached-page.ts'

test('every encoding has the same page and an ETag of its own', async () => {
  const body = Buffer.from('<p>ü</p>'.repeat(500))
  const { variants, bytes } = await createCachedPage({ body, headers: { 'x-a': '1' }, tags: new Set(['t']) })
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
