import { createHash, randomBytes } from 'node:crypto'
import type { NewsletterSubscriber } from '#core/domain/subscriber.ts'
import type { Language } from '#core/i18n/languages.ts'
import { confirmSubscriptionPath, erasurePath } from '#core/paths.ts'
import type { sendConfirmationMailJob, sendErasureMailJob } from '#server/features/newsletter/jobs.ts'
import { acceptsMail } from '#server/features/newsletter/subscriptions/subscription-by-link.ts'
import type { Services } from '#server/features/services.ts'
import { deliverMail } from '#server/platform/mail/deliver-mail.ts'
import { mailTranslator } from '#server/platform/mail/render-mail.ts'
import { CallToAction, Notes, Paragraph } from '#server/platform/mail/templates/blocks.tsx'
import { type MailContent, systemMail } from '#server/platform/mail/templates/system-mail.tsx'
import type { JobPayload, JobRun } from '#server/platform/queue/job.ts'

/** The time for which the links work: the default of `expires_at` in `newsletter_confirmation_tokens` and `newsletter_erasure_tokens`. */
export const LINK_TTL_HOURS = 72

type Decision =
  | { outcome: 'confirm' | 'already_subscribed'; email: string; language: Language }
  | { outcome: 'silent' }

/** Mails a subscriber a confirmation link, or a note when the address is confirmed already, or nothing. */
export async function sendConfirmationMail(
  deps: Services,
  { email, byLink = false }: JobPayload<typeof sendConfirmationMailJob>,
  run: JobRun<typeof sendConfirmationMailJob>,
): Promise<void> {
  await deliverMail(deps, run, async (transaction) => {
    const { token, hash } = createToken()
    const [{ decision }] = await transaction<[{ decision: Decision }]>`
      select private.begin_confirmation_mail(${email}, ${hash}, ${byLink}) as decision`
    if (decision.outcome === 'silent') return null
    const { language, email: to } = decision
    const content =
      decision.outcome === 'confirm'
        ? await confirmationMail({ language, siteUrl: deps.siteUrl, token })
        : await alreadySubscribedMail({ language })
    return {
      mail: { ...content, to },
      withdraw: (session) => session`select private.withdraw_confirmation_mail(${to}, ${hash})`,
    }
  })
}

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
    const { token, hash } = createToken()
    await transaction`
      insert into private.newsletter_erasure_tokens (token_hash, subscriber_id) values (${hash}, ${subscriberId})`
    return {
      mail: { ...(await erasureMail({ language, siteUrl: deps.siteUrl, token })), to: email },
      withdraw: (session) =>
        session`delete from private.newsletter_erasure_tokens where token_hash = ${hash}`,
    }
  })
}

function createToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: createHash('sha256').update(token).digest('hex') }
}

interface LinkMailOptions {
  language: Language
  siteUrl: string
  token: string
}

/** Asks a reader to confirm an address with the link in it. */
export function confirmationMail({ language, siteUrl, token }: LinkMailOptions): Promise<MailContent> {
  return linkMail('confirmation', language, siteUrl + confirmSubscriptionPath(token, language))
}

/** Asks a subscriber to confirm that everything about them is to be erased. */
export function erasureMail({ language, siteUrl, token }: LinkMailOptions): Promise<MailContent> {
  return linkMail('erasure', language, siteUrl + erasurePath(token, language))
}

function linkMail(kind: 'confirmation' | 'erasure', language: Language, href: string): Promise<MailContent> {
  const t = mailTranslator(language)
  return systemMail({
    language,
    subject: t(`mail.${kind}.subject`),
    preheader: t(`mail.${kind}.preheader`),
    body: (
      <>
        <Paragraph>{t('mail.confirmation.greeting')}</Paragraph>
        <Paragraph>{t(`mail.${kind}.body`)}</Paragraph>
        <CallToAction
          label={t(`mail.${kind}.button`)}
          href={href}
          fallback={t('mail.confirmation.fallback')}
        />
        <Notes notes={[t('mail.confirmation.expiry', { count: LINK_TTL_HOURS }), t(`mail.${kind}.ignore`)]} />
      </>
    ),
  })
}

/** Tells a subscriber who signs up again that there is nothing to do. It has no link. */
export function alreadySubscribedMail({ language }: { language: Language }): Promise<MailContent> {
  const t = mailTranslator(language)
  return systemMail({
    language,
    subject: t('mail.alreadySubscribed.subject'),
    preheader: t('mail.alreadySubscribed.preheader'),
    body: (
      <>
        <Paragraph>{t('mail.alreadySubscribed.greeting')}</Paragraph>
        <Paragraph>{t('mail.alreadySubscribed.body')}</Paragraph>
        <Notes notes={[t('mail.alreadySubscribed.ignore')]} />
      </>
    ),
  })
}
