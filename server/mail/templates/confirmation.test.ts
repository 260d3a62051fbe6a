import { describe, expect, test } from 'vitest'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { CONFIRM_TOKEN_TTL_HOURS, confirmationMail } from '#server/mail/templates/confirmation.tsx'
import { escapeHtml } from '#server/mail/templates/escape-html.ts'
import { mailTranslator } from '#server/mail/templates/mail-translator.ts'

const GMAIL_CLIPS_AT_BYTES = 102_400
const siteUrl = 'https://aiwatch.example'
const token = 'Zm9yLXRoZS10ZXN0c19vbmx5'

const hrefsOf = (html: string) => [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map((match) => match[1])
const addressesOf = (text: string) => text.match(/https?:\/\/\S+/g)

describe.each(LANGUAGE_CODES.map((language) => ({ language })))(
  'the confirmation in $language',
  ({ language }) => {
    const mail = confirmationMail({ language, siteUrl, token })
    const t = mailTranslator(language)
    const link = `${siteUrl}/confirm-subscription?token=${token}${language === 'en' ? '' : `&lang=${language}`}`

    test('links to the confirmation page in the language of the reader, and nowhere else', () => {
      expect(hrefsOf(mail.html)).toEqual([escapeHtml(link)])
      expect(addressesOf(mail.text)).toEqual([link])
    })

    test('says the same as text and as HTML, in that language', () => {
      expect(mail.subject).toBe(t('mail.confirmation.subject'))
      expect(mail.html).toContain(`<html lang="${language}">`)
      for (const sentence of [
        t('mail.confirmation.body'),
        t('mail.confirmation.expiry', { count: CONFIRM_TOKEN_TTL_HOURS }),
        t('mail.confirmation.ignore'),
      ]) {
        expect(mail.text).toContain(sentence)
        expect(mail.html).toContain(escapeHtml(sentence))
      }
    })

    test('leaves no placeholder open and no message missing', () => {
      expect(mail.subject + mail.text + mail.html).not.toMatch(/\{\{|mail\.confirmation|undefined/)
    })

    test('is far from the size at which mail programs clip', () => {
      expect(Buffer.byteLength(mail.html)).toBeLessThan(GMAIL_CLIPS_AT_BYTES / 10)
    })
  },
)

test('it is marked as sent by a machine', () => {
  const mail = confirmationMail({ language: 'en', siteUrl, token })
  expect(mail.headers).toEqual({ 'Auto-Submitted': 'auto-generated' })
})
