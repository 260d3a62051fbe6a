import type { Language } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { newsletterIssuePath, preferencesPath, unsubscribePath } from '#core/paths.ts'
import { sendWelcomeMailJob } from '#server/features/newsletter/jobs.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { deliverMail } from '#server/platform/mail/deliver-mail.ts'
import { mailTranslator } from '#server/platform/mail/render-mail.ts'
import { CallToAction, LinkLine, Notes, Paragraph } from '#server/platform/mail/templates/blocks.tsx'
import { type MailContent, systemMail } from '#server/platform/mail/templates/system-mail.tsx'
import type { JobPayload, JobRun } from '#server/platform/queue/job.ts'
import { isHeld } from '#server/platform/queue/job.ts'
import { QueueFullError } from '#server/platform/queue/job-queue.ts'
import type { NotifiedWork } from '#server/platform/queue/run-on-notify.ts'

/** Mails a welcome with the latest issue to a subscriber who has confirmed and has not unsubscribed since. */
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

/** The newest issue that was sent, with its title in this language, else in English. */
async function findLatestIssue(transaction: Session, language: Language): Promise<LatestIssue | null> {
  const [latest] = await transaction<LatestIssue[]>`
    select slug, subject as title from public.newsletter_issues as issue
    join public.newsletter_messages as message on message.issue_id = issue.id
    where started_at is not null and origin <> 'demo' and status in ('sending', 'sent') and language in (${language}, 'en')
    order by started_at desc, language <> ${language} limit 1`
  return latest ?? null
}

interface WelcomeLinks {
  preferences: string
  unsubscribe: string
}

/** The latest issue on the web. */
interface LatestIssue {
  slug: string
  title: string
}

/** The welcome for a subscriber who has just confirmed. */
export function welcomeMail(options: {
  language: Language
  siteUrl: string
  tokens: WelcomeLinks
  latest: LatestIssue | null
}): Promise<MailContent> {
  const { language, siteUrl, tokens, latest } = options
  const t = mailTranslator(language)
  return systemMail({
    language,
    subject: t('mail.welcome.subject'),
    preheader: t('mail.welcome.preheader'),
    body: (
      <Welcome
        t={t}
        latest={latest && { title: latest.title, href: siteUrl + newsletterIssuePath(latest.slug, language) }}
        links={{
          preferences: siteUrl + preferencesPath(tokens.preferences, language),
          unsubscribe: siteUrl + unsubscribePath(tokens.unsubscribe, language),
        }}
      />
    ),
  })
}

interface WelcomeProps {
  t: Translate
  latest: { title: string; href: string } | null
  links: WelcomeLinks
}

function Welcome({ t, latest, links }: WelcomeProps) {
  return (
    <>
      <Paragraph>{t('mail.confirmation.greeting')}</Paragraph>
      <Paragraph>{t('mail.welcome.body')}</Paragraph>
      {latest && (
        <>
          <Paragraph>{t('mail.welcome.latest', { title: latest.title })}</Paragraph>
          <CallToAction
            label={t('mail.welcome.button')}
            href={latest.href}
            fallback={t('mail.confirmation.fallback')}
          />
        </>
      )}
      <Notes notes={[t('mail.newsletter.reason'), t('mail.welcome.manage')]} />
      <LinkLine label={t('preferences.title')} href={links.preferences} />
      <Notes notes={[t('mail.welcome.leave')]} />
      <LinkLine label={t('mail.newsletter.unsubscribe')} href={links.unsubscribe} />
    </>
  )
}

const MOST_AT_ONCE = 200

/**
 * Enqueues a welcome mail for each subscriber who has confirmed since the last run. The row of the confirmation is deleted in the transaction
 * that enqueues the mail, and concurrent processes skip locked rows, so that there is one mail for each confirmation.
 */
export async function enqueueWelcomeMails({ sql, queue }: Pick<Services, 'sql' | 'queue'>): Promise<void> {
  let queued = MOST_AT_ONCE
  while (queued === MOST_AT_ONCE) {
    try {
      queued = await sql.transaction(async (transaction) => {
        const confirmed = await transaction<{ subscriberId: string }[]>`
          delete from private.newsletter_welcomes where subscriber_id in (
            select subscriber_id from private.newsletter_welcomes order by confirmed_at limit ${MOST_AT_ONCE}
            for update skip locked)
          returning subscriber_id as "subscriberId"`
        for (const payload of confirmed) await queue.enqueue(sendWelcomeMailJob, payload, { transaction })
        return confirmed.length
      })
    } catch (error) {
      // The scheduled job tries again in a minute.
      if (error instanceof QueueFullError) return
      throw error
    }
  }
}

/** Enqueues welcome mails as soon as the database notifies of confirmed addresses. */
export const welcomeOnNotify = (deps: Pick<Services, 'sql' | 'queue' | 'log'>): NotifiedWork => ({
  channel: 'newsletter_welcomes',
  work: async () => {
    if (!(await isHeld(deps.sql))) await enqueueWelcomeMails(deps)
  },
  // A scheduled job does it later.
  onError: (error) => deps.log.error('Welcome mails could not be queued', error),
})
