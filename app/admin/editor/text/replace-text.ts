/** The smallest change that makes one text of another, so that cursors and undone steps stay valid; null when they are the same. */
export function replacementOf(before: string, after: string) {
  if (before === after) return null
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) }
}

/** An offset of a text in the editor, which counts every kind of line break as one character. */
export function offsetInDocument(text: string, offset: number): number {
  if (!text.includes('\r')) return offset
  return text.slice(0, offset).replace(/\r\n?/g, '\n').length
}
