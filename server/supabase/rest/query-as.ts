import { Query, type QueryConfig, type QueryResult } from 'pg'

/** Sets role and request settings for one read-only transaction. Returns no row, so that all rows of the batch belong to the statement. */
const SETTINGS = {
  name: 'settings_of_a_read',
  text: `select where (set_config('transaction_read_only', 'on', true) || set_config('role', $1, true)
    || set_config('request.jwt.claims', $2, true) || set_config('request.headers', $3, true)
    || set_config('statement_timeout', $4, true)) is null`,
}

/** The caller's role, claims and headers, as policies and functions read them, and how long the statement may take. */
export type ReadSettings = [role: string, claims: string, headers: string, timeoutMs: string]

/** Must run once on every new connection, before `queryAs` is used on it. */
export const PREPARE_SETTINGS: QueryConfig = { ...SETTINGS, values: ['anon', '', '', '0'] }

/**
 * Runs a read with the caller's rights in one round trip: the settings and the statement go to PostgreSQL as one batch, which
 * is one transaction. When the settings are refused, PostgreSQL skips the statement.
 */
export function queryAs<Row extends object>(
  client: { query(query: Query): unknown },
  settings: ReadSettings,
  statement: QueryConfig,
): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    client.query(
      new QueryAs(settings, statement, (error, results) => {
        // The first result is that of the settings.
        if (error) reject(error)
        else resolve([results].flat().at(-1)?.rows ?? [])
      }),
    )
  })
}

class QueryAs extends Query {
  constructor(
    settings: ReadSettings,
    statement: QueryConfig,
    callback: (error: Error | null, results: QueryResult | QueryResult[]) => void,
  ) {
    // A simple query would end the transaction of the batch. The types of pg declare neither this option nor lists of results.
    super({ ...statement, queryMode: 'extended' } as QueryConfig, callback as never)
    const { submit } = this
    this.submit = (connection) => {
      connection.stream.cork()
      try {
        connection.bind({ statement: SETTINGS.name, values: settings }, true)
        connection.execute(null, true)
        return submit.call(this, connection)
      } finally {
        connection.stream.uncork()
      }
    }
  }
}
