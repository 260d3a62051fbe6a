import { setTimeout as delay } from 'node:timers/promises'
import type { SendDeps } from '#server/features/newsletter/send/sending-run.ts'

/** Limits the rate of messages for all processes together, as the settings say. */
export interface RateLimiter {
  /** The size of a group of at most `most` messages that may be sent at the same time. */
  groupSize(most: number): number
  /**
   * Waits until `count` messages may be sent, a number from `groupSize`. Instead of a long wait it returns the milliseconds after which to
   * ask again.
   */
  reserve(count: number): Promise<Slot | number>
  /** Returns unused reservations. */
  close(): Promise<void>
}

/** A reserved time at which messages may be sent. */
export interface Slot {
  /** Tells whether the time has passed, so that another slot is needed. */
  isExpired(): boolean
  /** Returns a slot that is not used. */
  release(): void
}

const UNLIMITED: Slot = { isExpired: () => false, release: () => {} }

/** For longer waits the worker is released. */
const MAX_WAIT_MS = 5_000
/** The longest delay before asking again, because another process may have returned reservations. */
const LOOK_AGAIN_MS = 60_000
/** The age at which a slot expires. */
const EXPIRES_MS = 50
const EXPIRES_MS_WITHOUT_PACE = 4_000
const MIN_LEAD_MS = 20
const MAX_LEAD_MS = 1_000
/** The number of slots that are reserved in the database at once. */
const MAX_RESERVED = 250
const MAX_RESERVED_WITHOUT_PACE = 25

export function createRateLimiter(
  { sql, mail, settings }: Pick<SendDeps, 'sql' | 'mail' | 'settings'>,
  signal: AbortSignal,
): RateLimiter {
  /** The times of reserved slots for single messages, by the clock of the database. */
  let moments: number[] = []
  let filling: Promise<number> | null = null
  let leadMs = MIN_LEAD_MS
  let unused = 0
  const clock = createDatabaseClock()

  const rate = () => settings.current().newsletter_rate

  /** Returns the granted times, or the milliseconds to wait. */
  async function ask(wanted: number, atOnce: number): Promise<number[] | number> {
    const { per_second = null, per_hour = null } = rate() ?? {}
    const returned = unused
    unused = 0
    const askedAt = performance.now()
    const [granted] = await sql<
      [{ granted: number; starts_in: number; spacing: number; present_ms: number }]
    >`
      select granted, starts_in, spacing, present_ms from private.reserve_newsletter_quota(
        ${mail.kind}, ${wanted}, ${atOnce}, ${per_second}, ${per_hour}, ${Math.round(leadMs)}, ${returned})`
    if (granted.granted === 0) return Math.min(granted.starts_in, LOOK_AGAIN_MS)
    clock.compare(granted.present_ms, askedAt)
    const first = granted.present_ms + granted.starts_in
    return Array.from({ length: granted.granted / atOnce }, (_, index) => first + index * granted.spacing)
  }

  function fill(): Promise<number> {
    filling ??= ask(rate()?.per_second ? MAX_RESERVED : MAX_RESERVED_WITHOUT_PACE, 1)
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

  function slotAt(moment: number, count: number): Slot {
    const expiresMs = rate()?.per_second ? EXPIRES_MS : EXPIRES_MS_WITHOUT_PACE
    return {
      isExpired: () => performance.now() - clock.earliest(moment) > expiresMs,
      release() {
        unused += count
      },
    }
  }

  /** Waits for the time of a slot. Returns null when it was missed. */
  async function waitFor(moment: number, count: number): Promise<Slot | null> {
    const slot = slotAt(moment, count)
    const wait = clock.latest(moment) - performance.now()
    if (wait > 0) await delay(wait, undefined, { signal }).catch(() => {})
    const isMissed = slot.isExpired()
    leadMs = isMissed ? Math.min(leadMs * 2, MAX_LEAD_MS) : Math.max(leadMs * 0.99, MIN_LEAD_MS)
    if (!isMissed) return slot
    slot.release()
    return null
  }

  async function reserveOne(): Promise<Slot | number> {
    while (rate() && !signal.aborted) {
      const moment = moments.shift()
      if (moment !== undefined) {
        // The next slots are fetched in advance.
        if (moments.length === 0) void fill().catch(() => {})
        const slot = await waitFor(moment, 1)
        if (slot) return slot
        continue
      }
      const wait = await fill()
      if (wait > MAX_WAIT_MS) return wait
      if (wait > 0) await delay(wait, undefined, { signal }).catch(() => {})
    }
    return UNLIMITED
  }

  async function reserveGroup(count: number): Promise<Slot | number> {
    while (rate() && !signal.aborted) {
      const granted = await ask(count, count)
      if (typeof granted !== 'number') {
        const slot = await waitFor(granted[0] ?? 0, count)
        if (slot) return slot
      } else if (granted > MAX_WAIT_MS) return granted
      else await delay(granted, undefined, { signal }).catch(() => {})
    }
    return UNLIMITED
  }

  return {
    groupSize(most) {
      const { per_second = most, per_hour = most } = rate() ?? {}
      // Groups of this size divide the messages of a second evenly.
      const evenly = Math.floor(per_second / Math.ceil(per_second / most))
      return Math.max(1, Math.min(most, evenly, per_hour))
    },
    reserve: (count) => (count === 1 ? reserveOne() : reserveGroup(count)),
    async close() {
      await filling?.catch(() => {})
      unused += moments.length
      moments = []
      if (unused > 0) await ask(0, 1)
    },
  }
}

/** Estimates the clock of the database in terms of the clock of this process; every response narrows the difference down. */
function createDatabaseClock() {
  let [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  return {
    /** The database reported its time at some point between `askedAt` and now. */
    compare(databaseMs: number, askedAt: number): void {
      const [low, high] = [databaseMs - performance.now(), databaseMs - askedAt]
      const isSet = low > most || high < least
      least = isSet ? low : Math.max(least, low)
      most = isSet ? high : Math.min(most, high)
    },
    /** The latest and the earliest time of this process to which a time of the database can correspond. */
    latest: (databaseMs: number) => databaseMs - least,
    earliest: (databaseMs: number) => databaseMs - most,
  }
}
