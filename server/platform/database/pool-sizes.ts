import type { Pool, PoolClient } from 'pg'
import { ConfigError } from '#server/platform/config-error.ts'
import { createPool, type DatabaseAddress, type Session } from '#server/platform/database/connection.ts'
import { inPlainWords } from '#server/platform/faults/describe-failure.ts'

/** The most connections of a process, by their purpose. */
export interface PoolSizes {
  /** For our own statements. */
  own: number
  /** For readers of `/rest/v1` and of pages. */
  anonymous: number
  /** For other requests to `/rest/v1`. */
  requests: number
  limits: number
  storage: number
}

export const ALONE: PoolSizes = { own: 4, anonymous: 8, requests: 6, limits: 3, storage: 4 }

/** The queue's own pool, in every process. */
export const QUEUE_CONNECTIONS = 2
/** Connections that listen for changes of pages and of rows. */
const SERVING_LISTENERS = 2
/** Connections that listen for changes of pages, for jobs, and for other work that the database asks for. */
const JOBS_LISTENERS = 3
/** For the supervisor, and for a command that runs beside the site. */
const OTHERS = 5

/** The pools of each process that serves: smaller ones when there are several, because they share the processors of one machine. */
export function poolSizesFor(processes: number): PoolSizes {
  if (processes === 1) return ALONE
  const share = (all: number, least: number) => Math.max(least, Math.floor(all / processes))
  return {
    own: share(8, 3),
    anonymous: share(12, 3),
    requests: share(8, 3),
    limits: share(4, 1),
    storage: share(6, 2),
  }
}

/** The most connections of all processes together: one of several that is being replaced runs beside its successor. */
export function connectionsOf(processes: number): number {
  const { own, anonymous, requests, limits, storage } = poolSizesFor(processes)
  const serving = own + anonymous + requests + limits + storage + QUEUE_CONNECTIONS + SERVING_LISTENERS
  if (processes === 1) return serving + JOBS_LISTENERS + OTHERS
  const jobs = own + storage + QUEUE_CONNECTIONS + JOBS_LISTENERS
  return (processes + 1) * serving + jobs + OTHERS
}

const ANSWER_TIMEOUT_MS = 10_000

/** Returns true if an address leads to a pooler for many servers, where the user of a server is named `user.server`. */
export async function isPooled(address: DatabaseAddress, sql: Session): Promise<boolean> {
  const user = typeof address === 'string' ? decodeURIComponent(new URL(address).username) : address.user
  const [session] = await sql<[{ user: string }]>`select session_user::text as user`
  return user.startsWith(`${session.user}.`)
}

/**
 * Opens as many connections as the site may need at once, beside those that it has already, if a pooler is in between: it does not tell its
 * size, and lets later connections wait.
 * @throws ConfigError when the pooler has fewer
 */
export async function requirePoolSize(
  url: string,
  all: number,
  { present, timeoutMs = ANSWER_TIMEOUT_MS }: { present: number; timeoutMs?: number },
): Promise<void> {
  const pool = createPool(url, {
    max: all - present,
    query_timeout: timeoutMs,
    connectionTimeoutMillis: timeoutMs,
  })
  const clients: PoolClient[] = []
  try {
    const first = await openSession(pool)
    clients.push(first)
    if (await isOfPostgres(first)) return
    const opened = await Promise.allSettled(
      Array.from({ length: all - present - 1 }, () => openSession(pool)),
    )
    clients.push(...opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])))
    const failed = opened.find((one) => one.status === 'rejected')
    if (!failed) return
    throw new ConfigError(
      `DATABASE_URL: of ${all} connections that the site may need, the pooler gave ${present + clients.length} (${inPlainWords(failed.reason)}): ` +
        `raise the size of its pool to ${all} or more (default_pool_size of PgBouncer; in the dashboard of Supabase Database, Settings, Connection pooling), or use the address of PostgreSQL itself.`,
    )
  } finally {
    for (const client of clients) client.release()
    await pool.end()
  }
}

/** A pooler numbers its connections itself, because the process that works for one may be another each time. */
async function isOfPostgres(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid === (client as PoolClient & { processID: number }).processID
}

/** A pooler may take a connection at once, and let its first statement wait for a session. */
async function openSession(pool: Pool): Promise<PoolClient> {
  const client = await pool.connect()
  try {
    await client.query('select 1')
    return client
  } catch (error) {
    client.release(true)
    throw error
  }
}
