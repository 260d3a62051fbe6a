import { randomUUID } from 'node:crypto'
import pg, { Client } from 'pg'
import type { Config } from '#server/platform/config.ts'
import { ConfigError } from '#server/platform/config-error.ts'
import {
  connect,
  type DatabaseAddress,
  describeAddress,
  type Sql,
} from '#server/platform/database/connection.ts'
import {
  joinEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#server/platform/database/embedded/embedded-postgres.ts'
import { connectionsOf, requirePoolSize } from '#server/platform/database/pool-sizes.ts'
import { isSilence } from '#server/platform/database/silence.ts'
import { inPlainWords } from '#server/platform/faults/describe-failure.ts'
import type { Log } from '#server/platform/log.ts'

export interface Database {
  address: DatabaseAddress
  sql: Sql
  close(): Promise<void>
}

/**
 * The database of DATABASE_URL, or the embedded server, started if it is not running. Closing stops the embedded one.
 * `say` gets the lines for the operator. A site passes its log: then an embedded server that ends is started again, and another
 * PostgreSQL must have the connections that the site needs.
 * @throws ConfigError when DATABASE_URL does not answer, or does not allow the connections of so many processes
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'> & { processes?: number },
  say: (line: string) => void,
  log?: Log,
): Promise<Database> {
  const { processes = 1 } = config
  if (config.databaseUrl) return openOwn(config.databaseUrl, log ? processes : 0)
  const server = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: say,
    ...(log && { supervise: log }),
    ...(processes > 1 && { connections: connectionsOf(processes) }),
  })
  for (const note of server.notes) say(note)
  const sql = connect(server.connection)
  return {
    address: server.connection,
    sql,
    async close() {
      await sql.end()
      await server.stop()
    },
  }
}

/** The database of a site that is running on the same configuration; closing leaves its server alone. */
export async function joinDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Database> {
  if (config.databaseUrl) return openOwn(config.databaseUrl)
  const address = await joinEmbeddedPostgres(config.dataDir)
  const sql = connect(address)
  return { address, sql, close: () => sql.end() }
}

/** Opens a database with the number of processes for which it must have connections. */
async function openOwn(url: string, processes = 0): Promise<Database> {
  requireSafeAddress(url)
  const sql = connect(url)
  try {
    if (processes > 0) await requireConnections(sql, processes)
    await requireSessions(sql)
    if (processes > 0) await requirePoolSize(url, connectionsOf(processes), { present: SESSIONS })
  } catch (error) {
    await sql.end()
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`DATABASE_URL: ${explainRefusal(url, error)}`)
  }
  return { address: url, sql, close: () => sql.end() }
}

/** The number of connections that `requireSessions` opens. */
const SESSIONS = 2

/** A pooler that shares connections between transactions shows one session the settings of another one. */
async function requireSessions(sql: Sql): Promise<void> {
  const mark = randomUUID()
  const seen = await sql.session(async (session) => {
    await session`select set_config('ai_watch.session', ${mark}, false)`
    const [other] = await sql<
      [{ mark: string | null }]
    >`select current_setting('ai_watch.session', true) as mark`
    return other.mark
  })
  if (seen !== mark) return
  throw new ConfigError(
    'DATABASE_URL: this is a pooler in transaction mode, through which no process can listen to the database: use one in session mode, or PostgreSQL itself.',
  )
}

async function requireConnections(sql: Sql, processes: number): Promise<void> {
  const needed = connectionsOf(processes)
  const [row] = await sql<[{ allowed: number; limited: { what: string; allowed: number } | null }]>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed,
      (select jsonb_build_object('what', what, 'allowed', allowed) from (
        select 'role ' || quote_ident(rolname) as what, rolconnlimit as allowed
        from pg_roles where rolname = session_user and not rolsuper
        union all select 'database ' || quote_ident(datname), datconnlimit
        from pg_database, pg_roles where datname = current_database() and rolname = session_user and not rolsuper
      ) as limits where allowed between 0 and ${needed - 1} order by allowed limit 1) as limited`
  if (row.limited) {
    const { what, allowed } = row.limited
    throw new ConfigError(
      `DATABASE_URL: the ${what} may have ${allowed} connections, and the site uses up to ${needed}: a superuser raises that with: alter ${what} connection limit ${needed};`,
    )
  }
  if (processes === 1 || row.allowed >= needed) return
  throw new ConfigError(
    `PROCESSES: ${processes} processes use up to ${needed} connections, and the PostgreSQL of DATABASE_URL allows ${row.allowed}: raise its max_connections, or set fewer PROCESSES.`,
  )
}

/** Explains why there is no connection, and what to do if PostgreSQL says why. */
function explainRefusal(url: string, error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException
  const place = describeAddress(url)
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `the certificate of ${place} is for another name: use the name of its host that the certificate has.`
  if (/CERT|LEAF_SIGNATURE/.test(code)) {
    return `the certificate of ${place} is not trusted here (${code}): add &sslrootcert=FILE at the end, with the certificate that its operator publishes.`
  }
  const advice = adviceFor(url, error as NodeJS.ErrnoException)
  if (advice) return `the PostgreSQL at ${place} refuses: ${advice}`
  if (isSilence(error))
    return `${place} gives no answer in time. A pooler answers like this while all connections of its pool are taken: raise its size.`
  const direct = isHostedSupabase(url) && new URL(url).hostname.startsWith('db.')
  const hint = direct
    ? ' The direct connection is there for IPv6 only: without it, use the session pooler.'
    : ''
  return `no PostgreSQL answers at ${place}: ${inPlainWords(error)}.${hint}`
}

function adviceFor(url: string, { code = '', message }: NodeJS.ErrnoException): string | undefined {
  const { username, pathname } = new URL(url)
  const user = pg.escapeIdentifier(decodeURIComponent(username))
  const database = pg.escapeIdentifier(decodeURIComponent(pathname.slice(1)))
  // The session pooler of Supabase has no code of its own for this.
  if (/pool_size/.test(message)) return 'all connections of its pool are taken: raise the size of the pool'
  return {
    '28P01': `the password of ${user} is wrong; a superuser sets another: alter role ${user} password '…';`,
    '28000': `it does not let ${user} in: there is no such user, or no line for it in pg_hba.conf`,
    '3D000': isHostedSupabase(url)
      ? `there is no database ${database}; create it as the user postgres: create database ${database} template template0;`
      : `there is no database ${database}; a superuser creates it: create database ${database} owner ${user} encoding 'UTF8' template template0;`,
    '42501': `${user} may not connect; its owner lets it: grant connect on database ${database} to ${user};`,
    '53300': `all its connections are taken (${message}): end other sessions, or raise max_connections, or the limit of the role or the database: alter role ${user} connection limit -1; alter database ${database} connection limit -1;`,
  }[code]
}

const HOSTS = /\.supabase\.com?$/
/** The port at which Supabase shares connections between transactions. */
const TRANSACTION_PORT = 6543

const isHostedSupabase = (url: string): boolean => HOSTS.test(new URL(url).hostname)

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
