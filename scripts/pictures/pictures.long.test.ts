import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { differenceOf } from './compare-pictures.ts'
import { fileOf, PICTURES, takePictures } from './take-pictures.ts'

/** Less than a new section or button of a screen, and more than the letters of another date. */
const MOST = 0.005

test('the pictures of the README show the screens of today; if not, npm run pictures', async () => {
  const taken = await takePictures()
  const differences = PICTURES.map(async ({ name }) => {
    const difference = await differenceOf(await readFile(fileOf(name)), taken.get(name) ?? Buffer.alloc(0))
    return { name, isOutdated: difference > MOST, difference }
  })
  const outdated = (await Promise.all(differences)).filter(({ isOutdated }) => isOutdated)
  expect(outdated).toEqual([])
})

test('a picture differs from one with another section, and not from a compressed copy', async () => {
  const screen = await readFile(fileOf('dashboard'))
  const section = await sharp({ create: { width: 240, height: 80, channels: 3, background: '#111' } })
    .png()
    .toBuffer()
  const { width, height } = await sharp(screen).metadata()
  const changed = await sharp(screen)
    .composite([{ input: section, left: 300, top: height - 100 }])
    .png()
    .toBuffer()
  const compressed = await sharp(screen).resize({ width, height }).jpeg({ quality: 70 }).toBuffer()
  expect(await differenceOf(screen, changed)).toBeGreaterThan(MOST)
  expect(await differenceOf(screen, compressed)).toBeLessThan(MOST)
  expect(await differenceOf(screen, section)).toBe(1)
})
