import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Font } from 'satori'

/** The font stacks of a card: characters that a family's first file lacks are taken from its second. */
export const SERIF = 'Newsreader, Newsreader Extended'
export const SANS = 'Instrument Sans, Instrument Sans Extended'

const FILES = {
  Newsreader: 'newsreader/files/newsreader-latin-600-normal.woff',
  'Newsreader Extended': 'newsreader/files/newsreader-latin-ext-600-normal.woff',
  'Instrument Sans': 'instrument-sans/files/instrument-sans-latin-600-normal.woff',
  'Instrument Sans Extended': 'instrument-sans/files/instrument-sans-latin-ext-600-normal.woff',
}

/** The site's own faces, from npm packages, so that a card does not depend on the fonts of the machine. */
export function loadFaces(): Promise<Font[]> {
  const { resolve } = createRequire(import.meta.url)
  return Promise.all(
    Object.entries(FILES).map(async ([name, file]): Promise<Font> => {
      const data = await readFile(resolve(`@fontsource/${file}`))
      return { name, data, weight: 600, style: 'normal' }
    }),
  )
}
