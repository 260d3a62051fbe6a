import type { Row } from '#core/data/database.types.ts'

export const EMAIL_MAX_LENGTH = 255

/** A field of the sign-up form that only programs fill in. No browser has a value for this name. */
export const HONEYPOT_FIELD = 'second_line'

/** The HTML standard's pattern for `type=email`, but with at least one dot in the domain. The database has the same. */
export const EMAIL_PATTERN =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i

type EmailProblem = 'validation.email.tooLong' | 'validation.email.invalid'

/** Checks an address that a reader typed: returns it trimmed, or the key of the message about its problem. */
export function checkSubscriberEmail(typed: string): { email: string } | { problem: EmailProblem } {
  const email = typed.trim()
  if (email.length > EMAIL_MAX_LENGTH) return { problem: 'validation.email.tooLong' }
  return EMAIL_PATTERN.test(email) ? { email } : { problem: 'validation.email.invalid' }
}

export type NewsletterSubscriber = Row<'newsletter_subscribers'>

/** The answer of `subscribe_newsletter`. The token only requests the confirmation mail; it cannot confirm the subscription. */
export interface SubscribeResult {
  success: boolean
  email: string
  confirmation_token: string | null
}

/** The answer of `confirm_newsletter_subscription`. */
export interface ConfirmationResult {
  success: boolean
  message: string
  code: 'confirmed' | 'expired' | 'used' | 'invalid'
}

/**
 * Masks an address so that only its owner recognises the rest: newsletters are forwarded, with the links in them. `ada@example.org` becomes
 * `a•••@e•••.org`.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const end = domain.lastIndexOf('.')
  const first = (text: string) => (text.length > 1 ? text.slice(0, 1) : '')
  return `${first(email.slice(0, at))}•••@${first(domain.slice(0, end))}•••${domain.slice(end)}`
}
