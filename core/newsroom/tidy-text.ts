import { withFewMarks } from '#core/languages/fold-letters.ts'

// Invisible characters, and those that reverse the order of text. Joiners stay where scripts and emoji need them.
const INVISIBLE =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff\u{e0000}-\u{e0fff}]|(?![\n\t])\p{Cc}|\p{Cs}|(?<![\p{M}\p{Lo}\p{Extended_Pictographic}])[\u200c\u200d]/gu
const WRAPPED_LENGTH = 40

/** A foreign text in lines, without invisible characters. Lines that were broken to fit a width are joined again. */
export function tidyText(text: string): string {
  const lines: string[] = []
  for (const part of withFewMarks(text)
    .normalize('NFC')
    .split(/\r\n?|[\n\v\f\u2028\u2029\u0085]/)) {
    const line = tidyLine(part)
    const before = lines.at(-1) ?? ''
    if (/^\p{Ll}/u.test(line) && before.length >= WRAPPED_LENGTH && !/[.!?:;…)»”"]$/.test(before))
      lines[lines.length - 1] = `${before} ${line}`
    else lines.push(line)
  }
  return lines.filter((line) => line !== '').join('\n')
}

/** A line without invisible characters. */
export function tidyLine(line: string): string {
  return line
    .replace(INVISIBLE, (character) => (/[\p{Cc}\u2028\u2029]/u.test(character) ? ' ' : ''))
    .replace(/[\s\u3164\u2800]+/gu, ' ')
    .trim()
}
