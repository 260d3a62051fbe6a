import type { Socket } from 'node:net'
import type { Client, Pool, PoolClient } from 'pg'
import { endFault, reportFault } from '#server/platform/faults/faults.ts'

/** The time without a byte in either direction after which the server is asked about a statement. */
const QUIET_MS = 5_000
const LOOK_MS = 1_000
/** The longest delay of a look. After a longer pause of this process the answers may not have been read yet. */
const MAX_DELAY_MS = 1_000
export const PROBE_TIMEOUT_MS = 8_000

/** Notices that the server of a pool gives no answers. */
export interface Silence {
  /** @throws at once while the server is silent, because everybody would wait in vain for seconds */
  requireResponsive(): void
  /** Watches a connection while it is in use; returns a function that ends that. */
  watch(client: PoolClient): () => void
  isSilence(error: unknown): boolean
  /** Something took too long: until a connection shows that the server answers, nobody has to wait. */
  suspect(): void
  stop(): void
}

/** Properties that the types of pg leave out. */
type Connected = PoolClient & Pick<Client, 'connection'> & { readyForQuery: boolean; processID: number }

interface Watched {
  bytes: number
  quietSince: number
  /** True if the server was not working for it the last time it was asked, and nothing has come since. */
  isDoubted: boolean
}

/**
 * A connection can be lost without a word, for example at a router, and a server can stop in the middle of a statement. TCP alone takes a
 * quarter of an hour to notice that, so a statement that is quiet for seconds makes this ask the server over a new connection whether it
 * works on it. If not, the connection is closed, and the statement fails. One that merely takes long continues.
 */
export function watchSilence(pool: Pool, openProbe: () => Client): Silence {
  const all = new Set<Connected>()
  const used = new Map<Connected, Watched>()
  let isSilent = false
  let isLooking = false
  let lastLookAt = performance.now()

  pool.on('connect', (client) => {
    isSilent = false
    all.add(client as Connected)
  })
  pool.on('remove', (client) => all.delete(client as Connected))

  function findQuiet(now: number): Connected[] {
    return [...used].flatMap(([client, state]) => {
      const { bytesRead, bytesWritten } = client.connection.stream as Socket
      const bytes = bytesRead + bytesWritten
      if (client.readyForQuery || bytes !== state.bytes)
        Object.assign(state, { bytes, quietSince: now, isDoubted: false })
      return now - state.quietSince >= QUIET_MS ? [client] : []
    })
  }

  /**
   * Closes those connections that the server does not work for, twice in a row: a statement may end while the server is asked, and
   * its answer be on the way. When it does not answer at all, every one is closed.
   */
  async function closeLost(quiet: readonly Connected[]): Promise<void> {
    const working = await findWorking(quiet).catch((error: unknown) => {
      // It refuses another connection, as when all are taken; so it is there.
      const isThere = error instanceof Error && 'severity' in error
      return isThere ? new Set(quiet.map(({ processID }) => processID)) : null
    })
    if (working === null) begins()
    else
      for (const client of findQuiet(performance.now())) {
        const state = used.get(client)
        if (!state || !quiet.includes(client)) continue
        const isWorking = working.has(client.processID)
        if (state.isDoubted && !isWorking) close(client)
        state.isDoubted = !isWorking
      }
  }

  async function findWorking(clients: readonly Connected[]): Promise<Set<number>> {
    const pids = clients.map(({ processID }) => processID)
    const probe = openProbe()
    probe.on('error', () => {})
    try {
      await probe.connect()
      const { rows } = await probe.query<{ pid: number }>(
        `select pid from pg_stat_activity where pid = pg_backend_pid() or pid = any($1) and state like 'active%'`,
        [pids],
      )
      const working = new Set(rows.map(({ pid }) => pid))
      // A pooler numbers its connections itself, so that the numbers of the server do not identify them.
      return working.has((probe as Client & Pick<Connected, 'processID'>).processID) ? working : new Set(pids)
    } finally {
      void probe.end().catch(() => {})
    }
  }

  /** Connections that nobody uses are as useless as the others, and would be tried one after the other. */
  function begins(): void {
    isSilent = true
    for (const client of all) close(client)
  }

  /** One connection tries, so that no request has to. A refusal is an answer. */
  async function probeAgain(): Promise<void> {
    const probe = openProbe()
    probe.on('error', () => {})
    try {
      await probe.connect()
      isSilent = false
      endFault('database')
    } catch (error) {
      if (isSilence(error)) begins()
      else isSilent = false
      reportFault('database', error)
    } finally {
      void probe.end().catch(() => {})
    }
  }

  const timer = setInterval(() => {
    const now = performance.now()
    const isLate = now - lastLookAt > LOOK_MS + MAX_DELAY_MS
    lastLookAt = now
    if (isLate) for (const state of used.values()) state.quietSince = now
    const quiet = findQuiet(now)
    if ((quiet.length === 0 && !isSilent) || isLooking) return
    isLooking = true
    void (isSilent ? probeAgain() : closeLost(quiet)).finally(() => {
      isLooking = false
    })
  }, LOOK_MS).unref()

  return {
    requireResponsive() {
      if (isSilent) throw silence()
    },
    watch(client) {
      used.set(client as Connected, { bytes: -1, quietSince: performance.now(), isDoubted: false })
      return () => used.delete(client as Connected)
    },
    isSilence,
    suspect() {
      isSilent = true
    },
    stop() {
      clearInterval(timer)
    },
  }
}

function close({ connection }: Connected): void {
  connection.stream.destroy(silence())
}

function silence(): Error {
  return Object.assign(new Error('The database gives no answer'), { code: 'ETIMEDOUT' })
}

/** Returns true if there was no answer, as opposed to an error that is an answer. */
export function isSilence(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, message } = error as NodeJS.ErrnoException
  return (
    code === 'ETIMEDOUT' || /^(Connection terminated due to connection timeout|timeout expired)/.test(message)
  )
}
