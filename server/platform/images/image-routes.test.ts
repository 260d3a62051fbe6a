import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { settingsOf } from '#core/domain/settings.ts'
import { createImageRoutes } from '#server/platform/images/image-routes.ts'
import { publicImages } from '#server/platform/images/image-source.ts'
import { createImageWorker } from '#server/platform/images/worker/image-worker.ts'
import { createLog } from '#server/platform/log.ts'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#e4572e' } })

const worker = createImageWorker()

/** The routes over a folder that holds one picture of 1000 by 500, and whatever else a test puts there. */
async function site(files: Record<string, Buffer> = {}) {
  const folder = createTemporaryFolder('images')
  const publicDir = join(folder, 'public')
  const dataDir = join(folder, 'data')
  await mkdir(join(publicDir, 'demo'), { recursive: true })
  const all = { 'a.png': await picture(1000, 500).png().toBuffer(), ...files }
  for (const [name, bytes] of Object.entries(all)) await writeFile(join(publicDir, 'demo', name), bytes)
  const warnings: string[] = []
  const app = createImageRoutes({
    dataDir,
    source: publicImages(publicDir),
    worker,
    findArticle: async () => null,
    findInEnglish: async () => null,
    settings: () => settingsOf([], { contact_address: 'editor@example.org' }).settings,
    log: { ...createLog('silent'), warn: (line) => warnings.push(line) },
  })
  return {
    app,
    publicDir,
    warnings,
    get: async (path: string, headers: Record<string, string> = {}) => app.request(path, { headers }),
    stored: () => readdir(join(dataDir, 'images/variants')).catch(() => []),
  }
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

test.each([
  ['avif', 400, 400],
  ['avif', 800, 800],
  ['webp', 800, 800],
  ['webp', 1600, 1000],
])('%s at %i is %i pixels wide', async (format, width, expected) => {
  const { get } = await site()
  const response = await get(`/images/${format}/${width}/demo/a.png`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe(`image/${format}`)
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  const metadata = await sharp(await bytesOf(response)).metadata()
  expect(metadata).toMatchObject({ width: expected, height: expected / 2 })
  expect(metadata.mediaType).toBe(`image/${format}`)
})

test('a photograph is turned upright and loses what its camera wrote into it', async () => {
  const exif = { IFD0: { Copyright: 'Nora Keller' }, IFD3: { GPSLatitude: '47/1 22/1 0/1' } }
  const photo = await picture(600, 300).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  expect((await sharp(photo).metadata()).exif?.toString('latin1')).toContain('Nora Keller')
  const { get } = await site({ 'photo.jpg': photo })
  for (const format of ['avif', 'webp']) {
    const bytes = await bytesOf(await get(`/images/${format}/400/demo/photo.jpg`))
    const metadata = await sharp(bytes).metadata()
    expect(metadata).toMatchObject({ width: 300, height: 600 })
    expect(metadata.exif ?? metadata.xmp ?? metadata.icc ?? metadata.orientation).toBeUndefined()
    expect(bytes.includes('Nora')).toBe(false)
  }
})

test('two requests for a variant that is not there yet get the same one, made once', async () => {
  const { get, stored } = await site()
  const [first, second] = await Promise.all([
    get('/images/avif/400/demo/a.png'),
    get('/images/avif/400/demo/a.png'),
  ])
  expect(await bytesOf(first)).toEqual(await bytesOf(second))
  expect(first.headers.get('etag')).toBe(second.headers.get('etag'))
  expect(await stored()).toHaveLength(1)
})

test('a response may be cached for a day, and with the version of the image for a year', async () => {
  const { get } = await site()
  const address = '/images/webp/400/demo/a.png'
  const response = await get(address)
  expect(response.headers.get('cache-control')).toBe('public, max-age=86400')
  const version = /^"([0-9a-f]+)-/.exec(response.headers.get('etag') ?? '')?.[1]
  expect((await get(`${address}?v=${version}`)).headers.get('cache-control')).toBe(
    'public, max-age=31536000, immutable',
  )
  expect((await get(`${address}?v=0000`)).headers.get('cache-control')).toBe('public, max-age=86400')
})

test('a browser that has the variant gets 304, and nothing is made for it', async () => {
  const { get, stored } = await site()
  const etag = (await get('/images/webp/400/demo/a.png')).headers.get('etag') ?? ''
  for (const sent of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const response = await get('/images/webp/400/demo/a.png', { 'if-none-match': sent })
    expect(response.status).toBe(304)
    expect(response.headers.get('etag')).toBe(etag)
    expect((await bytesOf(response)).length).toBe(0)
  }
  const wide = etag.replace('-400.', '-800.')
  expect((await get('/images/webp/800/demo/a.png', { 'if-none-match': wide })).status).toBe(304)
  expect(await stored()).toHaveLength(1)
  expect((await get('/images/webp/400/demo/a.png', { 'if-none-match': '"other"' })).status).toBe(200)
})

test('a replaced image is not served old', async () => {
  const { get, publicDir } = await site()
  const before = await get('/images/webp/400/demo/a.png')
  await writeFile(join(publicDir, 'demo/a.png'), await picture(200, 200).png().toBuffer())
  const after = await get('/images/webp/400/demo/a.png', {
    'if-none-match': before.headers.get('etag') ?? '',
  })
  expect(after.status).toBe(200)
  expect((await sharp(await bytesOf(after)).metadata()).width).toBe(200)
})

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>')

test.each([
  ['an SVG under another name', async () => svg],
  ['text', async () => Buffer.from('not a picture')],
  ['an empty file', async () => Buffer.alloc(0)],
  ['only the beginning of a picture', async () => (await noise()).subarray(0, 2000)],
  ['only a signature', async () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  ['more pixels than any camera', async () => picture(10_000, 5001).png().toBuffer()],
])('%s is not an image: 404, logged once, nothing stored', async (_, makeBytes) => {
  const { get, stored, warnings } = await site({ 'bad.png': await makeBytes() })
  for (const address of ['/images/webp/400/demo/bad.png', '/images/avif/800/demo/bad.png']) {
    const response = await get(address)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  }
  expect(await stored()).toEqual([])
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toMatch(/^The image demo\/bad\.png cannot be shown: /)
})

const noise = () =>
  sharp({
    create: {
      width: 99,
      height: 99,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer()

test.each([
  '/images/avif/401/demo/a.png',
  '/images/avif/0400/demo/a.png',
  '/images/png/400/demo/a.png',
  '/images/avif/400/demo/missing.png',
  '/images/avif/400/demo/a.svg',
  '/images/avif/400/demo',
  '/images/avif/400/',
  '/images/avif',
  '/images/avif/400//demo/a.png',
  '/images/avif/400/other/a.png',
  '/images/avif/400/demo/../../data/a.png',
  '/images/avif/400/demo/%2e%2e/secret.png',
  '/images/avif/400/demo/%2E%2E%2Fsecret.png',
  '/images/avif/400/demo/..%2fsecret.png',
  '/images/avif/400/demo/..%5csecret.png',
  '/images/avif/400/%252e%252e/secret.png',
  '/images/avif/400/demo/a.png%00.webp',
  '/images/avif/400/demo/a%00.png',
  '/images/avif/400/%2fetc/passwd.png',
  '/images/avif/400/C:/secret.png',
  '/images/avif/400/demo/%ff.png',
  '/images/avif/400/demo/%zz.png',
  '/images/avif/400/demo/.hidden.png',
  '/images/avif/400/http://127.0.0.1/a.png',
  '/share/xx/a.png',
  '/share/en/..%2f..%2fsecret.png',
  '/share/en/a.svg',
  '/share/en',
])('%s is answered 404 over a real connection, and writes nothing', async (target) => {
  const { app, publicDir, stored } = await site()
  await writeFile(join(publicDir, 'secret.png'), await readFile(join(publicDir, 'demo/a.png')))
  const server = createServer(getRequestListener(app.fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  // Unlike fetch, this sends the target as it is written.
  const status = await new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path: target, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    sent.on('error', reject).end()
  })
  expect(status).toBe(404)
  expect(await stored()).toEqual([])
})
