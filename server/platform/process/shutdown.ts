import { closeSync, openSync } from 'node:fs'
import type { Log } from '#server/platform/log.ts'

/** The time limit of stopping after a fatal error, since the broken part may be one that has to stop. */
const STOP_MS = 15_000
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }
/** A signal may arrive twice: npm passes it on, and the terminal sends it to both processes. */
const ECHO_MS = 1_000

/**
 * Shuts this process down gracefully: on a signal with exit code 0, after an unhandled error with exit code 1. A second signal
 * ends it at once. Further errors while it stops are only logged. With `restart`, SIGHUP calls that, unless it was sent because the
 * terminal is gone. Returns what ends the process as a signal does.
 */
export function handleShutdown(options: {
  log: Log
  stop: (reason: string) => Promise<void>
  stopMs?: number
  restart?: () => void
  /** Signals that another process handles. */
  ignored?: readonly NodeJS.Signals[]
}): (reason: string) => void {
  const { log, stop, stopMs = STOP_MS, restart, ignored = [] } = options
  let isEnding = false
  let firstSignalAt: number | undefined

  function end(reason: string): void {
    if (isEnding) return
    isEnding = true
    void stop(reason).then(
      () => process.exit(),
      (error: unknown) => {
        log.error('It did not stop in order', error)
        process.exit(1)
      },
    )
  }

  function onSignal(signal: keyof typeof SIGNALS): void {
    if (ignored.includes(signal)) return
    if (signal === 'SIGHUP' && restart && !isEnding && !hasLostTerminal()) {
      restart()
      return
    }
    firstSignalAt ??= performance.now()
    if (performance.now() - firstSignalAt > ECHO_MS) process.exit(128 + SIGNALS[signal])
    end(signal)
  }

  // SIGHUP: the terminal was closed. Node would end at once, and leave the database running.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  // An unhandled rejection is reported here too.
  process.on('uncaughtException', (error, origin) => {
    log.error(`Fatal error (${origin})`, error)
    if (process.exitCode === 1) return
    process.exitCode = 1
    setTimeout(() => {
      log.error(`It has not stopped within ${stopMs / 1000} seconds: ending at once`)
      process.exit()
    }, stopMs)
    end('fatal error')
  })
  return end
}

/** Returns true if this process was started at a terminal that has been closed. */
function hasLostTerminal(): boolean {
  if (!process.stdin.isTTY) return false
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return false
  } catch {
    return true
  }
}

/** Ignores that the reader of stdout or stderr has closed the pipe, which would end the process by default. */
export function ignoreBrokenPipes(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

export interface StopList {
  push(started: { name: string; stop: () => Promise<void> }): void
  /** Stops everything in reverse order; a failure is logged, and does not keep the rest from being stopped. */
  stopAll(): Promise<void>
}

/** A list of started parts, in order. */
export function createStopList(log: Log): StopList {
  const list: { name: string; stop: () => Promise<void> }[] = []
  return {
    push: (started) => list.push(started),
    async stopAll() {
      for (const { name, stop } of list.reverse().splice(0)) {
        await stop().catch((error: unknown) => log.error(`stopping ${name}`, error))
      }
    },
  }
}
