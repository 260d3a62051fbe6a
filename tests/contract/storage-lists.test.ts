import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { BUCKET, startStorageApp, UUID } from './storage-app.ts'

const { app, nora, reader, images, uploaded } = await startStorageApp()

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

  test('is empty for other callers', async () => {
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

describe('buckets', () => {
  test('are seen by administrators', async () => {
    const { data } = await nora.storage.listBuckets()
    expect(data).toMatchObject([
      {
        id: 'article-audio',
        public: false,
        file_size_limit: 256 * 1024 * 1024,
        allowed_mime_types: ['audio/mpeg'],
      },
      {
        id: BUCKET,
        name: BUCKET,
        public: true,
        file_size_limit: 5 * 1024 * 1024,
        allowed_mime_types: ['image/*'],
        type: 'STANDARD',
      },
      {
        id: 'imports',
        public: false,
        file_size_limit: 8 * 1024 * 1024,
        allowed_mime_types: ['application/octet-stream'],
      },
      {
        id: 'profile-pictures',
        public: true,
        file_size_limit: 1024 * 1024,
        allowed_mime_types: ['image/png', 'image/jpeg', 'image/webp'],
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
