import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { decodeWoff2 } from '#server/images/share/fonts/decode-woff2.ts'

/** Files of one look that complete each other, the most wanted signs first; each at one point of its axes. */
interface Family {
  files: readonly string[]
  axes: Record<string, number>
}

const FAMILIES = {
  serif: {
    files: [
      'newsreader/files/newsreader-latin-opsz-normal.woff2',
      'newsreader/files/newsreader-latin-ext-opsz-normal.woff2',
      'newsreader/files/newsreader-vietnamese-opsz-normal.woff2',
      'source-serif-4/files/source-serif-4-greek-opsz-normal.woff2',
      'source-serif-4/files/source-serif-4-cyrillic-opsz-normal.woff2',
    ],
    axes: { opsz: 60, wght: 560 },
  },
  sans: {
    files: [
      'instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
      'instrument-sans/files/instrument-sans-latin-ext-wght-normal.woff2',
    ],
    axes: { wght: 600 },
  },
} satisfies Record<string, Family>

export interface Typeface {
  /** The file of the family that has this sign, or null when none has. */
  fontFor(codePoint: number): Font | null
}
export type Typefaces = Record<keyof typeof FAMILIES, Typeface>

/** The faces of the site, from its own packages: what the machine has installed plays no part. */
export async function loadTypefaces(): Promise<Typefaces> {
  const [serif, sans] = await Promise.all([loadTypeface(FAMILIES.serif), loadTypeface(FAMILIES.sans)])
  return { serif, sans }
}

async function loadTypeface({ files, axes }: Family): Promise<Typeface> {
  const fonts = await Promise.all(
    files.map(async (file) => {
      const path = createRequire(import.meta.url).resolve(`@fontsource-variable/${file}`)
      const font = create(decodeWoff2(await readFile(path))) as Font
      return font.getVariation(axes)
    }),
  )
  return { fontFor: (codePoint) => fonts.find((font) => font.hasGlyphForCodePoint(codePoint)) ?? null }
}
