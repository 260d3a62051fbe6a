import type { Found, Place } from '#core/check/finding.ts'

/** A piece of visible text, without markup, code and addresses, that knows the place of each character in its source. */
export interface Block {
  field: Found['field']
  text: string
  /** The beginnings of unbroken pieces of source: in `text`, and in the source. Sorted. */
  runs: { at: number; source: number }[]
}

/** A field that is plain text. */
export function plainBlock(field: Found['field'], text: string): Block {
  return { field, text, runs: [{ at: 0, source: 0 }] }
}

/** The place of a part of the text in the source. */
export function placeOf(block: Block, from: number, to: number): Place {
  return { from: sourceOf(block, from), to: to > from ? sourceOf(block, to - 1) + 1 : sourceOf(block, from) }
}

function sourceOf({ runs }: Block, at: number): number {
  let [low, high] = [0, runs.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((runs[middle]?.at ?? 0) <= at) low = middle
    else high = middle - 1
  }
  const run = runs[low]
  return run ? run.source + Math.max(0, at - run.at) : 0
}

/** A few words before and after, which distinguish one finding from another with the same words. */
export function surroundings({ text }: Block, from: number, to: number): string {
  const before = text.slice(Math.max(0, from - 60), from).match(/[\p{L}\p{N}]+/gu) ?? []
  const after = text.slice(to, to + 60).match(/[\p{L}\p{N}]+/gu) ?? []
  return [...before.slice(-2), ...after.slice(0, 2)].join(' ')
}
