import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCluster } from '#server/database/embedded/create-cluster.ts'
import { type Binaries, findBinaries } from '#server/database/embedded/find-binaries.ts'
import {
  type ClusterPlace,
  isCluster,
  recordPlace,
  SHARED_FOLDER,
} from '#server/database/embedded/place-cluster.ts'
import { prepareBinaries } from '#server/database/embedded/prepare-binaries.ts'
import { isRoot } from '#server/database/embedded/server-account.ts'
import { setClusterAside } from '#server/database/embedded/set-cluster-aside.ts'
import { openSocketFolder } from '#server/database/embedded/socket-folder.ts'
import type { ServerHome } from '#server/database/embedded/stop-server.ts'

interface Preparation {
  dataDir: string
  place: ClusterPlace
  note: (line: string) => void
  log: (line: string) => void
}

/** Everything that a server needs before it can start: binaries it can run, and a cluster they can read. */
export async function prepareServerHome({ dataDir, place, note, log }: Preparation): Promise<ServerHome> {
  const { directory: cluster, account, outsideBecause } = place
  const found = await findBinaries()
  const stagingDir = isRoot() ? SHARED_FOLDER : dataDir
  const binaries = await prepareBinaries(found, { account, stagingDir, note })
  requirePlainPaths(cluster, binaries)
  if (place.exists) {
    await requireSameMajor(cluster, found)
  } else {
    if (await isCluster(cluster)) {
      note(`A database that no data folder refers to any more was kept as ${await setClusterAside(cluster)}.`)
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

async function requireSameMajor(cluster: string, { major }: Binaries): Promise<void> {
  const made = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  if (made === major) return
  throw new Error(
    `The database in ${cluster} was made by PostgreSQL ${made}, and this AI Watch brings PostgreSQL ${major}, which cannot read it: move it with pg_dump into a new DATA_DIR, or go back to the release that made it, or set DATABASE_URL to a PostgreSQL ${made} server.`,
  )
}
