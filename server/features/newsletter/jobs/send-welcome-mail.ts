import type { Language } from '#core/i18n/languages.ts'
import { unsubscribePath } from '#core/paths.ts'
import type { sendWelcomeMailJob } from '#server/features/newsletter/jobs/definitions.ts'
import { type LatestIssue, welcomeMail } from '#server/features/newsletter/mails/welcome.tsx'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { deliverMail } from '#server/platform/mail/deliver-mail.ts'
import type { JobPayload, JobRun } from '#server/platform/queue/job.ts'

/** Welcomes somebody who has confirmed, with the latest issue, unless they have left by now. */
export async function sendWelcomeMail(
  deps: Services,
  { subscriberId }: JobPayload<typeof sendWelcomeMailJob>,
  run: JobRun<typeof sendWelcomeMailJob>,
): Promise<void> {
  const { siteUrl, subscriberLinks, settings } = deps
  await deliverMail(deps, run, async (transaction) => {
    const [subscriber] = await transaction<{ email: string; language: Language }[]>`
      select email, language from public.newsletter_subscribers
      where id = ${subscriberId} and confirmed and is_active`
    if (!subscriber) return null
    const { email, language } = subscriber
    const replyTo = settings.current().newsletter_reply_to
    const unsubscribe = subscriberLinks.tokenFor('unsubscribe', subscriberId)
    const { headers, ...content } = await welcomeMail({
      language,
      siteUrl,
      tokens: { unsubscribe, preferences: subscriberLinks.tokenFor('preferences', subscriberId) },
      latest: await findLatestIssue(transaction, language),
    })
    return {
      mail: {
        ...content,
        to: email,
        headers: {
          ...headers,
          'List-Unsubscribe': `<${siteUrl}${unsubscribePath(unsubscribe, language)}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          ...(replyTo && { 'Reply-To': replyTo }),
        },
      },
      withdraw: async () => {},
    }
  })
}

/** The newest issue that readers can open, with its title in this language, else in English. */
async function findLatestIssue(transaction: Session, language: Language): Promise<LatestIssue | null> {
  const [latest] = await transaction<LatestIssue[]>`
    select slug, subject as title from public.newsletter_issues as issue
    join public.newsletter_messages as message on message.issue_id = issue.id
    where started_at is not null and status in ('sending', 'sent') and language in (${language}, 'en')
    order by started_at desc, language <> ${language} limit 1`
  return latest ?? null
}
