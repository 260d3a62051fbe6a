import { DatabaseError } from 'pg'
import { isUnreachable } from '#server/platform/database/connection.ts'

/** The routine of PostgreSQL that raises the exceptions of our functions. */
const RAISE = 'exec_stmt_raise'

/** The body of every error response, as PostgREST writes it. */
interface RestErrorBody {
  code: string
  details: string | null
  hint: string | null
  message: string
}

interface RestErrorOptions {
  details?: string | null
  hint?: string | null
  headers?: Record<string, string> | undefined
  cause?: unknown
}

/** A refused or failed request: the status, and the four keys that the official client reads. */
export class RestError extends Error {
  override name = 'RestError'
  readonly status: number
  readonly body: RestErrorBody
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    code: string,
    message: string,
    { details = null, hint = null, headers = {}, cause }: RestErrorOptions = {},
  ) {
    super(message, { cause })
    this.status = status
    this.body = { code, details, hint, message }
    this.headers = headers
  }
}

/** The query string does not follow the grammar. */
export function parseError(what: string, details: string | null = null): RestError {
  return new RestError(400, 'PGRST100', `failed to parse ${what}`, { details })
}

/** The column does not exist, in PostgreSQL's own words. */
export function unknownColumn(relation: string, column: string): RestError {
  return new RestError(400, '42703', `column ${relation}.${shorten(column)} does not exist`)
}

/** A row to be written has a key that is not a column of its table. */
export function unknownKey(relation: string, key: string): RestError {
  const message = `Could not find the '${shorten(key)}' column of '${relation}' in the schema cache`
  return new RestError(400, 'PGRST204', message)
}

/** Shortens text of a request that is quoted in an error, so that a response never grows with it. */
export function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

/**
 * Turns an error of PostgreSQL, or of the connection to it, into the error that PostgREST would send
 * (https://docs.postgrest.org/en/stable/references/errors.html). Any other error is returned as it is.
 */
export function fromDatabase(error: unknown, { isAnonymous }: { isAnonymous: boolean }): unknown {
  if (isUnreachable(error)) return unreachable(error)
  if (!(error instanceof DatabaseError) || !error.code) return error
  const { code } = error
  if (code === '53100') return new RestError(507, code, DISK_FULL, { cause: error })
  // The message of a broken file names paths of the server, so it is replaced.
  if (/^(53|58|F0|XX)/.test(code)) {
    return new RestError(
      code.startsWith('53') ? 503 : 500,
      code,
      'The database cannot do this now. Please try again in a moment.',
      {
        cause: error,
      },
    )
  }
  // A trigger has changed a row before the statement came to it. PostgreSQL's hint is for authors of triggers.
  if (code === '27000')
    return new RestError(400, code, 'A change of one row of this request changes another row of it.', {
      hint: 'Nothing was changed. Change the rows one by one. Of the articles in a language only one is featured.',
      cause: error,
    })
  return new RestError(statusOf(code, isAnonymous), code, error.message, {
    // PostgreSQL's own details quote rows, also those that a function has read with rights of its own.
    details: error.routine === RAISE ? (error.detail ?? null) : null,
    hint: error.hint ?? null,
    cause: error,
  })
}

const DISK_FULL =
  'There is no room on a disk of the server. Nothing was stored. Its operator has to make room.'

function statusOf(code: string, isAnonymous: boolean): number {
  if (code === '42501') return isAnonymous ? 401 : 403
  // 55000: something is not set up, or not yet.
  if (code === '23503' || code === '23505' || code === '55000') return 409
  if (code === '42883' || code === '42P01') return 404
  if (code === '25006') return 405
  if (code === 'P0001') return 400
  // The status that a function asks for, as with PostgREST.
  if (/^PT4\d\d$/.test(code)) return Number(code.slice(2))
  // Class 54: a pattern or an expression is too deep or too long.
  if (code.startsWith('54')) return 413
  if (/^(09|25|2D|38|39|3B|40|55|57|HV|P0)/.test(code) || code === '42P17') return 500
  return 400
}

function unreachable(cause: unknown): RestError {
  return new RestError(503, 'PGRST000', 'The database cannot be reached. Please try again in a moment.', {
    cause,
  })
}
