import * as z from 'zod'
import { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from '#core/domain/subscriber.ts'
import { isLanguage, type Language } from '#core/i18n/languages.ts'
import { sendConfirmationMailJob } from '#server/features/newsletter/jobs.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { QueueFullError } from '#server/platform/queue/job-queue.ts'
import { actAs, answer, refuse, withBody } from '#server/supabase/functions/call.ts'

const input = z.strictObject({
  email: z.string().trim().max(EMAIL_MAX_LENGTH).regex(EMAIL_PATTERN),
  language: z.custom<Language>((value) => typeof value === 'string' && isLanguage(value)),
})

type Outcome =
  | 'added'
  | 'subscribed'
  | 'pending'
  | 'unsubscribed'
  | 'administrator'
  | 'bounced'
  | 'complained'
  | 'undelivered'
  | 'erased'

const REFUSALS: Record<Exclude<Outcome, 'added'>, string> = {
  subscribed: 'This address is subscribed already.',
  pending: 'This address is on the list already, and has not confirmed yet.',
  unsubscribed: 'The owner of this address has unsubscribed. Only they themselves can subscribe again.',
  administrator:
    'An administrator has unsubscribed this address. Find it in the list, and choose Bring back.',
  bounced: 'Mail to this address came back. Its owner can subscribe again themselves, once it accepts mail.',
  complained:
    'The owner of this address has called the newsletter spam. Only they themselves can subscribe again.',
  undelivered: 'Nothing has reached this address lately. Find it in the list, and choose Bring back.',
  erased: 'The owner of this address has left for good. Only they themselves can subscribe again.',
}

/** Adds a subscriber, who gets the usual confirmation mail and is sent nothing else before they have opened its link. */
export const addSubscriber = withBody(
  input,
  'Send the email address of the subscriber as email, and one of the languages of the site as language.',
  async (
    { sql, queue, limits }: Pick<FunctionDeps, 'sql' | 'queue' | 'limits'>,
    { email, language },
    { userId, claims },
  ) => {
    try {
      return await sql.transaction(async (transaction) => {
        await actAs(transaction, claims)
        const [{ added }] = await transaction<[{ added: { outcome: Outcome; id: string } }]>`
          select private.add_subscriber(${email}, ${language}, ${userId}::uuid) as added`
        const { outcome, id } = added
        if (outcome !== 'added') return refuse(409, REFUSALS[outcome], { more: { code: outcome } })
        await transaction`
          select private.record_act(
            'subscribers', 'add_subscriber', 'added a subscriber', p_subject_id => ${id}::uuid)`
        // Counted as if it had been entered into the form, which anybody can do.
        if ((await limits.take('sign-up-mail', email)) > 0) throw new TooManyMails()
        await queue.enqueue(sendConfirmationMailJob, { email: email.toLowerCase() }, { transaction })
        return answer({ id })
      })
    } catch (error) {
      return refuseMail(error)
    }
  },
)

interface Asked {
  email: string
  /** The reason why there is nothing to confirm; null for a pending subscriber. */
  settled: Exclude<Outcome, 'added' | 'pending'> | null
  /** True if the last confirmation mail is so recent that another one would not be sent. */
  recent: boolean
}

/** Mails a pending subscriber another confirmation link. */
export const sendConfirmationAgain = withBody(
  z.strictObject({ id: z.uuid() }),
  'Send the id of one subscriber as id.',
  async ({ sql, queue, limits }: Pick<FunctionDeps, 'sql' | 'queue' | 'limits'>, { id }, { userId }) => {
    try {
      return await sql.transaction(async (transaction) => {
        const [asked] = await transaction<Asked[]>`
          select subscriber.email,
            coalesce(subscriber.left_reason, suppressed.reason, case when subscriber.confirmed then 'subscribed' end) as settled,
            coalesce(consent.confirmation_sent_at > now() - interval '10 minutes', false) as recent
          from public.newsletter_subscribers as subscriber
          left join private.newsletter_consents as consent on consent.subscriber_id = subscriber.id
          left join private.suppressed_addresses as suppressed
            on suppressed.address_hash = private.sha256_hex(lower(subscriber.email))
          where subscriber.id = ${id}::uuid for update of subscriber`
        if (!asked) return refuse(404, 'There is no such subscriber.')
        const { email, settled, recent } = asked
        if (settled) return refuse(409, REFUSALS[settled], { more: { code: settled } })
        if (recent) return refuse(429, RECENT)
        await transaction`
          select private.record_act(
            'subscribers', 'send_confirmation_again', 'sent the confirmation to a subscriber again',
            p_subject_id => ${id}::uuid, p_actor => ${userId}::uuid)`
        if ((await limits.take('sign-up-mail', email)) > 0) throw new TooManyMails()
        await queue.enqueue(sendConfirmationMailJob, { email: email.toLowerCase() }, { transaction })
        return answer({ id })
      })
    } catch (error) {
      return refuseMail(error)
    }
  },
)

function refuseMail(error: unknown): Response {
  if (error instanceof TooManyMails) return refuse(429, TOO_MANY)
  if (error instanceof QueueFullError) return refuse(503, BUSY)
  throw error
}

/** Thrown, so that nothing is stored. */
class TooManyMails extends Error {}

const TOO_MANY = 'This address has been asked to confirm too often. Please try again in ten minutes.'
const RECENT = 'They were sent a confirmation within the last ten minutes. Please try again later.'
const BUSY = 'Too many people are signing up right now. Please try again in a few minutes.'
