import type { Language } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { mailTranslator } from '#server/platform/mail/render-mail.ts'
import { Notes, Paragraph } from '#server/platform/mail/templates/blocks.tsx'
import { type MailContent, systemMail } from '#server/platform/mail/templates/system-mail.tsx'

/** Tells a subscriber who signs up again that there is nothing to do. It has no link. */
export function alreadySubscribedMail({ language }: { language: Language }): Promise<MailContent> {
  const t = mailTranslator(language)
  return systemMail({
    language,
    subject: t('mail.alreadySubscribed.subject'),
    preheader: t('mail.alreadySubscribed.preheader'),
    body: <AlreadySubscribed t={t} />,
  })
}

function AlreadySubscribed({ t }: { t: Translate }) {
  return (
    <>
      <Paragraph>{t('mail.alreadySubscribed.greeting')}</Paragraph>
      <Paragraph>{t('mail.alreadySubscribed.body')}</Paragraph>
      <Notes notes={[t('mail.alreadySubscribed.ignore')]} />
    </>
  )
}
