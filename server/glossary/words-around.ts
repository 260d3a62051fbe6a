import { NOT_TEXT, textOfSegment } from '#core/translation/checks/segment-text.ts'

const BEFORE = 120
const LONGEST = 400

/** The part of a segment in which these words stand, as readers read it; without them, its beginning. */
export function wordsAround(segment: string, words: string): string {
  const text = textOfSegment(segment).replaceAll(NOT_TEXT, '…')
  const found = words === '' ? -1 : text.toLowerCase().indexOf(words.toLowerCase())
  const from = found > BEFORE ? text.indexOf(' ', found - BEFORE) + 1 : 0
  const part = text.slice(from, from + LONGEST)
  const isCut = from + part.length < text.length
  // No character is cut in two.
  return `${from > 0 ? '…' : ''}${part.isWellFormed() ? part : part.slice(0, -1)}${isCut ? '…' : ''}`
}
