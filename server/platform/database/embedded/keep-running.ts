import { access } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findPostmaster, type Postmaster } from '#server/platform/database/embedded/postmaster.ts'
import {
  accepts,
  type ServerHome,
  startServer,
  stopServer,
} from '#server/platform/database/embedded/server-process.ts'
import { linkSocket, socketPath } from '#server/platform/database/embedded/socket-folder.ts'
import type { Log } from '#server/platform/log.ts'

const ASK_EVERY_MS = 5000

const RESPONSE_TIMEOUT_MS = 5000

/** So many checks in a row must fail: after a single one, this process may just have been too busy to see the response. */
const SILENT_CHECKS = 2

/** PostgreSQL responds to SSLRequest with one letter, before any sign-in and without a line in its own log. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/**
 * The server is not our child process, and a killed one leaves its lock file behind, so its end has to be polled for. Signal 0 is
 * the cheap check; it cannot tell a running server from a zombie (which stays where process 1 is no init) or a reused process id.
 * The exact check can: it reads two small files on Linux (0.2 ms), and runs `ps` elsewhere.
 */
const LOOK_MS = 500
const EXACT_LOOK_EVERY = process.platform === 'linux' ? 1 : 20

/** The pauses between failed starts; the last one is repeated. */
const RETRY_SECONDS = [1, 2, 5, 10]

/** After a shutdown in order, as by `pg_ctl restart`, somebody else may be about to start the server again. */
const GRACE_MS = 1000

/** The number of causes of one outage that are remembered as logged. */
const MAX_LOGGED_CAUSES = 50

/** Starts the server of a cluster again whenever it ends, unless somebody else does, and logs it. */
export function keepRunning(home: ServerHome, running: Postmaster, log: Log): { stop(): Promise<void> } {
  const ending = new AbortController()
  reportSilence(socketPath(home.socketDir), { log, signal: ending.signal })
  let isOver = false
  const watching = watch(home, running, { log, signal: ending.signal }).finally(() => {
    isOver = true
  })
  return {
    /** Afterwards no server is started any more; one that is running is left to the caller. */
    async stop() {
      ending.abort()
      for (;;) {
        await Promise.race([watching, delay(100)])
        if (isOver) return
        // A start may be waiting for minutes while the server recovers, but gives up when its server ends.
        await stopServer(home).catch(() => {})
      }
    },
  }
}

interface Watch {
  log: Log
  signal: AbortSignal
}

async function watch(home: ServerHome, first: Postmaster, { log, signal }: Watch): Promise<void> {
  let running: Postmaster | null = first
  let seenAt = performance.now()
  for (let look = 1; running && (await pause(LOOK_MS, signal)); look++) {
    const isExact = look % EXACT_LOOK_EVERY === 0
    if (!(await isStillThere(running, home.cluster, isExact))) {
      running = await bringBack(home, { seenAt, log, signal })
    }
    seenAt = performance.now()
  }
}

async function isStillThere({ pid }: Postmaster, cluster: string, isExact: boolean): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it lives, as another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  if (!isExact) return true
  return findPostmaster(cluster).then(
    (found) => found?.pid === pid,
    // Nothing can be read for the moment, such as for want of file descriptors.
    () => true,
  )
}

/** Tries until a server runs, and returns it; null when the supervision was stopped. */
async function bringBack(
  home: ServerHome,
  { seenAt, log, signal }: Watch & { seenAt: number },
): Promise<Postmaster | null> {
  const logged = new Set<string>()
  const isInOrder = await endedInOrder(home.cluster)
  if (isInOrder) await pause(GRACE_MS, signal)
  let isAnnounced = false
  for (let failures = 0; !signal.aborted; ) {
    let other: Postmaster | null = null
    try {
      other = await findPostmaster(home.cluster)
      if (!other && !isAnnounced) {
        const end = isInOrder ? 'was shut down, and the site needs it' : 'ended'
        log.warn(`PostgreSQL ${end}; starting it again.`)
        isAnnounced = true
      }
      const running = other ? await adopt(home, other, signal) : await startServer(home, signal)
      if (!running || signal.aborted) continue
      const seconds = ((performance.now() - seenAt) / 1000).toFixed(1)
      const who = other ? `; somebody else has started it (process ${other.pid})` : ''
      log.warn(
        `PostgreSQL ${isAnnounced ? 'is back' : 'was away, and is back'} after ${seconds} seconds${who}.`,
      )
      return running
    } catch (error) {
      if (signal.aborted) break
      // Somebody else has started the server meanwhile.
      if (!other && (await findPostmaster(home.cluster).catch(() => null))) continue
      logOnce(logged, (error as Error).message, log)
      await pause(1000 * (RETRY_SECONDS[Math.min(failures, RETRY_SECONDS.length - 1)] ?? 0), signal)
      failures++
    }
  }
  return null
}

/** A server that ends in order takes its lock file away. */
async function endedInOrder(cluster: string): Promise<boolean> {
  const isGone = (path: string) =>
    access(path).then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
    )
  return !(await isGone(cluster)) && (await isGone(join(cluster, 'postmaster.pid')))
}

/** The server that somebody else has started, once it is ready; null when it ended before. */
async function adopt(home: ServerHome, other: Postmaster, signal: AbortSignal): Promise<Postmaster | null> {
  let found: Postmaster | null = other
  while (found?.pid === other.pid && found.status !== 'ready') {
    if (!(await pause(LOOK_MS, signal))) return null
    found = await findPostmaster(home.cluster)
  }
  if (found?.pid !== other.pid) return null
  await linkSocket(home, found)
  if (await accepts(socketPath(home.socketDir))) return found
  throw new Error(
    `PostgreSQL runs as process ${found.pid}, which somebody else started, but has no socket that can be reached: stop it, and it is started as the site needs it.`,
  )
}

function logOnce(logged: Set<string>, cause: string, log: Log): void {
  // The same cause with another process id is not logged again.
  const key = cause.replace(/\d+/g, '0')
  if (logged.has(key)) return
  if (logged.size >= MAX_LOGGED_CAUSES) logged.clear()
  logged.add(key)
  log.error(`PostgreSQL is still away, trying again every few seconds. ${cause}`)
}

/** False when the supervision is stopped. */
function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return delay(milliseconds, true, { signal, ref: false }).catch(() => false)
}

/**
 * Logs when a running server accepts no new connections, and when it does again. The server is not restarted: a slow disk or a
 * debugger look the same, and its open connections may still work.
 */
function reportSilence(path: string, { log, signal }: { log: Log; signal: AbortSignal }): void {
  let isAsking = false
  let silentChecks = 0
  const ask = async () => {
    if (isAsking) return
    isAsking = true
    const response = await askServer(path)
    isAsking = false
    if (signal.aborted) return
    const wasSilent = silentChecks >= SILENT_CHECKS
    silentChecks = response === 'silence' ? silentChecks + 1 : 0
    if (silentChecks === SILENT_CHECKS) {
      log.warn('PostgreSQL is running but takes no connections; it is left alone.')
    }
    if (response === 'letter' && wasSilent) log.warn('PostgreSQL takes connections again.')
  }
  const timer = setInterval(() => void ask(), ASK_EVERY_MS).unref()
  signal.addEventListener('abort', () => clearInterval(timer))
}

function askServer(path: string): Promise<'letter' | 'silence' | 'nobody'> {
  return new Promise((resolve) => {
    const socket = connect(path).unref()
    socket.once('connect', () => socket.write(SSL_REQUEST))
    socket.once('data', () => resolve('letter'))
    // EAGAIN: the server's queue of waiting connections is full.
    socket.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'EAGAIN' ? 'silence' : 'nobody'),
    )
    socket.once('close', () => resolve('nobody'))
    socket.setTimeout(RESPONSE_TIMEOUT_MS, () => resolve('silence'))
    for (const end of ['data', 'timeout']) socket.once(end, () => socket.destroy())
  })
}
