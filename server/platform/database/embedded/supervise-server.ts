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

const HEALTH_CHECK_INTERVAL_MS = 5000

const RESPONSE_TIMEOUT_MS = 5000

/** The number of checks that must fail in a row: a single one may only mean that this process was too busy to see the response. */
const MIN_FAILED_CHECKS = 2

/** PostgreSQL responds to SSLRequest with one letter, before any sign-in and without a line in its own log. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/**
 * The server is not our child process, and a killed one leaves its lock file behind, so it is polled. Signal 0 is the cheap check,
 * which cannot tell a running server from a zombie (which remains where process 1 is no init) or a reused process id. The full
 * check reads two small files on Linux (0.2 ms), and runs `ps` elsewhere.
 */
const POLL_INTERVAL_MS = 500
const FULL_CHECK_EVERY = process.platform === 'linux' ? 1 : 20

/** The pauses between failed starts; the last one is repeated. */
const RETRY_SECONDS = [1, 2, 5, 10]

/** After a clean shutdown, as by `pg_ctl restart`, another program may be about to start the server again. */
const GRACE_PERIOD_MS = 1000

/** The number of causes of one outage that are remembered as logged. */
const MAX_LOGGED_CAUSES = 50

/** Restarts the server of a cluster whenever it ends, unless another program does, and logs it. */
export function superviseServer(home: ServerHome, running: Postmaster, log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController()
  reportUnresponsive(socketPath(home.socketDir), { log, signal: stopping.signal })
  let isOver = false
  const supervising = watch(home, running, { log, signal: stopping.signal }).finally(() => {
    isOver = true
  })
  return {
    /** Afterwards no server is started; the caller stops one that is running. */
    async stop() {
      stopping.abort()
      for (;;) {
        await Promise.race([supervising, delay(100)])
        if (isOver) return
        // A start may be waiting for minutes while the server recovers, but gives up when its server ends.
        await stopServer(home).catch(() => {})
      }
    },
  }
}

interface Supervision {
  log: Log
  signal: AbortSignal
}

async function watch(home: ServerHome, first: Postmaster, { log, signal }: Supervision): Promise<void> {
  let running: Postmaster | null = first
  let lastSeenAt = performance.now()
  for (let look = 1; running && (await pause(POLL_INTERVAL_MS, signal)); look++) {
    const isFullCheck = look % FULL_CHECK_EVERY === 0
    if (!(await isRunning(running, home.cluster, isFullCheck))) {
      running = await restart(home, { lastSeenAt, log, signal })
    }
    lastSeenAt = performance.now()
  }
}

async function isRunning({ pid }: Postmaster, cluster: string, isFullCheck: boolean): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process runs as another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  if (!isFullCheck) return true
  return findPostmaster(cluster).then(
    (found) => found?.pid === pid,
    // Nothing can be read at the moment, for example because there are no free file descriptors.
    () => true,
  )
}

/** Retries until a server runs, and returns it; null when the supervision was stopped. */
async function restart(
  home: ServerHome,
  { lastSeenAt, log, signal }: Supervision & { lastSeenAt: number },
): Promise<Postmaster | null> {
  const logged = new Set<string>()
  const isClean = await hasShutDownCleanly(home.cluster)
  if (isClean) await pause(GRACE_PERIOD_MS, signal)
  let isAnnounced = false
  for (let failures = 0; !signal.aborted; ) {
    let other: Postmaster | null = null
    try {
      other = await findPostmaster(home.cluster)
      if (!other && !isAnnounced) {
        const end = isClean ? 'was shut down, and the site needs it' : 'ended'
        log.warn(`PostgreSQL ${end}; starting it again.`)
        isAnnounced = true
      }
      const running = other ? await adopt(home, other, signal) : await startServer(home, signal)
      if (!running || signal.aborted) continue
      const seconds = ((performance.now() - lastSeenAt) / 1000).toFixed(1)
      const who = other ? `; somebody else has started it (process ${other.pid})` : ''
      log.warn(
        `PostgreSQL ${isAnnounced ? 'is back' : 'was away, and is back'} after ${seconds} seconds${who}.`,
      )
      return running
    } catch (error) {
      if (signal.aborted) break
      // Another program has started the server in the meantime.
      if (!other && (await findPostmaster(home.cluster).catch(() => null))) continue
      logOnce(logged, (error as Error).message, log)
      await pause(1000 * (RETRY_SECONDS[Math.min(failures, RETRY_SECONDS.length - 1)] ?? 0), signal)
      failures++
    }
  }
  return null
}

/** Returns true if the server removed its lock file, as it does in a clean shutdown. */
async function hasShutDownCleanly(cluster: string): Promise<boolean> {
  const isGone = (path: string) =>
    access(path).then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
    )
  return !(await isGone(cluster)) && (await isGone(join(cluster, 'postmaster.pid')))
}

/** The server that another program has started, once it is ready; null when it ended before. */
async function adopt(home: ServerHome, other: Postmaster, signal: AbortSignal): Promise<Postmaster | null> {
  let found: Postmaster | null = other
  while (found?.pid === other.pid && found.status !== 'ready') {
    if (!(await pause(POLL_INTERVAL_MS, signal))) return null
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
 * Logs when a running server accepts no new connections, and when it does again. The server is not restarted, because a slow disk
 * or a debugger look the same, and its open connections may still work.
 */
function reportUnresponsive(path: string, { log, signal }: { log: Log; signal: AbortSignal }): void {
  let isProbing = false
  let failedChecks = 0
  const ask = async () => {
    if (isProbing) return
    isProbing = true
    const response = await probe(path)
    isProbing = false
    if (signal.aborted) return
    const wasUnresponsive = failedChecks >= MIN_FAILED_CHECKS
    failedChecks = response === 'timeout' ? failedChecks + 1 : 0
    if (failedChecks === MIN_FAILED_CHECKS) {
      log.warn('PostgreSQL is running but takes no connections; it is left alone.')
    }
    if (response === 'response' && wasUnresponsive) log.warn('PostgreSQL takes connections again.')
  }
  const timer = setInterval(() => void ask(), HEALTH_CHECK_INTERVAL_MS).unref()
  signal.addEventListener('abort', () => clearInterval(timer))
}

function probe(path: string): Promise<'response' | 'timeout' | 'refused'> {
  return new Promise((resolve) => {
    const socket = connect(path).unref()
    socket.once('connect', () => socket.write(SSL_REQUEST))
    socket.once('data', () => resolve('response'))
    // EAGAIN: the server's queue of waiting connections is full.
    socket.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'EAGAIN' ? 'timeout' : 'refused'),
    )
    socket.once('close', () => resolve('refused'))
    socket.setTimeout(RESPONSE_TIMEOUT_MS, () => resolve('timeout'))
    for (const end of ['data', 'timeout']) socket.once(end, () => socket.destroy())
  })
}
