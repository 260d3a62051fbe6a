/** The lines of a source, as markdown-it counts them. */
export interface SourceLines {
  source: string
  /** Where each line begins. */
  starts: number[]
  /** The same text as the parser reads it: every line ends with `\n`. */
  normalised: string
  /** From there to the source. */
  toOriginal: (offset: number) => number
}

export function sourceLines(source: string): SourceLines {
  const starts = [0]
  for (const { 0: end, index } of source.matchAll(/\r\n?|\n/g)) starts.push(index + end.length)
  if (!source.includes('\r\n')) {
    return { source, starts, normalised: source.replaceAll('\r', '\n'), toOriginal: (offset) => offset }
  }
  const normalised = source.replace(/\r\n?/g, '\n')
  /** Where a line end has lost a character. */
  const shorter: number[] = []
  for (const { index } of source.matchAll(/\r\n/g)) shorter.push(index - shorter.length)
  return { source, starts, normalised, toOriginal: (offset) => offset + countBelow(shorter, offset) }
}

/** How many of the sorted numbers are less. */
function countBelow(numbers: number[], limit: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) < limit) low = middle + 1
    else high = middle
  }
  return low
}
