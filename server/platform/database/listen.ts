import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { type DatabaseAddress, isUnreachable, type Sql } from '#server/platform/database/connection.ts'
import { endFault, reportFault } from '#server/platform/faults/faults.ts'

export interface Listening {
  stop(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 10_000
const RETRY_MS = 250
/** The names of these connections in `pg_stat_activity`, by purpose. */
const NAMES = {
  pages: 'ai-watch listener',
  jobs: 'ai-watch jobs listener',
  realtime: 'ai-watch realtime listener',
  work: 'ai-watch work listener',
}
/** A connection can be lost without an error, for example at a router; only a query shows that. */
const CHECK_MS = 10_000
const CHECK_TIMEOUT_MS = 5_000

/**
 * Listens to a channel, or to several, on a connection of its own, and connects again whenever that ends. Notifications sent in between
 * are lost, so `onListening` is called each time listening begins.
 * @throws when the first connection cannot be made
 */
export async function listen(
  address: DatabaseAddress,
  channels: string | readonly string[],
  options: {
    onPayload: (payload: string, channel: string) => void
    onListening: () => void
    purpose: keyof typeof NAMES
  },
): Promise<Listening> {
  const { onPayload, onListening, purpose } = options
  const stopping = new AbortController()

  async function open(): Promise<Client> {
    const client = new Client({
      ...(typeof address === 'string' ? { connectionString: address } : address),
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CHECK_TIMEOUT_MS,
      keepAlive: true,
    })
    client.on('notification', ({ payload, channel }) => onPayload(payload ?? '', channel))
    client.on('error', () => {})
    try {
      await client.connect()
      // A pooler in session mode may give its own name to the connections that it opens.
      const name = client.escapeLiteral(NAMES[purpose])
      const listens = [channels].flat().map((channel) => `listen ${client.escapeIdentifier(channel)}`)
      await client.query([`set application_name = ${name}`, ...listens].join('; '))
    } catch (error) {
      if (isUnreachable(error)) reportFault('database', error)
      await close(client)
      throw error
    }
    endFault('database')
    onListening()
    return client
  }

  /** Replaces each connection that ends, until listening is stopped. */
  async function keepListening(first: Client): Promise<void> {
    let client: Client | null = first
    while (!stopping.signal.aborted) {
      if (client) await untilItEnds(client, stopping.signal)
      else await delay(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {})
      if (!stopping.signal.aborted) client = await open().catch(() => null)
    }
    if (client) await close(client)
  }

  const listening = keepListening(await open())
  return {
    async stop() {
      stopping.abort()
      await listening
    },
  }
}

/** Returns true if a process is running on this database: each one listens for as long as it runs. */
export async function isInUse(sql: Sql): Promise<boolean> {
  const [row] = await sql<[{ is_in_use: boolean }]>`
    select exists (
      select from pg_stat_activity
      where datname = current_database() and application_name = any(${Object.values(NAMES)})) as is_in_use`
  return row.is_in_use
}

/** Resolves when the connection ends or stops responding, and when the signal is aborted. */
function untilItEnds(client: Client, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearInterval(check)
      client.off('end', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const check = setInterval(() => {
      client.query('select 1').catch(() => {
        void close(client)
        end()
      })
    }, CHECK_MS)
    client.once('end', end)
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
  })
}

function close(client: Client): Promise<void> {
  return client.end().catch(() => {})
}

/**
 * Listens for the changes that the database announces. Notifications are lost while there is no connection, so `onUnknown` is called
 * each time listening starts, and when the database announces that anything may have changed.
 */
export function listenForPageChanges(
  address: DatabaseAddress,
  listener: { onChange: (tags: string[]) => void; onUnknown: () => void },
): Promise<Listening> {
  return listen(address, 'page_changes', {
    onPayload: (payload) => (payload === '*' ? listener.onUnknown() : listener.onChange(payload.split('\n'))),
    onListening: listener.onUnknown,
    purpose: 'pages',
  })
}
