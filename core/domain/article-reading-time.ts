export const DEFAULT_READING_TIME = '5 min read'
const WORDS_PER_MINUTE = 200

/** The reading time of a text by its length. */
export function readingTimeOf(markdown: string): string {
  const words = markdown.split(/\s+/).filter(Boolean).length
  return `${Math.max(1, Math.round(words / WORDS_PER_MINUTE))} min read`
}
