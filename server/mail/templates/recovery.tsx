import { LINK_MINUTES } from '#server/auth/links/one-time-tokens.ts'
import { AccountMail, atTime, DESK_LANGUAGE, deskSiteName } from '#server/mail/templates/account-mail.tsx'
import { Paragraph } from '#server/mail/templates/paragraph.tsx'
import { type MailContent, systemMail } from '#server/mail/templates/system-mail.tsx'

interface RecoveryProps {
  siteUrl: string
  email: string
  token: string
  askedAt: Date
}

/** Leads to the page where a new password is set. */
export function recoveryMail(props: RecoveryProps): Promise<MailContent> {
  return systemMail({
    language: DESK_LANGUAGE,
    subject: `Set a new password for ${deskSiteName()}`,
    preheader: `The link works once, within ${LINK_MINUTES} minutes.`,
    body: <Recovery {...props} />,
  })
}

function Recovery({ siteUrl, email, token, askedAt }: RecoveryProps) {
  return (
    <AccountMail
      link={{
        label: 'Set a New Password',
        href: `${siteUrl}/admin/recovery?token_hash=${encodeURIComponent(token)}`,
      }}
      notes={[
        `The link works once, within ${LINK_MINUTES} minutes of this mail. Only the latest one works.`,
        'You did not ask for this? Then ignore this mail: your password stays as it is. Never pass the link on.',
      ]}
    >
      <Paragraph>
        {`Somebody, probably you, asked for a new password for ${email} on ${atTime(askedAt)}. Choose one here:`}
      </Paragraph>
    </AccountMail>
  )
}
