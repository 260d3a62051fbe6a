/** Names of characters that are invisible, or look like others. */
const NAMES = new Map([
  [' ', 'a space'],
  ['\u00A0', 'a no-break space'],
  ['\u202F', 'a narrow no-break space'],
  ['\u2009', 'a thin space'],
  ['\u00AD', 'a soft hyphen'],
  ['\u200B', 'a space without width'],
  ['\u200C', 'a zero-width non-joiner'],
  ['\u200D', 'a zero-width joiner'],
  ['\u2060', 'a word joiner'],
  ['\uFEFF', 'a byte order mark'],
  ['\u200E', 'a mark for writing from left to right'],
  ['\u200F', 'a mark for writing from right to left'],
  ['\u202E', 'a mark that turns the direction of the text around'],
  ["'", "a straight apostrophe (')"],
  ['’', 'a curly apostrophe (’)'],
  ['‘', 'an opening quotation mark (‘)'],
  ['-', 'a hyphen (-)'],
  ['‑', 'a hyphen that does not break'],
  ['–', 'a dash (–)'],
  ['−', 'a minus (−)'],
])

/** The name of a character, with its code point if it is invisible. */
export function nameCharacter(character: string): string {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  const name = NAMES.get(character)
  if (name === undefined) return /[\p{C}\p{Z}]/u.test(character) ? `the character ${code}` : `“${character}”`
  return /[\p{C}]/u.test(character) ? `${name}, ${code}` : name
}

const plain = (text: string) =>
  text
    .replace(/[\p{Cf}]/gu, '')
    .replace(/[\p{Z}\s]+/gu, ' ')
    .replace(/[’‘]/g, "'")
    .replace(/[‑–−]/g, '-')
    .toLowerCase()

/** Returns true if two texts look the same at first sight. */
export const looksAlike = (one: string, other: string) => plain(one) === plain(other)

/** The difference between two texts that look alike; null when there is none. */
export function describeDifference(original: string, translation: string): string | null {
  const [from, to] = [[...original], [...translation]]
  const index = from.findIndex((character, at) => character !== to[at])
  if (index === -1 && from.length === to.length) return null
  const [one, other] = index === -1 ? [undefined, to[from.length]] : [from[index], to[index]]
  if (other === undefined) return `the original has ${nameCharacter(one ?? '')} at its end`
  if (one === undefined) return `the translation has ${nameCharacter(other)} at its end`
  return `the original has ${nameCharacter(one)}, the translation ${nameCharacter(other)}`
}
