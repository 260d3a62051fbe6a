import { createHash, randomBytes } from 'node:crypto'
import type { NewsletterSubscriber } from '#core/domain/subscriber.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { erasurePath } from '#core/paths.ts'
import type { sendErasureMailJob } from '#server/features/newsletter/jobs.ts'
import { acceptsMail } from '#server/features/newsletter/subscriptions/subscription-by-link.ts'
import type { Services } from '#server/features/services.ts'
import { deliverMail } from '#server/platform/mail/deliver-mail.ts'
import { mailTranslator } from '#server/platform/mail/render-mail.ts'
import { CallToAction, Notes, Paragraph } from '#server/platform/mail/templates/blocks.tsx'
import { type MailContent, systemMail } from '#server/platform/mail/templates/system-mail.tsx'
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

/** How long the link works. The same as the default of `private.newsletter_erasure_tokens.expires_at`. */
const ERASURE_TOKEN_TTL_HOURS = 72

/** Asks a subscriber to confirm that everything about them is to be erased. */
export function erasureMail(options: {
  language: Language
  siteUrl: string
  token: string
}): Promise<MailContent> {
  const { language, siteUrl, token } = options
  const t = mailTranslator(language)
  return systemMail({
    language,
    subject: t('mail.erasure.subject'),
    preheader: t('mail.erasure.preheader'),
    body: <Erasure t={t} href={siteUrl + erasurePath(token, language)} />,
  })
}

function Erasure({ t, href }: { t: Translate; href: string }) {
  return (
    <>
      <Paragraph>{t('mail.confirmation.greeting')}</Paragraph>
      <Paragraph>{t('mail.erasure.body')}</Paragraph>
      <CallToAction label={t('mail.erasure.button')} href={href} fallback={t('mail.confirmation.fallback')} />
      <Notes
        notes={[t('mail.confirmation.expiry', { count: ERASURE_TOKEN_TTL_HOURS }), t('mail.erasure.ignore')]}
      />
    </>
  )
}
