import type { Config } from '#server/platform/config.ts'
import { isUnreachable, type Sql } from '#server/platform/database/connection.ts'
import { lockDataDir } from '#server/platform/database/data-dir.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { isInUse } from '#server/platform/database/listen.ts'

/**
 * Stops the embedded database of a supervisor that was killed. The last of its processes does, unless a new start has taken over the
 * data folder. The process that calls it no longer listens to the database.
 */
export async function stopDatabaseOfLost(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  sql: Sql,
): Promise<void> {
  if (config.databaseUrl) return
  const lock = await lockDataDir(config.dataDir).catch(() => null)
  if (!lock) return
  try {
    if (await isInUse(sql)) return
    const server = await startEmbeddedPostgres({ dataDir: config.dataDir })
    await server.stop()
  } catch (error) {
    // Another process of that supervisor has stopped it already.
    if (!isUnreachable(error)) throw error
  } finally {
    await lock.release()
  }
}
