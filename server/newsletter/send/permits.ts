import { setTimeout as delay } from 'node:timers/promises'
import type { JobDeps } from '#server/jobs/job-run.ts'

/** Who may hand over a message, and when, so that all processes together stay below the limits of the settings. */
export interface Permits {
  /** How many of at most `most` messages may leave at the same moment. */
  groupOf(most: number): number
  /**
   * Waits until so many messages may be handed over at this moment, a number that `groupOf` has given, and returns 0. Where that would
   * take long it does not wait, and returns the milliseconds after which to come again.
   */
  take(count: number): Promise<number>
  /** Returns what was taken in advance and has not been used. */
  giveBack(): Promise<void>
}

/** Longer waits are not worth a worker. */
const MAX_WAIT_MS = 5_000
/** Another process may have given back some by then. */
const LOOK_AGAIN_MS = 60_000
/** A permit is for a moment; whoever misses it by more takes another one. */
const LATE_MS = 50
const LATE_MS_WITHOUT_PACE = 4_000
const MIN_LEAD_MS = 20
const MAX_LEAD_MS = 1_000
/** Permits that are taken from the database at once. */
const MAX_TAKEN = 250
const MAX_TAKEN_WITHOUT_PACE = 25

export function createPermits(
  { sql, mail, settings }: Pick<JobDeps, 'sql' | 'mail' | 'settings'>,
  signal: AbortSignal,
): Permits {
  /** The moments of permits for single messages, by the clock of the database. */
  let moments: number[] = []
  let filling: Promise<number> | null = null
  let leadMs = MIN_LEAD_MS
  let unused = 0
  const clock = createDatabaseClock()

  const rate = () => settings.current().newsletter_rate

  /** Returns the moments that were granted, or the milliseconds to wait. */
  async function ask(wanted: number, atOnce: number): Promise<number[] | number> {
    const { per_second = null, per_hour = null } = rate() ?? {}
    const returned = unused
    unused = 0
    const askedAt = performance.now()
    const [granted] = await sql<
      [{ granted: number; starts_in: number; spacing: number; present_ms: number }]
    >`
      select granted, starts_in, spacing, present_ms from private.take_newsletter_permits(
        ${mail.kind}, ${wanted}, ${atOnce}, ${per_second}, ${per_hour}, ${Math.round(leadMs)}, ${returned})`
    if (granted.granted === 0) return Math.min(granted.starts_in, LOOK_AGAIN_MS)
    clock.compare(granted.present_ms, askedAt)
    const first = granted.present_ms + granted.starts_in
    return Array.from({ length: granted.granted / atOnce }, (_, index) => first + index * granted.spacing)
  }

  function fill(): Promise<number> {
    filling ??= ask(rate()?.per_second ? MAX_TAKEN : MAX_TAKEN_WITHOUT_PACE, 1)
      .then((granted) => {
        if (typeof granted === 'number') return granted
        moments.push(...granted)
        return 0
      })
      .finally(() => {
        filling = null
      })
    return filling
  }

  /** Waits for the moment. Returns false when it was missed. */
  async function isInTime(moment: number): Promise<boolean> {
    const wait = clock.latest(moment) - performance.now()
    if (wait > 0) await delay(wait, undefined, { signal }).catch(() => {})
    const late = performance.now() - clock.earliest(moment)
    const isMissed = late > (rate()?.per_second ? LATE_MS : LATE_MS_WITHOUT_PACE)
    leadMs = isMissed ? Math.min(leadMs * 2, MAX_LEAD_MS) : Math.max(leadMs * 0.99, MIN_LEAD_MS)
    return !isMissed
  }

  async function takeOne(): Promise<number> {
    while (rate() && !signal.aborted) {
      const moment = moments.shift()
      if (moment !== undefined) {
        // The next ones are fetched while these are used.
        if (moments.length === 0) void fill().catch(() => {})
        const isUsed = (await isInTime(moment)) && !signal.aborted
        if (isUsed) return 0
        unused += 1
        continue
      }
      const wait = await fill()
      if (wait > MAX_WAIT_MS) return wait
      if (wait > 0) await delay(wait, undefined, { signal }).catch(() => {})
    }
    return 0
  }

  async function takeGroup(count: number): Promise<number> {
    while (rate() && !signal.aborted) {
      const granted = await ask(count, count)
      if (typeof granted !== 'number') {
        const isUsed = (await isInTime(granted[0] ?? 0)) && !signal.aborted
        if (isUsed) return 0
        unused += count
      } else if (granted > MAX_WAIT_MS) return granted
      else await delay(granted, undefined, { signal }).catch(() => {})
    }
    return 0
  }

  return {
    groupOf(most) {
      const { per_second = most, per_hour = most } = rate() ?? {}
      // Groups of this size fill a second without a rest.
      const evenly = Math.floor(per_second / Math.ceil(per_second / most))
      return Math.max(1, Math.min(most, evenly, per_hour))
    },
    take: (count) => (count === 1 ? takeOne() : takeGroup(count)),
    async giveBack() {
      await filling?.catch(() => {})
      unused += moments.length
      moments = []
      if (unused > 0) await ask(0, 1)
    },
  }
}

/** The clock of the database in terms of the clock of this process: every answer narrows down how they differ. */
function createDatabaseClock() {
  let [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  return {
    /** The database said its time between a moment of this process and now. */
    compare(databaseMs: number, askedAt: number): void {
      const [low, high] = [databaseMs - performance.now(), databaseMs - askedAt]
      const isSet = low > most || high < least
      least = isSet ? low : Math.max(least, low)
      most = isSet ? high : Math.min(most, high)
    },
    /** By the clock of this process, a moment of the database is not later than this. */
    latest: (databaseMs: number) => databaseMs - least,
    earliest: (databaseMs: number) => databaseMs - most,
  }
}
