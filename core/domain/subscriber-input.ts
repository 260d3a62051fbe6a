import { isStorable } from '#core/domain/article-input.ts'
import { z } from '#core/domain/schema.ts'
import { EMAIL_MAX_LENGTH, EMAIL_PATTERN, type NewsletterSubscriber } from '#core/domain/subscriber.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'

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

export const SUBSCRIBER_STATUSES = ['confirmed', 'pending'] as const
export const SUBSCRIBER_ACTIVITIES = ['active', 'unsubscribed'] as const
export const LEFT_REASONS = [
  'unsubscribed',
  'administrator',
  'bounced',
  'complained',
  'undelivered',
] as const satisfies NewsletterSubscriber['left_reason'][]

/** The subscribers that a list shows or an export contains; null means any. */
export const subscriberFilter = z.strictObject({
  /** Part of an address. */
  search: z.string().max(200).refine(isStorable).default(''),
  status: z.enum(SUBSCRIBER_STATUSES).nullable().default(null),
  activity: z.enum(SUBSCRIBER_ACTIVITIES).nullable().default(null),
  language: z
    .enum(LANGUAGE_CODES as readonly [Language, ...Language[]])
    .nullable()
    .default(null),
  left: z.enum(LEFT_REASONS).nullable().default(null),
})

export type SubscriberFilter = z.infer<typeof subscriberFilter>
