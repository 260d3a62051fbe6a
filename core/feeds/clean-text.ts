/** Removes what XML forbids or feed readers reject: control characters, noncharacters and lone surrogates. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '')
}

/** A text on one line, because an editor may have pasted a title with line breaks. */
export function singleLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim()
}
