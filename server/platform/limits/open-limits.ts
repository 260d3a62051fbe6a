import { createHmac, hkdfSync } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import {
  createPool,
  type DatabaseAddress,
  isUnreachable,
  type Session,
} from '#server/platform/database/connection.ts'
import { ALONE } from '#server/platform/database/pool-sizes.ts'
import { reportFault } from '#server/platform/faults/faults.ts'
import { limitKey, wideLimitKey } from '#server/platform/http/client-ip.ts'
import {
  GUESSES_FROM_UNKNOWN_ADDRESSES,
  KNOWN_ADDRESSES,
  LIMITS,
  type Limit,
  type LimitName,
  type Limits,
} from '#server/platform/limits/limits.ts'
import { createMemoryWindow, type MemoryWindow } from '#server/platform/limits/memory-window.ts'
import { limitRefusals } from '#server/platform/metrics/process-metrics.ts'
import { noteLimit } from '#server/platform/report.ts'

/** Hashes a network address, or another key of a limit, for storage. */
export type HashAddress = (text: string) => string

/** Keyed with the secret of the site: there are so few addresses that a plain hash of each could be looked up. */
export function createAddressHash(jwtSecret: string): HashAddress {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'network addresses', 32))
  return (text) => createHmac('sha256', key).update(text).digest('base64url')
}

/** The time after which the database counts as unreachable, because a caller is waiting. */
const QUERY_TIMEOUT_MS = 1_000
/** The time for which the memory is used after a failure, before the database is tried again. */
const PAUSE_MS = 1_000
/** The time for which a key without attempts left is refused without a query. Not longer, because another process may have reset it. */
const REFUSAL_CACHED_MS = 10_000
/** The most by which the clocks of several machines may differ. */
const MAX_SKEW_SECONDS = 60
const MAX_CACHED_REFUSALS = 50_000

interface OpenLimits extends Limits {
  close(): Promise<void>
}

/**
 * Counts in the database, for all processes; while that is unreachable, in the memory of this process. Keys are counted by their hashes, whose
 * length is bounded.
 */
export function openLimits(address: DatabaseAddress, hash: HashAddress, { limits: max } = ALONE): OpenLimits {
  const pool = createPool(address, {
    max,
    application_name: 'ai-watch limits',
    connectionTimeoutMillis: QUERY_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  })
  const counters = new Map(
    Object.entries(LIMITS).flatMap(([name, limit]: [string, Limit]) => {
      const wideName = `${name} wide`
      const wide = limit.wide && { ...limit, points: limit.wide }
      return [
        [name, createCounter(pool, name, limit)] as const,
        ...(wide ? [[wideName, createCounter(pool, wideName, wide)] as const] : []),
      ]
    }),
  )

  /** The counters that an attempt increments: that of the key, and for some limits that of the IPv6 /48 it belongs to. */
  function countsOf(name: LimitName, key: string): { counter: Counter; key: string }[] {
    const { per }: Limit = LIMITS[name]
    const narrow = per === 'address' ? limitKey(key) : per === 'account' ? key.toLowerCase() : key
    const wide = per === 'address' ? wideLimitKey(key) : null
    return [
      { counter: counters.get(name), key: narrow },
      { counter: counters.get(`${name} wide`), key: wide },
    ].flatMap(({ counter, key }) => (counter && key !== null ? [{ counter, key: hash(key) }] : []))
  }

  async function takeFrom(counts: ReturnType<typeof countsOf>): Promise<number> {
    const refused = Math.max(...counts.map(({ counter, key }) => counter.refusedFor(key)))
    if (refused > 0) return refused
    for (const { counter, key } of counts) {
      const wait = await counter.take(key)
      if (wait > 0) return wait
    }
    return 0
  }

  return {
    async take(name, key) {
      const wait = await takeFrom(countsOf(name, key))
      if (wait > 0) {
        limitRefusals.inc({ limit: name })
        noteLimit(name)
      }
      return wait
    },
    async refund(name, key) {
      for (const { counter, key: counted } of countsOf(name, key)) await counter.refund(counted)
    },
    async reset(name, key) {
      // The count of the wider network stays, because it includes other clients.
      const [own] = countsOf(name, key)
      await own?.counter.reset(own.key)
    },
    close: () => pool.end(),
  }
}

interface Counter {
  /** The seconds to wait when a refusal is cached, else 0. */
  refusedFor(key: string): number
  take(key: string): Promise<number>
  refund(key: string): Promise<void>
  reset(key: string): Promise<void>
}

function createCounter(pool: Pool, name: string, { points, seconds, where }: Limit): Counter {
  const window = createMemoryWindow({ limit: points, windowSeconds: seconds })
  return where === 'memory' ? inMemory(window) : inDatabase(pool, { name, points, seconds, window })
}

function inMemory(window: MemoryWindow): Counter {
  return {
    refusedFor: () => 0,
    take: async (key) => window.take(key),
    refund: async (key) => window.refund(key),
    reset: async (key) => window.reset(key),
  }
}

function inDatabase(
  pool: Pool,
  options: { name: string; points: number; seconds: number; window: MemoryWindow },
): Counter {
  const { name, points, seconds, window } = options
  // The library's own fallback in memory and its list of blocked keys are unbounded, so `window` and `refused` replace them.
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    schemaName: 'private',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
  })
  // `max` would allocate room for all of them at once, more than a megabyte for each limit.
  const refused = new LRUCache<string, { until: number; queryAgainAt: number }>({
    maxSize: MAX_CACHED_REFUSALS,
    sizeCalculation: () => 1,
  })
  let pausedUntil = 0

  async function orInMemory<T>(work: () => Promise<T>, otherwise: () => T): Promise<T> {
    if (performance.now() < pausedUntil) return otherwise()
    try {
      return await work()
    } catch (error) {
      if (isUnreachable(error) && !isLate(error)) reportFault('database', error)
      pausedUntil = performance.now() + PAUSE_MS
      return otherwise()
    }
  }

  return {
    refusedFor(key) {
      const { until = 0, queryAgainAt = 0 } = refused.get(key) ?? {}
      return queryAgainAt > performance.now() ? secondsUntil(until) : 0
    },
    take: (key) =>
      orInMemory(
        async () => {
          const until = await consume(key)
          if (until > 0) refused.set(key, { until, queryAgainAt: performance.now() + REFUSAL_CACHED_MS })
          return secondsUntil(until)
        },
        () => window.take(key),
      ),
    refund: (key) =>
      orInMemory(
        // The library's `reward` would store -1 for a key without attempts, and so allow one more than the limit.
        async () =>
          void (await pool.query(
            'update private.rate_limits set points = points - 1 where key = $1 and points > 0',
            [limiter.getKey(key)],
          )),
        () => window.refund(key),
      ),
    async reset(key) {
      refused.delete(key)
      window.reset(key)
      await orInMemory(
        async () => void (await limiter.delete(key)),
        () => {},
      )
    },
  }

  /** Counts an attempt. Returns when the window ends if none was left, else 0. */
  async function consume(key: string): Promise<number> {
    try {
      await limiter.consume(key)
      return 0
    } catch (refusal) {
      // Anything else is an error of the database.
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      // It was counted before the clock was set back, and would be refused for longer than anybody is.
      if (refusal.msBeforeNext > (seconds + MAX_SKEW_SECONDS) * 1000) {
        await limiter.delete(key)
        return consume(key)
      }
      return performance.now() + Math.max(1, refusal.msBeforeNext)
    }
  }
}

/** Returns true if it took longer than a caller may wait. Many attempts at once take as long, so that says nothing of the database. */
const isLate = (error: unknown): boolean =>
  error instanceof Error &&
  /^(timeout exceeded|Query read timeout|Connection terminated due to connection timeout)/.test(error.message)

function secondsUntil(time: number): number {
  return Math.max(0, Math.ceil((time - performance.now()) / 1000))
}

/** Deletes expired counts and addresses. */
export async function purgeLimits(sql: Session): Promise<void> {
  const now = Date.now()
  const secondsAgo = (seconds: number) => new Date(now - seconds * 1000)
  await sql`delete from private.rate_limits where expire <= ${now}`
  await sql`
    delete from private.guesses_from_strangers
    where last_at <= ${secondsAgo(GUESSES_FROM_UNKNOWN_ADDRESSES.forgetAfterSeconds)} and opens_at <= ${new Date(now)}`
  await sql`delete from private.known_addresses where last_at <= ${secondsAgo(KNOWN_ADDRESSES.days * 86_400)}`
}
