import type { Language } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { findAdministrator } from '#server/features/administration/mailed-administrators.ts'
import type { Services } from '#server/features/services.ts'
import type { sendWebhookNoticeJob } from '#server/features/webhooks/jobs.ts'
import { deliverMail } from '#server/platform/mail/deliver-mail.ts'
import { mailTranslator } from '#server/platform/mail/render-mail.ts'
import { Paragraph } from '#server/platform/mail/templates/blocks.tsx'
import { type MailContent, systemMail } from '#server/platform/mail/templates/system-mail.tsx'
import type { JobPayload, JobRun } from '#server/platform/queue/job.ts'
import { AccountMail } from '#server/supabase/auth/mails/account-mails.tsx'

/** Mails an administrator that a webhook was switched off; not if it was switched on again or deleted meanwhile. */
export async function sendWebhookNotice(
  deps: Services,
  { userId, webhookId }: JobPayload<typeof sendWebhookNoticeJob>,
  run: JobRun<typeof sendWebhookNoticeJob>,
): Promise<void> {
  await deliverMail(deps, run, async (transaction) => {
    const user = await findAdministrator(transaction, userId)
    // The path may be a secret of the receiver.
    const [webhook] = await transaction<{ host: string }[]>`
      select substring(url from '^https?://([^/?#]+)') as host from public.webhooks
      where id = ${webhookId} and switched_off_at is not null`
    if (!user || !webhook) return null
    const content = await webhookNoticeMail({
      ...webhook,
      language: user.language,
      siteUrl: deps.siteUrl,
      webhookId,
    })
    return { mail: { ...content, to: user.email }, withdraw: async () => {} }
  })
}

interface WebhookNoticeProps {
  siteUrl: string
  language: Language
  webhookId: string
  host: string
}

export function webhookNoticeMail(props: WebhookNoticeProps): Promise<MailContent> {
  const t = mailTranslator(props.language)
  return systemMail({
    language: props.language,
    subject: t('mail.webhook.subject'),
    preheader: t('mail.webhook.preheader', { host: props.host }),
    body: <Notice t={t} {...props} />,
  })
}

function Notice({ t, siteUrl, webhookId, host }: { t: Translate } & WebhookNoticeProps) {
  return (
    <AccountMail
      t={t}
      link={{ label: t('mail.webhook.button'), href: `${siteUrl}/admin/webhooks/${webhookId}` }}
      notes={[t('mail.webhook.log'), t('mail.notice.administrator')]}
    >
      <Paragraph>{t('mail.webhook.body', { host })}</Paragraph>
    </AccountMail>
  )
}
