import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { createPool, type DatabaseAddress } from '#server/database/connection.ts'
import { limitKey, wideLimitKey } from '#server/http/client-ip.ts'
import { LIMITS, type Limit, type LimitName, type Limits } from '#server/limits/limits.ts'
import { createMemoryWindow, type MemoryWindow } from '#server/limits/memory-window.ts'

const CONNECTIONS = 3
/** A database that takes longer is away: whoever asks is waiting for something else. */
const PATIENCE_MS = 1_000
/** After a failure it is left alone for as long. */
const PAUSE_MS = 1_000
/** For so long a key that has no tries left is refused without asking the database, which may have forgotten them since. */
const REFUSED_UNASKED_MS = 10_000
const MAX_REFUSED = 50_000

export interface OpenLimits extends Limits {
  close(): Promise<void>
}

/** Counts in the database, for all processes; while that is away in this one. */
export function openLimits(address: DatabaseAddress): OpenLimits {
  const pool = createPool(address, {
    max: CONNECTIONS,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
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

  /** What is counted for a key: itself, and where that is limited the wider network that it belongs to. */
  function countsOf(name: LimitName, key: string): { counter: Counter; key: string }[] {
    const { per }: Limit = LIMITS[name]
    const narrow = per === 'address' ? limitKey(key) : per === 'account' ? key.toLowerCase() : key
    const wide = per === 'address' ? wideLimitKey(key) : null
    return [
      { counter: counters.get(name), key: narrow },
      { counter: counters.get(`${name} wide`), key: wide },
    ].flatMap(({ counter, key }) => (counter && key !== null ? [{ counter, key: digest(key) }] : []))
  }

  return {
    async take(name, key) {
      const counts = countsOf(name, key)
      const refused = Math.max(...counts.map(({ counter, key }) => counter.refusedFor(key)))
      if (refused > 0) return refused
      for (const { counter, key } of counts) {
        const wait = await counter.take(key)
        if (wait > 0) return wait
      }
      return 0
    },
    async giveBack(name, key) {
      for (const { counter, key: counted } of countsOf(name, key)) await counter.giveBack(counted)
    },
    async forget(name, key) {
      // What others of a wider network have tried is not theirs to forget.
      const [own] = countsOf(name, key)
      await own?.counter.forget(own.key)
    },
    close: () => pool.end(),
  }
}

interface Counter {
  /** The seconds to wait when that is known without asking. */
  refusedFor(key: string): number
  take(key: string): Promise<number>
  giveBack(key: string): Promise<void>
  forget(key: string): Promise<void>
}

function createCounter(pool: Pool, name: string, { points, seconds, where }: Limit): Counter {
  const window = createMemoryWindow({ limit: points, windowSeconds: seconds })
  return where === 'memory' ? inMemory(window) : inDatabase(pool, { name, points, seconds, window })
}

function inMemory(window: MemoryWindow): Counter {
  return {
    refusedFor: () => 0,
    take: async (key) => window.take(key),
    giveBack: async (key) => window.giveBack(key),
    forget: async (key) => window.forget(key),
  }
}

function inDatabase(
  pool: Pool,
  options: { name: string; points: number; seconds: number; window: MemoryWindow },
): Counter {
  const { name, points, seconds, window } = options
  // Neither its blocked keys nor its limiter in memory have a bound, so ours stand in for both.
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
  const refused = new LRUCache<string, { until: number; askAgainAt: number }>({
    maxSize: MAX_REFUSED,
    sizeCalculation: () => 1,
  })
  let pausedUntil = 0

  async function orInMemory<T>(work: () => Promise<T>, otherwise: () => T): Promise<T> {
    if (Date.now() < pausedUntil) return otherwise()
    try {
      return await work()
    } catch {
      pausedUntil = Date.now() + PAUSE_MS
      return otherwise()
    }
  }

  return {
    refusedFor(key) {
      const { until = 0, askAgainAt = 0 } = refused.get(key) ?? {}
      return askAgainAt > Date.now() ? secondsUntil(until) : 0
    },
    take: (key) =>
      orInMemory(
        async () => {
          const until = await consume(key)
          if (until > 0) refused.set(key, { until, askAgainAt: Date.now() + REFUSED_UNASKED_MS })
          return secondsUntil(until)
        },
        () => window.take(key),
      ),
    giveBack: (key) =>
      orInMemory(
        async () => void (await limiter.reward(key)),
        () => window.giveBack(key),
      ),
    async forget(key) {
      refused.delete(key)
      window.forget(key)
      await orInMemory(
        async () => void (await limiter.delete(key)),
        () => {},
      )
    },
  }

  /** When the window of a key ends that has no tries left; else 0. */
  async function consume(key: string): Promise<number> {
    try {
      await limiter.consume(key)
      return 0
    } catch (refusal) {
      // What is no refusal is a failure of the database.
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      return Date.now() + Math.max(1, refusal.msBeforeNext)
    }
  }
}

function secondsUntil(time: number): number {
  return Math.max(0, Math.ceil((time - Date.now()) / 1000))
}

/** Bounded, whatever a stranger chooses, and no address in clear. */
function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
