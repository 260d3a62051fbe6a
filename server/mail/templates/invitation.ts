import { INVITATION_HOURS } from '#server/auth/links/invitations.ts'
import { type AccountMail, accountMail, deskSiteName } from '#server/mail/templates/account-mail.ts'

/** Invites somebody to be an administrator. */
export function invitationMail(options: {
  siteUrl: string
  email: string
  invitedBy: string
  token: string
}): AccountMail {
  const { siteUrl, email, invitedBy, token } = options
  return accountMail({
    subject: `You are invited to the desk of ${deskSiteName()}`,
    preheader: `Accept within ${INVITATION_HOURS} hours.`,
    paragraphs: [
      `${invitedBy} invites ${email} to be an administrator of ${deskSiteName()}. Accept, and choose a password:`,
    ],
    link: {
      label: 'Accept the Invitation',
      href: `${siteUrl}/admin/invitation?token_hash=${encodeURIComponent(token)}`,
    },
    notes: [
      `The link works once, within ${INVITATION_HOURS} hours of this mail. Only the latest one works.`,
      'You did not expect this? Then ignore this mail: nothing happens unless you accept.',
    ],
  })
}
