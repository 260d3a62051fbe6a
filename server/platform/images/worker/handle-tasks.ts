import { setPriority } from 'node:os'

export type TaskResponse<Result> = { done: Result } | { failed: string }

/** A niceness that lets the processes that serve pages go first. */
const PRIORITY = 10

/** Makes this process a worker of a pool: it performs the tasks that its parent sends, and exits with its parent. */
export function handleTasks<Task, Result>(perform: (task: Task) => Promise<Result>): void {
  try {
    setPriority(PRIORITY)
  } catch {
    // A sandbox may forbid it; the tasks can be performed all the same.
  }
  // Ctrl+C signals the whole process group, but the parent still needs its tasks done while it shuts down.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => {})
  process.on('disconnect', () => process.exit())
  process.on('message', (task: Task) => {
    const respond = (value: TaskResponse<Result>) => process.send?.(value)
    perform(task).then(
      (done) => respond({ done }),
      (error: unknown) => respond({ failed: error instanceof Error ? error.message : String(error) }),
    )
  })
}
