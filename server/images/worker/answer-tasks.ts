import { setPriority } from 'node:os'

export type Answer<Result> = { done: Result } | { failed: string }

/** After whoever serves pages, as `nice` does it. */
const PRIORITY = 10

/** Makes this a process of a pool: it does what it is sent, one task after the other, and ends with its parent. */
export function answerTasks<Task, Result>(perform: (task: Task) => Promise<Result>): void {
  try {
    setPriority(PRIORITY)
  } catch {
    // A sandbox may forbid it; the work can be done all the same.
  }
  // A Ctrl+C reaches the whole group; the parent says when it is over.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => {})
  process.on('disconnect', () => process.exit())
  process.on('message', (task: Task) => {
    const answer = (value: Answer<Result>) => process.send?.(value)
    perform(task).then(
      (done) => answer({ done }),
      (error: unknown) => answer({ failed: error instanceof Error ? error.message : String(error) }),
    )
  })
}
