import { createHash, randomBytes } from 'node:crypto'
import type { NewsletterSubscriber } from '#core/domain/subscriber.ts'
import type { sendErasureMailJob } from '#server/features/newsletter/jobs/definitions.ts'
import { erasureMail } from '#server/features/newsletter/mails/erasure.tsx'
import { acceptsMail } from '#server/features/newsletter/subscriptions/subscription-by-link.ts'
import type { Services } from '#server/features/services.ts'
import { deliverMail } from '#server/platform/mail/deliver-mail.ts'
import type { JobPayload, JobRun } from '#server/platform/queue/job.ts'

/** Mails a subscriber the link with which they confirm that they are to be erased. */
export async function sendErasureMail(
  deps: Services,
  { subscriberId }: JobPayload<typeof sendErasureMailJob>,
  run: JobRun<typeof sendErasureMailJob>,
): Promise<void> {
  await deliverMail(deps, run, async (transaction) => {
    const [subscriber] = await transaction<
      Pick<NewsletterSubscriber, 'email' | 'language' | 'left_reason'>[]
    >`
      select email, language, left_reason from public.newsletter_subscribers where id = ${subscriberId} for update`
    if (!subscriber || !acceptsMail(subscriber)) return null
    const { email, language } = subscriber
    const token = randomBytes(32).toString('base64url')
    const hash = createHash('sha256').update(token).digest('hex')
    await transaction`
      insert into private.newsletter_erasure_tokens (token_hash, subscriber_id) values (${hash}, ${subscriberId})`
    return {
      mail: { ...(await erasureMail({ language, siteUrl: deps.siteUrl, token })), to: email },
      withdraw: (session) =>
        session`delete from private.newsletter_erasure_tokens where token_hash = ${hash}`,
    }
  })
}
