import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cleanImage } from '#server/platform/images/pixels/clean-image.ts'
import {
  imageLibrary,
  inspectImage,
  noiseOf,
  paintImage,
  photograph,
} from '../../../../tests/support/images.ts'
import { createTemporaryFolder } from '../../../../tests/support/temporary-folder.ts'

const folder = createTemporaryFolder('clean')
afterAll(() => rm(folder, { recursive: true, force: true }))

async function clean(bytes: Buffer) {
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  await writeFile(from, bytes)
  const cleaned = await cleanImage({ from, to })
  return { cleaned, stored: await inspectImage(await readFile(to)), bytes: await readFile(to) }
}

test.each([1, 3, 6, 8])(
  'a photograph turned by %i stays so, with its notice and without its place',
  async (orientation) => {
    const { stored, cleaned } = await clean(await photograph({ orientation }))
    expect(cleaned).toMatchObject({ type: 'image/jpeg', width: 60, height: 40 })
    expect(stored.orientation).toBe(orientation)
    expect(stored.exifText).toContain('Nora Nordhaven 2026')
    expect(stored.exifText).not.toContain('Camera')
  },
)

test('an image without anything to keep has no metadata', async () => {
  for (const format of ['jpeg', 'png', 'webp', 'gif', 'avif'] as const) {
    const { stored } = await clean(await paintImage(format))
    expect([stored.exif, stored.xmp, stored.iptc, stored.icc]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  }
})

test.each(['gif', 'webp'] as const)('an animated %s goes on moving', async (format) => {
  const frames = await Promise.all(['#f00', '#0f0', '#00f'].map((colour) => paintImage('png', { colour })))
  const animated = await imageLibrary(frames, { join: { animated: true } })
    .toFormat(format)
    .toBuffer()
  const { stored, cleaned } = await clean(animated)
  expect(stored.pages).toBe(3)
  expect(cleaned).toMatchObject({ type: `image/${format}`, width: 60, height: 40 })
})

test('transparency stays, and colours are the same within a shade', async () => {
  const background = { r: 200, g: 40, b: 40, alpha: 0.5 }
  const source = await imageLibrary({ create: { width: 8, height: 8, channels: 4, background } })
    .png()
    .toBuffer()
  const { bytes } = await clean(source)
  const pixel = await imageLibrary(bytes).raw().toBuffer()
  expect([...pixel.subarray(0, 4)]).toEqual([200, 40, 40, 128])
})

test('noise of five megabytes is stored in at most eight', async () => {
  for (const format of ['jpeg', 'png'] as const) {
    const { cleaned } = await clean(await noiseOf(5 * 1024 * 1024, format))
    expect(cleaned.size).toBeLessThanOrEqual(8 * 1024 * 1024)
    expect(cleaned.type).toBe(`image/${format}`)
  }
})

test.each([
  [
    'too many pixels',
    () =>
      imageLibrary({ create: { width: 8000, height: 8000, channels: 3, background: '#000' } })
        .png()
        .toBuffer(),
  ],
  [
    'a side too long',
    () =>
      imageLibrary({ create: { width: 20_000, height: 10, channels: 3, background: '#000' } })
        .png()
        .toBuffer(),
  ],
  ['bytes that are none', async () => Buffer.from('GIF89a or so it says')],
])('%s are refused', async (_, make) => {
  await expect(clean(await make())).rejects.toThrow(expect.objectContaining({ name: 'UnreadableImage' }))
})

test('an AVIF or a WebP that takes a minute to encode is refused by the size that it declares', async () => {
  await expect(clean(await declaring('avif', 8000, 2100))).rejects.toThrow('more than 16 million pixels')
  await expect(clean(await declaring('webp', 12_500, 2100))).rejects.toThrow('more than 25 million pixels')
})

/** A small picture whose header says another size. */
async function declaring(format: 'avif' | 'webp', width: number, height: number): Promise<Buffer> {
  const bytes = await paintImage(format)
  if (format === 'avif') {
    const at = bytes.indexOf('ispe') + 8
    bytes.writeUInt32BE(width, at)
    bytes.writeUInt32BE(height, at + 4)
  } else {
    const at = bytes.indexOf(Buffer.from('9d012a', 'hex')) + 3
    bytes.writeUInt16LE(width, at)
    bytes.writeUInt16LE(height, at + 2)
  }
  return bytes
}
