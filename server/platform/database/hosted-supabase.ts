import { Client } from 'pg'
import { ConfigError } from '#server/platform/config-error.ts'
import { inPlainWords } from '#server/platform/faults/describe-failure.ts'

const HOSTS = /\.supabase\.com?$/
/** The port at which Supabase shares connections between transactions. */
const TRANSACTION_PORT = 6543

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

/** Reads the address as the driver does, with the file of the certificate. */
function readAddress(url: string): Client & { ssl?: unknown } {
  try {
    return new Client({ connectionString: url })
  } catch (error) {
    const { path } = error as NodeJS.ErrnoException
    if (!path) throw error
    throw new ConfigError(`DATABASE_URL: the certificate ${path} cannot be read: ${inPlainWords(error)}.`)
  }
}
