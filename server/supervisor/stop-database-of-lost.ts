import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import type { Config } from '#server/platform/config.ts'
import { isUnreachable } from '#server/platform/database/connection.ts'
import { lockDataDir } from '#server/platform/database/data-dir.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import type { Beginning } from '#server/supervisor/messages.ts'

/** PostgreSQL takes a moment to end connections that were closed. */
const TRIES = 20
const PAUSE_MS = 50

/**
 * Stops the embedded database of a supervisor that was killed. The last of its processes does, unless a new start has taken over the
 * data folder. The process that calls it has closed its connections.
 */
export async function stopDatabaseOfLost(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  address: Beginning['address'],
): Promise<void> {
  if (config.databaseUrl) return
  for (let count = 0; count < TRIES; count++) {
    if (await stopUnlessUsed(config.dataDir, address)) return
    await delay(PAUSE_MS)
  }
}

/** Returns whether there is nothing more to do. */
async function stopUnlessUsed(dataDir: string, address: Beginning['address']): Promise<boolean> {
  const lock = await lockDataDir(dataDir).catch(() => null)
  if (!lock) return true
  try {
    if (await isUsed(address)) return false
    const server = await startEmbeddedPostgres({ dataDir })
    await server.stop()
  } catch (error) {
    // Another process of that supervisor has stopped it already.
    if (!isUnreachable(error)) throw error
  } finally {
    await lock.release()
  }
  return true
}

/** Whether a process of ours is connected, which may still have something to write. A pool would log that nobody answers. */
async function isUsed(address: Beginning['address']): Promise<boolean> {
  const client = new Client(address)
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ is_used: boolean }>(`
      select exists (
        select from pg_stat_activity
        where datname = current_database() and application_name like 'ai-watch%') as is_used`)
    return rows[0]?.is_used ?? false
  } finally {
    await client.end().catch(() => {})
  }
}
