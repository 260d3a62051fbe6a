import { LINK_MINUTES } from '#server/auth/links/one-time-tokens.ts'
import { AccountMail, atTime, DESK_LANGUAGE, deskSiteName } from '#server/mail/templates/account-mail.tsx'
import { Paragraph } from '#server/mail/templates/paragraph.tsx'
import { type MailContent, systemMail } from '#server/mail/templates/system-mail.tsx'

interface SignInLinkProps {
  siteUrl: string
  email: string
  token: string
  askedAt: Date
}

/** Leads to the page that signs in without a password. */
export function signInLinkMail(props: SignInLinkProps): Promise<MailContent> {
  return systemMail({
    language: DESK_LANGUAGE,
    subject: `Your link to sign in to ${deskSiteName()}`,
    preheader: `It works once, within ${LINK_MINUTES} minutes.`,
    body: <SignInLink {...props} />,
  })
}

function SignInLink({ siteUrl, email, token, askedAt }: SignInLinkProps) {
  return (
    <AccountMail
      link={{
        label: 'Sign In',
        href: `${siteUrl}/admin/sign-in-link?token_hash=${encodeURIComponent(token)}`,
      }}
      notes={[
        `The link works once, within ${LINK_MINUTES} minutes of this mail. Only the latest one works.`,
        'You did not ask for this? Then ignore this mail: nobody gets in without the link. Never pass it on.',
      ]}
    >
      <Paragraph>
        {`Somebody, probably you, asked for a link to sign in as ${email} on ${atTime(askedAt)}. Here it is:`}
      </Paragraph>
    </AccountMail>
  )
}
