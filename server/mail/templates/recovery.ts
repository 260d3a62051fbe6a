import { LINK_MINUTES } from '#server/auth/links/one-time-tokens.ts'
import { type AccountMail, accountMail, atTime, deskSiteName } from '#server/mail/templates/account-mail.ts'

/** Leads to the page where a new password is set. */
export function recoveryMail(options: {
  siteUrl: string
  email: string
  token: string
  askedAt: Date
}): AccountMail {
  const { siteUrl, email, token, askedAt } = options
  return accountMail({
    subject: `Set a new password for ${deskSiteName()}`,
    preheader: `The link works once, within ${LINK_MINUTES} minutes.`,
    paragraphs: [
      `Somebody, probably you, asked for a new password for ${email} on ${atTime(askedAt)}. Choose one here:`,
    ],
    link: {
      label: 'Set a New Password',
      href: `${siteUrl}/admin/recovery?token_hash=${encodeURIComponent(token)}`,
    },
    notes: [
      `The link works once, within ${LINK_MINUTES} minutes of this mail. Only the latest one works.`,
      'You did not ask for this? Then ignore this mail: your password stays as it is. Never pass the link on.',
    ],
  })
}
