import { expect, test } from 'vitest'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { alreadySubscribedMail } from '#server/mail/templates/already-subscribed.tsx'
import { escapeHtml } from '#server/mail/templates/escape-html.ts'
import { mailTranslator } from '#server/mail/templates/mail-translator.ts'

test.each(LANGUAGE_CODES)('the note in %s says that there is nothing to do, and has no link', (language) => {
  const mail = alreadySubscribedMail({ language })
  const body = mailTranslator(language)('mail.alreadySubscribed.body')
  expect(mail.subject).toBe(mailTranslator(language)('mail.alreadySubscribed.subject'))
  expect(mail.text).toContain(body)
  expect(mail.html).toContain(escapeHtml(body))
  expect(mail.html).toContain(`<html lang="${language}">`)
  expect(mail.text + mail.html).not.toMatch(/https?:|href=|\{\{/)
})
