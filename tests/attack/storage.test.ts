import { readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN, startTestApp, type TestApp } from '../support/app.ts'
import { imageLibrary, inspectImage, noiseOf, paintImage } from '../support/images.ts'
import { mintToken } from '../support/mint-token.ts'
import { connectTo } from '../support/raw-connection.ts'
import { TEST_SECRETS } from '../support/test-settings.ts'

const BUCKET = 'article-images'
const MB = 1024 * 1024
const OBJECTS = `/storage/v1/object/${BUCKET}`

let app: TestApp
let token: string
let png: Buffer

beforeAll(async () => {
  app = await startTestApp()
  token = await mintToken(app.database.sql, ADMIN.email)
  png = await paintImage('png')
})
afterAll(() => app.stop())

const headers = () => ({ apikey: TEST_SECRETS.publishableKey, authorization: `Bearer ${token}` })

async function send(
  method: string,
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; body: Body }> {
  const response = await fetch(app.url + path, {
    ...init,
    method,
    headers: { ...headers(), ...init.headers },
  })
  return { status: response.status, body: await response.json() }
}
interface Body {
  statusCode?: string
  code?: string
  message?: string
}

const upload = (path: string, body: BodyInit | Buffer, type = 'image/png') =>
  send('POST', `${OBJECTS}/${path}`, { body: body as BodyInit, headers: { 'content-type': type } })

/** What is in the folder for files that are not yet checked. */
const incoming = () => readdir(join(app.storageDir, 'incoming'))

async function storedNames(): Promise<string[]> {
  const rows = await app.database.sql<{ name: string }[]>`select name from storage.objects order by name`
  return rows.map((row) => row.name)
}

async function countFiles(): Promise<number> {
  const entries = await readdir(join(app.storageDir, 'files'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}

/** A request whose path is sent as it stands, not resolved as a browser would. */
async function sendRaw(lines: string[], body: Buffer = Buffer.alloc(0)): Promise<string> {
  const connection = await connectTo(app.url)
  const keys = Object.entries(headers()).map(([name, value]) => `${name}: ${value}`)
  connection.socket.write([...lines, 'host: a', ...keys, 'connection: close', '', ''].join('\r\n'))
  connection.socket.write(body)
  return connection.ended
}

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

describe('names that lead elsewhere are refused:', () => {
  test.each([
    '../secrets.json',
    'a/../../b.png',
    '%2e%2e/%2e%2e/secrets.json',
    '..%2f..%2fsecrets.json',
    'a%2fb.png',
    'a%5c..%5cb.png',
    'a\\..\\b.png',
    'a%00.png',
    '.hidden.png',
    'a/.git/config',
    'a//b.png',
    'a/',
    `${'x'.repeat(256)}.png`,
    `${'a/'.repeat(600)}b.png`,
    '%E2%80%AEgnp.exe',
    '%F0%9F%98%80.png',
    '%c0%ae%c0%ae/a.png',
    '%zz.png',
    'a%0d%0aset-cookie:b.png',
    '%3Cscript%3E.png',
  ])('%s', async (name) => {
    for (const method of ['POST', 'PUT', 'GET', 'DELETE']) {
      const length = method === 'GET' || method === 'DELETE' ? 0 : png.length
      const response = await sendRaw(
        [`${method} ${OBJECTS}/${name} HTTP/1.1`, `content-length: ${length}`, 'content-type: image/png'],
        length ? png : undefined,
      )
      expect(response).toMatch(/^HTTP\/1\.1 (?:400|404|414) /)
      expect(response).not.toMatch(/\r\nset-cookie/i)
    }
    expect((await storedNames()).filter((stored) => !stored.startsWith('carried/'))).toEqual([])
  })

  test('in bodies too', async () => {
    expect(await upload('first.png', png)).toMatchObject({ status: 200 })
    const body = (value: unknown) => ({
      body: JSON.stringify(value),
      headers: { 'content-type': 'application/json' },
    })
    for (const name of ['../a.png', '/etc/passwd', 'a\\b', 'a\0b', '.a', 'x'.repeat(300), '\ud800.png', '']) {
      const keys = { bucketId: BUCKET, sourceKey: 'first.png', destinationKey: name }
      for (const [path, value] of [
        ['object/move', keys],
        ['object/copy', keys],
        [`object/sign/${BUCKET}`, { expiresIn: 60, paths: [name] }],
      ] as const) {
        expect(await send('POST', `/storage/v1/${path}`, body(value))).toMatchObject({ status: 400 })
      }
      expect(await send('DELETE', OBJECTS, body({ prefixes: [name] }))).toMatchObject({ status: 400 })
    }
    expect(await send('DELETE', OBJECTS, body({ prefixes: ['first.png'] }))).toMatchObject({ status: 200 })
  })
})

describe('keys and texts that are special elsewhere', () => {
  test.each([
    '__proto__',
    'constructor',
    "'; drop table storage.objects; --",
    '%',
    '*',
    'public',
    'sign',
    '',
  ])('as a bucket: %j', async (bucket) => {
    const encoded = encodeURIComponent(bucket)
    for (const path of [
      `object/${encoded}/a.png`,
      `bucket/${encoded}`,
      `render/image/public/${encoded}/a.png`,
    ]) {
      const { status, body } = await send('GET', `/storage/v1/${path}`)
      expect(status).toBeLessThan(500)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(body.statusCode).toMatch(/^4/)
    }
  })

  test.each([
    '{"__proto__": {"limit": 1}}',
    '{"limit": 1, "unknown": 1}',
    '{"prefix": {"toString": 1}}',
    '{"prefix": "a\\u0000"}',
    '{"prefix": "\\ud800"}',
    '{"sortBy": {"column": "name\\"; drop table"}}',
    '{"limit": 1e99}',
    '{"offset": -1}',
    '[]',
    'null',
    '{',
  ])('as a list: %s', async (body) => {
    expect(await send('POST', `/storage/v1/object/list/${BUCKET}`, { body })).toMatchObject({
      status: 400,
      body: { statusCode: '400', code: 'InvalidRequest' },
    })
  })

  test.each(['{"a":"\\u0000"}', '[1]', '"text"', 'null', '{', `{"a":"${'x'.repeat(40_000)}"}`])(
    'as metadata: %.40s',
    async (metadata) => {
      const form = new FormData()
      form.append('metadata', metadata)
      form.append('', new Blob([png as never], { type: 'image/png' }))
      expect(await send('POST', `${OBJECTS}/refused.png`, { body: form })).toMatchObject({ status: 400 })
      expect(await incoming()).toEqual([])
    },
  )

  test('metadata with the key __proto__ come back as they were', async () => {
    const metadata = '{"__proto__":{"isAdmin":true}}'
    const encoded = Buffer.from(metadata).toString('base64')
    const init = { body: png as never, headers: { 'content-type': 'image/png', 'x-metadata': encoded } }
    expect(await send('POST', `${OBJECTS}/proto.png`, init)).toMatchObject({ status: 200 })
    const response = await fetch(`${app.url}/storage/v1/object/info/public/${BUCKET}/proto.png`)
    expect(await response.text()).toContain(`"metadata":${metadata}`)
  })
})

describe('a form', () => {
  const boundary = 'xyzzy'
  const type = `multipart/form-data; boundary=${boundary}`
  const part = (head: string, body: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`
  const end = `--${boundary}--\r\n`
  const file = `name=""; filename="a.png"\r\ncontent-type: image/png`

  test.each([
    ['without a file', type, part('name="cacheControl"', '60') + end],
    ['with many fields', type, part('name="a"', 'b').repeat(50) + part(file, 'x') + end],
    ['with two files', type, (part(file, 'x') + part(file, 'y')).concat(end)],
    ['with a long field', type, part('name="metadata"', 'x'.repeat(60_000)) + part(file, 'x') + end],
    ['without a boundary', 'multipart/form-data; a=b', part(file, 'x') + end],
    ['with another boundary', 'multipart/form-data; boundary=other', part(file, 'x') + end],
    ['that is cut off', type, part('name="a"', 'b')],
    ['with a hundred headers', type, part(`${file}${'\r\nx-a: b'.repeat(100)}`, 'x') + end],
    ['with a text in place of the file', type, part(file, '<script>alert(1)</script>') + end],
    ['of nothing', type, ''],
  ])('%s is refused', async (_, contentType, body) => {
    expect(await upload('form.png', Buffer.from(body, 'latin1'), contentType)).toMatchObject({ status: 400 })
    expect(await incoming()).toEqual([])
    expect(await storedNames()).not.toContain('form.png')
  })
})

describe('a body that is too long', () => {
  test('without an announced length is cut off as soon as it is', async () => {
    const connection = await connectTo(app.url)
    const keys = Object.entries(headers()).map(([name, value]) => `${name}: ${value}\r\n`)
    connection.socket.write(
      `POST ${OBJECTS}/endless.png HTTP/1.1\r\nhost: a\r\n${keys.join('')}content-type: image/png\r\ntransfer-encoding: chunked\r\n\r\n`,
    )
    const block = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536), Buffer.from('\r\n')])
    connection.socket.write(`${png.length.toString(16)}\r\n`)
    connection.socket.write(png)
    connection.socket.write('\r\n')
    let sent = 0
    const pump = () => {
      while (sent < 400 * MB && !connection.socket.destroyed) {
        sent += block.length
        if (!connection.socket.write(block)) {
          connection.socket.once('drain', pump)
          return
        }
      }
    }
    pump()
    const response = await connection.ended
    expect(response).toMatch(/^HTTP\/1\.1 400 /)
    expect(response).toContain('"statusCode":"413"')
    connection.socket.destroy()
    await expect.poll(incoming).toEqual([])
  })

  test('in a form of many small parts is refused', async () => {
    const form = new FormData()
    for (let n = 0; n < 9; n += 1) form.append(`field${n}`, 'x'.repeat(30_000))
    form.append('', new Blob([Buffer.alloc(5 * MB + 1)], { type: 'image/png' }))
    expect(await send('POST', `${OBJECTS}/form.png`, { body: form })).toMatchObject({
      body: { statusCode: '413' },
    })
  })

  test('of five megabytes is stored', async () => {
    const noise = await noiseOf(5 * MB)
    const padded = Buffer.concat([noise, Buffer.alloc(5 * MB - noise.length)])
    expect(padded.length).toBe(5 * MB)
    expect(await upload('largest.jpg', padded, 'image/jpeg')).toMatchObject({ status: 200 })
  })

  test('is refused to strangers before a byte of it is read', async () => {
    const connection = await connectTo(app.url)
    connection.socket.write(
      `POST ${OBJECTS}/a.png HTTP/1.1\r\nhost: a\r\napikey: ${TEST_SECRETS.publishableKey}\r\ncontent-type: image/png\r\ncontent-length: 5000000\r\n\r\n`,
    )
    await connection.receives(/"statusCode":"403"/)
    connection.socket.destroy()
  })
})

test('an upload that is broken off leaves nothing', async () => {
  for (const announced of ['content-length: 100000', 'transfer-encoding: chunked']) {
    const connection = await connectTo(app.url)
    const keys = Object.entries(headers()).map(([name, value]) => `${name}: ${value}\r\n`)
    connection.socket.write(
      `POST ${OBJECTS}/broken.png HTTP/1.1\r\nhost: a\r\n${keys.join('')}content-type: image/png\r\n${announced}\r\n\r\n`,
    )
    if (!announced.startsWith('content')) connection.socket.write(`${png.length.toString(16)}\r\n`)
    connection.socket.write(png)
    await expect.poll(incoming).toHaveLength(1)
    connection.socket.resetAndDestroy()
    await expect.poll(incoming).toEqual([])
  }
  expect(await storedNames()).not.toContain('broken.png')
})

test('many uploads to one name leave one object and one file', async () => {
  const before = await countFiles()
  const colours = ['#100', '#200', '#300', '#400', '#500', '#600']
  const pictures = await Promise.all(colours.map((colour) => paintImage('png', { colour })))
  const first = await Promise.all(pictures.map((picture) => upload('raced.png', picture)))
  expect(first.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(first.filter(({ body }) => body.statusCode === '409')).toHaveLength(5)
  const replaced = await Promise.all(
    pictures.map((picture) =>
      send('PUT', `${OBJECTS}/raced.png`, {
        body: picture as never,
        headers: { 'content-type': 'image/png' },
      }),
    ),
  )
  expect(replaced.map(({ status }) => status)).toEqual(Array(6).fill(200))
  await expect.poll(countFiles).toBe(before + 1)
  const response = await fetch(`${app.url}/storage/v1/object/public/${BUCKET}/raced.png`)
  expect(await inspectImage(await response.arrayBuffer())).toMatchObject({ format: 'png' })
})

test('when files cannot be stored, an upload fails without a path, and later ones work', async () => {
  const files = join(app.storageDir, 'files')
  await rename(files, `${files}-away`)
  await writeFile(files, '')
  const { status, body } = await upload('no-room.png', png)
  expect(status).toBe(500)
  expect(JSON.stringify(body)).not.toContain(app.storageDir)
  expect(await incoming()).toEqual([])
  expect(await storedNames()).not.toContain('no-room.png')
  await rename(files, `${files}-broken`)
  await rename(`${files}-away`, files)
  expect(await upload('room.png', png)).toMatchObject({ status: 200 })
})

describe('tokens of links', () => {
  const signed = (payload: Record<string, unknown>, key: string) =>
    new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(key))

  test('are not made of other keys, nor access tokens, nor for other uses', async () => {
    await upload('linked.png', png)
    const url = `${BUCKET}/linked.png`
    const { body } = await send('POST', `/storage/v1/object/sign/${url}`, { body: '{"expiresIn":60}' })
    const good = String((body as { signedURL?: string }).signedURL).split('token=')[1] as string
    const [head, , signature] = good.split('.')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const claims = Buffer.from(JSON.stringify({ scope: 'download', url, exp: 9e9 })).toString('base64url')
    for (const bad of [
      token,
      await signed({ scope: 'download', url }, TEST_SECRETS.jwtSecret),
      `${none}.${claims}.`,
      `${head}.${claims}.${signature}`,
      '',
      'x'.repeat(5000),
    ]) {
      const response = await fetch(`${app.url}/storage/v1/object/sign/${url}?token=${bad}`)
      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(response.status).toBeLessThan(500)
    }
    const asUpload = await fetch(`${app.url}/storage/v1/object/upload/sign/${url}?token=${good}`, {
      method: 'PUT',
      body: png as never,
      headers: { 'content-type': 'image/png' },
    })
    expect(await asUpload.json()).toMatchObject({ code: 'InvalidJWT' })
    const asSession = await fetch(`${app.url}/storage/v1/object/list/${BUCKET}`, {
      method: 'POST',
      body: '{}',
      headers: { apikey: TEST_SECRETS.publishableKey, authorization: `Bearer ${good}` },
    })
    expect(await asSession.json()).toMatchObject({ statusCode: '403' })
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
