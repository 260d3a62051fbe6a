import { execFile } from 'node:child_process'
import { readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { isRoot, ownerOf, runCommand } from '#server/platform/database/embedded/account.ts'

/** A PostgreSQL server process that runs on a cluster. */
export interface Postmaster {
  pid: number
  socketDir: string
  port: number
  status: string
  /** Its command line, which starts with the path of the program. */
  command: string
}

/** The running server of this cluster, or null. Its lock file alone is no proof, because process ids are reused. */
export async function findPostmaster(cluster: string): Promise<Postmaster | null> {
  const lock = (await readIfThere(join(cluster, 'postmaster.pid'))) ?? ''
  const [pid, , , port, socketDir, , , status] = lock.split('\n').map((line) => line.trim())
  const command = await commandOf(Number(pid))
  if (command === null || !(await serves(cluster, Number(pid), command))) return null
  return {
    pid: Number(pid),
    port: Number(port),
    socketDir: socketDir ?? '',
    status: status || 'starting',
    command,
  }
}

/** Waits for a server that is starting or stopping: returns the running one once it is ready, null once it has stopped. */
export async function awaitPostmaster(
  cluster: string,
  { until, timeoutSeconds }: { until: 'ready' | 'stopped'; timeoutSeconds: number },
): Promise<Postmaster | null> {
  const deadline = performance.now() + timeoutSeconds * 1000
  for (;;) {
    const postmaster = await findPostmaster(cluster)
    if (!postmaster || postmaster.status === until) return postmaster
    if (performance.now() > deadline) {
      throw new Error(
        `The PostgreSQL server of ${cluster} (process ${postmaster.pid}) is still ${postmaster.status} after ${timeoutSeconds} seconds.`,
      )
    }
    await delay(50)
  }
}

/**
 * Removes a lock file whose process id now belongs to another program, as happens after a reboot or in a new
 * container: PostgreSQL would take that program for a running server. One with a dead process it handles itself, and
 * that of a running server stays: a server that misses its lock stops.
 */
export async function removeReusedLock(file: string, cluster: string): Promise<void> {
  const lock = await readIfThere(file)
  if (lock === null) return
  const pid = Number.parseInt(lock, 10)
  const command = await commandOf(pid)
  const isReused = command !== null && !(await serves(cluster, pid, command))
  if (isReused || !(pid > 0)) await rm(file, { force: true })
}

async function commandOf(pid: number): Promise<string | null> {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null
  if (process.platform === 'linux') {
    return (await readIfThere(`/proc/${pid}/cmdline`))?.replaceAll('\0', ' ') ?? null
  }
  return promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).then(
    ({ stdout }) => stdout.replace('\n', ' '),
    (error: { code?: unknown }) => {
      if (error.code === 1) return null
      throw error
    },
  )
}

async function serves(cluster: string, pid: number, command: string): Promise<boolean> {
  if (command.includes(`-D ${cluster} `)) return true
  // The cluster may have been given as another path, such as a relative one; the server's working directory is the cluster.
  if (process.platform !== 'linux' || !/(^|\/)postgres (-|$)/.test(command)) return false
  return (await folderOf(pid, cluster)) === (await realpath(cluster))
}

async function folderOf(pid: number, cluster: string): Promise<string> {
  const link = `/proc/${pid}/cwd`
  return readlink(link).catch(async () => {
    // Root of a container may not be allowed to read the link; the server's own user always is.
    const account = isRoot() ? await ownerOf(cluster) : null
    return (await runCommand('readlink', [link], account)).output.trim()
  })
}

/** Null when there is no such file or process; any other failure is thrown. */
async function readIfThere(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'ESRCH') return null
    throw error
  })
}
