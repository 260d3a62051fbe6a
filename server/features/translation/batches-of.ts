import type { Segment } from '#core/translation/segment.ts'

const MOST_SEGMENTS = 20
const MOST_CHARACTERS = 6_000

/** What is asked for in one request: segments of one section that follow each other. A long one is asked for alone. */
export function batchesOf(segments: readonly Segment[]): Segment[][] {
  const batches: Segment[][] = []
  let characters = 0
  for (const segment of segments) {
    const batch = batches.at(-1)
    characters += segment.text.length
    if (
      batch &&
      batch[0]?.section === segment.section &&
      batch.length < MOST_SEGMENTS &&
      characters <= MOST_CHARACTERS
    )
      batch.push(segment)
    else {
      batches.push([segment])
      characters = segment.text.length
    }
  }
  return batches
}
