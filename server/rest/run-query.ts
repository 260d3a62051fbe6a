import { escapeLiteral, type PoolClient, type QueryConfig } from 'pg'
import { inTransaction, onClient } from '#server/database/connection.ts'
import { nameOf } from '#server/rest/known-statements.ts'
import { queryAs, type ReadSettings } from '#server/rest/query-as.ts'
import type { RequestPools } from '#server/rest/request-pools.ts'
import type { Statement, StatementResult } from '#server/rest/sql/compile.ts'

/** In whose name a statement runs. */
export interface Asker {
  role: 'anon' | 'authenticated' | 'service_role'
  /** The claims of the access token, as JSON. */
  claims: string
  /** Whom consent records name; only what we saw ourselves. */
  clientIp: string
}

/** Long enough for the demo newsroom, or an import. */
const SERVICE_TIMEOUT_MS = 60_000

/** A read of an anonymous reader, in one round trip; known statements are planned once a connection. */
export function runAnonymousRead(pools: RequestPools, statement: Statement): Promise<StatementResult> {
  return onClient(pools.anonymous, (client) => ask(client, statement))
}

/**
 * Runs a statement with the rights and the settings of whoever asks; policies and functions read them from
 * `request.jwt.claims` and `request.headers`. What `check` throws rolls it back.
 */
export function runAs(
  pools: RequestPools,
  asker: Asker,
  statement: Statement,
  { reads, check = () => {} }: { reads: boolean; check?: (result: StatementResult) => void },
): Promise<StatementResult> {
  return onClient(pools.requests, (client) =>
    // The service has a time of its own.
    reads && asker.role !== 'service_role'
      ? readAs(client, asker, statement, check)
      : inTransaction(
          client,
          async () => {
            const result = await ask(client, statement)
            check(result)
            return result
          },
          `begin ${reads ? 'read only' : 'read write'}; ${settingsOf(asker)}`,
        ),
  )
}

/** In one round trip. */
async function readAs(
  client: PoolClient,
  { role, claims, clientIp }: Asker,
  statement: Statement,
  check: (result: StatementResult) => void,
): Promise<StatementResult> {
  const settings: ReadSettings = [role, claims, headersOf(clientIp)]
  const rows = await queryAs<StatementResult>(client, settings, named(statement))
  const result = rows[0] ?? NO_ROW
  check(result)
  return result
}

async function ask(client: PoolClient, statement: Statement): Promise<StatementResult> {
  const { rows } = await client.query<StatementResult>(named(statement))
  return rows[0] ?? NO_ROW
}

/** A call that answers null has a row too. */
const NO_ROW: StatementResult = { count: 0, body: null, total: null, inserted: null }

function named({ text, values }: Statement): QueryConfig {
  const name = nameOf(text)
  return name === undefined ? { text, values } : { name, text, values }
}

/** What functions read of the headers of a request. */
function headersOf(clientIp: string): string {
  return JSON.stringify({ 'x-client-ip': clientIp })
}

/** Ends with the transaction. */
function settingsOf({ role, claims, clientIp }: Asker): string {
  const settings = [
    ['role', role],
    ['request.jwt.claims', claims],
    ['request.headers', headersOf(clientIp)],
    ...(role === 'service_role' ? [['statement_timeout', String(SERVICE_TIMEOUT_MS)]] : []),
  ]
  return `select ${settings.map(([name = '', value = '']) => `set_config('${name}', ${escapeLiteral(value)}, true)`).join(', ')}`
}
