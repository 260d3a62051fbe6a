import { type Client, escapeLiteral, type PoolClient } from 'pg'
import type { TokenScope } from '#core/domain/access-token.ts'
import {
  inTransaction,
  isUnreachable,
  onClient,
  withoutDeadlock,
} from '#server/platform/database/connection.ts'
import type { Statement } from '#server/platform/database/fragment.ts'
import type { Caller } from '#server/supabase/auth/bearer-token.ts'
import { queryAs, type ReadSettings } from '#server/supabase/rest/query-as.ts'
import { type RequestPools, STATEMENT_TIMEOUT_MS } from '#server/supabase/rest/request-pools.ts'
import { fromDatabase } from '#server/supabase/rest/rest-error.ts'
import type { StatementResult } from '#server/supabase/rest/sql/compile.ts'

/** The role and the request settings with which a statement runs. */
export interface DatabaseIdentity {
  role: 'anon' | 'authenticated' | 'service_role' | 'access_token'
  /** The claims of a session's or of an access token, as JSON. */
  claims: string
  /** Stored with a newsletter consent; taken from the connection, never from an untrusted header. */
  clientIp: string
}

/** The role and the settings of a caller. */
export function identityOf(caller: Caller, clientIp: string): DatabaseIdentity {
  switch (caller.kind) {
    case 'user':
      return { role: 'authenticated', claims: JSON.stringify(caller.claims), clientIp }
    case 'token':
      return { role: 'access_token', claims: JSON.stringify(caller.claims), clientIp }
    case 'service':
      return { role: 'service_role', claims: '{"role":"service_role"}', clientIp }
    default:
      return { role: 'anon', claims: '{"role":"anon"}', clientIp }
  }
}

/** Long enough for seeding the demo content, an import, or the move of a large section. */
const LONG_TIMEOUT_MS = 60_000
/** The time limit for reads of people who are not signed in, who may ask from many addresses. */
const STRANGER_TIMEOUT_MS = 1_000
/** The statement timeout of a connection of the anonymous pool, where it was changed. */
const timeouts = new WeakMap<PoolClient, number>()

/**
 * Runs anonymous reads of a stranger, all of them together.
 * @throws when the connection was lost
 */
export const runReadsOfStranger = (pools: RequestPools, statements: readonly Statement[]) =>
  runAnonymousReads(pools, statements, STRANGER_TIMEOUT_MS)

/**
 * Runs anonymous reads in one round trip. Each is a transaction of its own, so one that fails does not fail the others.
 * @throws when the connection was lost
 */
export function runAnonymousReads(
  pools: RequestPools,
  statements: readonly Statement[],
  timeoutMs = STATEMENT_TIMEOUT_MS,
): Promise<PromiseSettledResult<StatementResult>[]> {
  return onClient(pools.anonymous, async (client) => {
    const outcomes = await Promise.allSettled(sendTogether(client, statements, timeoutMs))
    const lost = outcomes.find((outcome) => outcome.status === 'rejected' && isUnreachable(outcome.reason))
    // The pool must not use the connection again.
    if (lost?.status === 'rejected') throw lost.reason
    return outcomes
  })
}

/** Sends statements in one piece, without waiting for results in between. */
function sendTogether(
  client: PoolClient,
  statements: readonly Statement[],
  timeoutMs: number,
): Promise<StatementResult>[] {
  // The types of pg have the connection for clients that no pool has made.
  const { stream } = (client as PoolClient & Pick<Client, 'connection'>).connection
  stream.cork()
  try {
    if ((timeouts.get(client) ?? STATEMENT_TIMEOUT_MS) !== timeoutMs) {
      timeouts.set(client, timeoutMs)
      // It fails only with the connection, and then the statements do too.
      client.query(`set statement_timeout = ${timeoutMs}`).catch(() => {})
    }
    return statements.map((statement) => run(client, statement))
  } finally {
    stream.uncork()
  }
}

/**
 * Runs a statement with the caller's role and settings; policies and functions read these from `request.jwt.claims` and
 * `request.headers`. When `check` throws, the transaction is rolled back.
 */
export function runAs(
  pools: RequestPools,
  identity: DatabaseIdentity,
  statement: Statement,
  {
    reads,
    isLong = false,
    version = '',
    timeoutMs,
    check = () => {},
  }: {
    reads: boolean
    isLong?: boolean
    /** The version of a row that an update names. */
    version?: string | undefined
    /** A shorter statement timeout than usual. */
    timeoutMs?: number | undefined
    check?: (result: StatementResult) => void
  },
): Promise<StatementResult> {
  return withoutDeadlock(() =>
    onClient(pools.requests, (client) =>
      // The service role needs a longer statement timeout, which is set in a transaction.
      reads && identity.role !== 'service_role'
        ? readAs(client, identity, statement, { timeoutMs, check })
        : inTransaction(
            client,
            async () => {
              const result = await run(client, statement)
              check(result)
              return result
            },
            `begin ${reads ? 'read only' : 'read write'}; ${settingsOf(identity, { isLong, version, timeoutMs })}`,
          ),
    ),
  )
}

/** Runs several statements in one transaction with the caller's role and settings, as `runAs` does. */
export function transactionAs<T>(
  pools: Pick<RequestPools, 'requests'>,
  identity: DatabaseIdentity,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  return onClient(pools.requests, (client) =>
    inTransaction(client, () => work(client), `begin read write; ${settingsOf(identity)}`),
  )
}

/** Runs a read in one round trip. */
async function readAs(
  client: PoolClient,
  { role, claims, clientIp }: DatabaseIdentity,
  statement: Statement,
  {
    timeoutMs = STATEMENT_TIMEOUT_MS,
    check,
  }: { timeoutMs?: number | undefined; check: (result: StatementResult) => void },
): Promise<StatementResult> {
  const settings: ReadSettings = [role, claims, headersOf(clientIp), String(timeoutMs)]
  const rows = await queryAs<StatementResult>(client, settings, statement)
  const result = rows[0] ?? NO_ROW
  check(result)
  return result
}

async function run(client: PoolClient, statement: Statement): Promise<StatementResult> {
  const { rows } = await client.query<StatementResult>(statement)
  return rows[0] ?? NO_ROW
}

/** For a statement without a result row. */
const NO_ROW: StatementResult = { count: 0, body: null, total: null, inserted: null }

/** `request.headers`, as far as functions in the database read it. */
function headersOf(clientIp: string): string {
  return JSON.stringify({ 'x-client-ip': clientIp })
}

/** The settings are local: they end with the transaction. */
function settingsOf(
  { role, claims, clientIp }: DatabaseIdentity,
  {
    isLong = false,
    version = '',
    timeoutMs,
  }: { isLong?: boolean; version?: string; timeoutMs?: number | undefined } = {},
): string {
  const timeout = isLong || role === 'service_role' ? LONG_TIMEOUT_MS : timeoutMs
  const settings = [
    ['role', role],
    ['request.jwt.claims', claims],
    ['request.headers', headersOf(clientIp)],
    ...(version ? [['request.version', version]] : []),
    ...(timeout ? [['statement_timeout', String(timeout)]] : []),
  ]
  return `select ${settings.map(([name = '', value = '']) => `set_config('${name}', ${escapeLiteral(value)}, true)`).join(', ')}`
}

const IS_MEMBER = {
  text: 'select private.is_member()::int as count, null as body, null as total, null as inserted',
  values: [],
}
const hasScopeStatement = (scope: TokenScope) => ({
  text: 'select private.has_scope($1)::int as count, null as body, null as total, null as inserted',
  values: [scope],
})

/**
 * Returns true if a caller has a role at this moment, by the same function that the policies use.
 * @throws RestError
 */
export const isMember = (pools: RequestPools, caller: Caller): Promise<boolean> =>
  holds(pools, caller, IS_MEMBER)

/**
 * Returns true if a caller has an access token with this scope at this moment, by the same function that the policies use.
 * @throws RestError
 */
export const hasScope = (pools: RequestPools, caller: Caller, scope: TokenScope): Promise<boolean> =>
  holds(pools, caller, hasScopeStatement(scope))

async function holds(pools: RequestPools, caller: Caller, statement: Statement): Promise<boolean> {
  try {
    return (await runAs(pools, identityOf(caller, ''), statement, { reads: true })).count === 1
  } catch (error) {
    throw fromDatabase(error, { isAnonymous: false })
  }
}
