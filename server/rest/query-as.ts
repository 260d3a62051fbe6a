import { Query, type QueryConfig, type QueryResult } from 'pg'

/** Settings of a transaction that only reads. It answers no row, so that the rows of a batch are those of its statement. */
const SETTINGS = {
  name: 'settings_of_a_read',
  text: `select where (set_config('transaction_read_only', 'on', true) || set_config('role', $1, true)
    || set_config('request.jwt.claims', $2, true) || set_config('request.headers', $3, true)) is null`,
}

/** Who asks: the role, and what policies and functions read of the request. */
export type ReadSettings = [role: string, claims: string, headers: string]

/** Each connection on which `queryAs` runs is prepared by this. */
export const PREPARE_SETTINGS: QueryConfig = { ...SETTINGS, values: ['anon', '', ''] }

/**
 * A read in the name of somebody in one round trip: settings and statement go to PostgreSQL as one batch, which is one
 * transaction. When the settings are refused, PostgreSQL skips the rest of the batch.
 */
export function queryAs<Row extends object>(
  client: { query(query: Query): unknown },
  settings: ReadSettings,
  statement: QueryConfig,
): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    client.query(
      new QueryAs(settings, statement, (error, results) => {
        // The first result is of the settings.
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
    // A simple query would end the transaction of the batch. The types of pg know neither this option nor lists of results.
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
