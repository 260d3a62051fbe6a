/** Cuts a text at the end of a word, with an ellipsis. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const start = text.slice(0, maxLength - 1)
  const end = start.lastIndexOf(' ')
  return `${(end > maxLength / 2 ? start.slice(0, end) : start).toWellFormed().replace(/[\s\uFFFD,;:·–—-]+$/u, '')}…`
}
