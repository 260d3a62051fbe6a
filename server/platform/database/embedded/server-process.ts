import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { runCommand, summarize } from '#server/platform/database/embedded/account.ts'
import {
  awaitPostmaster,
  findPostmaster,
  type Postmaster,
  removeReusedLock,
} from '#server/platform/database/embedded/postmaster.ts'
import {
  closeSocketFolder,
  reopenSocketFolder,
  SOCKET_PORT,
  type SocketHome,
  socketPath,
} from '#server/platform/database/embedded/socket-folder.ts'

/** Long enough to replay the write-ahead log after a crash on a slow disk. */
const START_TIMEOUT_SECONDS = 300

const STOP_TIMEOUT_SECONDS = 60

/** Long enough for the child processes of a killed server, which finish their query before they end. */
const ORPHAN_TIMEOUT_SECONDS = 60

/** The requirements of a server: its cluster, the folder of its socket, and programs that its user can run. */
export interface ServerHome extends SocketHome {
  binaries: string
}

/** The server that a killed process of ours left running; null when there is none. One that cannot be used is stopped. */
export async function adoptServer(home: ServerHome): Promise<Postmaster | null> {
  const running = await awaitPostmaster(home.cluster, {
    until: 'ready',
    timeoutSeconds: START_TIMEOUT_SECONDS,
  })
  if (!running) return null
  // A server of other binaries may have lost its libraries when a new release replaced them.
  const isOurs = running.command.startsWith(`${join(home.binaries, 'bin/postgres')} `)
  if (isOurs && (await accepts(socketPath(running.socketDir, running.port)))) return running
  await stopServer(home)
  return null
}

/** @throws with the cause when it does not start, and when the signal is aborted */
export async function startServer(home: ServerHome, signal?: AbortSignal): Promise<Postmaster> {
  const { cluster, binaries, account, socketDir } = home
  await reopenSocketFolder(home)
  await removeReusedLock(join(cluster, 'postmaster.pid'), cluster)
  await removeReusedLock(`${socketPath(socketDir)}.lock`, cluster)
  const deadline = performance.now() + ORPHAN_TIMEOUT_SECONDS * 1000
  for (;;) {
    signal?.throwIfAborted()
    const offset = await logSize(serverLog(cluster))
    const { code, output } = await runCommand(
      join(binaries, 'bin/pg_ctl'),
      ['start', '-s', '-w', '-t', String(START_TIMEOUT_SECONDS)].concat(
        ['-D', cluster, '-l', serverLog(cluster)],
        ['-o', serverOptions(socketDir)],
      ),
      account,
    )
    const postmaster = code === 0 ? await findPostmaster(cluster) : null
    if (postmaster) return postmaster
    const cause = (await explainLog(serverLog(cluster), offset)) || summarize(output)
    const isOrphaned = cause.includes('pre-existing shared memory block')
    if (!isOrphaned || performance.now() > deadline)
      throw new Error(`PostgreSQL does not start in ${cluster}: ${cause}`)
    await delay(250)
  }
}

/** Options that override postgresql.conf. pg_ctl passes them to a shell; the folder has no special characters. */
function serverOptions(socketDir: string): string {
  return [
    '-c listen_addresses=',
    `-c port=${SOCKET_PORT}`,
    `-c unix_socket_directories=${socketDir}`,
    '-c unix_socket_permissions=0700',
  ].join(' ')
}

/** Ends open connections and stops the server; does nothing when none is running. */
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

/** Returns true if a server accepts connections on this socket. */
export function accepts(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

const LOG_LIMIT_BYTES = 10 * 1024 * 1024
const LOG_CHECK_SECONDS = 60

/** Lines that the server writes at every start, whether it succeeds or fails. */
const routine = /^LOG: +(starting|listening|shutting|database system|background|received)/

export function serverLog(cluster: string): string {
  return join(cluster, 'server.log')
}

/** Size of the log now: where the lines of the next start begin. */
export async function logSize(file: string): Promise<number> {
  return (await inFile(file, constants.O_RDONLY, async (handle) => (await handle.stat()).size)) ?? 0
}

/** Returns in one line what the server logged since `offset` about why it did not start. */
export async function explainLog(file: string, offset: number): Promise<string> {
  const text = await inFile(file, constants.O_RDONLY, async (handle) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8192), 0, 8192, offset)
    return buffer.toString('utf8', 0, bytesRead)
  })
  const lines = (text ?? '').split('\n').map((line) => line.replace(/^\S+ \S+ UTC \[\d+\] /, ''))
  return summarize(lines.filter((line) => !routine.test(line)).join('\n'))
}

/** Empties the log whenever it has grown too long; the server appends to it, and so can continue to write. */
export function limitLog(file: string): { stop(): void } {
  const check = () =>
    inFile(file, constants.O_RDWR, async (handle) => {
      if ((await handle.stat()).size > LOG_LIMIT_BYTES) await handle.truncate()
    }).catch(() => {})
  void check()
  const timer = setInterval(() => void check(), LOG_CHECK_SECONDS * 1000).unref()
  return { stop: () => clearInterval(timer) }
}

/** Does not follow a symbolic link: root opens this file in a folder that belongs to a less trusted user. */
async function inFile<T>(
  file: string,
  flags: number,
  use: (handle: FileHandle) => Promise<T>,
): Promise<T | null> {
  const handle = await open(file, flags | constants.O_NOFOLLOW).catch(() => null)
  if (!handle) return null
  try {
    return await use(handle)
  } finally {
    await handle.close()
  }
}
