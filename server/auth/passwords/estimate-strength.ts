import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { EstimateQuestion } from '#server/auth/passwords/estimate.worker.ts'
import { createWorkQueue } from '#server/auth/passwords/work-queue.ts'
import { ROOT } from '#server/root.ts'

/** Run as it is written: it is a program of its own, which shares nothing with whoever serves. */
const THREAD = pathToFileURL(join(ROOT, 'server/auth/passwords/estimate.worker.ts'))
/** Its lists take 30 MB, which most processes never need. */
const IDLE_MS = 60_000
const MAX_MEGABYTES = 256

const turns = createWorkQueue({ atOnce: 1, maxWaiting: 60, reserved: 0, maxWaitMs: 20_000 })
let thread: Worker | undefined
let idle: NodeJS.Timeout | undefined

/**
 * How hard the hardest of some texts is to guess, from 0 to 4. An estimate takes up to 0.2 s, so it is made on a thread of its
 * own, which starts when it is needed and ends when it is not.
 * @throws BusyError when too many wait
 */
export function estimateStrength(question: EstimateQuestion): Promise<number> {
  return turns.run(async () => {
    clearTimeout(idle)
    thread ??= startThread()
    // While somebody waits the process does not end.
    thread.ref()
    const answer = once(thread, 'message')
    thread.postMessage(question)
    try {
      const [score] = await answer
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
  // The question that it was working on has failed with the same error.
  started.on('error', endThread)
  return started
}

/** The next question starts another one. */
function endThread(): void {
  void thread?.terminate()
  thread = undefined
}
