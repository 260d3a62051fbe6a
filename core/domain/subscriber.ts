import * as z from 'zod'

export const EMAIL_MAX_LENGTH = 255

/** A newsletter address as a reader types it. The messages are keys of the catalogs. */
export const subscriberEmail = z
  .string()
  .trim()
  .max(EMAIL_MAX_LENGTH, 'validation.email.tooLong')
  .pipe(z.email('validation.email.invalid'))

/** What `subscribe_newsletter` answers. The token only makes the confirmation mail go out; it confirms nothing. */
export interface SubscribeResult {
  success: boolean
  email: string
  confirmation_token: string | null
}

/** What `confirm_newsletter_subscription` answers. */
export interface ConfirmationResult {
  success: boolean
  message: string
  code: 'confirmed' | 'expired' | 'used' | 'invalid'
}
