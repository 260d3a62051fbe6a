import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { inspectImage, paintImage } from '../support/images.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const BUCKET = 'article-images'
let app: TestApp
let nora: Client
let png: Buffer

beforeAll(async () => {
  app = await startTestApp()
  nora = await app.administrator()
  png = await paintImage('png')
})
afterAll(() => app.stop())

const images = (client = nora) => client.storage.from(BUCKET)
let count = 0
const newPath = (extension = 'png') => `articles/${Date.now()}-${(count += 1)}.${extension}`

async function uploaded(path = newPath(), body: Buffer = png): Promise<string> {
  const { error } = await images().upload(path, new Blob([body as never], { type: 'image/png' }))
  expect(error).toBeNull()
  return path
}

describe('an upload', () => {
  test.each([
    ['a Blob', () => new Blob([png as never], { type: 'image/png' })],
    ['a File', () => new File([png as never], 'évasion "1".png', { type: 'image/png' })],
    ['a Buffer', () => png],
    ['an ArrayBuffer', () => png.buffer.slice(png.byteOffset, png.byteOffset + png.length) as ArrayBuffer],
    ['a web stream', () => new Blob([png as never]).stream()],
  ])('of %s returns its path, and the file is public', async (_, body) => {
    const path = newPath()
    const { data, error } = await images().upload(path, body(), { contentType: 'image/png' })
    expect(error).toBeNull()
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      path,
      fullPath: `${BUCKET}/${path}`,
    })
    const { publicUrl } = images().getPublicUrl(path).data
    const response = await fetch(publicUrl)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('cache-control')).toBe('max-age=3600')
    expect(await inspectImage(await response.arrayBuffer())).toMatchObject({
      format: 'png',
      width: 60,
      height: 40,
    })
  })
})
