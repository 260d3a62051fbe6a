/** Text without what XML cannot carry or feed readers stumble over: control characters, halves of characters. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '')
}

/** A title as one line, whatever an editor pasted. */
export function singleLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim()
}
