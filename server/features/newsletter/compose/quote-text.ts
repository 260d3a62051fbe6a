import { singleLine } from '#core/feeds/clean-text.ts'

/** Characters that nobody sees, or that turn the text after them around. */
const UNSEEN = /[\p{Cf}\p{Co}\p{Cn}]|(?!\uFE0F)\p{Default_Ignorable_Code_Point}/gu

/** Part of a text of others in a sentence for the desk. */
export function quoteText(text: string, maxLength = 80): string {
  return `“${cut(seenText(text.slice(0, 10 * maxLength)), maxLength)}”`
}

/** What is seen of a text, on one line. */
export const seenText = (text: string) => singleLine(text.replace(UNSEEN, ''))

/** Cuts a text at the end of a word, with an ellipsis. */
export function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const start = text.slice(0, maxLength - 1)
  const end = start.lastIndexOf(' ')
  return `${(end > maxLength / 2 ? start.slice(0, end) : start).toWellFormed().replace(/[\s\uFFFD,;:·–—-]+$/u, '')}…`
}
