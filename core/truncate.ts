/** Cuts a text at the end of a word, with an ellipsis. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const start = text.slice(0, maxLength - 1)
  const end = start.lastIndexOf(' ')
  return `${(end > maxLength / 2 ? start.slice(0, end) : start).toWellFormed().replace(/[\s\uFFFD,;:·–—-]+$/u, '')}…`
}

/** A text without this character at its end, however often it occurs there or elsewhere. */
export function withoutEnd(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end--
  return text.slice(0, end)
}
