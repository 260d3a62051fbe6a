import { crc32, deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { imageLibrary, inspectImage, noiseOf, paintImage } from '../support/images.ts'
import { BUCKET, startHostileUploads } from './hostile-uploads.ts'

const { app, png, upload, incoming, storedNames, countFiles } = await startHostileUploads()

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** A PNG that declares a size, one bit for each pixel, all of them there when `rows` is as high. */
function bomb(side: number, rows = side): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const pixels = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * rows), { level: 9 })
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('what is no picture is refused, and leaves nothing', () => {
  const script = '<script>alert(1)</script>'
  const cases: [string, () => Buffer | Promise<Buffer>][] = [
    ['an HTML page', () => Buffer.from(`<!doctype html>${script}`)],
    ['an SVG', () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)],
    ['an SVG behind a byte order mark', () => Buffer.from(`\ufeff<?xml version="1.0"?><svg>${script}</svg>`)],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj <</JS (app.alert(1))>>')],
    ['a script that begins like a GIF', () => Buffer.from(`GIF89a=1;alert(1)//${'x'.repeat(100)}`)],
    ['a page that begins like a JPEG', () => Buffer.from(`\xff\xd8\xff\xe0${script}`, 'latin1')],
    ['a WebP that is none', () => Buffer.from(`RIFF\x10\0\0\0WEBP${script}`, 'latin1')],
    ['an AVIF that is none', () => Buffer.from(`\0\0\0\x1cftypavif${script}`, 'latin1')],
    ['three bytes', () => Buffer.from('\xff\xd8\xff', 'latin1')],
    ['nothing', () => Buffer.alloc(0)],
    ['half of a PNG', async () => (await noiseOf(40_000, 'png')).subarray(0, 20_000)],
    ['half of a JPEG', async () => (await noiseOf(40_000, 'jpeg')).subarray(0, 20_000)],
    [
      'a TIFF',
      () =>
        imageLibrary({ create: { width: 9, height: 9, channels: 3, background: '#000' } })
          .tiff()
          .toBuffer(),
    ],
    ['a PNG of 50,000 by 50,000 pixels', () => bomb(50_000, 100)],
    ['such a PNG with all its pixels', () => bomb(50_000)],
    [
      'a PNG of 20,000 by 2,000,000,000 pixels',
      () => Buffer.concat([bomb(20_000, 10).subarray(0, 20), Buffer.alloc(4, 0x7f)]),
    ],
    [
      'an animated PNG',
      () => Buffer.concat([png.subarray(0, 33), chunk('acTL', Buffer.alloc(8)), png.subarray(33)]),
    ],
  ]
  test.each(cases)('%s', async (_, make) => {
    const files = await countFiles().catch(() => 0)
    const { status, body } = await upload('refused.png', await make())
    expect(status).toBe(400)
    expect(['415', '400']).toContain(body.statusCode)
    expect(JSON.stringify(body)).not.toContain(app.storageDir)
    expect(await storedNames()).not.toContain('refused.png')
    expect(await incoming()).toEqual([])
    expect(await countFiles().catch(() => 0)).toBe(files)
  })
})

describe('of a picture that carries something else only the picture is stored:', () => {
  const PAYLOAD = '<script>stolen()</script><?php evil(); ?>'
  const cases: [string, () => Promise<Buffer>][] = [
    ['a page behind a PNG', async () => Buffer.concat([png, Buffer.from(PAYLOAD)])],
    ['a page behind a JPEG', async () => Buffer.concat([await paintImage('jpeg'), Buffer.from(PAYLOAD)])],
    ['a page behind a GIF', async () => Buffer.concat([await paintImage('gif'), Buffer.from(PAYLOAD)])],
    [
      'a page in the text of a PNG',
      async () =>
        Buffer.concat([
          png.subarray(0, 33),
          chunk('tEXt', Buffer.from(`Comment\0${PAYLOAD}`)),
          png.subarray(33),
        ]),
    ],
    [
      'a page in the metadata of a JPEG',
      () =>
        imageLibrary({ create: { width: 9, height: 9, channels: 3, background: '#000' } })
          .withExif({ IFD0: { ImageDescription: PAYLOAD } })
          .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${PAYLOAD}</x:xmpmeta>`)
          .jpeg()
          .toBuffer(),
    ],
  ]
  test.each(cases)('%s', async (what, make) => {
    const bytes = await make()
    expect(bytes.includes(PAYLOAD)).toBe(true)
    const name = `carried/${what.replaceAll(' ', '-')}.png`
    expect(await upload(name, bytes)).toMatchObject({ status: 200 })
    const stored = Buffer.from(
      await (await fetch(`${app.url}/storage/v1/object/public/${BUCKET}/${name}`)).arrayBuffer(),
    )
    expect(stored.includes('script')).toBe(false)
    expect(stored.includes('php')).toBe(false)
    expect((await inspectImage(stored)).width).toBeGreaterThan(0)
  })
})

test('a file is sent as nothing but an image, also in parts', async () => {
  await upload('parts.png', png)
  const url = `${app.url}/storage/v1/object/public/${BUCKET}/parts.png`
  const whole = Buffer.from(await (await fetch(url)).arrayBuffer())
  const part = await fetch(url, { headers: { range: 'bytes=1-3' } })
  expect(part.status).toBe(206)
  expect(part.headers.get('content-range')).toBe(`bytes 1-3/${whole.length}`)
  expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(1, 4))
  const beyond = await fetch(url, { headers: { range: `bytes=${whole.length}-` } })
  expect(beyond.status).toBe(416)
  const several = await fetch(url, { headers: { range: 'bytes=0-1,2-3,4-5' } })
  expect(several.status).toBe(200)
  for (const response of [part, several]) {
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-disposition')).toMatch(/^inline/)
  }
  const head = await fetch(url, { method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe(String(whole.length))
  const etag = head.headers.get('etag') as string
  expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
})
