import { describe, expect, test } from 'vitest'
import { inspectImage, paintImage } from '../support/images.ts'
import { BUCKET, startStorageApp } from './storage-app.ts'

const { app, images, newPath, uploaded } = await startStorageApp()

describe('a transformed image', () => {
  test.each([
    [{ width: 30 }, { width: 30, height: 20 }],
    [
      { width: 30, height: 30 },
      { width: 30, height: 30 },
    ],
    [
      { width: 30, height: 30, resize: 'contain' },
      { width: 30, height: 20 },
    ],
    [
      { width: 30, height: 30, resize: 'fill' },
      { width: 30, height: 30 },
    ],
    [
      { width: 30, format: 'origin', quality: 50 },
      { width: 30, format: 'png' },
    ],
    [{ width: 2000 }, { width: 60, height: 40 }],
  ] as const)('of %j', async (transform, expected) => {
    const path = await uploaded()
    const { publicUrl } = images().getPublicUrl(path, { transform }).data
    const response = await fetch(publicUrl)
    expect(response.status).toBe(200)
    expect(await inspectImage(await response.arrayBuffer())).toMatchObject(expected)
    const etag = response.headers.get('etag') as string
    expect((await fetch(publicUrl, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const { data } = await images(app.anonymous()).download(path, { transform })
    expect(await inspectImage((await data?.arrayBuffer()) as ArrayBuffer)).toMatchObject(expected)
  })

  test('is a WebP for browsers that show it', async () => {
    const path = await uploaded()
    const { publicUrl } = images().getPublicUrl(path, { transform: { width: 20 } }).data
    const response = await fetch(publicUrl, { headers: { accept: 'image/avif,image/webp,*/*' } })
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('vary')).toBe('accept')
  })

  test.each([
    { width: 2501 },
    { width: -1 },
    { width: 1.5 },
    { quality: 10 },
    { resize: 'zoom' },
    { format: 'tiff' },
  ])('is refused for %j', async (transform) => {
    const path = await uploaded()
    const { publicUrl } = images().getPublicUrl(path, { transform: transform as never }).data
    const response = await fetch(publicUrl)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ statusCode: '400', code: 'InvalidRequest' })
  })
})

test('variants, descriptions and sources of an article work with an upload as with the demo', async () => {
  const path = await uploaded(newPath('jpg'), await paintImage('jpeg', { width: 900, height: 600 }))
  const variant = await fetch(`${app.url}/images/webp/400/storage/v1/object/public/${BUCKET}/${path}`)
  expect(variant.status).toBe(200)
  expect(await inspectImage(await variant.arrayBuffer())).toMatchObject({ format: 'webp', width: 400 })
  await images().remove([path])
  expect((await fetch(`${app.url}/images/webp/800/storage/v1/object/public/${BUCKET}/${path}`)).status).toBe(
    404,
  )
})
