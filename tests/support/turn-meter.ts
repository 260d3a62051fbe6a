import { processorMs } from './processor-time.ts'

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
