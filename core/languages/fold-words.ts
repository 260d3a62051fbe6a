import { foldLetters } from '#core/languages/fold-letters.ts'

const WORD = /[\p{L}\p{M}\p{N}]+(?:&[\p{L}\p{M}\p{N}]+|[+#]+)*/gu
/** "GPT4" is "GPT 4", but "H2O" one word. */
const MODEL_NUMBER = /([a-z]{2})(?=\d)/g
const HYPHEN = /[-‐]/g
/** Shorter words are not looked for inside others. */
const MIN_PART_LENGTH = 3

/** The words of a query in plain letters: parts of joined ones apart, and names with their signs, such as C++ and AT&T. */
export const foldWords = (text: string): string[] => wordsIn(foldLetters(text))

/** The words of a text, in which a joined word is found as a whole as well. */
export function foldTextWords(text: string): string[] {
  const folded = foldLetters(text)
  const joined = folded.split(/\s+/).filter((word) => word.search(HYPHEN) > 0)
  return [...wordsIn(folded), ...wordsIn(joined.join(' ').replace(HYPHEN, ''))]
}

const wordsIn = (folded: string): string[] => folded.replace(MODEL_NUMBER, '$1 ').match(WORD) ?? []

/** Returns true if a text contains a query, or each of its words: as a part of a word, or if it is short as the beginning of one. */
export function hasWords(text: string, query: string): boolean {
  if (foldLetters(text).includes(foldLetters(query))) return true
  const words = foldWords(query)
  const there = foldTextWords(text)
  const has = (word: string) =>
    there.some((other) => (word.length < MIN_PART_LENGTH ? other.startsWith(word) : other.includes(word)))
  return words.length > 0 && words.every(has)
}
