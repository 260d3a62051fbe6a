import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createImageDescriber } from '#server/platform/images/describe-image.ts'
import { type ImageSource, publicImages } from '#server/platform/images/image-source.ts'
import { createImageWorker } from '#server/platform/images/worker/image-worker.ts'
import { createLog } from '#server/platform/log.ts'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'

const noise = { type: 'gaussian', mean: 128, sigma: 90 } as const
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#888', noise } })

const worker = createImageWorker()

/** A describer for one picture; `reads` counts how often its bytes were read. */
async function describer(bytes: Buffer) {
  const folder = createTemporaryFolder('described')
  await mkdir(join(folder, 'public/demo'), { recursive: true })
  await writeFile(join(folder, 'public/demo/a.png'), bytes)
  const files = publicImages(join(folder, 'public'))
  const seen = { reads: 0, warnings: [] as string[], errors: [] as string[] }
  const source: ImageSource = async (path) => {
    const image = await files(path)
    if (!image) return null
    const read = () => {
      seen.reads += 1
      return image.read()
    }
    return { version: image.version, read }
  }
  const log = {
    ...createLog('silent'),
    warn: (line: string) => seen.warnings.push(line),
    error: (line: string) => seen.errors.push(line),
  }
  const options = { dataDir: join(folder, 'data'), siteUrl: 'https://watch.example', source, worker, log }
  return {
    seen,
    options,
    describeImage: createImageDescriber(options),
    stored: () => readdir(join(folder, 'data/images/descriptions')).catch(() => []),
  }
}

test('an image is described by its size, its version and a placeholder that fits into a page', async () => {
  const { describeImage } = await describer(await picture(640, 360).png().toBuffer())
  const description = await describeImage('/demo/a.png')
  expect(description).toMatchObject({ width: 640, height: 360 })
  expect(description?.version).toMatch(/^[0-9a-f]{20}$/)
  const uri = description?.placeholder ?? ''
  expect(uri.length).toBeLessThanOrEqual(300)
  const placeholder = await sharp(Buffer.from(uri.replace(/^.*,/, ''), 'base64')).metadata()
  expect(placeholder).toMatchObject({ format: 'webp', width: 16, height: 9 })
})

test('even pure noise of any shape gives a placeholder of at most 300 characters', async () => {
  for (const [width, height] of [
    [16, 16],
    [300, 300],
    [20, 2000],
  ] as const) {
    const { describeImage } = await describer(await picture(width, height).png().toBuffer())
    expect((await describeImage('/demo/a.png'))?.placeholder.length).toBeLessThanOrEqual(300)
  }
})

test('an image that the camera turned is described the right way up', async () => {
  const turned = await picture(600, 300).withMetadata({ orientation: 8 }).jpeg().toBuffer()
  const { describeImage } = await describer(turned)
  expect(await describeImage('/demo/a.png')).toMatchObject({ width: 300, height: 600 })
})

test('the picture is read once, however often it is described, and not again after a restart', async () => {
  const { describeImage, options, seen, stored } = await describer(await picture(64, 36).png().toBuffer())
  const [first, second] = await Promise.all([describeImage('/demo/a.png'), describeImage('/demo/a.png')])
  expect(second).toEqual(first)
  expect(await describeImage('https://watch.example/demo/a.png')).toEqual(first)
  expect(await createImageDescriber(options)('/demo/a.png')).toEqual(first)
  expect(seen.reads).toBe(1)
  expect(await stored()).toHaveLength(1)
})

test.each([
  null,
  '',
  'https://elsewhere.example/demo/a.png',
  '/demo/missing.png',
  '/demo/../a.png',
  '/favicon.svg',
])('there is no description of %j', async (heroImage) => {
  const { describeImage, seen } = await describer(await picture(64, 36).png().toBuffer())
  expect(await describeImage(heroImage)).toBeNull()
  expect(seen).toEqual({ reads: 0, warnings: [], errors: [] })
})

test('an image that cannot be read has no description, is tried once and logged once', async () => {
  const { describeImage, seen, stored } = await describer(Buffer.from('not a picture'))
  expect(await describeImage('/demo/a.png')).toBeNull()
  expect(await describeImage('/demo/a.png')).toBeNull()
  expect(seen.reads).toBe(1)
  expect(seen.warnings).toEqual(['The image demo/a.png cannot be shown: not a JPEG, PNG, GIF, WebP or AVIF'])
  expect(await stored()).toEqual([])
})

test('a description is null, and the page does not fail, when the image storage is down', async () => {
  const { options, seen } = await describer(await picture(64, 36).png().toBuffer())
  const source = () => Promise.reject(new Error('the bucket is away'))
  expect(await createImageDescriber({ ...options, source })('/demo/a.png')).toBeNull()
  expect(seen.errors).toEqual(['The image demo/a.png cannot be described'])
})
