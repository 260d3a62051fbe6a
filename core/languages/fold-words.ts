import { foldLetters } from '#core/languages/fold-letters.ts'

const WORD = /[\p{L}\p{M}\p{N}]+(?:&[\p{L}\p{M}\p{N}]+|[+#]+)*/gu
/** "GPT4" is "GPT 4", but "H2O" one word. */
const MODEL_NUMBER = /(?<=\p{L}{2})(?=\p{N})/gu
const HYPHEN = /(?<=[\p{L}\p{N}])[-‐](?=[\p{L}\p{N}])/gu
/** Shorter words are not looked for inside others. */
const MIN_PART_LENGTH = 3

/** The words of a query in plain letters: parts of joined ones apart, and names with their signs, such as C++ and AT&T. */
export function foldWords(text: string): string[] {
  return foldLetters(text).replace(MODEL_NUMBER, ' ').match(WORD) ?? []
}

/** Those of a text, in which a joined word is found as a whole as well. */
export function foldTextWords(text: string): string[] {
  const folded = foldLetters(text)
  const whole = folded.replace(HYPHEN, '')
  return whole === folded ? foldWords(folded) : [...foldWords(folded), ...foldWords(whole)]
}

/** Whether a text contains a query, or each of its words: as a part of a word, or if it is short as the beginning of one. */
export function hasWords(text: string, query: string): boolean {
  if (foldLetters(text).includes(foldLetters(query))) return true
  const words = foldWords(query)
  const there = foldTextWords(text)
  const has = (word: string) =>
    there.some((other) => (word.length < MIN_PART_LENGTH ? other.startsWith(word) : other.includes(word)))
  return words.length > 0 && words.every(has)
}
