import type { Answer } from '#core/data/call-function.ts'

interface KnownParts {
  name?: unknown
  code?: unknown
  status?: unknown
  /** The response of a function, on errors of the official client. */
  context?: { status?: unknown }
}

/** The code of an error, by which errors are distinguished. Empty when it has none. */
export function codeOf(error: unknown): string {
  const { code } = partsOf(error)
  return typeof code === 'string' ? code : ''
}

/** The HTTP status of an error; 0 when there was no response or its status is unknown. */
function statusOf(error: unknown): number {
  const { status, context } = partsOf(error)
  const known = status ?? context?.status
  return typeof known === 'number' ? known : 0
}

const TEMPORARY_STATUSES = new Set([502, 503, 504, 520, 521, 522, 523, 524])

/** Tells whether a retry may succeed, because there was no response or a temporary error. */
export function isTemporary(error: unknown): boolean {
  const { name } = partsOf(error)
  if (TEMPORARY_STATUSES.has(statusOf(error))) return true
  switch (name) {
    case 'AuthRetryableFetchError':
      return statusOf(error) === 0
    case 'NoResponseError':
    case 'FunctionsFetchError':
      return true
    // Without a code the response came from a proxy, not from our server.
    case 'PostgrestError':
      return /^(PGRST00[0-3]|53\w{3}|57P0\d|)$/.test(codeOf(error))
    default:
      return false
  }
}

/** Tells whether there was no room on the disk of the server, for a file or in the database. */
export function isDiskFull(error: unknown): boolean {
  return statusOf(error) === 507 || codeOf(error) === '53100' || codeOf(error) === 'InsufficientStorage'
}

const CODES_OF_ENDED_SESSIONS = new Set([
  'bad_jwt',
  'invalid_jwt',
  'no_authorization',
  'refresh_token_already_used',
  'refresh_token_not_found',
  'session_expired',
  'session_not_found',
  'user_not_found',
  'PGRST301',
  'PGRST302',
  'PGRST303',
])
const NAMES_OF_ENDED_SESSIONS = new Set([
  'AuthInvalidJwtError',
  'AuthInvalidTokenResponseError',
  'AuthSessionMissingError',
])

/** Tells whether the error says that the session has ended or is not sufficient. */
export function isSessionExpired(error: unknown): boolean {
  const { name } = partsOf(error)
  return CODES_OF_ENDED_SESSIONS.has(codeOf(error)) || NAMES_OF_ENDED_SESSIONS.has(String(name))
}

/** Tells whether an expired session may be the cause: the database then only reports missing rights. */
export function mayBeSessionExpired(error: unknown): boolean {
  return (
    ['42501', 'PGRST116', 'insufficient_aal'].includes(codeOf(error)) || [401, 403].includes(statusOf(error))
  )
}

export function isRateLimited(error: unknown): boolean {
  return /^over_\w+_rate_limit$|^42900$/.test(codeOf(error)) || statusOf(error) === 429
}

const UNCOVERED = ['articles_judged', 'articles_covered', 'articles_original_covered'] as const

/** Returns why the database does not publish an article that rests on sources, or a translation of one; null for another error. */
export function uncoveredOf(error: unknown): (typeof UNCOVERED)[number] | null {
  if (codeOf(error) !== '23514' || !(error instanceof Error)) return null
  return UNCOVERED.find((name) => error.message.includes(`(${name})`)) ?? null
}

function partsOf(error: unknown): KnownParts {
  return typeof error === 'object' && error !== null ? error : {}
}

/** An expected failure, which is described by its code like errors of the backend (`describe-error.ts`). */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** Returns the data of a result of `client.auth`, whose methods return errors, or throws the error. */
export function unwrap<Result extends { data: unknown; error: Error | null }>(
  result: Result,
): Extract<Result, { error: null }>['data'] {
  if (result.error) throw result.error
  return result.data as Extract<Result, { error: null }>['data']
}

/** A function of the server has refused; its sentence is shown to editors (`describeError`). */
export class AnswerRefusal extends Error {
  override name = 'AnswerRefusal'
  readonly code: string | undefined

  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

/** Returns what a function has answered. @throws AnswerRefusal */
export function answerOf<Data>(answer: Answer<Data>): Data {
  if (answer.status === 'refused') throw new AnswerRefusal(answer.message, answer.code)
  return answer.data
}
