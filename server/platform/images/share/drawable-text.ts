import { createElement } from 'react'
import satori, { type Font } from 'satori'

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
      // satori asks for whole grapheme clusters, in which an ASCII letter may stand; every face has those.
      for (const character of characters) if (character > '\x7f') lacking.add(character)
      return []
    },
  })
  return lacking
}
