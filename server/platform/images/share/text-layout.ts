import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type CSSProperties, createElement, type ReactElement } from 'react'
import satori, { type Font } from 'satori'

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

/** More than fits on four lines. */
const MAX_LENGTH = 300

/**
 * The part of an editor's text that the faces of a stack can draw, on one line. A letter whose accent they lack loses it;
 * emoji, other scripts, control and direction characters are left out. Empty when no letter or digit remains.
 */
export async function drawableText(text: string, stack: string, faces: Font[]): Promise<string> {
  const line = text
    .slice(0, MAX_LENGTH)
    .normalize('NFC')
    .replace(/[\u2007\u202f]/g, '\u00a0')
    .replace(/[\u2010\u2011]/g, '-')
    .replace(/[\p{Cf}\p{M}]/gu, '')
    .replace(/[^\S\u00a0]|\p{Cc}/gu, ' ')
  const lacking = await findLacking(line, stack, faces)
  const drawable = Array.from(line, (character) => {
    if (!lacking.has(character)) return character
    const [letter = ' '] = character.normalize('NFD')
    return /[a-z]/i.test(letter) ? letter : ' '
  })
    .join('')
    .replace(/ +/g, ' ')
    .trim()
  return /[\p{L}\p{N}]/u.test(drawable) ? drawable : ''
}

/** The characters that no face of the stack has. satori offers to load a font for them; it is given none. */
async function findLacking(text: string, stack: string, faces: Font[]): Promise<Set<string>> {
  const lacking = new Set<string>()
  await satori(createElement('div', { style: { fontFamily: stack } }, text), {
    width: 1,
    height: 1,
    fonts: faces,
    async loadAdditionalAsset(_language, characters) {
      // satori asks for whole grapheme clusters, which may contain ASCII characters; every face has those.
      for (const character of characters) if (character > '\x7f') lacking.add(character)
      return []
    },
  })
  return lacking
}

const MAX_LINES = 4

/** The style of a text, without its size. */
export type TextStyle = CSSProperties & { lineHeight: number }

export interface Room {
  width: number
  height: number
  /** The sizes in pixels, the largest first. */
  sizes: readonly number[]
}

/**
 * Sets a text at the largest size at which it fits the room on at most four lines without breaking a word, with lines of
 * similar length. A text that is too long even for the smallest size is cut with an ellipsis.
 */
export async function fitText(
  text: string,
  room: Room,
  style: TextStyle,
  faces: Font[],
): Promise<ReactElement> {
  for (const fontSize of room.sizes) {
    const column = setColumn(text, room.width, { ...style, fontSize, textWrap: 'balance' })
    const { width, height } = await measure(column, room.width, faces)
    const lines = Math.round(height / (fontSize * style.lineHeight))
    // satori counts the space at the end of a line in its width.
    if (width <= room.width + fontSize / 4 && height <= room.height && lines <= MAX_LINES) return column
  }
  const fontSize = room.sizes.at(-1)
  return setColumn(text, room.width, { ...style, fontSize, wordBreak: 'break-word', lineClamp: MAX_LINES })
}

/** Inside a column the text becomes as wide as its longest word, which shows when a word is too long for a line. */
function setColumn(text: string, width: number, style: CSSProperties): ReactElement {
  const block = createElement('div', { key: 'text', style: { ...style, display: 'block' } }, text)
  const column = { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', width } as const
  return createElement('div', { style: column }, block)
}

async function measure(
  column: ReactElement,
  width: number,
  faces: Font[],
): Promise<{ width: number; height: number }> {
  let measured = { width: 0, height: 0 }
  await satori(column, {
    width,
    fonts: faces,
    onNodeDetected(node) {
      if (node.key === 'text') measured = node
    },
  })
  return measured
}
