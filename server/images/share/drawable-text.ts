import { createElement } from 'react'
import satori, { type Font } from 'satori'

/** Longer than four lines can hold; the rest would only cost time. */
const MAX_LENGTH = 300

/**
 * What of an editor's text the faces of a stack can draw, on one line. An accented letter that they lack loses the
 * accent; emoji, other scripts, control and direction characters are left out. Empty when nothing readable remains.
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

/** The characters that no face of the stack has: satori asks for them, and gets nothing. */
async function findLacking(text: string, stack: string, faces: Font[]): Promise<Set<string>> {
  const lacking = new Set<string>()
  await satori(createElement('div', { style: { fontFamily: stack } }, text), {
    width: 1,
    height: 1,
    fonts: faces,
    async loadAdditionalAsset(_language, characters) {
      // What satori asks for may hold a letter that is one with its neighbour; those of ASCII are never lacking.
      for (const character of characters) if (character > '\x7f') lacking.add(character)
      return []
    },
  })
  return lacking
}
