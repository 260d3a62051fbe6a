/** A word of a text, or any other piece between spaces. */
export interface TextWord {
  text: string
  /** False for a tag, or a punctuation character. */
  isWord: boolean
  from: number
  to: number
}

/** Words with a hyphen, an ampersand or a decimal point in them are one; an apostrophe ends one, as in l’usage. */
const PIECE =
  /<\/?[a-z]{1,3}\d{1,4} ?\/?>|(?<word>[\p{L}\p{M}\p{N}]+(?:[-‐‑&][\p{L}\p{M}\p{N}]+|[.,]\p{N}+)*)|\S/gu

/** The words of a text, its tags, and its punctuation, in their order. */
export function readWords(text: string): TextWord[] {
  return [...text.matchAll(PIECE)].map(({ 0: found, index, groups }) => ({
    text: found,
    isWord: groups?.word !== undefined,
    from: index,
    to: index + found.length,
  }))
}
