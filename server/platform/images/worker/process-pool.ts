import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { TaskResponse } from '#server/platform/images/worker/handle-tasks.ts'
import { childEnvironment, NODE_FLAGS } from '#server/platform/process/child-process.ts'

const IDLE_MS = 30_000
const LONGEST_TASK_MS = 60_000

export interface ProcessPool<Task, Result> {
  /**
   * Waits for a free process and only then prepares the task, so that waiting tasks hold no memory. Urgent tasks go
   * before the others. Rejects when the task fails or its process exits.
   */
  run(prepare: () => Promise<Task>, options?: { urgent?: boolean }): Promise<Result>
}

interface Job<Task, Result> {
  prepare(): Promise<Task>
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
  /** In addition to the variables that every child process gets. */
  environment?: Record<string, string>
  /** In addition to the flags that every Node process of the site is started with. */
  flags?: readonly string[]
  idleMs?: number
  longestTaskMs?: number
}): ProcessPool<Task, Result> {
  const { module, processes, flags = [], idleMs = IDLE_MS, longestTaskMs = LONGEST_TASK_MS } = options
  const urgent: Job<Task, Result>[] = []
  const patient: Job<Task, Result>[] = []
  let idle: ChildProcess[] = []
  let busy = 0
  let closing: NodeJS.Timeout | undefined

  function startWaiting(): void {
    clearTimeout(closing)
    while (busy < processes) {
      const job = urgent.shift() ?? patient.shift()
      if (!job) break
      busy += 1
      void perform(job).finally(() => {
        busy -= 1
        startWaiting()
      })
    }
    if (busy === 0) closing = setTimeout(endIdle, idleMs).unref()
  }

  async function perform({ prepare, resolve, reject }: Job<Task, Result>): Promise<void> {
    try {
      const task = await prepare()
      idle = idle.filter(isAlive)
      const child = idle.pop() ?? start()
      const response = await send<Result>(child, task, longestTaskMs)
      idle.push(child)
      if ('failed' in response) throw new Error(response.failed)
      resolve(response.done)
    } catch (error) {
      reject(error)
    }
  }

  function start(): ChildProcess {
    const env = childEnvironment('images', options.environment)
    // Not the flags of this process: two processes cannot share a debugger's port, for example.
    const child = fork(module, { env, execArgv: [...NODE_FLAGS, ...flags], serialization: 'advanced' })
    // `send` reports an error to the task that waits; without a listener, one of an idle child would end this process.
    return child.on('error', () => {})
  }

  function endIdle(): void {
    for (const child of idle.splice(0).filter(isAlive)) child.disconnect()
  }

  return {
    run: (prepare, { urgent: overtakes = false } = {}) =>
      new Promise((resolve, reject) => {
        const queue = overtakes ? urgent : patient
        queue.push({ prepare, resolve, reject })
        startWaiting()
      }),
  }
}

/** Throws, and kills the process, when it exits or does not respond in time. */
async function send<Result>(
  child: ChildProcess,
  task: object,
  longestMs: number,
): Promise<TaskResponse<Result>> {
  const tooLong = setTimeout(() => child.kill('SIGKILL'), longestMs)
  const listening = new AbortController()
  const { signal } = listening
  // A child keeps this process alive only while it has a task.
  child.ref()
  child.channel?.ref()
  try {
    const exited = once(child, 'exit', { signal }).then(([code, killer]) => {
      throw new Error(`The process that did it ended (${killer ?? code})`)
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
    clearTimeout(tooLong)
    child.unref()
    child.channel?.unref()
  }
}

function isAlive(child: ChildProcess): boolean {
  return child.connected && child.exitCode === null && child.signalCode === null
}
