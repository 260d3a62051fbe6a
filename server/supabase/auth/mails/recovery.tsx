import type { Translate } from '#core/i18n/translator.ts'
import { mailedLinkPath } from '#core/paths.ts'
import { mailTranslator } from '#server/platform/mail/render-mail.ts'
import { Paragraph } from '#server/platform/mail/templates/blocks.tsx'
import { type MailContent, systemMail } from '#server/platform/mail/templates/system-mail.tsx'
import { LINK_MINUTES } from '#server/supabase/auth/links/one-time-tokens.ts'
import { AccountMail, atTime, DESK_LANGUAGE } from '#server/supabase/auth/mails/account-mail.tsx'

interface RecoveryProps {
  siteUrl: string
  email: string
  token: string
  askedAt: Date
}

/** A mail with the link to set a new password. */
export function recoveryMail(props: RecoveryProps): Promise<MailContent> {
  const t = mailTranslator(DESK_LANGUAGE)
  return systemMail({
    language: DESK_LANGUAGE,
    subject: `Set a new password for ${t('site.name')}`,
    preheader: `The link works once, within ${LINK_MINUTES} minutes.`,
    body: <Recovery t={t} {...props} />,
  })
}

function Recovery({ t, siteUrl, email, token, askedAt }: { t: Translate } & RecoveryProps) {
  return (
    <AccountMail
      t={t}
      link={{
        label: 'Set a New Password',
        href: siteUrl + mailedLinkPath('recovery', token),
      }}
      notes={[
        `The link works once, within ${LINK_MINUTES} minutes of this email. Only the latest one works.`,
        'If you did not ask for this, just ignore this email: your password stays as it is. Never pass the link on.',
      ]}
    >
      <Paragraph>
        {`Somebody, probably you, asked for a new password for ${email} on ${atTime(askedAt)}. Choose one here:`}
      </Paragraph>
    </AccountMail>
  )
}
