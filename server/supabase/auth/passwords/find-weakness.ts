import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { findPasswordFlaw, PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '#core/domain/password.ts'
import { ROOT } from '#server/platform/root.ts'
import type { EstimateQuestion } from '#server/supabase/auth/passwords/estimate.worker.ts'
import { createWorkQueue } from '#server/supabase/auth/passwords/work-queue.ts'

/** Runs from its source file, as a thread that shares no code with the server's build. */
const THREAD = pathToFileURL(join(ROOT, 'server/supabase/auth/passwords/estimate.worker.ts'))

/** The thread's word lists take 30 MB, which most processes never need, so it ends when it is idle. */
const IDLE_MS = 60_000

const MAX_MEGABYTES = 256

const queue = createWorkQueue({ atOnce: 1, maxWaiting: 60, reserved: 0, maxWaitMs: 20_000 })

let thread: Worker | undefined

let idle: NodeJS.Timeout | undefined

/** The reasons why a password is not good enough, by GoTrue's names. */
interface Weakness {
  reason: 'length' | 'characters' | 'pwned'
  message: string
}

/** At this score or below, fewer than a million guesses are enough for an attacker who tries lists, keyboard patterns and dates. */
const WEAK_SCORE = 1
/** The time of an estimate grows faster than the text, so of a long password only the start and the end are estimated. */
const ESTIMATED_CHARACTERS = 32
const SITE_WORDS = ['ai watch', 'aiwatch', 'ai-watch', 'newsletter', 'editor', 'administrator']

/** Null when the user with this e-mail address may use the password. */
export async function findWeakness(password: string, email: string): Promise<Weakness | null> {
  switch (findPasswordFlaw(password)) {
    case 'too_short':
      return {
        reason: 'length',
        message: `Password should be at least ${PASSWORD_MIN_CHARACTERS} characters.`,
      }
    case 'too_long':
      return {
        reason: 'length',
        message: `Password cannot be longer than ${PASSWORD_MAX_CHARACTERS} characters.`,
      }
    case 'unreadable':
      return {
        reason: 'characters',
        message: 'Password contains a character that cannot be stored, such as NUL.',
      }
    default:
      return (await isEasyToGuess(password, email))
        ? {
            reason: 'pwned',
            message: 'Password is known to be weak and easy to guess, please choose a different one.',
          }
        : null
  }
}

/** The whole password is at least as hard to guess as its start or its end. */
async function isEasyToGuess(password: string, email: string): Promise<boolean> {
  const words = [...SITE_WORDS, email, ...email.split(/[@.+_-]/).filter(Boolean)]
  const characters = [...password]
  const ends = [characters.slice(0, ESTIMATED_CHARACTERS), characters.slice(-ESTIMATED_CHARACTERS)]
  const texts = [...new Set(ends.map((end) => end.join('')))]
  return (await estimateStrength({ texts, words })) <= WEAK_SCORE
}

/**
 * Estimates how hard the hardest of some texts is to guess, from 0 to 4. That takes up to 0.2 s, so it runs on a thread, which is
 * started on demand.
 * @throws BusyError when too many wait
 */
function estimateStrength(question: EstimateQuestion): Promise<number> {
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
