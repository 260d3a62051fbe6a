export const DEFAULT_READING_TIME = '5 min read'
const WORDS_PER_MINUTE = 200

export function readingTimeOf(markdown: string): string {
  return `${minutesToRead(countWords(markdown))} min read`
}

export function minutesToRead(words: number): number {
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE))
}

/** The number of words in a text. Isolated marks, such as those of a table or the label of a footnote, do not count as words. */
export function countWords(markdown: string): number {
  return markdown.split(/\s+/).filter((part) => /[\p{L}\p{N}]/u.test(part) && !FOOTNOTE.test(part)).length
}

const FOOTNOTE = /^\[\^[^[\]]+\]:?$/
