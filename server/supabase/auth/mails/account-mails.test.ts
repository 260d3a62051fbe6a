import { describe, expect, test } from 'vitest'
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

const MAILS: [string, Promise<MailContent>, string][] = [
  [
    'for a new password',
    recoveryMail({ siteUrl, email, token, askedAt: at }),
    `${siteUrl}/admin/recovery?token_hash=${token}`,
  ],
  [
    'to sign in',
    signInLinkMail({ siteUrl, email, token, askedAt: at }),
    `${siteUrl}/admin/sign-in-link?token_hash=${token}`,
  ],
  [
    'that invites',
    invitationMail({ siteUrl, email, token, invitedBy: 'mara@example.org', invitedAs: 'an author' }),
    `${siteUrl}/admin/invitation?token_hash=${token}`,
  ],
  ...SECURITY_EVENTS.map((event): [string, Promise<MailContent>, string] => [
    `about ${event}`,
    securityNoticeMail({ siteUrl, email, event, at }),
    `${siteUrl}/admin/forgot-password`,
  ]),
]

describe.each(MAILS)('the mail %s', async (_name, content, link) => {
  const mail = await content
  const { all } = readMailHtml(mail.html)

  test('has one link, to this site, as text and as HTML', () => {
    expect(all('a').map(({ attributes }) => attributes.href)).toEqual([link])
    expect(mail.text.split('\n')).toContain(link)
  })

  test('names the account, and says what to do when it was not you', () => {
    expect(mail.text).toContain(email)
    expect(all('body')[0]?.text).toContain(email)
    expect(mail.text).toMatch(/just ignore this email|If not, set a new password now/)
    expect(mail.subject).toContain('AI Watch')
  })

  test('is in English, as the desk is', () => {
    expect(mail.language).toBe('en')
  })
})

test('a time is in UTC', async () => {
  const { text } = await recoveryMail({ siteUrl, email, token, askedAt: at })
  expect(text).toContain('22 November 2026 at 14:03 UTC')
})
