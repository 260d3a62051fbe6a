import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inspectImage, paintImage, photograph } from '../support/images.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { BUCKET, startStorageApp, UUID } from './storage-app.ts'

const { app, nora, reader, png, images, newPath, uploaded, filesOnDisk, objectsStored } =
  await startStorageApp()

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
  ])('of %s returns its path, and any client can load it', async (_, body) => {
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

async function fileWith(bytes: Buffer): Promise<string> {
  const path = join(createTemporaryFolder('upload'), 'image.png')
  await writeFile(path, bytes)
  return path
}
