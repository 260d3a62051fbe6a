import { onTestFinished } from 'vitest'
import { connect, type Sql } from '#server/platform/database/connection.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#server/platform/database/embedded/embedded-postgres.ts'
import { awaitPostmaster, findPostmaster } from '#server/platform/database/embedded/postmaster.ts'
import { raw } from '#server/platform/database/fragment.ts'

/** Starts a server until the test is over. */
export async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir })
  onTestFinished(() => server.stop())
  return server
}

export function open(connection: EmbeddedPostgres['connection']): Sql {
  const sql = connect(connection, { max: 1 })
  // Its server may have been killed.
  onTestFinished(() => sql.end().catch(() => {}))
  return sql
}

export async function query<T>(server: EmbeddedPostgres, text: string): Promise<T> {
  const sql = connect(server.connection, { max: 1 })
  try {
    return await sql<T>`${raw(text)}`
  } finally {
    await sql.end()
  }
}

export async function signalServer(cluster: string, signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
  const postmaster = await findPostmaster(cluster)
  if (postmaster) process.kill(postmaster.pid, signal)
  await awaitPostmaster(cluster, { until: 'stopped', timeoutSeconds: 60 })
}

/** The message of an error that is expected. */
export async function failure(action: Promise<unknown>): Promise<string> {
  return action.then(
    () => 'no error',
    (error: Error) => error.message,
  )
}
