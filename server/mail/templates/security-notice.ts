import { type AccountMail, accountMail, atTime, deskSiteName } from '#server/mail/templates/account-mail.ts'

/** What the holder of an account is told of. */
export const SECURITY_EVENTS = [
  'password_changed',
  'factor_added',
  'factor_removed',
  'recovery_code_used',
  'wrong_codes',
] as const
export type SecurityEvent = (typeof SECURITY_EVENTS)[number]

const WORDS: Record<SecurityEvent, { subject: string; happened: (email: string) => string; effect: string }> =
  {
    password_changed: {
      subject: 'Your password was changed',
      happened: (email) => `The password of ${email} was changed`,
      effect: 'Every other session was signed out.',
    },
    factor_added: {
      subject: 'A second factor was added',
      happened: (email) => `A second factor of ${email} was added`,
      effect: 'From now on signing in asks for a code as well.',
    },
    factor_removed: {
      subject: 'A second factor was removed',
      happened: (email) => `A second factor of ${email} was removed`,
      effect: 'From now on signing in asks for one thing less.',
    },
    recovery_code_used: {
      subject: 'A recovery code was used',
      happened: (email) => `A recovery code of ${email} was used`,
      effect: 'It cannot be used again.',
    },
    wrong_codes: {
      subject: 'Wrong codes were entered',
      happened: (email) =>
        `Somebody who knows the password of ${email} has entered several wrong codes, the last one`,
      effect: 'Without the second factor the password opens nothing.',
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
  const { subject, happened, effect } = WORDS[event]
  return accountMail({
    subject: `${subject} at ${deskSiteName()}`,
    preheader: effect,
    paragraphs: [
      `${happened(email)} on ${atTime(at)}. ${effect}`,
      'Was it you? Then there is nothing to do. If not, set a new password now, and tell another administrator:',
    ],
    link: { label: 'Set a New Password', href: `${siteUrl}/admin/forgot-password` },
    notes: [
      `You get this mail because you are an administrator of ${deskSiteName()}. It cannot be switched off.`,
    ],
  })
}
