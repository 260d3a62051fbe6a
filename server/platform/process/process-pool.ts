import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { isDiskFailure } from '#server/platform/faults/describe-failure.ts'
import { childEnvironment, NODE_FLAGS } from '#server/platform/process/child-process.ts'

const IDLE_TIMEOUT_MS = 30_000
const TASK_TIMEOUT_MS = 60_000

export interface ProcessPool<Task, Result> {
  /**
   * Waits for a free process and only then prepares the task, so that waiting tasks hold no memory. Urgent tasks go
   * before the others. Rejects when the task fails or its process exits, with `TaskTimeout` when it takes too long.
   */
  run(prepare: () => Promise<Task>, options?: RunOptions): Promise<Result>
}

interface RunOptions {
  urgent?: boolean
  /** The time limit of the task, once it has begun. */
  timeoutMs?: number
}

/** A task took so long that its process was ended. */
export class TaskTimeout extends Error {
  override name = 'TaskTimeout'
}

interface Job<Task, Result> {
  prepare(): Promise<Task>
  timeoutMs: number
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Child processes that perform one task at a time. They are started when there are tasks, and end after a while without
 * any, or with this process. `module` must call `handleTasks`.
 */
export function createProcessPool<Task extends object, Result>(options: {
  module: URL
  processes: number
  /** Variables in addition to those that every child process gets. */
  environment?: Record<string, string>
  /** Flags in addition to those that every Node process of the site is started with. */
  flags?: readonly string[]
  idleTimeoutMs?: number
  taskTimeoutMs?: number
}): ProcessPool<Task, Result> {
  const {
    module,
    processes,
    flags = [],
    idleTimeoutMs = IDLE_TIMEOUT_MS,
    taskTimeoutMs = TASK_TIMEOUT_MS,
  } = options
  const urgent: Job<Task, Result>[] = []
  const normal: Job<Task, Result>[] = []
  let idle: ChildProcess[] = []
  let busy = 0
  let closing: NodeJS.Timeout | undefined

  function startQueued(): void {
    clearTimeout(closing)
    while (busy < processes) {
      const job = urgent.shift() ?? normal.shift()
      if (!job) break
      busy += 1
      void perform(job).finally(() => {
        busy -= 1
        startQueued()
      })
    }
    if (busy === 0) closing = setTimeout(endIdle, idleTimeoutMs).unref()
  }

  async function perform({ prepare, timeoutMs, resolve, reject }: Job<Task, Result>): Promise<void> {
    try {
      const task = await prepare()
      idle = idle.filter(isAlive)
      const used = idle.pop()
      const inUsed = used && (await send<Result>(used, task, timeoutMs).catch(orAgain))
      const child = used && inUsed ? used : start()
      const response = inUsed ?? (await send<Result>(child, task, timeoutMs))
      idle.push(child)
      if ('failed' in response)
        throw Object.assign(new Error(response.failed), response.code && { code: response.code })
      resolve(response.done)
    } catch (error) {
      reject(error)
    }
  }

  function start(): ChildProcess {
    const env = childEnvironment('images', options.environment)
    // The flags of this process are left out: two processes cannot share a debugger's port, for example.
    const child = fork(module, { env, execArgv: [...NODE_FLAGS, ...flags], serialization: 'advanced' })
    // `send` reports an error to the task that waits; without a listener, one of an idle child would end this process.
    return child.on('error', () => {})
  }

  function endIdle(): void {
    for (const child of idle.splice(0).filter(isAlive)) child.disconnect()
  }

  return {
    run: (prepare, { urgent: isUrgent = false, timeoutMs = taskTimeoutMs } = {}) =>
      new Promise((resolve, reject) => {
        const queue = isUrgent ? urgent : normal
        queue.push({ prepare, timeoutMs, resolve, reject })
        startQueued()
      }),
  }
}

/** A process that ends may have had no memory left after other tasks, so its last one is tried in a new process. */
function orAgain(error: unknown): null {
  if (error instanceof TaskTimeout) throw error
  return null
}

/** Throws, and kills the process, when it exits or does not respond in time. */
async function send<Result>(
  child: ChildProcess,
  task: object,
  timeoutMs: number,
): Promise<TaskResponse<Result>> {
  let isLate = false
  const timeout = setTimeout(() => {
    isLate = true
    child.kill('SIGKILL')
  }, timeoutMs)
  const listening = new AbortController()
  const { signal } = listening
  // A child keeps this process alive only while it has a task.
  child.ref()
  child.channel?.ref()
  try {
    const exited = once(child, 'exit', { signal }).then(([code, killer]) => {
      const message = `The process that did it ended (${killer ?? code})`
      throw isLate ? new TaskTimeout(message) : new Error(message)
    })
    const responded = once(child, 'message', { signal })
    child.send(task)
    const [response] = await Promise.race([responded, exited])
    return response
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  } finally {
    listening.abort()
    clearTimeout(timeout)
    child.unref()
    child.channel?.unref()
  }
}

function isAlive(child: ChildProcess): boolean {
  return child.connected && child.exitCode === null && child.signalCode === null
}

/** `code` is that of a full disk, such as ENOSPC. Another one would mean something else to the callers of the pool. */
export type TaskResponse<Result> = { done: Result } | { failed: string; code: string | undefined }

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
      (error: NodeJS.ErrnoException | undefined) =>
        respond({
          failed: error instanceof Error ? error.message : String(error),
          code: isDiskFailure(error) ? error?.code : undefined,
        }),
    )
  })
}
