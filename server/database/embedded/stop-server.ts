import { join } from 'node:path'
import { findPostmaster } from '#server/database/embedded/find-postmaster.ts'
import { runCommand } from '#server/database/embedded/run-command.ts'
import type { ServerAccount } from '#server/database/embedded/server-account.ts'
import { summarize } from '#server/database/embedded/server-log.ts'
import { closeSocketFolder } from '#server/database/embedded/socket-folder.ts'

const STOP_TIMEOUT_SECONDS = 60

export interface ServerHome {
  cluster: string
  binaries: string
  account: ServerAccount | null
  /** Where clients look for the socket, for as long as this process runs. */
  socketDir: string
}

/** Ends open connections and stops in order; a server that is not there is stopped already. */
export async function stopServer(home: ServerHome): Promise<void> {
  const { cluster, binaries, account } = home
  if (!(await findPostmaster(cluster))) return
  const { code, output } = await runCommand(
    join(binaries, 'bin/pg_ctl'),
    ['stop', '-s', '-w', '-m', 'fast', '-t', String(STOP_TIMEOUT_SECONDS), '-D', cluster],
    account,
  )
  if (code !== 0 && (await findPostmaster(cluster))) {
    throw new Error(`The PostgreSQL server of ${cluster} does not stop: ${summarize(output)}`)
  }
  await closeSocketFolder(home)
}
