import { noteLimit } from '#server/platform/report.ts'

/** The work was not started: it waited too long, or its client has disconnected. */
export class FairQueueError extends Error {
  override name = 'FairQueueError'
  readonly reason: 'late' | 'unwanted'

  constructor(reason: 'late' | 'unwanted') {
    super(reason === 'late' ? 'Its turn did not come in time' : 'Its client has disconnected')
    this.reason = reason
  }
}

/** The keys that work is charged to: a client, and its network if that may be one client too (`wideLimitKey`). */
export type QueueKeys = readonly [client: string, network?: string | null]

export interface FairQueue<Place extends string = string> {
  /**
   * Runs work when its client is next, unless `isWanted` is false by then.
   * @throws FairQueueError
   */
  run<T>(
    keys: string | QueueKeys,
    work: () => Promise<T>,
    isWanted: () => boolean,
    place?: Place,
    options?: {
      /** Work that does not wait while a place stays empty. */
      isUrgent?: boolean
    },
  ): Promise<T>
  /** The rest of a client's budget, at least 0. */
  leftMs(keys: QueueKeys): number
}

interface QueueLimits {
  /** The number of places, in all or of each kind. */
  atOnce: number | Readonly<Record<string, number>>
  /** The number of places of one client; by default half of those that it may have. */
  perKey?: number
  maxWaitMs: number
  /** The working time after which a client is over its budget: all such clients share half of each kind of place. */
  budgetMs?: number
  /** Kinds of places that stay empty after each work for as long as it took, so that they do not keep a processor busy all the time. */
  resting?: readonly string[]
}

/**
 * The used milliseconds that a client gets back each second. A person at the desk uses some ten milliseconds a second, and on a busy
 * machine a multiple of that; twenty clients use up one processor without ever being over their budgets.
 */
const MS_BACK_PER_SECOND = 50
/** The longest time for which used milliseconds count. */
const LONGEST_SECONDS = 300
/** A place stays empty for so long at most: somebody may wait for it. */
const MAX_EMPTY_MS = 3_000
/** Urgent work of a client who has used more than this many budgets waits like any other, or nobody else would get a place that rests. */
const URGENT_BUDGETS = 10
/** A network is charged a quarter, so it has four times as much. */
const NETWORK_SHARE = 1 / 4
/** Bounds the memory: beyond this many clients, the usage of the one that was charged least recently is forgotten. */
const MAX_ACCOUNTS = 10_000

interface Work {
  keys: QueueKeys
  place: string
  isUrgent: boolean
  startedAt: number
  start(): void
}

/**
 * Shares a scarce resource, such as database connections, fairly among clients. A client is charged the time that its work takes. The
 * waiting client that has used least is next, and of equals the one that has waited longest.
 */
export function createFairQueue({
  atOnce,
  perKey,
  maxWaitMs,
  budgetMs,
  resting = [],
}: QueueLimits): FairQueue {
  /** The waiting work by client and place, those that were served last at the end. */
  const waiting = new Map<string, Set<Work>>()
  const running = new Set<Work>()
  /** The places that stay empty now. */
  const empty = new Set<Work>()
  /** The milliseconds used until `at`, without running work. */
  const accounts = new Map<string, { ms: number; at: number }>()
  const most = (budgetMs ?? 0) + LONGEST_SECONDS * MS_BACK_PER_SECOND

  const placesOf = (place: string) => (typeof atOnce === 'number' ? atOnce : (atOnce[place] ?? 0))
  const lineOf = ({ keys, place, isUrgent }: Work) => `${place}${isUrgent ? ', urgent' : ''} of ${keys[0]}`

  /** Computes what every client has used at this moment, running work included, and decides who may start. */
  function takeStock() {
    const now = performance.now()
    const used = new Map<string, number>()
    const counts = new Map<string, number>()
    const usedByKey = (key: string) => used.get(key) ?? balanceOf(key, now)
    const count = (name: string) => counts.set(name, countOf(name) + 1)
    const countOf = (name: string) => counts.get(name) ?? 0
    for (const work of running) {
      for (const [key, ms] of chargesOf(work, now)) used.set(key, usedByKey(key) + ms)
      count(work.place)
      count(lineOf(work))
    }
    const usedBy = (keys: QueueKeys) => Math.max(...keys.map((key) => (key ? usedByKey(key) : 0)))
    const leftOf = (keys: QueueKeys) => (budgetMs ?? Infinity) - usedBy(keys)
    const isOver = ({ keys }: Work) => leftOf(keys) <= 0
    for (const work of running) if (isOver(work)) count(`${work.place} over`)
    for (const { place } of empty) count(`${place} empty`)
    return {
      usedBy,
      leftOf,
      mayStart(work: Work) {
        const places = placesOf(work.place)
        const half = Math.max(1, Math.floor(places / 2))
        const over = isOver(work)
        const own = perKey ?? Math.max(1, Math.floor((over ? half : places) / 2))
        const hurries = work.isUrgent && usedBy(work.keys) < URGENT_BUDGETS * (budgetMs ?? Infinity)
        const taken = countOf(work.place) + (hurries ? 0 : countOf(`${work.place} empty`))
        if (taken >= places || countOf(lineOf(work)) >= own) return false
        return !over || countOf(`${work.place} over`) < half
      },
    }
  }

  /** The cost of a piece of work until now, by key. */
  function chargesOf({ keys: [client, network], startedAt }: Work, now: number): [string, number][] {
    const ms = now - startedAt
    return network
      ? [
          [client, ms],
          [network, ms * NETWORK_SHARE],
        ]
      : [[client, ms]]
  }

  function balanceOf(key: string, now: number): number {
    const account = accounts.get(key)
    return account ? Math.max(0, account.ms - ((now - account.at) * MS_BACK_PER_SECOND) / 1000) : 0
  }

  function start(work: Work): void {
    work.startedAt = performance.now()
    running.add(work)
    work.start()
  }

  function end(work: Work): void {
    const now = performance.now()
    running.delete(work)
    if (resting.includes(work.place)) leaveEmpty(work, now - work.startedAt)
    for (const [key, ms] of chargesOf(work, now)) {
      const balance = Math.min(balanceOf(key, now) + ms, most)
      accounts.delete(key)
      accounts.set(key, { ms: balance, at: now })
      if (accounts.size > MAX_ACCOUNTS) accounts.delete(accounts.keys().next().value ?? '')
    }
    startNext()
  }

  function leaveEmpty(work: Work, ms: number): void {
    empty.add(work)
    setTimeout(
      () => {
        empty.delete(work)
        startNext()
      },
      Math.min(ms, MAX_EMPTY_MS),
    ).unref()
  }

  function startNext(): void {
    for (let next = takeNext(); next; next = takeNext()) start(next)
  }

  function takeNext(): Work | null {
    if (waiting.size === 0) return null
    const { usedBy, mayStart } = takeStock()
    let next: Work | null = null
    for (const [first] of waiting.values()) {
      if (first && mayStart(first) && (!next || usedBy(first.keys) < usedBy(next.keys))) next = first
    }
    if (!next) return null
    takeOut(next)
    const line = waiting.get(lineOf(next))
    waiting.delete(lineOf(next))
    if (line) waiting.set(lineOf(next), line)
    return next
  }

  function takeOut(work: Work): void {
    const line = waiting.get(lineOf(work))
    line?.delete(work)
    if (line?.size === 0) waiting.delete(lineOf(work))
  }

  function waitForTurn(work: Work): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        takeOut(work)
        noteLimit('waiting for a turn')
        reject(new FairQueueError('late'))
      }, maxWaitMs)
      work.start = () => {
        clearTimeout(timer)
        resolve()
      }
      const line = waiting.get(lineOf(work)) ?? new Set()
      waiting.set(lineOf(work), line.add(work))
    })
  }

  return {
    async run(keys, task, isWanted, place = '', { isUrgent = false } = {}) {
      const work = {
        keys: typeof keys === 'string' ? ([keys] as const) : keys,
        place,
        isUrgent,
        startedAt: 0,
        start() {},
      }
      if (takeStock().mayStart(work)) start(work)
      else await waitForTurn(work)
      try {
        if (!isWanted()) throw new FairQueueError('unwanted')
        return await task()
      } finally {
        end(work)
      }
    },
    leftMs: (keys) => Math.max(0, takeStock().leftOf(keys)),
  }
}
