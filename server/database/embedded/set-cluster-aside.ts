import { rename } from 'node:fs/promises'
import { awaitPostmaster, findPostmaster } from '#server/database/embedded/find-postmaster.ts'

const STOP_TIMEOUT_SECONDS = 60

/**
 * Renames a cluster outside the data folder that nothing there refers to. Its data folder was deleted, and a new
 * one of the same name must begin empty; yet what is in it is not ours to delete.
 */
export async function setClusterAside(cluster: string): Promise<string> {
  const postmaster = await findPostmaster(cluster)
  // SIGINT is PostgreSQL's fast shutdown.
  if (postmaster) process.kill(postmaster.pid, 'SIGINT')
  await awaitPostmaster(cluster, { until: 'gone', timeoutSeconds: STOP_TIMEOUT_SECONDS })
  const aside = `${cluster}.${new Date().toISOString().replace(/\W/g, '')}`
  await rename(cluster, aside)
  return aside
}
