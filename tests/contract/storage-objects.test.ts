import { describe, expect, test } from 'vitest'
import { BUCKET, startStorageApp, UUID } from './storage-app.ts'

const { app, reader, images, newPath, uploaded, filesOnDisk, objectsStored } = await startStorageApp()

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

  test('are downloaded by any client that knows their name', async () => {
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
