import type { Translate } from '#core/i18n/translator.ts'
import type { Services } from '#server/features/services.ts'
import type { sendWebhookNoticeJob } from '#server/features/webhooks/jobs.ts'
import { deliverMail } from '#server/platform/mail/deliver-mail.ts'
import { mailTranslator } from '#server/platform/mail/render-mail.ts'
import { Paragraph } from '#server/platform/mail/templates/blocks.tsx'
import { type MailContent, systemMail } from '#server/platform/mail/templates/system-mail.tsx'
import type { JobPayload, JobRun } from '#server/platform/queue/job.ts'
import { AccountMail, DESK_LANGUAGE } from '#server/supabase/auth/mails/account-mails.tsx'

/** Mails an administrator that a webhook was switched off; not if it was switched on again or deleted meanwhile. */
export async function sendWebhookNotice(
  deps: Services,
  { userId, webhookId }: JobPayload<typeof sendWebhookNoticeJob>,
  run: JobRun<typeof sendWebhookNoticeJob>,
): Promise<void> {
  await deliverMail(deps, run, async (transaction) => {
    const [user] = await transaction<{ email: string }[]>`
      select email from auth.users where id = ${userId} and private.can_administrate(id)`
    // The path may be a secret of the receiver.
    const [webhook] = await transaction<{ host: string }[]>`
      select substring(url from '^https?://([^/?#]+)') as host from public.webhooks
      where id = ${webhookId} and switched_off_at is not null`
    if (!user || !webhook) return null
    const content = await webhookNoticeMail({ ...webhook, siteUrl: deps.siteUrl, webhookId })
    return { mail: { ...content, to: user.email }, withdraw: async () => {} }
  })
}

interface WebhookNoticeProps {
  siteUrl: string
  webhookId: string
  host: string
}

export function webhookNoticeMail(props: WebhookNoticeProps): Promise<MailContent> {
  const t = mailTranslator(DESK_LANGUAGE)
  return systemMail({
    language: DESK_LANGUAGE,
    subject: `A webhook was switched off (${t('site.name')})`,
    preheader: `${props.host} has taken nothing for a day.`,
    body: <Notice t={t} {...props} />,
  })
}

function Notice({ t, siteUrl, webhookId, host }: { t: Translate } & WebhookNoticeProps) {
  return (
    <AccountMail
      t={t}
      link={{ label: 'Look at the Webhook', href: `${siteUrl}/admin/webhooks/${webhookId}` }}
      notes={[
        'What was not delivered is in its log, and can be sent again once the webhook is on.',
        `You receive this email because you are an administrator of ${t('site.name')}.`,
      ]}
    >
      <Paragraph>
        {`${t('site.name')} tells ${host} what happens, by a webhook. Every attempt has failed for a day, so the webhook was switched off.`}
      </Paragraph>
    </AccountMail>
  )
}
