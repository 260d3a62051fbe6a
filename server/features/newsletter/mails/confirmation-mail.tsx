import { createHash, randomBytes } from 'node:crypto'
import type { Language } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { confirmSubscriptionPath } from '#core/paths.ts'
import type { sendConfirmationMailJob } from '#server/features/newsletter/jobs.ts'
import type { Services } from '#server/features/services.ts'
import { deliverMail } from '#server/platform/mail/deliver-mail.ts'
import { mailTranslator } from '#server/platform/mail/render-mail.ts'
import { CallToAction, Notes, Paragraph } from '#server/platform/mail/templates/blocks.tsx'
import { type MailContent, systemMail } from '#server/platform/mail/templates/system-mail.tsx'
import type { JobPayload, JobRun } from '#server/platform/queue/job.ts'

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
    const token = randomBytes(32).toString('base64url')
    const hash = createHash('sha256').update(token).digest('hex')
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

/** How long the link works. The same as the default of `private.newsletter_confirmation_tokens.expires_at`. */
export const CONFIRM_TOKEN_TTL_HOURS = 72

/** Asks a reader to confirm an address with the link in it. */
export function confirmationMail(options: {
  language: Language
  siteUrl: string
  token: string
}): Promise<MailContent> {
  const { language, siteUrl, token } = options
  const t = mailTranslator(language)
  return systemMail({
    language,
    subject: t('mail.confirmation.subject'),
    preheader: t('mail.confirmation.preheader'),
    body: <Confirmation t={t} href={siteUrl + confirmSubscriptionPath(token, language)} />,
  })
}

function Confirmation({ t, href }: { t: Translate; href: string }) {
  return (
    <>
      <Paragraph>{t('mail.confirmation.greeting')}</Paragraph>
      <Paragraph>{t('mail.confirmation.body')}</Paragraph>
      <CallToAction
        label={t('mail.confirmation.button')}
        href={href}
        fallback={t('mail.confirmation.fallback')}
      />
      <Notes
        notes={[
          t('mail.confirmation.expiry', { count: CONFIRM_TOKEN_TTL_HOURS }),
          t('mail.confirmation.ignore'),
        ]}
      />
    </>
  )
}

/** Tells a subscriber who signs up again that there is nothing to do. It has no link. */
export function alreadySubscribedMail({ language }: { language: Language }): Promise<MailContent> {
  const t = mailTranslator(language)
  return systemMail({
    language,
    subject: t('mail.alreadySubscribed.subject'),
    preheader: t('mail.alreadySubscribed.preheader'),
    body: <AlreadySubscribed t={t} />,
  })
}

function AlreadySubscribed({ t }: { t: Translate }) {
  return (
    <>
      <Paragraph>{t('mail.alreadySubscribed.greeting')}</Paragraph>
      <Paragraph>{t('mail.alreadySubscribed.body')}</Paragraph>
      <Notes notes={[t('mail.alreadySubscribed.ignore')]} />
    </>
  )
}
