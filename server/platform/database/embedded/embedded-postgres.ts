import { realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createDataDir, type DataDirLock, lockDataDir } from '#server/platform/database/data-dir.ts'
import { createOpenFolder, isRoot } from '#server/platform/database/embedded/account.ts'
import { findBinaries, prepareBinaries } from '#server/platform/database/embedded/binaries.ts'
import {
  createCluster,
  requireSameMajor,
  setClusterAside,
} from '#server/platform/database/embedded/cluster.ts'
import {
  type ClusterPlace,
  isCluster,
  placeCluster,
  recordPlace,
  SHARED_FOLDER,
} from '#server/platform/database/embedded/cluster-place.ts'
import { keepRunning } from '#server/platform/database/embedded/keep-running.ts'
import { awaitPostmaster } from '#server/platform/database/embedded/postmaster.ts'
import { limitLog, serverLog } from '#server/platform/database/embedded/server-log.ts'
import {
  adoptServer,
  type ServerHome,
  startServer,
  stopServer,
} from '#server/platform/database/embedded/server-process.ts'
import {
  linkSocket,
  openSocketFolder,
  SOCKET_PORT,
} from '#server/platform/database/embedded/socket-folder.ts'
import type { Log } from '#server/platform/log.ts'

const READY_TIMEOUT_SECONDS = 60

export interface EmbeddedPostgres {
  /** Where to reach this server. */
  connection: { host: string; database: string; user: string; port: number }
  /** Where the cluster lives. */
  directory: string
  /** Lines for the operator: what is in an unexpected place, and why. */
  notes: string[]
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL server of a data folder, and creates its cluster when there is none. The caller holds the lock of the data
 * folder. With `keepRunning`, a log, a server that ends is started again until `stop()`, and the log gets a line about it.
 *
 * The files beside this one, in the order of a start: `cluster-place`, `account`, `binaries`, `cluster`, `socket-folder`,
 * `postmaster`, `server-process`, `server-log`, `keep-running`, `report-silence`.
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
    const supervision = options.keepRunning && keepRunning(home, running, options.keepRunning)
    const limit = limitLog(serverLog(home.cluster))
    const stop = async () => {
      limit.stop()
      await supervision?.stop()
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

/** A copy of a data folder refers to the same outside place as its original; the lock lets only one of them use it at a time. */
async function lockOutsidePlace(place: ClusterPlace): Promise<DataDirLock | null> {
  if (!place.outsideBecause) return null
  // An ordinary user only gets here with a place that exists already.
  if (isRoot()) await createOpenFolder(SHARED_FOLDER)
  return lockDataDir(dirname(place.directory))
}

interface Preparation {
  dataDir: string
  place: ClusterPlace
  note: (line: string) => void
  log: (line: string) => void
}

/** Prepares what a server needs before it starts: binaries that its user can run, a cluster, and a folder for its socket. */
async function prepareServerHome({ dataDir, place, note, log }: Preparation): Promise<ServerHome> {
  const { directory: cluster, account, outsideBecause } = place
  const found = await findBinaries()
  const stagingDir = isRoot() ? SHARED_FOLDER : dataDir
  const binaries = await prepareBinaries(found, { account, stagingDir, note })
  requirePlainPaths(cluster, binaries)
  if (place.exists) {
    await requireSameMajor(cluster, found)
  } else {
    if (await isCluster(cluster)) {
      note(
        `A database that no data folder refers to any more is stored as ${await setClusterAside(cluster)}.`,
      )
    }
    log(`Creating the database in ${cluster} (PostgreSQL ${found.version}).`)
    await createCluster(cluster, { binaries, account })
    if (outsideBecause) await recordPlace(dataDir, cluster)
  }
  if (outsideBecause) note(`The database is in ${cluster}, because ${outsideBecause}.`)
  return { cluster, binaries, account, socketDir: await openSocketFolder(cluster, account) }
}

/** pg_ctl puts paths into a shell command between double quotes. */
function requirePlainPaths(...paths: string[]): void {
  const path = paths.find((candidate) => /["$`\\\n]/.test(candidate))
  if (path) {
    throw new Error(
      `PostgreSQL cannot work in ${JSON.stringify(path)}: choose a path without quotes, dollar signs, backticks, backslashes and line breaks.`,
    )
  }
}
