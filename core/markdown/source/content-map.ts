/** The places of a block's content in its source: in runs, each of which is in the source unchanged. Sorted. */
export interface ContentMap {
  /** The offset of each run in the content. */
  at: number[]
  /** Its offset in the source. */
  source: number[]
}

/** The offset in the source for an offset of the content. */
export function toSource({ at, source }: ContentMap, offset: number): number {
  let [low, high] = [0, at.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((at[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return (source[low] ?? 0) + offset - (at[low] ?? 0)
}

/** The lines of a paragraph or a heading. The indentation of a line may be part of its content, in another form. */
export function mapLines(content: string, starts: number[]): ContentMap {
  const map: ContentMap = { at: [], source: [] }
  let at = 0
  for (const [index, line] of content.split('\n').entries()) {
    const indentation = index === 0 ? 0 : line.length - line.replace(/^[ \t]+/, '').length
    map.at.push(at + indentation)
    map.source.push(starts[index] ?? 0)
    at += line.length + 1
  }
  return map
}

/** A cell, in which `\|` stands for `|`. */
export function mapCell(source: string, from: number, to: number): ContentMap {
  const map: ContentMap = { at: [0], source: [from] }
  for (let pipe = source.indexOf('|', from); pipe !== -1 && pipe < to; pipe = source.indexOf('|', pipe + 1)) {
    const escaped = map.at.length - 1
    map.at.push(pipe - from - escaped)
    map.source.push(pipe + 1)
  }
  return map
}
