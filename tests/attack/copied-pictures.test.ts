import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { copyPicture, MEDIA_BUCKET } from '#core/data/media-files.ts'
import { createPictureFetcher } from '#server/platform/links/picture-fetcher.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { noiseOf, paintImage, photograph } from '../support/images.ts'
import { addMember } from '../support/members.ts'
import { startNameServer } from '../support/name-server.ts'

const HERE = '127.0.0.1'
const MB = 1024 * 1024

let app: TestApp
let admin: Client
let base: string
let asked: string[] = []
let headers: IncomingMessage['headers'] = {}
const bodies = new Map<string, Buffer>()

/** A server of pictures, and of files that are not pictures. */
const server = createServer((request, response) => {
  const { url = '', method = '' } = request
  asked.push(`${method} ${url}`)
  headers = request.headers
  const hops = Number(/^\/hops\/(\d+)/.exec(url)?.[1] ?? -1)
  if (hops >= 0) return to(response, hops === 0 ? '/photo.jpg' : `/hops/${hops - 1}`)
  switch (url) {
    case '/inside':
      return to(response, 'http://169.254.169.254/latest/meta-data/')
    case '/file':
      return to(response, 'file:///etc/passwd')
    case '/forbidden':
      return response.writeHead(403).end('no')
    case '/page.jpg':
      return send(response, 'text/html', '<html><img src="/photo.jpg"></html>')
    case '/drawing.svg':
      return send(response, 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>')
    case '/lies.png':
      return send(
        response,
        'image/png',
        '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      )
    case '/said-50-mb.jpg':
      response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': 50 * MB })
      return response.write(bodies.get('/photo.jpg'))
    case '/endless.jpg':
      return endless(response)
    case '/silent':
      return response
        .writeHead(200, { 'content-type': 'image/jpeg' })
        .write(bodies.get('/photo.jpg')?.subarray(0, 50))
    case '/broken-off.jpg':
      response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': 90_000 })
      return response.write(bodies.get('/photo.jpg'), () => response.destroy())
    case '/half.jpg':
      return response
        .writeHead(200, { 'content-type': 'image/jpeg' })
        .end(bodies.get('/photo.jpg')?.subarray(0, 200))
    default: {
      // It says that it is something else; the bytes decide.
      const body = bodies.get(url.replace(/\?.*/, ''))
      return body ? send(response, 'application/octet-stream', body) : response.writeHead(404).end()
    }
  }
})

const to = (response: ServerResponse, location: string) => response.writeHead(302, { location }).end()
const send = (response: ServerResponse, type: string, body: string | Buffer) =>
  response.writeHead(200, { 'content-type': type }).end(body)

/** Sends without announcing a length. */
function endless(response: ServerResponse): void {
  const part = bodies.get('/noise.jpg') as Buffer
  response.writeHead(200, { 'content-type': 'image/jpeg' })
  response.on('drain', () => response.write(part))
  response.write(part)
}

beforeAll(async () => {
  bodies.set('/photo.jpg', await photograph())
  bodies.set('/noise.jpg', await noiseOf(1 * MB))
  bodies.set('/moving.gif', await paintImage('gif'))
  bodies.set('/A%20crane%20%E2%80%AEat%20night.png', await paintImage('png'))
  bodies.set('/other.png', await paintImage('png', { colour: '#3c3' }))
  await new Promise<void>((resolve) => server.listen(0, HERE, resolve))
  base = `http://${HERE}:${(server.address() as AddressInfo).port}`
  const pictures = createPictureFetcher({
    siteUrl: 'https://watch.example',
    allowed: [HERE],
    longestMs: 3_000,
  })
  app = await startTestApp({ pictures })
  admin = await app.administrator()
})
afterAll(async () => {
  await app.stop()
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked = []
})

const codeOf = async (address: string) => {
  const answer = await copyPicture(admin, address)
  return answer.status === 'refused' ? answer.code : answer.data
}
const files = async () =>
  (await admin.from('media_files').select('*').order('uploaded_at').throwOnError()).data

test('a picture is copied once, clean, with its name and where it was', async () => {
  const answer = await copyPicture(admin, `${base}/photo.jpg?size=large#top`)
  if (answer.status !== 'answered') throw new Error(answer.message)
  expect(answer.data).toEqual({
    path: expect.stringMatching(/article-images\/articles\/web-[0-9a-f]{32}\.jpg$/),
    isNew: true,
  })
  expect(headers).toMatchObject({ accept: 'image/*', 'user-agent': expect.stringContaining('watch.example') })
  expect([headers.cookie, headers.authorization, headers.referer]).toEqual([undefined, undefined, undefined])
  expect(await files()).toMatchObject([
    { original_name: 'photo.jpg', source_url: `${base}/photo.jpg?size=large`, type: 'image/jpeg', alts: {} },
  ])
  const stored = Buffer.from(await (await fetch(app.url + answer.data.path)).arrayBuffer())
  expect(stored.includes('GPS')).toBe(false)
  expect(stored.includes('Nora Nordhaven')).toBe(true)

  expect(await codeOf(`${base}/photo.jpg?size=large`)).toEqual({ path: answer.data.path, isNew: false })
  expect(asked).toEqual(['GET /photo.jpg?size=large'])
  const [found] = (
    await admin.from('media_library').select('name').like('words', '%photo.jpg%').throwOnError()
  ).data
  expect(answer.data.path.endsWith(found?.name ?? '-')).toBe(true)
})

test('readers do not learn where a picture was copied from, nor what it was called there', async () => {
  const answer = await copyPicture(admin, `${base}/other.png?token=secret`)
  if (answer.status !== 'answered') throw new Error(answer.message)
  const [, name] = answer.data.path.split('/article-images/')
  const info = await fetch(`${app.url}/storage/v1/object/info/public/article-images/${name}`)
  expect(info.status).toBe(200)
  expect(await info.json()).toMatchObject({ content_type: 'image/png', metadata: null })
})

test('one address that several ask for at once is one picture', async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => codeOf(`${base}/other.png`)))
  expect(new Set(answers.map((answer) => (answer as { path: string }).path)).size).toBe(1)
  expect((await files()).filter(({ source_url }) => source_url === `${base}/other.png`)).toHaveLength(1)
})

test('a redirect is followed, an animation goes on moving, and a name is one line of text', async () => {
  expect(await codeOf(`${base}/hops/4`)).toMatchObject({ isNew: true })
  expect(await codeOf(`${base}/moving.gif`)).toMatchObject({ path: expect.stringMatching(/\.gif$/) })
  expect(await codeOf(`${base}/A%20crane%20%E2%80%AEat%20night.png`)).toMatchObject({ isNew: true })
  expect((await files()).at(-1)).toMatchObject({ original_name: 'A crane at night.png' })
})

test.each([
  ['/inside', 'private'],
  ['/file', 'private'],
  ['/hops/6', 'redirects'],
  ['/forbidden', 'status'],
  ['/nothing.png', 'status'],
  ['/page.jpg', 'page'],
  ['/drawing.svg', 'drawing'],
  ['/lies.png', 'unreadable'],
  ['/half.jpg', 'unreadable'],
  ['/said-50-mb.jpg', 'too_large'],
  ['/endless.jpg', 'too_large'],
  ['/silent', 'time'],
  ['/broken-off.jpg', 'connection'],
])('%s is refused as %s, and nothing is stored', async (path, code) => {
  const before = await files()
  expect(await codeOf(base + path)).toBe(code)
  expect(await files()).toEqual(before)
})

test.each([
  'http://127.0.0.1:PORT/photo.jpg',
  'http://127.1:PORT/photo.jpg',
  'http://2130706434/a.png',
  'http://0x7f.0.0.2/a.png',
  'http://0177.0.0.2/a.png',
  'http://localhost:PORT/photo.jpg',
  'http://10.0.0.1/a.png',
  'http://[::1]/a.png',
  'http://[::ffff:127.0.0.2]/a.png',
  'http://[0:0:0:0:0:ffff:7f00:2]/a.png',
  'http://[64:ff9b::7f00:2]/a.png',
  'http://169.254.169.254/latest/meta-data/',
  'http://8.8.8.8:8080/a.png',
  'https://nora:secret@pictures.example/a.png',
])('%s is not asked', async (address) => {
  const strict = createPictureFetcher({ siteUrl: 'https://watch.example' })
  const fetched = strict.fetch(
    address.replace('PORT', new URL(base).port),
    { key: 'nora' },
    async () => 'fetched',
  )
  await expect(fetched).rejects.toMatchObject({ problem: 'private' })
  expect(asked).toEqual([])
})

test.each(['ftp://pictures.example/a.png', 'data:image/png;base64,AAAA', 'a.png', 'https://'])(
  '%s is no address that can be copied',
  async (address) => {
    expect(await codeOf(address)).toBe('address')
    expect(await codeOf(`${app.url}/demo/a.webp`)).toBe('address')
  },
)

test('a name is connected to as it was checked, however its server answers the second time', async () => {
  let answers = 0
  const nameServer = await startNameServer(() => (++answers % 2 === 1 ? ['10.9.9.9'] : [HERE]))
  const pictures = createPictureFetcher({ siteUrl: 'https://watch.example', nameServers: [nameServer] })
  const fetched = () => pictures.fetch('http://moves.example/a.png', { key: 'nora' }, async () => 'fetched')
  await expect(fetched()).rejects.toMatchObject({ problem: 'private' })
  await expect(fetched()).rejects.toMatchObject({ problem: 'private' })
  const unknown = createPictureFetcher({
    siteUrl: 'https://watch.example',
    nameServers: [await startNameServer(() => [])],
  })
  await expect(
    unknown.fetch('http://nobody.example/', { key: 'nora' }, async () => ''),
  ).rejects.toMatchObject({
    problem: 'name',
  })
})

test('what an author has put under the name of a copy stands for nothing but their own', async () => {
  const author = await addMember(app, 'Ida', { role: 'author' })
  const [address, expected] = [`${base}/other.png?planted`, await paintImage('png', { colour: '#3c3' })]
  const hash = createHash('sha256').update(address).digest('hex').slice(0, 32)
  const planted = `articles/web-${hash}.png`
  const picture = new Blob([Uint8Array.from(await paintImage('png'))], { type: 'image/png' })
  const { error } = await author.client.storage.from(MEDIA_BUCKET).upload(planted, picture)
  expect(error).toBeNull()

  const copied = await codeOf(address)
  expect(copied).toMatchObject({ isNew: true, path: expect.not.stringContaining(planted) })
  expect(await codeOf(address)).toMatchObject({ isNew: false, path: (copied as { path: string }).path })
  const colourOf = async (bytes: ArrayBuffer | Buffer) =>
    (await sharp(Buffer.from(bytes as ArrayBuffer)).stats()).channels.map(({ mean }) => Math.round(mean))
  const stored = await fetch(app.url + (copied as { path: string }).path)
  expect(await colourOf(await stored.arrayBuffer())).toEqual(await colourOf(expected))
  expect(await copyPicture(author.client, address)).toMatchObject({
    data: { path: expect.stringContaining(planted), isNew: false },
  })
})

test('only administrators copy, and not without end', async () => {
  await expect(copyPicture(app.anonymous(), `${base}/photo.jpg`)).rejects.toMatchObject({
    context: { status: 401 },
  })
  const statuses = await Promise.all(
    Array.from({ length: 70 }, () =>
      copyPicture(admin, 'a').then(
        () => 422,
        (error) => error.context.status,
      ),
    ),
  )
  expect(statuses).toContain(429)
})
