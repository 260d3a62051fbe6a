import { Client, type Pool, type PoolClient } from 'pg'
import { ConfigError } from '#server/platform/config-error.ts'
import { createPool, type DatabaseAddress, type Session } from '#server/platform/database/connection.ts'

const HOSTS = /\.supabase\.com?$/
/** Where Supabase shares connections between transactions. */
const TRANSACTION_PORT = 6543
const ANSWER_TIMEOUT_MS = 10_000

export const isHostedSupabase = (url: string): boolean => HOSTS.test(new URL(url).hostname)

/**
 * Decides about an address of hosted Supabase before it is used.
 * @throws ConfigError when it leads to the pooler in transaction mode, or across the internet without encryption
 */
export function requireSafeAddress(url: string): void {
  const { host, port, ssl } = readAddress(url)
  if (!HOSTS.test(host)) return
  if (port === TRANSACTION_PORT) {
    throw new ConfigError(
      `DATABASE_URL: port ${port} of ${host} is a pooler in transaction mode, through which no process can listen to the database: ` +
        'use port 5432, where the session pooler and the direct connection are.',
    )
  }
  if (!ssl) {
    throw new ConfigError(
      `DATABASE_URL: the connection to ${host} would not be encrypted: download the certificate of Supabase (Database, Settings, SSL Configuration ` +
        'in its dashboard), and add ?sslmode=verify-full&sslrootcert=FILE at the end.',
    )
  }
}

/** Whether an address leads to a pooler for many servers, where the user of a server is named `user.server`. */
export async function isPooled(address: DatabaseAddress, sql: Session): Promise<boolean> {
  const user = typeof address === 'string' ? decodeURIComponent(new URL(address).username) : address.user
  const [session] = await sql<[{ user: string }]>`select session_user::text as user`
  return user.startsWith(`${session.user}.`)
}

/**
 * Opens as many connections as the site may need at once, beside those that it has already.
 * @throws ConfigError when the pooler has fewer
 */
export async function requirePoolSize(url: string, all: number, present: number): Promise<void> {
  const needed = all - present
  const pool = createPool(url, { max: needed, query_timeout: ANSWER_TIMEOUT_MS })
  const opened = await Promise.allSettled(Array.from({ length: needed }, () => openSession(pool)))
  const clients = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  for (const client of clients) client.release()
  await pool.end()
  const failed = opened.find((one) => one.status === 'rejected')
  if (!failed) return
  throw new ConfigError(
    `DATABASE_URL: of ${all} connections that the site may need, the pooler gave ${present + clients.length} (${failed.reason.message}): ` +
      'raise the pool size (Database, Settings, Connection pooling in the dashboard of Supabase), or use the direct connection.',
  )
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

/** As the driver reads it, with the file of the certificate. */
function readAddress(url: string): Client & { ssl?: unknown } {
  try {
    return new Client({ connectionString: url })
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    if (!path) throw error
    throw new ConfigError(`DATABASE_URL: the certificate ${path} cannot be read (${code}).`)
  }
}
