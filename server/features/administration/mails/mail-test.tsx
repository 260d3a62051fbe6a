import { mailTranslator } from '#server/platform/mail/render-mail.ts'
import { Paragraph } from '#server/platform/mail/templates/blocks.tsx'
import { type MailContent, systemMail } from '#server/platform/mail/templates/system-mail.tsx'
import { DESK_LANGUAGE } from '#server/supabase/auth/mails/account-mails.tsx'

/** The mail by which an administrator sees that mail leaves. */
export function mailTest(): Promise<MailContent> {
  const site = mailTranslator(DESK_LANGUAGE)('site.name')
  return systemMail({
    language: DESK_LANGUAGE,
    subject: `Mail leaves ${site}`,
    preheader: 'This is the test that you asked for.',
    body: (
      <Paragraph>
        {`This is the test that you asked for in the settings of ${site}. If you find it among your spam, check the domain of the sender on the page Newsletter.`}
      </Paragraph>
    ),
  })
}
