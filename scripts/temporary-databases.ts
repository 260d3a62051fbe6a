import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Sql } from '#server/platform/database/connection.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { createRequestRoles } from '#server/platform/database/prepare-database.ts'

/** Runs work with empty databases of a PostgreSQL that is gone afterwards. */
export async function withTemporaryDatabases<T>(work: (open: () => Promise<Sql>) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ai-watch-databases-'))
  // PostgreSQL does not run as root, and its own user has to reach this folder.
  await chmod(dataDir, 0o755)
  const server = await startEmbeddedPostgres({ dataDir })
  const opened = [connect(server.connection)]
  try {
    return await work(async () => {
      const database = `temporary_${opened.length}`
      await opened[0]?.script(`create database ${database}`)
      const sql = connect({ ...server.connection, database })
      opened.push(sql)
      await createRequestRoles(sql)
      return sql
    })
  } finally {
    for (const sql of opened) await sql.end()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
