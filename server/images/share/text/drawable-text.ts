import type { Typeface } from '#server/images/share/fonts/typefaces.ts'

/** Longer than four lines can hold; the rest would only cost time. */
const MAX_LENGTH = 300

/**
 * What of an editor's text can be drawn: one line of signs that the typeface has. An accented letter it lacks loses
 * the accent; emoji, other scripts, control and direction marks are left out. Empty when nothing readable remains.
 */
export function drawableText(text: string, typeface: Typeface): string {
  const known = (sign: string) => typeface.fontFor(sign.codePointAt(0) ?? 0) !== null
  const drawable = Array.from(
    text
      .slice(0, MAX_LENGTH)
      .normalize('NFC')
      .replace(/[\u2007\u202f]/g, '\u00a0')
      .replace(/[\u2010\u2011]/g, '-')
      .replace(/[\p{Cf}\p{M}]/gu, '')
      .replace(/[^\S\u00a0]|\p{Cc}/gu, ' '),
    (sign) => {
      if (known(sign)) return sign
      const [letter = ' '] = sign.normalize('NFD')
      return known(letter) ? letter : ' '
    },
  )
    .join('')
    .replace(/ +/g, ' ')
    .trim()
  return /[\p{L}\p{N}]/u.test(drawable) ? drawable : ''
}
