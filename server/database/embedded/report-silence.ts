import { connect } from 'node:net'
import type { Log } from '#server/log.ts'

const ASK_EVERY_MS = 5000
const ANSWER_TIMEOUT_MS = 5000
/** Looks in a row; a single one may have found this process too busy to see the answer. */
const SILENT_LOOKS = 2

/** PostgreSQL answers SSLRequest with one letter, before any sign-in and without a line in its own log. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/**
 * Tells the log when a running server takes no new connections, and when it does again. It is left alone: a slow disk
 * or a debugger look just like that, and its open connections may still work.
 */
export function reportSilence(path: string, { log, signal }: { log: Log; signal: AbortSignal }): void {
  let isAsking = false
  let silentLooks = 0
  const ask = async () => {
    if (isAsking) return
    isAsking = true
    const answer = await askServer(path)
    isAsking = false
    if (signal.aborted) return
    const wasSilent = silentLooks >= SILENT_LOOKS
    silentLooks = answer === 'silence' ? silentLooks + 1 : 0
    if (silentLooks === SILENT_LOOKS) {
      log.warn('PostgreSQL is running but takes no connections; it is left alone.')
    }
    if (answer === 'letter' && wasSilent) log.warn('PostgreSQL takes connections again.')
  }
  const timer = setInterval(() => void ask(), ASK_EVERY_MS).unref()
  signal.addEventListener('abort', () => clearInterval(timer))
}

function askServer(path: string): Promise<'letter' | 'silence' | 'nobody'> {
  return new Promise((resolve) => {
    const socket = connect(path).unref()
    socket.once('connect', () => socket.write(SSL_REQUEST))
    socket.once('data', () => resolve('letter'))
    // EAGAIN: so many are waiting already that no more may.
    socket.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'EAGAIN' ? 'silence' : 'nobody'),
    )
    socket.once('close', () => resolve('nobody'))
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => resolve('silence'))
    for (const end of ['data', 'timeout']) socket.once(end, () => socket.destroy())
  })
}
