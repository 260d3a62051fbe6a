import { escapeLiteral, type PoolClient } from 'pg'
import { inTransaction, onClient } from '#server/database/connection.ts'
import { nameOf } from '#server/rest/known-statements.ts'
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
  const begin = `begin ${reads ? 'read only' : 'read write'}; ${settingsOf(asker)}`
  return onClient(pools.requests, (client) => {
    if (reads) return askAtOnce(client, begin, statement)
    const write = async () => {
      const result = await ask(client, statement)
      check(result)
      return result
    }
    return inTransaction(client, write, begin)
  })
}

/**
 * A transaction in one round trip: all of it is sent before anything is answered. When it cannot begin, or its settings are
 * refused, PostgreSQL refuses the statement too.
 */
async function askAtOnce(client: PoolClient, begin: string, statement: Statement): Promise<StatementResult> {
  const sent = [client.query(begin), ask(client, statement), client.query('commit')] as const
  const [begun, asked, committed] = await Promise.allSettled(sent)
  for (const outcome of [begun, asked, committed]) if (outcome.status === 'rejected') throw outcome.reason
  return sent[1]
}

async function ask(client: PoolClient, { text, values }: Statement): Promise<StatementResult> {
  const name = nameOf(text)
  const { rows } = await client.query<StatementResult>(
    name === undefined ? { text, values } : { name, text, values },
  )
  // A call that answers null has a row too.
  return rows[0] ?? { count: 0, body: null, total: null, inserted: null }
}

/** Ends with the transaction. */
function settingsOf({ role, claims, clientIp }: Asker): string {
  const settings = [
    ['role', role],
    ['request.jwt.claims', claims],
    ['request.headers', JSON.stringify({ 'x-client-ip': clientIp })],
    ...(role === 'service_role' ? [['statement_timeout', String(SERVICE_TIMEOUT_MS)]] : []),
  ]
  return `select ${settings.map(([name = '', value = '']) => `set_config('${name}', ${escapeLiteral(value)}, true)`).join(', ')}`
}
