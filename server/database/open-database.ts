import type { Config } from '#server/config.ts'
import { ConfigError } from '#server/config.ts'
import { connect, type DatabaseAddress, describeAddress, type Sql } from '#server/database/connection.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/start-embedded-postgres.ts'

export interface Database {
  address: DatabaseAddress
  sql: Sql
  /** Lines worth telling the operator. */
  notes: string[]
  close(): Promise<void>
}

/**
 * The database of DATABASE_URL, or the embedded server, started if it is not running. Closing stops the embedded one.
 * @throws ConfigError when DATABASE_URL does not answer
 */
export async function openDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Database> {
  if (config.databaseUrl) return openOwn(config.databaseUrl)
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir })
  const sql = connect(server.connection)
  return {
    address: server.connection,
    sql,
    notes: server.notes,
    async close() {
      await sql.end({ timeout: 5 })
      await server.stop()
    },
  }
}

async function openOwn(url: string): Promise<Database> {
  const sql = connect(url)
  try {
    await sql`select 1`
  } catch (error) {
    await sql.end({ timeout: 0 })
    const cause =
      error instanceof Error ? (error as NodeJS.ErrnoException).code || error.message : String(error)
    throw new ConfigError(`DATABASE_URL: no PostgreSQL answers at ${describeAddress(url)} (${cause}).`)
  }
  return { address: url, sql, notes: [], close: () => sql.end({ timeout: 5 }) }
}
