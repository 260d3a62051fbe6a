import postgres from 'postgres'

export type Sql = postgres.Sql
export type Transaction = postgres.TransactionSql

/** How to reach the database: the embedded server's socket, or the address in DATABASE_URL. */
export type DatabaseAddress = string | { host: string; port: number; user: string; database: string }

/**
 * Seconds until the next try to connect. A database that was away for a minute is back at once; postgres.js would wait
 * up to twenty seconds more.
 */
export const backoff = (tries: number): number => Math.min(3 ** tries / 100, 0.5)

/** A pool for our own statements. Notices are dropped; an idle connection is closed after a minute. */
export function connect(address: DatabaseAddress, options: { max?: number } = {}): Sql {
  const settings = { max: 4, idle_timeout: 60, connect_timeout: 10, backoff, onnotice: () => {}, ...options }
  return typeof address === 'string' ? postgres(address, settings) : postgres({ ...address, ...settings })
}

/** A password-free name of the database for logs and errors. */
export function describeAddress(address: DatabaseAddress): string {
  if (typeof address !== 'string') return `${address.database} in ${address.host}`
  const url = new URL(address)
  return `${url.hostname}:${url.port || 5432}${url.pathname}`
}
