import { DatabaseError } from 'pg'

const NETWORK_CODES = /^(ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_)/

/** Whether the database could not be asked, or was lost while it was. pg has no type for it. */
export function isUnreachable(error: unknown): boolean {
  // After a fatal error PostgreSQL closes the connection.
  if (error instanceof DatabaseError) {
    return ['FATAL', 'PANIC'].includes(error.severity ?? '') || /^(08|57P0[123])/.test(error.code ?? '')
  }
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return (
    NETWORK_CODES.test(code ?? '') ||
    /^(Connection terminated|Client (has encountered|was closed)|timeout exceeded|Cannot use a pool)/.test(
      error.message,
    )
  )
}
