import { renderMarkdown } from '#core/markdown/render-markdown.ts'
import { processorMs } from './processor-time.ts'

const PROSE = 'The port of Ghent bought **three** cranes for [4.5 million](/cranes) euros.\n\n'.repeat(1_000)

/**
 * Does some work, and returns the longest turn of the event loop until it has ended: by the processor time of this thread, which others on
 * the machine do not lengthen, between two rounds of the loop.
 */
export async function longestTurnOf<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; milliseconds: number }> {
  let isOver = false
  let longest = 0
  let before = processorMs()
  const round = () => {
    const now = processorMs()
    longest = Math.max(longest, now - before)
    before = now
    if (!isOver) setImmediate(round)
  }
  setImmediate(round)
  try {
    const result = await work()
    // The turn in which the work has ended counts as well.
    await new Promise(setImmediate)
    return { result, milliseconds: longest }
  } finally {
    isOver = true
  }
}

/** Measures the time that this processor needs now to write 78 kB of prose as HTML: the unit for turns on machines of any speed. */
export function proseMs(): number {
  const times = [1, 2, 3, 4, 5].map(() => {
    const before = processorMs()
    renderMarkdown(PROSE)
    return processorMs() - before
  })
  return times.toSorted((one, other) => one - other)[2] ?? 0
}
