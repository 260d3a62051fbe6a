import { realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Client } from 'pg'
import { createDataDir, type DataDirLock, lockDataDir } from '#server/platform/database/data-dir.ts'
import { createOpenFolder, isRoot } from '#server/platform/database/embedded/account.ts'
import { findBinaries, prepareBinaries } from '#server/platform/database/embedded/binaries.ts'
import {
  type ClusterLocation,
  createCluster,
  isCluster,
  locateCluster,
  recordLocation,
  requireSameMajor,
  SHARED_FOLDER,
  setClusterAside,
} from '#server/platform/database/embedded/cluster.ts'
import { awaitPostmaster, type Postmaster } from '#server/platform/database/embedded/postmaster.ts'
import {
  adoptServer,
  limitLog,
  type ServerHome,
  serverLog,
  startServer,
  stopServer,
} from '#server/platform/database/embedded/server-process.ts'
import {
  linkSocket,
  openSocketFolder,
  SOCKET_PORT,
} from '#server/platform/database/embedded/socket-folder.ts'
import { superviseServer } from '#server/platform/database/embedded/supervise-server.ts'
import type { Log } from '#server/platform/log.ts'

const READY_TIMEOUT_SECONDS = 60
/** Connections that PostgreSQL reserves for superusers. */
const RESERVED = 3

export interface EmbeddedPostgres {
  connection: { host: string; database: string; user: string; port: number }
  /** The folder of the cluster. */
  directory: string
  /** Lines for the operator: files in an unexpected location, and why. */
  notes: string[]
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL server of a data folder, and creates its cluster when there is none. The caller holds the lock of the data
 * folder. With `supervise`, a log, a server that ends is started again until `stop()`, and the log gets a line about it.
 *
 * The files beside this one, in the order of a start: `cluster`, `account`, `binaries`, `socket-folder`, `postmaster`,
 * `server-process`, `supervise-server`.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log?: (line: string) => void
  supervise?: Log
  /** The number of connections that the server must allow. */
  connections?: number
}): Promise<EmbeddedPostgres> {
  const notes: string[] = []
  const log = options.log ?? (() => {})
  await createDataDir(options.dataDir)
  const dataDir = await realpath(options.dataDir)
  const location = await locateCluster(dataDir)
  const lock = await lockOutsideLocation(location)
  try {
    const home = await prepareServerHome({ dataDir, location, note: (line) => notes.push(line), log })
    const adopted = await adoptServer(home)
    if (adopted) log(`The PostgreSQL server of ${home.cluster} was still running.`)
    const running = await allowConnections(home, adopted ?? (await startServer(home)), options.connections)
    await linkSocket(home, running)
    const supervision = options.supervise && superviseServer(home, running, options.supervise)
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
  const { directory } = await locateCluster(await realpath(dataDir))
  const running = await awaitPostmaster(directory, { until: 'ready', timeoutSeconds: READY_TIMEOUT_SECONDS })
  if (!running)
    throw new Error(`No PostgreSQL server is running in ${directory}; it may just be starting or stopping.`)
  return { host: running.socketDir, database: 'postgres', user: 'postgres', port: running.port }
}

/** A copy of a data folder refers to the same outside location as its original; the lock lets one of them use it at a time. */
async function lockOutsideLocation(location: ClusterLocation): Promise<DataDirLock | null> {
  if (!location.outsideReason) return null
  // For an ordinary user the location exists already.
  if (isRoot()) await createOpenFolder(SHARED_FOLDER)
  return lockDataDir(dirname(location.directory))
}

interface Preparation {
  dataDir: string
  location: ClusterLocation
  note: (line: string) => void
  log: (line: string) => void
}

/** Prepares the requirements of a server before it starts: binaries that its user can run, a cluster, and a folder for its socket. */
async function prepareServerHome({ dataDir, location, note, log }: Preparation): Promise<ServerHome> {
  const { directory: cluster, account, outsideReason } = location
  const found = await findBinaries()
  const stagingDir = isRoot() ? SHARED_FOLDER : dataDir
  const binaries = await prepareBinaries(found, { account, stagingDir, note })
  requirePlainPaths(cluster, binaries)
  if (location.exists) {
    await requireSameMajor(cluster, found)
  } else {
    if (await isCluster(cluster)) {
      note(
        `A database that no data folder refers to any more is stored as ${await setClusterAside(cluster)}.`,
      )
    }
    log(`Creating the database in ${cluster} (PostgreSQL ${found.major}).`)
    await createCluster(cluster, { binaries, account })
    if (outsideReason) await recordLocation(dataDir, cluster)
  }
  if (outsideReason) note(`The database is in ${cluster}, because ${outsideReason}.`)
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

/**
 * Has a running server allow so many connections. One that allows fewer is started again once, because PostgreSQL reads the number
 * only then, and keeps it for later starts. An operator may allow more.
 */
async function allowConnections(home: ServerHome, running: Postmaster, connections = 0): Promise<Postmaster> {
  const needed = connections + RESERVED
  const { socketDir: host, port } = running
  const client = new Client({ host, port, database: 'postgres', user: 'postgres' })
  await client.connect()
  try {
    const { rows } = await client.query("select current_setting('max_connections')::int as allowed")
    if (rows[0].allowed >= needed) return running
    await client.query(`alter system set max_connections = ${needed}`)
  } finally {
    await client.end()
  }
  await stopServer(home)
  return startServer(home)
}
