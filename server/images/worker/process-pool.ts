import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Answer } from '#server/images/worker/answer-tasks.ts'
import { childEnvironment } from '#server/process/child-environment.ts'
import { NODE_FLAGS } from '#server/process/node-flags.ts'

const IDLE_MS = 30_000
const LONGEST_TASK_MS = 60_000

export interface ProcessPool<Task, Result> {
  /**
   * Waits for a free process and only then gets the task ready, so that those who wait weigh nothing. Urgent ones
   * overtake the others. Rejects when the task fails or ends its process.
   */
  run(prepare: () => Promise<Task>, options?: { urgent?: boolean }): Promise<Result>
}

interface Job<Task, Result> {
  prepare(): Promise<Task>
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Processes that do one task at a time. They start when there is something to do, and end when there has been nothing
 * for a while, or with this process. `module` calls `answerTasks`.
 */
export function createProcessPool<Task extends object, Result>(options: {
  module: URL
  processes: number
  /** Beside the variables that such a process needs of ours. */
  environment?: Record<string, string>
  /** Beside those that every Node of ours is started with. */
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
      const answer = await ask<Result>(child, task, longestTaskMs)
      idle.push(child)
      if ('failed' in answer) throw new Error(answer.failed)
      resolve(answer.done)
    } catch (error) {
      reject(error)
    }
  }

  function start(): ChildProcess {
    const env = childEnvironment('images', options.environment)
    // Of its own: a debugger's port, or whatever else this process was started with, cannot be shared.
    const child = fork(module, { env, execArgv: [...NODE_FLAGS, ...flags], serialization: 'advanced' })
    // Whoever waits for an answer hears of it; a child may also go when nobody does.
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

/** Throws, and ends the process, when there is no answer to be had from it. */
async function ask<Result>(child: ChildProcess, task: object, longestMs: number): Promise<Answer<Result>> {
  const tooLong = setTimeout(() => child.kill('SIGKILL'), longestMs)
  const heard = new AbortController()
  const { signal } = heard
  // Only while it works does a child keep this process from ending.
  child.ref()
  child.channel?.ref()
  try {
    const ended = once(child, 'exit', { signal }).then(([code, killer]) => {
      throw new Error(`The process that did it ended (${killer ?? code})`)
    })
    const answered = once(child, 'message', { signal })
    child.send(task)
    const [answer] = await Promise.race([answered, ended])
    return answer
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  } finally {
    heard.abort()
    clearTimeout(tooLong)
    child.unref()
    child.channel?.unref()
  }
}

function isAlive(child: ChildProcess): boolean {
  return child.connected && child.exitCode === null && child.signalCode === null
}
