import { useEffect } from 'react'
import {
  codeOf,
  isDiskFull,
  isRateLimited,
  isSessionExpired,
  isTemporary,
  mayBeSessionExpired,
} from '#app/admin/kit/errors/classify-error.ts'
import { identifyVisitor } from '#app/admin/kit/session/identify-visitor.ts'
import { sessionRenewal } from '#app/admin/kit/session/session-renewal.ts'
import { browserClient } from '#app/browser-client.ts'

interface Autosave<Value> {
  /** Schedules a write of this value, which replaces one that is still pending. */
  schedule(value: Value): void
  /** Writes what is pending now. Resolves when no write is running any more. */
  flush(): Promise<void>
  /** Drops what is pending, and waits for a running write. */
  cancel(): Promise<void>
}

interface AutosaveOptions<Value, Result> {
  apply: (value: Value) => Promise<Result>
  onDone: (result: Result) => void
  /** Returns whether to retry. */
  onFailure: (error: unknown) => Promise<boolean> | boolean
  /** The delay after the last request. */
  debounceMs: number
  /** The longest delay after the first request, while others follow. */
  maxWaitMs: number
  /** True if the store keeps the order of writes itself. A flush then waits for none, because on a page that is left none may end. */
  isOrdered?: boolean
}

const MAX_RETRY_DELAY_MS = 30_000

/** Writes the latest requested value, debounced: one write at a time, with growing delays after failures. */
export function createAutosave<Value, Result>(options: AutosaveOptions<Value, Result>): Autosave<Value> {
  const { apply, onDone, onFailure, debounceMs, maxWaitMs, isOrdered = false } = options
  let pending: { value: Value } | null = null
  let running: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitedMs = 0
  let scheduledAt = 0
  let failures = 0

  function startTimer(delayMs: number) {
    clearTimeout(timer)
    scheduledAt = performance.now()
    timer = setTimeout(() => void tick(), delayMs)
  }

  async function writePending(): Promise<void> {
    const next = pending
    if (!next) return
    pending = null
    waitedMs = 0
    try {
      onDone(await apply(next.value))
      failures = 0
    } catch (error) {
      pending ??= next
      failures += 1
      if (await onFailure(error)) startTimer(Math.min(MAX_RETRY_DELAY_MS, debounceMs * 2 ** failures))
      else clearTimeout(timer)
    }
  }

  async function tick(): Promise<void> {
    await running
    if (pending) await run()
  }

  function run(): Promise<void> {
    clearTimeout(timer)
    running ??= writePending().finally(() => {
      running = null
    })
    return running
  }

  return {
    schedule(value) {
      if (pending && timer !== undefined) waitedMs += performance.now() - scheduledAt
      else waitedMs = 0
      pending = { value }
      const soonMs = Math.max(0, Math.min(debounceMs, maxWaitMs - waitedMs))
      startTimer(failures === 0 ? soonMs : Math.min(MAX_RETRY_DELAY_MS, debounceMs * 2 ** failures))
    },
    async flush() {
      failures = 0
      const earlier = running
      if (isOrdered) running = null
      else await earlier
      while (pending && failures === 0) await run()
      await earlier
    },
    async cancel() {
      clearTimeout(timer)
      pending = null
      await running
      clearTimeout(timer)
      pending = null
    },
  }
}

/** The reason why the server did not store the unsaved work. */
export type AutosaveProblem =
  | 'no_connection'
  | 'signed_out'
  | 'not_member'
  | 'refused'
  | 'too_many'
  | 'failed'

export async function findAutosaveProblem(error: unknown): Promise<AutosaveProblem> {
  if (isDiskFull(error)) return 'failed'
  if (isTemporary(error)) return 'no_connection'
  if (isRateLimited(error)) return 'failed'
  // A character that PostgreSQL cannot store, or a text that is too long.
  if (error instanceof Error && error.name === 'ZodError') return 'refused'
  if (codeOf(error) === '23514')
    return error instanceof Error && error.message.includes('working_copies_per_editor')
      ? 'too_many'
      : 'refused'
  if (!isSessionExpired(error) && !mayBeSessionExpired(error)) return 'failed'
  try {
    const { kind } = await identifyVisitor(browserClient(), { trustMs: 0 })
    return kind === 'not_member' ? 'not_member' : kind === 'member' ? 'failed' : 'signed_out'
  } catch {
    return 'no_connection'
  }
}

/** Of the forms that are open on this page. */
const flushes = new Set<() => Promise<void>>()

/** Stores everything that is typed on this page and not saved, before it is left without being asked. */
export async function flushUnsavedWork(): Promise<void> {
  await Promise.allSettled([...flushes].map((flush) => flush()))
}

/** Calls `flush` when the page may be closed, when the connection is back, and when the session has been renewed. */
export function useFlushOnLeave(flush: () => Promise<void>): void {
  useEffect(() => {
    const now = () => void flush()
    flushes.add(flush)
    const stopRenewal = sessionRenewal.subscribe(() => sessionRenewal.isAsking() || now())
    window.addEventListener('pagehide', now)
    window.addEventListener('online', now)
    document.addEventListener('visibilitychange', now)
    return () => {
      flushes.delete(flush)
      stopRenewal()
      window.removeEventListener('pagehide', now)
      window.removeEventListener('online', now)
      document.removeEventListener('visibilitychange', now)
      now()
    }
  }, [flush])
}
