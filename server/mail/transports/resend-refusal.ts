import { MailError } from '#server/mail/mail.ts'

const MAX_WAIT_MS = 24 * 60 * 60 * 1000
const MAX_REASON_LENGTH = 200

export interface Refusal {
  host: string
  key: string
  status: number
  headers: Headers
  /** Resend's are `{ statusCode, name, message }`. */
  answer: { name?: unknown; message?: unknown }
}

/** Whether a key that may only send mails was refused for asking something else: so it is a good one. */
export function isSendingKey({ status, answer }: Refusal): boolean {
  return status === 401 && answer.name === 'restricted_api_key'
}

/** What a response that is no success says of the mails in its request. */
export function describeRefusal(refusal: Refusal): MailError {
  const { host, status, answer } = refusal
  const said = `${host} answered ${status}: ${reasonOf(refusal)}`
  const retryAfterMs = waitOf(refusal.headers)
  if (status === 401 || status === 403) {
    const message = `${host} refuses our key or our sender (${status}): ${reasonOf(refusal)}`
    return new MailError('temporary', message, { isTransportProblem: true })
  }
  if (status === 429) {
    // Of the day, or of the month.
    const isQuota = typeof answer.name === 'string' && answer.name.endsWith('quota_exceeded')
    return new MailError('temporary', said, { retryAfterMs, isTransportProblem: isQuota })
  }
  // A gateway may answer in this way although the request has arrived.
  if (status >= 500 || status === 408) {
    return new MailError('temporary', said, { retryAfterMs, canRepeat: true })
  }
  if (status === 409) {
    // The first request with this key has not ended, or it had another content, and then it was taken.
    const isRunning = answer.name === 'concurrent_idempotent_requests' || answer.name === 'resource_locked'
    return new MailError('uncertain', said, { retryAfterMs, canRepeat: isRunning })
  }
  // Redirects are not followed, because they would take the key elsewhere. What is not in Resend's words comes from something before it.
  if (status < 400 || status === 404 || status === 405 || (status !== 413 && typeof answer.name !== 'string'))
    return new MailError('temporary', said, { isTransportProblem: true })
  return new MailError('permanent', said)
}

/** The header has seconds, or a date. */
function waitOf(headers: Headers): number | undefined {
  const header = headers.get('retry-after') ?? headers.get('ratelimit-reset')
  if (!header) return undefined
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MAX_WAIT_MS)
}

/** One short line, without the key: a server may repeat what it was sent. */
function reasonOf({ key, answer }: Refusal): string {
  const words = [answer.name, answer.message].filter((word) => typeof word === 'string')
  const line = words
    .join(', ')
    .replaceAll(key, '…')
    .replace(/[\s\p{C}]+/gu, ' ')
  return line.trim().slice(0, MAX_REASON_LENGTH) || 'no reason given'
}
