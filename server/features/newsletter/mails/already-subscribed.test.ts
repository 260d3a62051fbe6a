import { expect, test } from 'vitest'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { alreadySubscribedMail } from '#server/features/newsletter/mails/already-subscribed.tsx'
import { mailTranslator } from '#server/platform/mail/render-mail.ts'
import { readMailHtml } from '#server/platform/mail/templates/testing/read-mail-html.ts'

test.each(LANGUAGE_CODES)(
  'the note in %s says that there is nothing to do, and has no link',
  async (language) => {
    const mail = await alreadySubscribedMail({ language })
    const { all } = readMailHtml(mail.html)
    const body = mailTranslator(language)('mail.alreadySubscribed.body')
    expect(mail.subject).toBe(mailTranslator(language)('mail.alreadySubscribed.subject'))
    expect(mail.text.split('\n')).toContain(body)
    expect(all('p').map(({ text }) => text)).toContain(body)
    expect(all('a')).toEqual([])
    expect(mail.text + all('body')[0]?.text).not.toMatch(/https?:/)
  },
)
