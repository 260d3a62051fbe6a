import type { Translate } from '#core/i18n/translator.ts'
import { mailTranslator } from '#server/platform/mail/render-mail.ts'
import { Paragraph } from '#server/platform/mail/templates/blocks.tsx'
import { type MailContent, systemMail } from '#server/platform/mail/templates/system-mail.tsx'
import { AccountMail, atTime, DESK_LANGUAGE } from '#server/supabase/auth/mails/account-mail.tsx'
import type { SecurityEvent } from '#server/supabase/auth/mails/security-events.ts'

interface SecurityNoticeProps {
  siteUrl: string
  email: string
  event: SecurityEvent
  at: Date
}

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
      effect: 'From now on signing in asks for one factor fewer.',
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

/** Tells administrators about a change of their account, in case somebody else made it. */
export function securityNoticeMail(props: SecurityNoticeProps): Promise<MailContent> {
  const t = mailTranslator(DESK_LANGUAGE)
  const { subject, effect } = WORDS[props.event]
  return systemMail({
    language: DESK_LANGUAGE,
    subject: `${subject} at ${t('site.name')}`,
    preheader: effect,
    body: <SecurityNotice t={t} {...props} />,
  })
}

function SecurityNotice({ t, siteUrl, email, event, at }: { t: Translate } & SecurityNoticeProps) {
  const { happened, effect } = WORDS[event]
  return (
    <AccountMail
      t={t}
      link={{ label: 'Set a New Password', href: `${siteUrl}/admin/forgot-password` }}
      notes={[
        `You receive this email because you are an administrator of ${t('site.name')}. It cannot be switched off.`,
      ]}
    >
      <Paragraph>{`${happened(email)} on ${atTime(at)}. ${effect}`}</Paragraph>
      <Paragraph>
        Was it you? Then there is nothing to do. If not, set a new password now, and tell another
        administrator:
      </Paragraph>
    </AccountMail>
  )
}
