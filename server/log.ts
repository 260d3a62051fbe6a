const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LEVELS)[number]

export interface Log {
  debug(message: string): void
  info(message: string): void
  warn(message: string): void
  /** The error's stack goes to the log and nowhere else. */
  error(message: string, error?: unknown): void
}

/** One line an event; everything below the level is dropped. */
export function createLog(level: LogLevel): Log {
  const write = (at: LogLevel, line: string) => {
    if (LEVELS.indexOf(at) >= LEVELS.indexOf(level))
      process.stderr.write(`${new Date().toISOString()} ${at} ${line}\n`)
  }
  return {
    debug: (message) => write('debug', message),
    info: (message) => write('info', message),
    warn: (message) => write('warn', message),
    error: (message, error) =>
      write(
        'error',
        error === undefined ? message : `${message}: ${error instanceof Error ? error.stack : String(error)}`,
      ),
  }
}
