import { inspect } from 'node:util'

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LEVELS)[number]

export interface Log {
  debug(message: string): void
  info(message: string): void
  warn(message: string): void
  /** The error's stack goes to the log and nowhere else. */
  error(message: string, error?: unknown): void
}

/** One line an event, with a stack below it where there is one; everything below the level is dropped. */
export function createLog(level: LogLevel): Log {
  const write = (at: LogLevel, message: string, details = '') => {
    if (LEVELS.indexOf(at) >= LEVELS.indexOf(level))
      process.stderr.write(`${new Date().toISOString()} ${at} ${escapeInvisible(message)}${details}\n`)
  }
  return {
    debug: (message) => write('debug', message),
    info: (message) => write('info', message),
    warn: (message) => write('warn', message),
    error: (message, error) => write('error', message, error === undefined ? '' : `: ${describe(error)}`),
  }
}

/** Every line after the first is indented, so that none which an error quotes can pass for one of the log. */
function describe(error: unknown): string {
  const text = error instanceof Error ? error.stack || String(error) : asText(error)
  const [first = '', ...rest] = text.split('\n').map(escapeInvisible)
  return [first, ...rest.map((line) => (line.startsWith('    ') ? line : `    ${line}`))].join('\n')
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : inspect(value)
}

/** A terminal obeys control characters, and shows text behind a direction mark in another order. */
function escapeInvisible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`
  })
}
