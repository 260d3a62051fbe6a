/** The lines of a source, as markdown-it counts them. */
export interface SourceLines {
  source: string
  /** Where each line begins. */
  starts: number[]
}

export function sourceLines(source: string): SourceLines {
  const starts = [0]
  for (const { 0: end, index } of source.matchAll(/\r\n?|\n/g)) starts.push(index + end.length)
  return { source, starts }
}

/** Where the lines of a block's content stand in the source: without markers of quotes, lists and headings. */
export interface ContentMap {
  /** Where each line begins in the content. */
  at: number[]
  /** Where it begins in the source; -1 when it stands there in another form. */
  source: number[]
}

/**
 * Finds the lines of a block. Markers stand before a line's text, so its last occurrence in the source line is the one; for a
 * cell of a table `after` is where the cell before it ends, and the first occurrence from there is the one.
 */
export function mapContent(
  { source, starts }: SourceLines,
  content: string,
  { line, after }: { line: number; after?: number },
): ContentMap {
  const map: ContentMap = { at: [], source: [] }
  let at = 0
  for (const [index, text] of content.split('\n').entries()) {
    const start = starts[line + index]
    const end = starts[line + index + 1] ?? source.length
    map.at.push(at)
    map.source.push(start === undefined ? -1 : find(source, text, { start, end, after }))
    at += text.length + 1
  }
  return map
}

function find(
  source: string,
  text: string,
  { start, end, after }: { start: number; end: number; after: number | undefined },
): number {
  const line = source.slice(after ?? start, end)
  const index = after === undefined ? line.lastIndexOf(text) : line.indexOf(text)
  return index === -1 ? -1 : (after ?? start) + index
}

/** Where an offset of the content is in the source, or -1. */
export function toSource(map: ContentMap, offset: number): number {
  let [low, high] = [0, map.at.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((map.at[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  const source = map.source[low] ?? -1
  return source === -1 ? -1 : source + offset - (map.at[low] ?? 0)
}
