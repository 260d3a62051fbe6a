import type { HtmlBlock } from '#core/markdown/safe-html.ts'

/** What has to be done with the elements of a preview, of which each is a block. */
export interface BlockChange {
  /** The first block that is another. */
  start: number
  /** How many are in the way. */
  removed: number
  /** The HTML of those that take their place. */
  added: string[]
  /** The lines in which the blocks begin, of all of them. */
  lines: number[]
}

/** What differs between two renderings in the middle, between the blocks that are the same at both ends. */
export function changedBlocks(before: HtmlBlock[], after: HtmlBlock[]): BlockChange {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start]?.html === after[start]?.html) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end)?.html === after.at(-1 - end)?.html) end++
  return {
    start,
    removed: before.length - start - end,
    added: after.slice(start, after.length - end).map(({ html }) => html),
    lines: after.map(({ line }) => line),
  }
}
