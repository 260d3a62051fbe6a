import { type AccountMail, accountMail, atTime, SITE_NAME } from '#server/mail/templates/account-mail.ts'

/** What the holder of an account is told of. */
export const SECURITY_EVENTS = ['password_changed', 'factor_added', 'factor_removed'] as const
export type SecurityEvent = (typeof SECURITY_EVENTS)[number]

const WORDS: Record<SecurityEvent, { subject: string; happened: string; preheader: string }> = {
  password_changed: {
    subject: 'Your password was changed',
    happened: 'was changed',
    preheader: 'Every other session was signed out.',
  },
  factor_added: {
    subject: 'A second factor was added',
    happened: 'was added',
    preheader: 'From now on signing in asks for a code as well.',
  },
  factor_removed: {
    subject: 'A second factor was removed',
    happened: 'was removed',
    preheader: 'From now on signing in asks for one thing less.',
  },
}

/** Tells the holder of an account what somebody, probably they, changed. */
export function securityNoticeMail(options: {
  siteUrl: string
  email: string
  event: SecurityEvent
  at: Date
}): AccountMail {
  const { siteUrl, email, event, at } = options
  const { subject, happened, preheader } = WORDS[event]
  const what = event === 'password_changed' ? 'The password' : 'A second factor'
  return accountMail({
    subject: `${subject} at ${SITE_NAME}`,
    preheader,
    paragraphs: [
      `${what} of ${email} ${happened} on ${atTime(at)}. ${preheader}`,
      'Was it you? Then there is nothing to do. If not, set a new password now, and tell another administrator:',
    ],
    link: { label: 'Set a New Password', href: `${siteUrl}/admin/forgot-password` },
    notes: [`You get this mail because you are an administrator of ${SITE_NAME}. It cannot be switched off.`],
  })
}
