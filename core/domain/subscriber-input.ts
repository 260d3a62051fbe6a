import { z } from '#core/domain/schema.ts'
import { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from '#core/domain/subscriber.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'

/** A subscriber whom an administrator adds. */
export const subscriberInput = z.object({
  email: z
    .string()
    .trim()
    .min(1, 'Please enter an email address.')
    .max(EMAIL_MAX_LENGTH, 'This email address is too long.')
    .regex(EMAIL_PATTERN, 'Please enter a valid email address.'),
  language: z.enum(LANGUAGE_CODES),
})
