import { realpath } from 'node:fs/promises'
import { awaitPostmaster } from '#server/database/embedded/find-postmaster.ts'
import { placeCluster } from '#server/database/embedded/place-cluster.ts'
import type { EmbeddedPostgres } from '#server/database/embedded/start-embedded-postgres.ts'

const READY_TIMEOUT_SECONDS = 60

/**
 * Reaches the server that another process of ours has started for a data folder, and leaves it to that process.
 * @throws when none is running there
 */
export async function joinEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres['connection']> {
  const { directory } = await placeCluster(await realpath(dataDir))
  const running = await awaitPostmaster(directory, { until: 'ready', timeoutSeconds: READY_TIMEOUT_SECONDS })
  if (!running)
    throw new Error(`No PostgreSQL server is running in ${directory}; it may just be starting or stopping.`)
  return { host: running.socketDir, database: 'postgres', user: 'postgres', port: running.port }
}
