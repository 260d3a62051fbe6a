import { connect } from 'node:net'
import type { Log } from '#server/log.ts'

const ASK_EVERY_MS = 5000
const RESPONSE_TIMEOUT_MS = 5000
/** So many checks in a row must fail: after a single one, this process may just have been too busy to see the response. */
const SILENT_CHECKS = 2

/** PostgreSQL responds to SSLRequest with one letter, before any sign-in and without a line in its own log. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/**
 * Logs when a running server accepts no new connections, and when it does again. The server is not restarted: a slow disk or a
 * debugger look the same, and its open connections may still work.
 */
export function reportSilence(path: string, { log, signal }: { log: Log; signal: AbortSignal }): void {
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
