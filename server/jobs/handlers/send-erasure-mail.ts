import { createHash, randomBytes } from 'node:crypto'
import type { NewsletterSubscriber } from '#core/domain/subscriber.ts'
import { deliverMail } from '#server/jobs/deliver-mail.ts'
import type { JobDeps, JobRun } from '#server/jobs/job-run.ts'
import type { JobPayload } from '#server/jobs/jobs.ts'
import { erasureMail } from '#server/mail/templates/erasure.tsx'
import { acceptsMail } from '#server/newsletter/subscriptions/subscription-by-link.ts'

/** Mails a subscriber the link with which they confirm that they are to be erased. */
export async function sendErasureMail(
  deps: JobDeps,
  { subscriberId }: JobPayload<'send-erasure-mail'>,
  run: JobRun<'send-erasure-mail'>,
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
