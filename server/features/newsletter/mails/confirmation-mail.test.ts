import { describe, expect, test } from 'vitest'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import {
  alreadySubscribedMail,
  confirmationMail,
  LINK_TTL_HOURS,
} from '#server/features/newsletter/mails/confirmation-mail.tsx'
import { mailTranslator } from '#server/platform/mail/render-mail.ts'
import { readMailHtml } from '#server/platform/mail/templates/testing/read-mail-html.ts'

const siteUrl = 'https://aiwatch.example'
const token = 'Zm9yLXRoZS10ZXN0c19vbmx5'

describe.each(LANGUAGE_CODES.map((language) => ({ language })))(
  'the confirmation in $language',
  async ({ language }) => {
    const mail = await confirmationMail({ language, siteUrl, token })
    const { all } = readMailHtml(mail.html)
    const t = mailTranslator(language)
    const link = `${siteUrl}/confirm-subscription?token=${token}${language === 'en' ? '' : `&lang=${language}`}`

    test('links to the confirmation page in the language of the reader, and nowhere else', () => {
      expect(all('a').map(({ attributes }) => attributes.href)).toEqual([link])
      expect(all('a')[0]?.text).toBe(t('mail.confirmation.button'))
      expect(all('p').map(({ text }) => text)).toContain(link)
      expect(mail.text.match(/https?:\/\/\S+/g)).toEqual([link])
    })

    test('says the same as text and as HTML, in that language', () => {
      expect(mail.subject).toBe(t('mail.confirmation.subject'))
      for (const sentence of [
        t('mail.confirmation.greeting'),
        t('mail.confirmation.body'),
        t('mail.confirmation.expiry', { count: LINK_TTL_HOURS }),
        t('mail.confirmation.ignore'),
      ]) {
        expect(mail.text.split('\n')).toContain(sentence)
        expect(all('p').map(({ text }) => text)).toContain(sentence)
      }
    })
  },
)

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
