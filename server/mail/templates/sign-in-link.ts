import { LINK_MINUTES } from '#server/auth/links/one-time-tokens.ts'
import { type AccountMail, accountMail, atTime, deskSiteName } from '#server/mail/templates/account-mail.ts'

/** Leads to the page that signs in without a password. */
export function signInLinkMail(options: {
  siteUrl: string
  email: string
  token: string
  askedAt: Date
}): AccountMail {
  const { siteUrl, email, token, askedAt } = options
  return accountMail({
    subject: `Your link to sign in to ${deskSiteName()}`,
    preheader: `It works once, within ${LINK_MINUTES} minutes.`,
    paragraphs: [
      `Somebody, probably you, asked for a link to sign in as ${email} on ${atTime(askedAt)}. Here it is:`,
    ],
    link: { label: 'Sign In', href: `${siteUrl}/admin/sign-in-link?token_hash=${encodeURIComponent(token)}` },
    notes: [
      `The link works once, within ${LINK_MINUTES} minutes of this mail. Only the latest one works.`,
      'You did not ask for this? Then ignore this mail: nobody gets in without the link. Never pass it on.',
    ],
  })
}
