import { realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type DataDirLock, lockDataDir } from '#server/database/data-dir-lock.ts'
import { createDataDir } from '#server/database/embedded/create-data-dir.ts'
import { createOpenFolder } from '#server/database/embedded/create-open-folder.ts'
import { keepRunning } from '#server/database/embedded/keep-running.ts'
import { type ClusterPlace, placeCluster, SHARED_FOLDER } from '#server/database/embedded/place-cluster.ts'
import { prepareServerHome } from '#server/database/embedded/prepare-server-home.ts'
import { limitLog } from '#server/database/embedded/server-log.ts'
import { linkSocket, SOCKET_PORT } from '#server/database/embedded/socket-folder.ts'
import { adoptServer, serverLog, startServer } from '#server/database/embedded/start-server.ts'
import { stopServer } from '#server/database/embedded/stop-server.ts'
import type { Log } from '#server/log.ts'

export interface EmbeddedPostgres {
  /** Where to reach this server. */
  connection: { host: string; database: string; user: string; port: number }
  /** Where the cluster lives. */
  directory: string
  /** Lines worth telling the operator: what lies where one would not look for it, and why. */
  notes: string[]
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL server that belongs to a data folder, creating it at first. One process per data folder:
 * the caller holds its lock. With `keepRunning`, the log to tell, a server that ends is started again until `stop()`.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log?: (line: string) => void
  keepRunning?: Log
}): Promise<EmbeddedPostgres> {
  const notes: string[] = []
  const log = options.log ?? (() => {})
  await createDataDir(options.dataDir)
  const dataDir = await realpath(options.dataDir)
  const place = await placeCluster(dataDir)
  const lock = await lockOutsidePlace(place)
  try {
    const home = await prepareServerHome({ dataDir, place, note: (line) => notes.push(line), log })
    const adopted = await adoptServer(home)
    if (adopted) log(`The PostgreSQL server of ${home.cluster} was still running.`)
    const running = adopted ?? (await startServer(home))
    await linkSocket(home, running)
    const kept = options.keepRunning && keepRunning(home, running, options.keepRunning)
    const limit = limitLog(serverLog(home.cluster))
    const stop = async () => {
      limit.stop()
      await kept?.stop()
      await stopServer(home).finally(() => lock?.release())
    }
    let stopped: Promise<void> | undefined
    return {
      connection: { host: home.socketDir, database: 'postgres', user: 'postgres', port: SOCKET_PORT },
      directory: home.cluster,
      notes,
      stop: () => {
        stopped ??= stop()
        return stopped
      },
    }
  } catch (error) {
    await lock?.release()
    throw error
  }
}

/** A copied data folder names the same outside place as its original: only one of the two may use it at a time. */
async function lockOutsidePlace(place: ClusterPlace): Promise<DataDirLock | null> {
  if (!place.outsideBecause) return null
  await createOpenFolder(SHARED_FOLDER)
  return lockDataDir(dirname(place.directory))
}
