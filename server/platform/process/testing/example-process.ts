import { handleTasks } from '#server/platform/process/process-pool.ts'

/** The child process of the pool's tests, with a task for everything that can happen to one. */
export type ExampleTask =
  | { reverse: Buffer }
  | { fail: string; code?: string }
  | { exit: 'SIGSEGV' | 'SIGKILL' }
  /** Ends a process that has reversed something before. */
  | { needsMemory: true }
  | { hang: true }
  | { describe: true }

export interface ExampleResult {
  bytes: Uint8Array
  pid: number
  /** The number of tasks that this process was running. */
  atOnce: number
}

let inHand = 0
let reversed = 0

handleTasks<ExampleTask, ExampleResult>(async (task) => {
  if ('fail' in task) throw Object.assign(new Error(task.fail), { code: task.code })
  if ('exit' in task) process.kill(process.pid, task.exit)
  if ('reverse' in task) {
    const atOnce = ++inHand
    await new Promise((resolve) => setImmediate(resolve))
    inHand -= 1
    reversed += 1
    return { bytes: Buffer.from(task.reverse).reverse(), pid: process.pid, atOnce }
  }
  if ('needsMemory' in task) {
    if (reversed > 0) process.kill(process.pid, 'SIGABRT')
    return { bytes: Buffer.alloc(0), pid: process.pid, atOnce: inHand }
  }
  if ('describe' in task) {
    const isPolluted = 'isPolluted' in globalThis
    const description = { environment: { ...process.env }, flags: process.execArgv, isPolluted }
    return { bytes: Buffer.from(JSON.stringify(description)), pid: process.pid, atOnce: inHand }
  }
  return new Promise(() => {})
})
