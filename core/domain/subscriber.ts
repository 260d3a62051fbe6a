export const EMAIL_MAX_LENGTH = 255

/** The HTML standard's pattern for `type=email`, but with at least one dot in the domain. The database has the same. */
export const EMAIL_PATTERN =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i

type EmailProblem = 'validation.email.tooLong' | 'validation.email.invalid'

/** Checks an address that a reader typed: returns it trimmed, or the key of the message that says what is wrong. */
export function checkSubscriberEmail(typed: string): { email: string } | { problem: EmailProblem } {
  const email = typed.trim()
  if (email.length > EMAIL_MAX_LENGTH) return { problem: 'validation.email.tooLong' }
  return EMAIL_PATTERN.test(email) ? { email } : { problem: 'validation.email.invalid' }
}

/** What `subscribe_newsletter` returns. The token only requests the confirmation mail; it cannot confirm the subscription. */
export interface SubscribeResult {
  success: boolean
  email: string
  confirmation_token: string | null
}

/** What `confirm_newsletter_subscription` returns. */
export interface ConfirmationResult {
  success: boolean
  message: string
  code: 'confirmed' | 'expired' | 'used' | 'invalid'
}
