import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { expect, test } from 'vitest'
import { decodeWoff2 } from '#server/images/share/fonts/decode-woff2.ts'

const readFont = (file: string) =>
  readFile(createRequire(import.meta.url).resolve(`@fontsource-variable/${file}`))

test.each([
  'newsreader/files/newsreader-latin-opsz-normal.woff2',
  'newsreader/files/newsreader-latin-ext-opsz-normal.woff2',
  'source-serif-4/files/source-serif-4-cyrillic-opsz-normal.woff2',
  'instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
])('%s: every outline and width is as it was packed', async (file) => {
  const packed = await readFont(file)
  const before = create(packed) as Font
  const after = create(decodeWoff2(packed)) as Font
  expect(after.numGlyphs).toBe(before.numGlyphs)
  expect(after.characterSet).toEqual(before.characterSet)
  for (let id = 0; id < before.numGlyphs; id++) {
    expect(after.getGlyph(id).path.toSVG()).toBe(before.getGlyph(id).path.toSVG())
    expect(after.getGlyph(id).advanceWidth).toBe(before.getGlyph(id).advanceWidth)
  }
})

test('the axes of an unpacked font can be set', async () => {
  const font = create(
    decodeWoff2(await readFont('newsreader/files/newsreader-latin-opsz-normal.woff2')),
  ) as Font
  const width = (axes: Record<string, number>) => font.getVariation(axes).layout('Watch').advanceWidth
  expect(width({ opsz: 18, wght: 400 })).toBeCloseTo(font.layout('Watch').advanceWidth)
  expect(width({ opsz: 18, wght: 800 })).toBeGreaterThan(width({ opsz: 18, wght: 400 }))
  expect(width({ opsz: 72, wght: 400 })).not.toBeCloseTo(width({ opsz: 18, wght: 400 }))
})

test('anything else is refused', () => {
  expect(() => decodeWoff2(Buffer.alloc(64))).toThrow('Not a TrueType font in WOFF2')
})
