import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { fileOf, takePictures } from './take-pictures.ts'

/** At this width the letters of a date cannot be read. */
const WIDTH = 160
/** The tolerance for a channel, of 255. Compression and the letters of another date differ by less. */
const TOLERANCE = 32
/** The share of pixels that may differ. An icon in the header changes twice as much, other dates a quarter of it. */
const MAX_DIFFERENCE = 0.0005

test('the pictures of the README show the screens of today; if not, npm run pictures', async () => {
  const isAsBefore = async (name: string, png: Buffer) =>
    (await differenceOf(await readFile(fileOf(name)), png)) <= MAX_DIFFERENCE
  const outdated: string[] = []
  for (const [name, png] of await takePictures(isAsBefore))
    if (!(await isAsBefore(name, png))) outdated.push(name)
  expect(outdated).toEqual([])
})

test('a picture differs from one with another icon, and not from a compressed copy', async () => {
  const screen = await readFile(fileOf('dashboard'))
  const icon = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#111' } })
    .png()
    .toBuffer()
  const { width, height } = await sharp(screen).metadata()
  const changed = await sharp(screen)
    .composite([{ input: icon, left: 300, top: height - 100 }])
    .png()
    .toBuffer()
  const compressed = await sharp(screen).resize({ width, height }).jpeg({ quality: 70 }).toBuffer()
  expect(await differenceOf(screen, changed)).toBeGreaterThan(MAX_DIFFERENCE)
  expect(await differenceOf(screen, compressed)).toBeLessThan(MAX_DIFFERENCE)
  expect(await differenceOf(screen, icon)).toBe(1)
})

/** The share of two pictures that differs, from 0 to 1; 1 when they have another shape. */
async function differenceOf(first: Buffer, second: Buffer): Promise<number> {
  const [a, b] = await Promise.all([shrink(first), shrink(second)])
  if (a.length !== b.length) return 1
  const different = a.filter((value, index) => Math.abs(value - (b[index] ?? 0)) > TOLERANCE)
  return different.length / a.length
}

async function shrink(picture: Buffer): Promise<Uint8Array> {
  // Decoded first: a decoder of WebP that makes a picture smaller by itself makes a slightly different one.
  const decoded = await sharp(picture).png().toBuffer()
  return sharp(decoded).resize({ width: WIDTH }).greyscale().raw().toBuffer()
}
