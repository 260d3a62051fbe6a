import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ImportNote } from '#core/domain/site-import.ts'
import {
  createPictureBringer,
  type PictureDeps,
  type PictureToBring,
} from '#server/features/import/places/bring-picture.ts'
import { createPictureFetcher } from '#server/platform/links/picture-fetcher.ts'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { noiseOf, paintImage, photograph } from '../../../../tests/support/images.ts'
import { startTestJobs, type TestJobs } from '../../../../tests/support/jobs.ts'

const HERE = '127.0.0.1'
const MB = 1024 * 1024
const NEVER = new AbortController().signal

let app: TestApp
let jobs: TestJobs
let base: string
let notes: ImportNote[] = []
let asked: string[] = []
let mostAtOnce = 0
let atOnce = 0
const held: ServerResponse[] = []
/** Of an address, how many more requests fail. */
const failures = new Map<string, number>()
const bodies = new Map<string, Buffer>()
let photo: Buffer

const server = createServer((request, response) => {
  const { url = '' } = request
  asked.push(url)
  atOnce += 1
  mostAtOnce = Math.max(mostAtOnce, atOnce)
  response.on('close', () => {
    atOnce -= 1
  })
  const left = failures.get(url) ?? 0
  if (left > 0) {
    failures.set(url, left - 1)
    return response.writeHead(503).end()
  }
  switch (url.replace(/\d+$/, '')) {
    case '/loop':
      return response.writeHead(302, { location: '/loop' }).end()
    case '/inside':
      return response.writeHead(302, { location: 'http://10.0.0.1/a.png' }).end()
    case '/page.png':
      return send(response, 'text/html', '<html>')
    case '/drawing.svg':
      return send(response, 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>')
    case '/lies.png':
      return send(response, 'image/png', '<svg><script>alert(1)</script></svg>')
    case '/silent':
      return undefined
    case '/held':
      held.push(response)
      if (held.length === 2) for (const one of held.splice(0)) send(one, 'image/jpeg', photo)
      return undefined
    case '/photo':
      return send(response, 'image/jpeg', photo)
    default: {
      const body = bodies.get(url)
      return body ? send(response, 'image/png', body) : response.writeHead(404).end()
    }
  }
})

const send = (response: ServerResponse, type: string, body: string | Buffer) =>
  response.writeHead(200, { 'content-type': type }).end(body)

beforeAll(async () => {
  photo = await photograph()
  bodies.set('/a.png', await paintImage('png'))
  bodies.set('/huge.png', await noiseOf(6 * MB))
  await new Promise<void>((resolve) => server.listen(0, HERE, resolve))
  base = `http://${HERE}:${(server.address() as AddressInfo).port}`
  app = await startTestApp()
  // The setup of a process that only works on jobs.
  jobs = await startTestJobs(app.database, { storageDir: app.storageDir, siteUrl: app.url, works: false })
})
afterAll(async () => {
  await jobs.stop()
  await app.stop()
  server.closeAllConnections()
  server.close()
})
beforeEach(async () => {
  notes = []
  asked = []
  mostAtOnce = 0
  failures.clear()
  await app.database.sql`delete from storage.objects`
})

const bringer = (more: Partial<PictureDeps> = {}) =>
  createPictureBringer({
    ...jobs.services,
    pictures: createPictureFetcher({ siteUrl: app.url, allowed: [HERE], longestMs: 1_000 }),
    report: (note) => notes.push(note),
    oldSite: null,
    waitsMs: [0, 0],
    ...more,
  })
const picture = (address: string, more: Partial<PictureToBring> = {}): PictureToBring => ({
  address,
  file: null,
  alt: '',
  caption: '',
  language: 'en',
  place: { file: 'export.json', title: 'The harbour', sourceId: 'ghost:1' },
  ...more,
})
const entry = (path: string, ...chunks: (Uint8Array | Error)[]) => ({
  path,
  size: 10,
  async *open() {
    for (const chunk of chunks) {
      if (chunk instanceof Error) throw chunk
      yield chunk
    }
  },
})
const library = () => app.database.sql`
  select name, type, original_name, source_url, alts, captions from public.media_files order by uploaded_at`

test('a picture is brought once, whoever names it how often, by this run and the next', async () => {
  const bring = bringer()
  const [first, second] = await Promise.all([
    bring(picture(`${base}/photo1`), NEVER),
    bring(picture(`${base}/photo1#top`), NEVER),
  ])
  expect(first).toMatch(/^\/storage\/v1\/object\/public\/article-images\/articles\/web-[0-9a-f]{32}\.jpg$/)
  expect([
    second,
    await bring(picture(`${base}/photo1`), NEVER),
    await bringer()(picture(`${base}/photo1`), NEVER),
  ]).toEqual([first, first, first])
  expect([asked, notes]).toEqual([['/photo1'], []])
  // The file is as it is after an upload: without what the camera noted.
  const stored = Buffer.from(await (await fetch(app.url + first)).arrayBuffer())
  expect([stored.includes('Camera'), photo.includes('Camera')]).toEqual([false, true])
  expect(await library()).toMatchObject([
    { original_name: 'photo1', source_url: `${base}/photo1`, type: 'image/jpeg' },
  ])
})

test('a file of the source is taken, and found again by its bytes under any name', async () => {
  const bring = bringer()
  const first = await bring(
    picture('/images/a.jpg', { file: entry('images/a.jpg', photo.subarray(0, 100), photo.subarray(100)) }),
    NEVER,
  )
  const second = await bringer()(picture('/b.jpg', { file: entry('copies/b.jpg', photo) }), NEVER)
  expect([first, second, asked]).toEqual([expect.stringContaining('/articles/web-'), first, []])
  expect(await library()).toMatchObject([{ original_name: 'a.jpg', source_url: null }])
})

test('what it shows and what is below it come along, and never replace what editors wrote', async () => {
  const bring = bringer()
  const file = entry('a.jpg', photo)
  await bring(picture('/a.jpg', { file, alt: ' Two\ncranes \u202e', caption: 'At night' }), NEVER)
  await app.database.sql`update public.media_files set alts = '{"en": "Three cranes"}'`
  await bring(picture('/a.jpg', { file, alt: 'Two cranes', caption: 'By day' }), NEVER)
  await bring(picture('/a.jpg', { file, alt: 'Zwei Kräne'.repeat(100), language: 'de' }), NEVER)
  const [stored] = await library()
  expect(stored?.alts).toEqual({ en: 'Three cranes', de: 'Zwei Kräne'.repeat(50) })
  expect(stored?.captions).toEqual({ en: 'At night' })
  await app.database.sql`update public.media_files set alts = '{}', decorative = true`
  await bring(picture('/a.jpg', { file, alt: 'Two cranes' }), NEVER)
  expect((await library())[0]?.alts).toEqual({})
})

test('an address without a host is one of the old site, and a file of this library stays', async () => {
  expect(await bringer()(picture('/a.png'), NEVER)).toBeNull()
  expect(notes).toMatchObject([
    { kind: 'picture', severity: 'warning', what: '/a.png (nobody has said where the old site is)' },
  ])
  const path = await bringer({ oldSite: base })(picture('/a.png'), NEVER)
  expect(path).toContain('/articles/web-')
  for (const own of [path ?? '', app.url + path]) expect(await bringer()(picture(own), NEVER)).toBe(path)
  expect(asked).toEqual(['/a.png'])
})

test.each([
  ['http://10.0.0.1/a.png', 'in a private network, so it is not asked'],
  ['http://[::1]/a.png', 'in a private network, so it is not asked'],
  ['HERE/inside', 'in a private network, so it is not asked'],
  ['HERE/loop', 'redirects without an end'],
  ['HERE/page.png', 'a page and no picture'],
  ['HERE/drawing.svg', 'an SVG drawing, which can contain programs'],
  ['HERE/lies.png', 'broken, too large in pixels, or no picture'],
  ['HERE/huge.png', 'more than 5 MB'],
  ['HERE/gone.png', 'the server does not give it away: status 404'],
  ['data:image/png;base64,AAAA', 'no address of a picture on the web'],
  ['javascript:alert(1)', 'no address of a picture on the web'],
  ['file:///etc/passwd', 'no address of a picture on the web'],
  [`HERE/${'a'.repeat(3000)}`, 'no address of a picture on the web'],
])('%s is a note: %s', async (address, phrase) => {
  const bring = bringer()
  const at = address.replace('HERE', base)
  const isPrivate = phrase.includes('private')
  for (const _ of [1, 2]) expect(await bring(picture(at), NEVER)).toBe(isPrivate ? '' : null)
  // Asked once, and noted at each place that shows it.
  expect(asked.length).toBeLessThanOrEqual(address.endsWith('/loop') ? 6 : 1)
  expect(notes).toHaveLength(2)
  expect(notes[0]).toEqual({
    severity: 'warning',
    kind: 'picture',
    place: { file: 'export.json', title: 'The harbour', sourceId: 'ghost:1' },
    what: `${at.slice(0, 150)} (${phrase})`,
    becomes: isPrivate ? 'left-out' : 'ignored',
  })
  expect(await library()).toEqual([])
})

test('files that are broken, too large or no pictures are notes', async () => {
  const bring = bringer()
  const part = Buffer.alloc(MB, 'a')
  const files = [
    entry('bad.zip.jpg', photo.subarray(0, 50), new Error('The file is cut short')),
    entry('big.jpg', photo, part, part, part, part, part),
    entry('half.jpg', photo.subarray(0, 200)),
    entry('empty.jpg'),
    entry('a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
  ]
  for (const file of files) expect(await bring(picture(`/${file.path}`, { file }), NEVER)).toBeNull()
  expect(notes.map(({ what }) => what)).toEqual([
    '/bad.zip.jpg (broken, too large in pixels, or no picture)',
    '/big.jpg (more than 5 MB)',
    '/half.jpg (broken, too large in pixels, or no picture)',
    '/empty.jpg (broken, too large in pixels, or no picture)',
    '/a.svg (broken, too large in pixels, or no picture)',
  ])
  expect(await library()).toEqual([])
})

test('a failure that passes is tried three times', async () => {
  failures.set('/photo7', 2)
  failures.set('/photo8', 3)
  const bring = bringer()
  expect(await bring(picture(`${base}/photo7`), NEVER)).toContain('/articles/web-')
  expect(await bring(picture(`${base}/photo8`), NEVER)).toBeNull()
  expect([asked.length, notes.map(({ what }) => what)]).toEqual([
    6,
    [`${base}/photo8 (the server does not give it away: status 503)`],
  ])
})

test('a server that does not answer is not asked for every picture', async () => {
  const bring = bringer({
    waitsMs: [],
    pictures: createPictureFetcher({ siteUrl: app.url, allowed: [HERE], longestMs: 50 }),
  })
  const addresses = Array.from({ length: 40 }, (_, index) => `${base}/silent${index}`)
  for (const address of addresses) expect(await bring(picture(address), NEVER)).toBeNull()
  expect([asked.length, notes.length]).toEqual([3, 40])
  expect(notes.at(-1)?.what).toBe(`${base}/silent39 (the server did not answer for others)`)
})

test('of any number of pictures, two are fetched at once, and none is given up for waiting', async () => {
  const addresses = Array.from({ length: 30 }, (_, index) => `${base}/held${index}`)
  const bring = bringer()
  const paths = await Promise.all(addresses.map((address) => bring(picture(address), NEVER)))
  expect(new Set(paths).size).toBe(30)
  expect([asked.length, mostAtOnce, notes]).toEqual([30, 2, []])
})

test('stopping ends what is under way, without a note', async () => {
  const stopping = new AbortController()
  const bring = bringer({ waitsMs: [60_000] })
  const brought = Promise.allSettled(
    [`${base}/silent1`, `${base}/silent2`, `${base}/photo1`].map((address) =>
      bring(picture(address), stopping.signal),
    ),
  )
  await expect.poll(() => asked.length).toBe(2)
  stopping.abort(new Error('stopped'))
  for (const { status } of await brought) expect(status).toBe('rejected')
  expect([asked.length, notes]).toEqual([2, []])
  await expect(bring(picture(`${base}/photo2`), stopping.signal)).rejects.toThrow('stopped')
})
