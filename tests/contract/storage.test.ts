import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { createAdministrator } from '#server/auth/accounts.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { inspectImage, paintImage, photograph } from '../support/images.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const BUCKET = 'article-images'
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const READER = { email: 'reader@example.org', password: 'a reader without a role' }
let app: TestApp
let nora: Client
let reader: Client
let png: Buffer

beforeAll(async () => {
  app = await startTestApp()
  nora = await app.administrator()
  const { sql } = app.database
  await createAdministrator(sql, READER.email, READER.password)
  await sql`delete from public.user_roles where user_id = (select id from auth.users where email = ${READER.email})`
  reader = app.anonymous()
  await reader.auth.signInWithPassword(READER)
  png = await paintImage('png')
})
afterAll(() => app.stop())

const images = (client = nora) => client.storage.from(BUCKET)
const newPath = (extension = 'png') => `articles/${Date.now()}-${randomBytes(4).toString('hex')}.${extension}`

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
    ['an ArrayBuffer', () => new Uint8Array(png).buffer],
    ['a web stream', () => new Blob([png as never]).stream()],
    ['a Node stream', async () => createReadStream(await fileWith(png))],
    [
      'a FormData',
      () => {
        const form = new FormData()
        form.append('', new Blob([png as never], { type: 'image/png' }))
        return form
      },
    ],
  ])('of %s returns its path, and everybody can load it', async (_, body) => {
    const path = newPath()
    const { data, error } = await images().upload(path, await body(), { contentType: 'image/png' })
    expect(error).toBeNull()
    expect(data).toEqual({ id: expect.stringMatching(UUID), path, fullPath: `${BUCKET}/${path}` })
    const { publicUrl } = images().getPublicUrl(path).data
    expect(publicUrl).toBe(`${app.url}/storage/v1/object/public/${BUCKET}/${path}`)
    const response = await fetch(publicUrl)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'max-age=3600',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'accept-ranges': 'bytes',
    })
    const bytes = await response.arrayBuffer()
    expect(response.headers.get('content-length')).toBe(String(bytes.byteLength))
    expect(await inspectImage(bytes)).toMatchObject({ format: 'png', width: 60, height: 40 })
  })

  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('of a %s keeps its format', async (format) => {
    const path = await uploaded(newPath(format), await paintImage(format))
    const { data } = await images().download(path)
    expect(data?.type).toBe(`image/${format}`)
    const { format: stored } = await inspectImage((await data?.arrayBuffer()) as ArrayBuffer)
    expect(stored).toBe(format === 'avif' ? 'heif' : format)
  })

  test('of a photograph keeps orientation and copyright, and nothing else that the camera wrote', async () => {
    const path = await uploaded(newPath('jpg'), await photograph())
    const { data } = await images().download(path)
    const stored = await inspectImage((await data?.arrayBuffer()) as ArrayBuffer)
    expect(stored).toMatchObject({ format: 'jpeg', orientation: 6, width: 60, height: 40 })
    expect(stored.exifText).toContain('Nora Nordhaven 2026')
    expect(stored.exifText).not.toContain('Camera')
    // The tag that points to the place.
    expect(stored.exif?.includes(Buffer.from([0x25, 0x88]))).toBe(false)
  })

  test('takes a time for caches and metadata of its own', async () => {
    const path = newPath()
    const options = { cacheControl: '60', metadata: { alt: 'A harbour – früh', tags: ['a'] } }
    await images().upload(path, new Blob([png as never], { type: 'image/png' }), options)
    const { data } = await images().info(path)
    expect(data).toMatchObject({ cacheControl: 'max-age=60', metadata: options.metadata })
    const second = newPath()
    await images().upload(second, png, { ...options, contentType: 'image/png' })
    expect((await images().info(second)).data).toMatchObject({ metadata: options.metadata })
  })

  test('to a name that is taken is refused, unless it is an upsert or an update', async () => {
    const path = await uploaded()
    const { publicUrl } = images().getPublicUrl(path).data
    const etag = async () => (await fetch(publicUrl)).headers.get('etag')
    const first = await etag()
    const other = await paintImage('jpeg', { colour: '#0a0' })
    const blob = new Blob([other as never], { type: 'image/jpeg' })
    const { error } = await images().upload(path, blob)
    expect(error).toMatchObject({ status: 400, statusCode: '409', message: 'The resource already exists' })
    expect(await etag()).toBe(first)

    expect((await images().upload(path, blob, { upsert: true })).error).toBeNull()
    const second = await etag()
    expect(second).not.toBe(first)
    expect((await images().update(path, png, { contentType: 'image/png' })).error).toBeNull()
    expect(await etag()).toBe(first)
    expect((await images().update(newPath(), png, { contentType: 'image/png' })).error).toBeNull()
    expect(await filesOnDisk()).toBe(await objectsStored())
  })
})

describe('an upload is refused', () => {
  test.each([
    ['anonymous', () => app.anonymous()],
    ['a reader', () => reader],
  ])('to %s, with the words of row level security', async (_, client) => {
    const { data, error } = await images(client()).upload(newPath(), png, { contentType: 'image/png' })
    expect(data).toBeNull()
    expect(error).toMatchObject({
      status: 400,
      statusCode: '403',
      message: 'new row violates row-level security policy for table "objects"',
    })
  })

  test('to an administrator whose session has ended', async () => {
    const leaving = await app.administrator()
    const { data } = await leaving.auth.getSession()
    const { supabaseKey } = leaving as unknown as { supabaseKey: string }
    await leaving.auth.signOut({ scope: 'local' })
    const response = await fetch(`${app.url}/storage/v1/object/${BUCKET}/${newPath()}`, {
      method: 'POST',
      headers: {
        apikey: supabaseKey,
        authorization: `Bearer ${data.session?.access_token}`,
        'content-type': 'image/png',
      },
      body: png as never,
    })
    expect(await response.json()).toMatchObject({ statusCode: '403', error: 'Unauthorized' })
  })

  test.each([
    ['text/html', 'image/png'],
    ['image/png', 'text/html'],
    ['image/png', 'text/plain;charset=UTF-8'],
    ['image/svg+xml', 'image/svg+xml'],
  ])('when it is %s and declared as %s', async (type, declared) => {
    const bodies = new Map<string, string | Buffer>([
      ['text/html', '<!doctype html><script>alert(1)</script>'],
      ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
      ['image/png', png],
    ])
    const body = new Blob([bodies.get(type) as never], { type: declared })
    const { error } = await images().upload(newPath(), body)
    expect(error).toMatchObject({ status: 400, statusCode: '415' })
  })

  test('beyond five megabytes, also when its length is not announced', async () => {
    const tooLong = Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024 + 1 - png.length)])
    const streamed = new Blob([tooLong]).stream()
    for (const body of [new Blob([tooLong], { type: 'image/png' }), tooLong, streamed]) {
      const { error } = await images().upload(newPath(), body, { contentType: 'image/png' })
      expect(error).toMatchObject({ status: 400, statusCode: '413' })
    }
  })

  test('in a bucket that does not exist', async () => {
    const { error } = await nora.storage.from('other').upload('a.png', png, { contentType: 'image/png' })
    expect(error).toMatchObject({ status: 400, statusCode: '404', message: 'Bucket not found' })
  })
})

describe('objects', () => {
  test('exist, or not, and say what they are', async () => {
    const path = await uploaded()
    expect(await images().exists(path)).toEqual({ data: true, error: null })
    const { data: exists, error: missing } = await images().exists('articles/nowhere.png')
    expect(exists).toBe(false)
    expect(missing).toMatchObject({ status: 400, statusCode: '404', code: 'NoSuchKey' })
    const { data } = await images(app.anonymous()).info(path)
    expect(data).toMatchObject({
      id: expect.stringMatching(UUID),
      name: path,
      bucketId: BUCKET,
      size: expect.any(Number),
      contentType: 'image/png',
      cacheControl: 'max-age=3600',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    })
  })

  test('are removed by administrators, and their files with them', async () => {
    const [kept, first, second] = [await uploaded(), await uploaded(), await uploaded()]
    for (const client of [app.anonymous(), reader]) {
      expect(await images(client).remove([first])).toMatchObject({ data: [], error: null })
    }
    const { data, error } = await images().remove([first, second, 'articles/nowhere.png'])
    expect(error).toBeNull()
    expect(data?.map((one) => one.name).toSorted()).toEqual([first, second].toSorted())
    expect((await fetch(images().getPublicUrl(first).data.publicUrl)).status).toBe(400)
    expect((await images().exists(second)).data).toBe(false)
    expect((await images().exists(kept)).data).toBe(true)
    expect(await filesOnDisk()).toBe(await objectsStored())
  })

  test('move and are copied, to names that are free', async () => {
    const path = await uploaded()
    const [moved, copied] = [newPath(), newPath()]
    expect(await images(reader).move(path, moved)).toMatchObject({ error: { statusCode: '404' } })
    expect(await images().move(path, moved)).toMatchObject({
      data: { message: 'Successfully moved' },
      error: null,
    })
    expect((await images().exists(path)).data).toBe(false)
    expect(await images().copy(moved, copied)).toEqual({ data: { path: `${BUCKET}/${copied}` }, error: null })
    await images().remove([moved])
    expect((await images().download(copied)).data?.type).toBe('image/png')
    const taken = await uploaded()
    expect(await images().move(copied, taken)).toMatchObject({ error: { statusCode: '409' } })
    expect(await images().copy(copied, taken)).toMatchObject({ error: { statusCode: '409' } })
    expect(await images().copy('articles/nowhere.png', newPath())).toMatchObject({
      error: { statusCode: '404' },
    })
    expect(await filesOnDisk()).toBe(await objectsStored())
  })

  test('are downloaded by anybody who knows their name', async () => {
    const path = await uploaded()
    const { data, error } = await images(app.anonymous()).download(path)
    expect(error).toBeNull()
    expect(data?.size).toBeGreaterThan(0)
    const stream = await images().download(path).asStream()
    expect(stream.data).toBeInstanceOf(ReadableStream)
    await stream.data?.cancel()
    expect(await images().download('articles/nowhere.png')).toMatchObject({
      data: null,
      error: { status: 400, statusCode: '404', message: 'Object not found' },
    })
  })

  test('are saved under a name that an address asks for', async () => {
    const path = await uploaded()
    const disposition = async (download: string | boolean) =>
      (await fetch(images().getPublicUrl(path, { download }).data.publicUrl)).headers.get(
        'content-disposition',
      )
    expect(await disposition('hafen ü"\r\n.png')).toBe(
      "attachment; filename*=UTF-8''hafen%20%C3%BC%22%0D%0A.png",
    )
    expect(await disposition(true)).toBe(`attachment; filename*=UTF-8''${path.split('/')[1]}`)
  })
})

describe('a list', () => {
  const folder = 'lists/berths'
  beforeAll(async () => {
    for (const name of ['c.png', 'a.png', 'B.png', 'north/d.png', 'north/e.png', 'south/f.png']) {
      await uploaded(`${folder}/${name}`)
    }
  })

  const names = async (...args: Parameters<ReturnType<typeof images>['list']>) =>
    (await images().list(...args)).data?.map((one) => one.name)

  test('has the files and folders of one folder, by name', async () => {
    const { data } = await images().list(folder)
    expect(data?.map((one) => one.name)).toEqual(['a.png', 'B.png', 'c.png', 'north', 'south'])
    expect(data?.[0]).toMatchObject({
      id: expect.stringMatching(UUID),
      created_at: expect.stringMatching(/^20/),
      metadata: { mimetype: 'image/png', size: expect.any(Number), cacheControl: 'max-age=3600' },
    })
    expect(data?.[3]).toMatchObject({ name: 'north', id: null, metadata: null })
    expect(await names(`${folder}/north`)).toEqual(['d.png', 'e.png'])
  })

  test('is cut, sorted and searched', async () => {
    expect(await names(folder, { limit: 2, offset: 1 })).toEqual(['B.png', 'c.png'])
    expect(await names(folder, { sortBy: { column: 'name', order: 'desc' }, limit: 2 })).toEqual([
      'south',
      'north',
    ])
    expect(await names(folder, { sortBy: { column: 'created_at', order: 'asc' } })).toEqual([
      'north',
      'south',
      'c.png',
      'a.png',
      'B.png',
    ])
    expect(await names(folder, { search: 'b' })).toEqual(['B.png'])
    expect(await names(folder, { search: '%' })).toEqual([])
    expect(await names('nowhere')).toEqual([])
  })

  test('is empty for everybody else', async () => {
    for (const client of [app.anonymous(), reader]) {
      expect(await images(client).list(folder)).toEqual({ data: [], error: null })
    }
  })

  test('of the second version has whole names, folders apart, and a cursor', async () => {
    const first = await images().listV2({ prefix: `${folder}/`, with_delimiter: true, limit: 4 })
    expect(first.data).toMatchObject({
      hasNext: true,
      folders: [{ name: `${folder}/north/` }],
      objects: [{ name: `${folder}/a.png` }, { name: `${folder}/B.png` }, { name: `${folder}/c.png` }],
    })
    const cursor = first.data?.nextCursor as string
    const rest = await images().listV2({ prefix: `${folder}/`, with_delimiter: true, limit: 4, cursor })
    expect(rest.data).toMatchObject({ hasNext: false, folders: [{ name: `${folder}/south/` }], objects: [] })
    const flat = await images().listV2({ prefix: `${folder}/north` })
    expect(flat.data?.objects.map((one) => one.name)).toEqual([
      `${folder}/north/d.png`,
      `${folder}/north/e.png`,
    ])
  })

  test('is refused beyond its bounds', async () => {
    expect(await images().list(folder, { limit: 100_000 })).toMatchObject({ error: { statusCode: '400' } })
    expect(await images().list(folder, { sortBy: { column: 'version; drop table' } })).toMatchObject({
      error: { statusCode: '400' },
    })
  })
})

describe('a signed link', () => {
  test('shows its object until it expires', async () => {
    const path = await uploaded()
    const { data, error } = await images().createSignedUrl(path, 60)
    expect(error).toBeNull()
    const response = await fetch(data?.signedUrl as string)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toMatch(/^private, max-age=(?:60|5\d)$/)
    const { data: many } = await images().createSignedUrls([path, 'articles/nowhere.png'], 60)
    expect(many).toMatchObject([
      { path, error: null, signedUrl: expect.stringContaining(path) },
      { path: 'articles/nowhere.png', signedUrl: null, error: expect.stringContaining('does not exist') },
    ])
    expect((await fetch(many?.[0]?.signedUrl as string)).status).toBe(200)
  })

  test('is good for one object, and made for those who may list it', async () => {
    const [path, other] = [await uploaded(), await uploaded()]
    const { data } = await images().createSignedUrl(path, 60)
    const bent = String(data?.signedUrl).replace(path, other)
    expect(await (await fetch(bent)).json()).toMatchObject({ statusCode: '400', code: 'InvalidJWT' })
    for (const client of [app.anonymous(), reader]) {
      expect(await images(client).createSignedUrl(path, 60)).toMatchObject({ error: { statusCode: '404' } })
    }
    expect(await images().createSignedUrl(path, 0)).toMatchObject({ error: { statusCode: '400' } })
  })

  test('carries a transformation', async () => {
    const path = await uploaded()
    const transform = { width: 20, height: 20, format: 'origin' } as const
    const { data, error } = await images().createSignedUrl(path, 60, { transform })
    expect(error).toBeNull()
    const response = await fetch(data?.signedUrl as string)
    expect(await inspectImage(await response.arrayBuffer())).toMatchObject({
      width: 20,
      height: 20,
      format: 'png',
    })
  })

  test('for an upload works without a session, once', async () => {
    const path = newPath()
    const { data, error } = await images().createSignedUploadUrl(path)
    expect(error).toBeNull()
    const token = data?.token as string
    const stranger = images(app.anonymous())
    const blob = new Blob([png as never], { type: 'image/png' })
    expect(await stranger.uploadToSignedUrl(newPath(), token, blob)).toMatchObject({
      error: { statusCode: '400' },
    })
    expect(await stranger.uploadToSignedUrl(path, token, blob)).toEqual({
      data: { path, fullPath: `${BUCKET}/${path}` },
      error: null,
    })
    expect(await stranger.uploadToSignedUrl(path, token, blob)).toMatchObject({
      error: { statusCode: '409' },
    })
    expect(await images(reader).createSignedUploadUrl(newPath())).toMatchObject({
      error: { statusCode: '403' },
    })
  })

  test('for an upload ends with the session of who asked for it', async () => {
    const leaving = await app.administrator()
    const path = newPath()
    const { data } = await images(leaving).createSignedUploadUrl(path)
    await leaving.auth.signOut({ scope: 'local' })
    const blob = new Blob([png as never], { type: 'image/png' })
    const { error } = await images(app.anonymous()).uploadToSignedUrl(path, data?.token as string, blob)
    expect(error).toMatchObject({ statusCode: '403' })
  })
})

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

describe('buckets', () => {
  test('are seen by administrators', async () => {
    const { data } = await nora.storage.listBuckets()
    expect(data).toMatchObject([
      {
        id: BUCKET,
        name: BUCKET,
        public: true,
        file_size_limit: 5 * 1024 * 1024,
        allowed_mime_types: ['image/*'],
        type: 'STANDARD',
      },
    ])
    expect(await nora.storage.getBucket(BUCKET)).toMatchObject({ data: { id: BUCKET }, error: null })
    expect(await nora.storage.getBucket('other')).toMatchObject({
      error: { status: 400, statusCode: '404', message: 'Bucket not found' },
    })
    for (const client of [app.anonymous(), reader]) {
      expect(await client.storage.listBuckets()).toEqual({ data: [], error: null })
      expect(await client.storage.getBucket(BUCKET)).toMatchObject({ error: { statusCode: '404' } })
    }
  })

  test('are not changed by requests', async () => {
    const attempts = (client: Client) => [
      client.storage.createBucket('other', { public: true }),
      client.storage.updateBucket(BUCKET, { public: false }),
      client.storage.emptyBucket(BUCKET),
      client.storage.deleteBucket(BUCKET),
      client.storage.getBucketLifecycle(BUCKET),
      client.storage.purgeBucketCache(BUCKET),
      client.storage.from(BUCKET).purgeCache('a.png'),
    ]
    for (const { data, error } of await Promise.all([...attempts(nora), ...attempts(app.anonymous())])) {
      expect(data).toBeNull()
      expect(error).toMatchObject({ status: 400, statusCode: '403' })
    }
    for (const { error } of await Promise.all(attempts(app.service()))) {
      expect(error).toMatchObject({ status: 400, statusCode: '409', code: 'NotSupported' })
    }
  })
})

test('versions, which buckets do not have, are refused', async () => {
  const path = await uploaded()
  const versionId = 'v1'
  for (const { error } of [
    await images().info(path, { versionId }),
    await images().download(path, { versionId }),
    await images().createSignedUrl(path, 60, { versionId }),
    await images().remove([{ path, versionId }]),
    await images().move(path, newPath(), { sourceVersionId: versionId }),
  ]) {
    expect(error).toMatchObject({ status: 400 })
  }
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

async function fileWith(bytes: Buffer): Promise<string> {
  const path = join(createTemporaryFolder('upload'), 'image.png')
  await writeFile(path, bytes)
  return path
}

async function filesOnDisk(): Promise<number> {
  const entries = await readdir(join(app.storageDir, 'files'), { recursive: true, withFileTypes: true })
  expect(await readdir(join(app.storageDir, 'incoming'))).toEqual([])
  return entries.filter((entry) => entry.isFile()).length
}

async function objectsStored(): Promise<number> {
  const [row] = await app.database.sql`
    select (select count(*)::int from storage.objects) as stored, (select count(*)::int from storage.unused_files) as unused`
  expect(row?.unused).toBe(0)
  return row?.stored
}
