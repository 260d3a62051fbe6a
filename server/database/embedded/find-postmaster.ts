import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

/** A PostgreSQL server process that runs on a cluster. */
export interface Postmaster {
  pid: number
  socketDir: string
  port: number
  status: string
  /** Its command line, which starts with the path of the program. */
  command: string
}

/** The running server of this cluster, or null. Its lock file alone proves nothing: process ids are reused. */
export async function findPostmaster(cluster: string): Promise<Postmaster | null> {
  const lock = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port, socketDir, , , status] = lock.split('\n').map((line) => line.trim())
  const command = await commandOf(Number(pid))
  if (!command?.includes(`-D ${cluster} `)) return null
  return {
    pid: Number(pid),
    port: Number(port),
    socketDir: socketDir ?? '',
    status: status || 'starting',
    command,
  }
}

/** Waits for a server that is coming up or going down: the running one once it is ready, null once it is gone. */
export async function awaitPostmaster(
  cluster: string,
  { until, timeoutSeconds }: { until: 'ready' | 'gone'; timeoutSeconds: number },
): Promise<Postmaster | null> {
  const deadline = Date.now() + timeoutSeconds * 1000
  for (;;) {
    const postmaster = await findPostmaster(cluster)
    if (!postmaster || postmaster.status === until) return postmaster
    if (Date.now() > deadline) {
      throw new Error(
        `The PostgreSQL server of ${cluster} (process ${postmaster.pid}) is still ${postmaster.status} after ${timeoutSeconds} seconds.`,
      )
    }
    await delay(50)
  }
}

/**
 * Removes a lock file whose process id now belongs to another program, as happens after a reboot or in a new
 * container: PostgreSQL would take that program for a running server. One with a dead process it handles itself.
 */
export async function removeReusedLock(file: string): Promise<void> {
  const lock = await readFile(file, 'utf8').catch(() => null)
  if (lock === null) return
  const pid = Number.parseInt(lock, 10)
  if (!(pid > 0) || (await commandOf(pid)) !== null) await rm(file, { force: true })
}

async function commandOf(pid: number): Promise<string | null> {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null
  if (process.platform === 'linux') {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null)
    return command?.replaceAll('\0', ' ') ?? null
  }
  return promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).then(
    ({ stdout }) => stdout.replace('\n', ' '),
    () => null,
  )
}
