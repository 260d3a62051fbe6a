/** Counts how often others had their turn while something was done. */
export async function countEventLoopTurns<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; turns: number }> {
  let turns = 0
  let isDone = false
  const count = () => {
    if (isDone) return
    turns += 1
    setImmediate(count)
  }
  // The first turn comes after the work has begun.
  setImmediate(count)
  try {
    const result = await work()
    return { result, turns }
  } finally {
    isDone = true
  }
}
