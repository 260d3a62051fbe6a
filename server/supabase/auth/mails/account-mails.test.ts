import { describe, expect, test } from 'vitest'
import type { Membership } from '#core/domain/role.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import type { MailContent } from '#server/platform/mail/templates/system-mail.tsx'
import { readMailHtml } from '#server/platform/mail/templates/testing/read-mail-html.ts'
import { SECURITY_EVENTS } from '#server/supabase/auth/jobs.ts'
import {
  invitationMail,
  recoveryMail,
  securityNoticeMail,
  signInLinkMail,
} from '#server/supabase/auth/mails/account-mails.tsx'

const siteUrl = 'https://aiwatch.example'
const token = 'Zm9yLXRoZS10ZXN0c19vbmx5'
const email = "o'nora@example.org"
const at = new Date('2026-11-22T14:03:00Z')

const invitedTo: Membership = { role: 'translator', languages: ['fr', 'de'], permissions: [] }

const link = (path: string) => `${siteUrl}/admin/${path}?token_hash=${token}`

const MAILS = LANGUAGE_CODES.flatMap((language): [string, Language, Promise<MailContent>, string][] => {
  const to = { siteUrl, language, email }
  return [
    ['for a new password', language, recoveryMail({ ...to, token, askedAt: at }), link('recovery')],
    ['to sign in', language, signInLinkMail({ ...to, token, askedAt: at }), link('sign-in-link')],
    [
      'that invites',
      language,
      invitationMail({ ...to, token, invitedBy: 'Mara', invitedTo }),
      link('invitation'),
    ],
    ...SECURITY_EVENTS.map((event): [string, Language, Promise<MailContent>, string] => [
      `about ${event}`,
      language,
      securityNoticeMail({ ...to, event, at }),
      `${siteUrl}/admin/forgot-password`,
    ]),
  ]
})

/** The advice for a recipient who has not asked for the mail. */
const IF_NOT_YOU: Record<Language, RegExp> = {
  en: /just ignore this email|If not, set a new password now/,
  es: /ignora este mensaje|Si no, elige ahora una nueva contraseña/,
  fr: /Ignorez simplement|Sinon, choisissez/,
  de: /ignorieren Sie diese E-Mail einfach|Falls nicht, legen Sie jetzt ein neues Passwort fest/,
  it: /Ignora semplicemente|Altrimenti scegli subito/,
  pt: /ignore este e-mail|Se não, escolha já/,
}

describe.each(MAILS)('the mail %s in %s', async (_name, language, content, address) => {
  const mail = await content
  const { all } = readMailHtml(mail.html)

  test('has one link, to this site, as text and as HTML', () => {
    expect(all('a').map(({ attributes }) => attributes.href)).toEqual([address])
    expect(mail.text.split('\n')).toContain(address)
  })

  test('names the account, and says what to do when it was not you', () => {
    expect(mail.text).toContain(email)
    expect(all('body')[0]?.text).toContain(email)
    expect(mail.text).toMatch(IF_NOT_YOU[language])
    expect(mail.subject).toContain('AI Watch')
  })

  test('is in the language of the person', () => {
    expect(mail.language).toBe(language)
    expect(all('html')[0]?.attributes.lang).toBe(language)
  })
})

test.each<[Language, string]>([
  ['en', 'on November 22, 2026, 14:03 UTC'],
  ['es', 'el 22 de noviembre de 2026, 14:03 UTC'],
  ['fr', 'le 22 novembre 2026, 14:03 UTC'],
  ['de', 'am 22. November 2026, 14:03 UTC'],
  ['it', '(22 novembre 2026, 14:03 UTC)'],
  ['pt', 'em 22 de novembro de 2026, 14:03 UTC'],
])('a time in %s is in UTC', async (language, time) => {
  const { text } = await recoveryMail({ siteUrl, language, email, token, askedAt: at })
  expect(text).toContain(time)
})

test.each<[Language, Membership, string]>([
  ['en', invitedTo, 'Your role: translator (French and German).'],
  ['de', invitedTo, 'Ihre Rolle dort: Übersetzung (Französisch und Deutsch).'],
  [
    'de',
    { role: 'editor', languages: [], permissions: ['send', 'addresses'] },
    'Ihre Rolle dort: Redaktion, mit Versand des Newsletters und Einsicht in die Empfängeradressen.',
  ],
  ['fr', { role: 'admin', languages: [], permissions: [] }, 'Votre rôle\u00a0: administration.'],
])('an invitation in %s says what the person becomes', async (language, role, words) => {
  const { text } = await invitationMail({
    siteUrl,
    language,
    email,
    token,
    invitedBy: 'Mara',
    invitedTo: role,
  })
  expect(text).toContain(words)
})
