import { useEffect } from 'react'
import {
  codeOf,
  isRateLimited,
  isTemporary,
  mayMeanSessionEnded,
  saysSessionEnded,
} from '#app/admin/errors/classify-error.ts'
import { identifyVisitor } from '#app/admin/session/identify-visitor.ts'
import { sessionRenewal } from '#app/admin/session/session-renewal.ts'
import { browserClient } from '#app/browser-client.ts'

interface Follower<Wanted> {
  /** The place should be like this; it is brought there when nobody has asked for something else for a while. */
  want(value: Wanted): void
  /** Brings it there now. Resolves when nothing is under way any more. */
  flush(): Promise<void>
  /** Forgets what is wanted, and waits for what is under way. */
  settle(): Promise<void>
}

interface FollowOptions<Wanted, Result> {
  apply: (value: Wanted) => Promise<Result>
  onDone: (result: Result) => void
  /** Says whether to try again by itself. */
  onFailure: (error: unknown) => Promise<boolean> | boolean
  /** After the last request. */
  quietMs: number
  /** After the first request, while they go on. */
  longestMs: number
}

const LONGEST_RETRY_MS = 30_000

/** Brings a place to the latest state that is wanted: one change at a time, later after each failure. */
export function createFollower<Wanted, Result>(options: FollowOptions<Wanted, Result>): Follower<Wanted> {
  const { apply, onDone, onFailure, quietMs, longestMs } = options
  let wanted: { value: Wanted } | null = null
  let running: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitedMs = 0
  let scheduledAt = 0
  let failures = 0

  function schedule(delayMs: number) {
    clearTimeout(timer)
    scheduledAt = performance.now()
    timer = setTimeout(() => void tick(), delayMs)
  }

  async function applyWanted(): Promise<void> {
    const next = wanted
    if (!next) return
    wanted = null
    waitedMs = 0
    try {
      onDone(await apply(next.value))
      failures = 0
    } catch (error) {
      wanted ??= next
      failures += 1
      if (await onFailure(error)) schedule(Math.min(LONGEST_RETRY_MS, quietMs * 2 ** failures))
      else clearTimeout(timer)
    }
  }

  async function tick(): Promise<void> {
    await running
    if (wanted) await run()
  }

  function run(): Promise<void> {
    clearTimeout(timer)
    running ??= applyWanted().finally(() => {
      running = null
    })
    return running
  }

  return {
    want(value) {
      if (wanted && timer !== undefined) waitedMs += performance.now() - scheduledAt
      else waitedMs = 0
      wanted = { value }
      const soonMs = Math.max(0, Math.min(quietMs, longestMs - waitedMs))
      schedule(failures === 0 ? soonMs : Math.min(LONGEST_RETRY_MS, quietMs * 2 ** failures))
    },
    async flush() {
      failures = 0
      await running
      while (wanted && failures === 0) await run()
    },
    async settle() {
      clearTimeout(timer)
      wanted = null
      await running
      clearTimeout(timer)
      wanted = null
    },
  }
}

/** Why the server did not keep what is typed. */
export type KeepProblem = 'no_connection' | 'signed_out' | 'not_admin' | 'refused' | 'too_many' | 'failed'

export async function findKeepProblem(error: unknown): Promise<KeepProblem> {
  if (isTemporary(error)) return 'no_connection'
  if (isRateLimited(error)) return 'failed'
  // A character that cannot be stored, or a text that is too long.
  if (error instanceof Error && error.name === 'ZodError') return 'refused'
  if (codeOf(error) === '23514')
    return error instanceof Error && error.message.includes('working_copies_per_editor')
      ? 'too_many'
      : 'refused'
  if (!saysSessionEnded(error) && !mayMeanSessionEnded(error)) return 'failed'
  try {
    const { kind } = await identifyVisitor(browserClient(), { trustMs: 0 })
    return kind === 'not_admin' ? 'not_admin' : kind === 'admin' ? 'failed' : 'signed_out'
  } catch {
    return 'no_connection'
  }
}

/** Keeps everything when the page may be gone in a moment, when there is a connection again, and when the session has been renewed. */
export function useFlush(flush: () => Promise<void>): void {
  useEffect(() => {
    const now = () => void flush()
    const stopRenewal = sessionRenewal.subscribe(() => sessionRenewal.isAsking() || now())
    window.addEventListener('pagehide', now)
    window.addEventListener('online', now)
    document.addEventListener('visibilitychange', now)
    return () => {
      stopRenewal()
      window.removeEventListener('pagehide', now)
      window.removeEventListener('online', now)
      document.removeEventListener('visibilitychange', now)
      now()
    }
  }, [flush])
}
