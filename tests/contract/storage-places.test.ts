import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { inspectImage, paintImage } from '../support/images.ts'
import { startS3 } from '../support/s3.ts'

const BUCKET = 'article-images'

interface Place {
  /** Two processes on one database. */
  apps: [TestApp, TestApp]
  countFiles(): Promise<number>
  stop(): Promise<void>
}

async function inS3(): Promise<Place> {
  const s3 = await startS3()
  const first = await startTestApp({ s3: s3.config })
  const second = await startTestApp({ s3: s3.config, beside: first })
  return {
    apps: [first, second],
    countFiles: async () =>
      (await readdir(s3.folder, { recursive: true })).filter((name) => name.endsWith('._S3rver_object'))
        .length,
    async stop() {
      await second.stop()
      await first.stop()
      await s3.stop()
    },
  }
}

async function onDisk(): Promise<Place> {
  const first = await startTestApp()
  const second = await startTestApp({ beside: first })
  return {
    apps: [first, second],
    async countFiles() {
      const entries = await readdir(`${first.storageDir}/files`, { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).length
    },
    async stop() {
      await second.stop()
      await first.stop()
    },
  }
}

describe.each([
  ['one folder', onDisk],
  ['one bucket of S3', inS3],
])('two processes with %s', (_, open) => {
  let place: Place
  beforeAll(async () => {
    place = await open()
  })
  afterAll(() => place.stop())

  test('store, show, change and remove the same files', async () => {
    const [first, second] = await Promise.all(place.apps.map((app) => app.administrator()))
    const [here, there] = [first?.storage.from(BUCKET), second?.storage.from(BUCKET)]
    const blob = async (width: number) =>
      new Blob([(await paintImage('jpeg', { width })) as never], { type: 'image/jpeg' })
    expect((await here?.upload('a.jpg', await blob(640)))?.error).toBeNull()
    const widthOf = async (path: string) => {
      const { data } = (await there?.download(path)) ?? {}
      return (await inspectImage((await data?.arrayBuffer()) as ArrayBuffer)).width
    }
    expect(await widthOf('a.jpg')).toBe(640)
    const [, other] = place.apps
    const variant = await fetch(`${other.url}/images/avif/400/storage/v1/object/public/${BUCKET}/a.jpg`)
    expect((await inspectImage(await variant.arrayBuffer())).width).toBe(400)
    const part = await fetch(`${other.url}/storage/v1/object/public/${BUCKET}/a.jpg`, {
      headers: { range: 'bytes=0-2' },
    })
    expect(Buffer.from(await part.arrayBuffer()).toString('hex')).toBe('ffd8ff')

    expect((await there?.update('a.jpg', await blob(500)))?.error).toBeNull()
    expect(await widthOf('a.jpg')).toBe(500)
    expect((await here?.copy('a.jpg', 'b.jpg'))?.error).toBeNull()
    expect((await there?.move('a.jpg', 'c.jpg'))?.error).toBeNull()
    expect(await widthOf('b.jpg')).toBe(500)
    expect(await place.countFiles()).toBe(2)
    expect((await here?.remove(['b.jpg', 'c.jpg']))?.data).toHaveLength(2)
    expect(await place.countFiles()).toBe(0)
    expect((await there?.exists('c.jpg'))?.data).toBe(false)
  })

  test('give one name to one of two uploads at once', async () => {
    const results = await Promise.all(
      place.apps.map(async (app) => {
        const client = await app.administrator()
        const body = new Blob([(await paintImage('png')) as never], { type: 'image/png' })
        return client.storage.from(BUCKET).upload('raced.png', body)
      }),
    )
    expect(results.filter(({ error }) => error === null)).toHaveLength(1)
    expect(results.find(({ error }) => error)?.error).toMatchObject({ statusCode: '409' })
    expect(await place.countFiles()).toBe(1)
  })
})
