import type { Translate } from '#core/i18n/translator.ts'
import { mailedLinkPath } from '#core/paths.ts'
import { mailTranslator } from '#server/platform/mail/render-mail.ts'
import { Paragraph } from '#server/platform/mail/templates/blocks.tsx'
import { type MailContent, systemMail } from '#server/platform/mail/templates/system-mail.tsx'
import { LINK_MINUTES } from '#server/supabase/auth/links/one-time-tokens.ts'
import { AccountMail, atTime, DESK_LANGUAGE } from '#server/supabase/auth/mails/account-mail.tsx'

interface SignInLinkProps {
  siteUrl: string
  email: string
  token: string
  askedAt: Date
}

/** A mail with the link that signs in without a password. */
export function signInLinkMail(props: SignInLinkProps): Promise<MailContent> {
  const t = mailTranslator(DESK_LANGUAGE)
  return systemMail({
    language: DESK_LANGUAGE,
    subject: `Your link to sign in to ${t('site.name')}`,
    preheader: `It works once, within ${LINK_MINUTES} minutes.`,
    body: <SignInLink t={t} {...props} />,
  })
}

function SignInLink({ t, siteUrl, email, token, askedAt }: { t: Translate } & SignInLinkProps) {
  return (
    <AccountMail
      t={t}
      link={{
        label: 'Sign In',
        href: siteUrl + mailedLinkPath('sign-in-link', token),
      }}
      notes={[
        `The link works once, within ${LINK_MINUTES} minutes of this email. Only the latest one works.`,
        'If you did not ask for this, just ignore this email: nobody gets in without the link. Never pass it on.',
      ]}
    >
      <Paragraph>
        {`Somebody, probably you, asked for a link to sign in as ${email} on ${atTime(askedAt)}. Here it is:`}
      </Paragraph>
    </AccountMail>
  )
}
