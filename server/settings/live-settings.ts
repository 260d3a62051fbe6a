import { setTimeout as delay } from 'node:timers/promises'
import { type Settings, settingsOf } from '#core/domain/settings.ts'
import type { Sql } from '#server/database/connection.ts'
import type { Log } from '#server/log.ts'

/** The settings as this process holds them. */
export interface LiveSettings {
  /** As they were read last: while the database is away, those from before. */
  current(): Settings
  /** Resolves once `current` has what the database had after this was called. */
  reload(): Promise<void>
  /** Reads no more; a question that is under way is left to its end. */
  stop(): void
}

const RETRY_MS = 1_000

/**
 * Reads the settings, and again whenever asked.
 * @throws when the database cannot be asked the first time
 */
export async function openSettings(options: {
  sql: Sql
  /** What the environment says by default. */
  environment: Pick<Settings, 'contact_address'>
  log: Log
}): Promise<LiveSettings> {
  const { sql, environment, log } = options
  const stopping = new AbortController()
  let warned = ''

  async function read(): Promise<Settings> {
    // As many rows as there are keys: the table takes no others.
    const rows = await sql<{ key: string; value: unknown }[]>`select key, value from public.settings`
    const { settings, unfit } = settingsOf(rows, environment)
    const warning = unfit.toSorted().join(', ')
    if (warning && warning !== warned)
      log.warn(`Settings that this version cannot use are left out: ${warning}`)
    warned = warning
    return settings
  }

  let settings = await read()

  /** Until it succeeds: nothing would say again that they changed. */
  async function readAgain(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        settings = await read()
        return
      } catch {
        await delay(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }

  let underWay = Promise.resolve()
  let next: Promise<void> | null = null
  return {
    current: () => settings,
    reload() {
      // A reading that has begun may have missed the change; one that waits serves everybody who asks meanwhile.
      next ??= underWay.then(() => {
        next = null
        underWay = readAgain()
        return underWay
      })
      return next
    },
    stop() {
      stopping.abort()
    },
  }
}
