import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { EstimateQuestion } from '#server/auth/passwords/estimate.worker.ts'
import { createWorkQueue } from '#server/auth/passwords/work-queue.ts'
import { ROOT } from '#server/root.ts'

/** Runs from its source file, as a thread that shares no code with the server's build. */
const THREAD = pathToFileURL(join(ROOT, 'server/auth/passwords/estimate.worker.ts'))
/** The thread's word lists take 30 MB, which most processes never need, so it ends when it is idle. */
const IDLE_MS = 60_000
const MAX_MEGABYTES = 256

const queue = createWorkQueue({ atOnce: 1, maxWaiting: 60, reserved: 0, maxWaitMs: 20_000 })
let thread: Worker | undefined
let idle: NodeJS.Timeout | undefined

/**
 * Estimates how hard the hardest of some texts is to guess, from 0 to 4. That takes up to 0.2 s, so it runs on a thread, which is
 * started on demand.
 * @throws BusyError when too many wait
 */
export function estimateStrength(question: EstimateQuestion): Promise<number> {
  return queue.run(async () => {
    clearTimeout(idle)
    thread ??= startThread()
    // The process must not end while a caller is waiting.
    thread.ref()
    const response = once(thread, 'message')
    thread.postMessage(question)
    try {
      const [score] = await response
      return score
    } finally {
      thread?.unref()
      idle = setTimeout(endThread, IDLE_MS).unref()
    }
  })
}

function startThread(): Worker {
  const started = new Worker(THREAD, {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
  })
  // The running estimate fails with the same error.
  started.on('error', endThread)
  return started
}

/** The next estimate starts a new thread. */
function endThread(): void {
  void thread?.terminate()
  thread = undefined
}
