import { INVITATION_HOURS } from '#server/auth/links/invitations.ts'
import { AccountMail, DESK_LANGUAGE, deskSiteName } from '#server/mail/templates/account-mail.tsx'
import { Paragraph } from '#server/mail/templates/paragraph.tsx'
import { type MailContent, systemMail } from '#server/mail/templates/system-mail.tsx'

interface InvitationProps {
  siteUrl: string
  email: string
  invitedBy: string
  token: string
}

/** Invites somebody to be an administrator. */
export function invitationMail(props: InvitationProps): Promise<MailContent> {
  return systemMail({
    language: DESK_LANGUAGE,
    subject: `You are invited to the desk of ${deskSiteName()}`,
    preheader: `Accept within ${INVITATION_HOURS} hours.`,
    body: <Invitation {...props} />,
  })
}

function Invitation({ siteUrl, email, invitedBy, token }: InvitationProps) {
  return (
    <AccountMail
      link={{
        label: 'Accept the Invitation',
        href: `${siteUrl}/admin/invitation?token_hash=${encodeURIComponent(token)}`,
      }}
      notes={[
        `The link works once, within ${INVITATION_HOURS} hours of this mail. Only the latest one works.`,
        'You did not expect this? Then ignore this mail: nothing happens unless you accept.',
      ]}
    >
      <Paragraph>
        {`${invitedBy} invites ${email} to be an administrator of ${deskSiteName()}. Accept, and choose a password:`}
      </Paragraph>
    </AccountMail>
  )
}
