import type { Language } from '#core/i18n/languages.ts'
import type { Mail } from '#server/mail/mail.ts'
import { layout } from '#server/mail/templates/layout.ts'
import { mailTranslator } from '#server/mail/templates/mail-translator.ts'

/** Tells a subscriber who signs up again that there is nothing to do. It has no link. */
export function alreadySubscribedMail({ language }: { language: Language }): Omit<Mail, 'id' | 'to'> {
  const t = mailTranslator(language)
  return {
    language,
    subject: t('mail.alreadySubscribed.subject'),
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...layout({
      language,
      site: t('site.name'),
      preheader: t('mail.alreadySubscribed.preheader'),
      paragraphs: [t('mail.alreadySubscribed.greeting'), t('mail.alreadySubscribed.body')],
      notes: [t('mail.alreadySubscribed.ignore')],
    }),
  }
}
