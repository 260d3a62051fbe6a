import type { Translate } from '#core/i18n/translator.ts'
import { mailedLinkPath } from '#core/paths.ts'
import { mailTranslator } from '#server/platform/mail/render-mail.ts'
import { Paragraph } from '#server/platform/mail/templates/blocks.tsx'
import { type MailContent, systemMail } from '#server/platform/mail/templates/system-mail.tsx'
import { INVITATION_HOURS } from '#server/supabase/auth/links/invitations.ts'
import { AccountMail, DESK_LANGUAGE } from '#server/supabase/auth/mails/account-mail.tsx'

interface InvitationProps {
  siteUrl: string
  email: string
  invitedBy: string
  token: string
}

/** A mail that invites somebody to be an administrator. */
export function invitationMail(props: InvitationProps): Promise<MailContent> {
  const t = mailTranslator(DESK_LANGUAGE)
  return systemMail({
    language: DESK_LANGUAGE,
    subject: `You are invited to the desk of ${t('site.name')}`,
    preheader: `Accept within ${INVITATION_HOURS} hours.`,
    body: <Invitation t={t} {...props} />,
  })
}

function Invitation({ t, siteUrl, email, invitedBy, token }: { t: Translate } & InvitationProps) {
  return (
    <AccountMail
      t={t}
      link={{
        label: 'Accept the Invitation',
        href: siteUrl + mailedLinkPath('invitation', token),
      }}
      notes={[
        `The link works once, within ${INVITATION_HOURS} hours of this email. Only the latest one works.`,
        'If you did not expect this, just ignore this email: nothing happens unless you accept.',
      ]}
    >
      <Paragraph>
        {`${invitedBy} invites ${email} to be an administrator of ${t('site.name')}. Accept, and choose a password:`}
      </Paragraph>
    </AccountMail>
  )
}
