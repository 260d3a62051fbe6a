/** A text as the parser reads it, in which every line ends with `\n`, and the way back from its offsets. */
export function normaliseLines(source: string): {
  normalised: string
  toOriginal: (offset: number) => number
} {
  if (!source.includes('\r\n')) {
    return { normalised: source.replaceAll('\r', '\n'), toOriginal: (offset) => offset }
  }
  /** Where a line's end has lost a character. */
  const lost: number[] = []
  for (const { index } of source.matchAll(/\r\n/g)) lost.push(index - lost.length)
  return {
    normalised: source.replace(/\r\n?/g, '\n'),
    toOriginal: (offset) => offset + countBelow(lost, offset),
  }
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
