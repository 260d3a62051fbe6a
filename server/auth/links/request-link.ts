import * as z from 'zod'
import { AuthError } from '#server/auth/auth-error.ts'
import type { LinkType } from '#server/auth/links/one-time-tokens.ts'
import type { JobQueue } from '#server/jobs/job-queue.ts'
import type { Limits } from '#server/limits/limits.ts'

const JOBS = { recovery: 'send-recovery-mail', magiclink: 'send-sign-in-link' } as const
/**
 * Has a link mailed to an address if it belongs to an administrator. Only the job finds that out, so that the response does not
 * reveal it.
 * @throws AuthError, the same for every address
 */
export async function requestLink(
  { limits, queue }: { limits: Limits; queue: JobQueue },
  { type, email }: { type: LinkType; email: string },
): Promise<void> {
  if (!z.regexes.html5Email.test(email)) {
    throw new AuthError(400, 'validation_failed', 'Unable to validate email address: invalid format')
  }
  const account = email.toLowerCase()
  // Links of all types count together, and addresses without an account count as well.
  const wait = await limits.take('recovery-mail', account)
  if (wait > 0) throw tooManyMails(wait)
  try {
    await queue.enqueue(JOBS[type], { email: account })
  } catch (error) {
    await limits.refund('recovery-mail', account)
    throw error
  }
}

function tooManyMails(seconds: number): AuthError {
  return new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded', {
    retryAfterSeconds: seconds,
  })
}
