import {
  Client,
  type ClientBase,
  DatabaseError,
  Pool,
  type PoolClient,
  type PoolConfig,
  type QueryResult,
} from 'pg'
import { compile, fragment } from '#server/platform/database/fragment.ts'
import { PROBE_TIMEOUT_MS, type Silence, watchSilence } from '#server/platform/database/silence.ts'
import { isDiskFailure } from '#server/platform/faults/describe-failure.ts'
import { endFault, reportFault } from '#server/platform/faults/faults.ts'
import { measureWait, watchPool } from '#server/platform/metrics/process-metrics.ts'

/** The address of the database: the embedded server's socket, or DATABASE_URL. */
export type DatabaseAddress =
  | string
  | { host: string; port: number; user: string; password?: string; database: string }

/** A connection, or a pool of connections, that runs statements. */
export interface Session {
  /** One statement: every value becomes a parameter, unless it is a fragment (`fragment.ts`). Returns its rows. */
  // biome-ignore lint/suspicious/noExplicitAny: only the caller, who writes the statement, knows its columns.
  <Rows = Record<string, any>[]>(strings: TemplateStringsArray, ...values: unknown[]): Promise<Rows>
  /** Several statements without values. */
  script(statements: string): Promise<void>
  /** A statement of a library, with $1, $2 … for its values. */
  run(statement: string, values?: unknown[]): Promise<QueryResult>
}

/** A pool of connections for our own statements. */
export interface Sql extends Session {
  /** Runs work in one transaction: committed when it returns, rolled back when it throws. */
  transaction<T>(work: (sql: Session) => Promise<T>): Promise<T>
  /** Runs work on one connection, for session state such as locks and temporary tables. */
  session<T>(work: (sql: Session) => Promise<T>): Promise<T>
  end(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 10_000
const IDLE_TIMEOUT_MS = 60_000
const KEEP_ALIVE_MS = 30_000

const silences = new WeakMap<Pool, Silence>()

/**
 * A pool on the database. Waiting for a connection and for an answer is bounded, and a connection that dies fails the query that it
 * runs and nothing else: the pool replaces it.
 */
export function createPool(address: DatabaseAddress, config: PoolConfig = {}): Pool {
  const where = typeof address === 'string' ? { connectionString: address } : address
  const pool = new Pool({
    ...where,
    max: 4,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'ai-watch',
    ...config,
  })
  // A client that loses its connection also emits an error event, which without a listener would end the process. Its query
  // has failed already, and the pool does not use the client again.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const unwatch = watchPool(pool, pool.options.application_name ?? '')
  const silence = watchSilence(
    pool,
    () =>
      new Client({
        ...where,
        connectionTimeoutMillis: PROBE_TIMEOUT_MS,
        query_timeout: PROBE_TIMEOUT_MS,
        application_name: 'ai-watch probe',
      }),
  )
  silences.set(pool, silence)
  const end = pool.end.bind(pool)
  pool.end = async () => {
    unwatch()
    silence.stop()
    await end()
  }
  return pool
}

/** A pool for our own statements. */
export function connect(
  address: DatabaseAddress,
  options: Pick<PoolConfig, 'max' | 'application_name'> = {},
): Sql {
  const pool = createPool(address, options)
  return Object.assign(
    sessionOf((work) => onClient(pool, work)),
    {
      session: <T>(work: (sql: Session) => Promise<T>) => onClient(pool, (client) => work(sessionOn(client))),
      transaction: <T>(work: (sql: Session) => Promise<T>) =>
        onClient(pool, (client) => inTransaction(client, () => work(sessionOn(client)))),
      end: () => pool.end(),
    },
  )
}

/**
 * Runs work on a client of the pool and releases it, also after a statement that failed: `pool.query` would close the connection
 * then, so that requests with invalid values could make PostgreSQL start a process each. A connection that PostgreSQL has ended,
 * or that is in the middle of a transaction, is closed.
 */
export async function onClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const silence = silences.get(pool)
  const client = await connectOn(pool, silence).catch((error: unknown) => {
    if (silence?.isSilence(error)) silence.suspect()
    throw reportLoss(error)
  })
  return runOn(client, work, silence)
}

async function connectOn(pool: Pool, silence: Silence | undefined): Promise<PoolClient> {
  silence?.requireResponsive()
  return measureWait(pool, () => pool.connect())
}

async function runOn<T>(
  client: PoolClient,
  work: (client: PoolClient) => Promise<T>,
  silence: Silence | undefined,
): Promise<T> {
  const unwatch = silence?.watch(client)
  let hasEnded = false
  try {
    const result = await work(client)
    endFault('database')
    return result
  } catch (error) {
    hasEnded = error instanceof DatabaseError && endsConnection(error)
    if (isDiskFailure(error)) reportFault('disk', error)
    // The work does more than run statements, so it may meet network errors of its own.
    else if (hasEnded || isLost(client)) reportLoss(error)
    throw error
  } finally {
    unwatch?.()
    client.release(hasEnded || client.getTransactionStatus() !== 'I')
  }
}

/** Returns true if the connection can run no more statements; the types of pg leave that out. */
const isLost = (client: PoolClient) => (client as PoolClient & { _queryable?: boolean })._queryable === false

/** Reports that the database is away, unless this process has closed the connection itself. Returns the error. */
function reportLoss(error: unknown): unknown {
  if (isUnreachable(error) && !isEnding(error)) reportFault('database', error)
  return error
}

/** Returns true if PostgreSQL closes the connection after this error, which arrives before the client notices the end. */
function endsConnection({ code = '', severity = '' }: DatabaseError): boolean {
  return /^(08|57P)/.test(code) || ['FATAL', 'PANIC'].includes(severity)
}

/**
 * Runs work between `begin`, which may set more for the length of the transaction, and `commit`.
 * @throws the error of `work`, after a rollback
 */
export async function inTransaction<T>(
  client: PoolClient,
  work: () => Promise<T>,
  begin = 'begin',
): Promise<T> {
  try {
    await client.query(begin)
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    // A lost connection has been rolled back by PostgreSQL.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Our statements on a connection that is already open. */
export const sessionOn = (client: ClientBase): Session => sessionOf((work) => work(client))

function sessionOf(on: <T>(work: (client: ClientBase) => Promise<T>) => Promise<T>): Session {
  const ask = async <Rows>(strings: TemplateStringsArray, ...values: unknown[]) => {
    const statement = compile(fragment(strings, ...values))
    return (await on((client) => client.query(statement))).rows as Rows
  }
  const script = async (statements: string) => {
    await on((client) => client.query(statements))
  }
  const run = (statement: string, values?: unknown[]) => on((client) => client.query(statement, values))
  return Object.assign(ask, { script, run })
}

/** A password-free name of the database for logs and errors. */
export function describeAddress(address: DatabaseAddress): string {
  if (typeof address !== 'string') return `${address.database} in ${address.host}`
  const url = new URL(address)
  return `${url.hostname}:${url.port || 5432}${url.pathname}`
}

const NETWORK_CODES = /^(ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_)/

/** Returns true if the database could not be reached, or the connection was lost. pg has no type for that. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof DatabaseError) return endsConnection(error)
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return (
    NETWORK_CODES.test(code ?? '') ||
    /^(Connection terminated|Client (has encountered|was closed)|timeout exceeded|timeout expired|Query read timeout)/.test(
      error.message,
    ) ||
    isEnding(error)
  )
}

/** Returns true if this process is closing the connections itself. */
function isEnding(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Cannot use a pool')
}

const DEADLOCK = '40P01'
const MAX_ATTEMPTS = 3

/** PostgreSQL ends one of two transactions that wait for each other. Nothing of it has happened, so it is run again after the other. */
export async function withoutDeadlock<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!isDeadlock(error) || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

/** Recognises an error that was given another name too. */
const isDeadlock = (error: unknown): boolean =>
  error instanceof DatabaseError
    ? error.code === DEADLOCK
    : error instanceof Error && error.cause instanceof DatabaseError && error.cause.code === DEADLOCK
