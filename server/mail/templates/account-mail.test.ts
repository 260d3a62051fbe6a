import { describe, expect, test } from 'vitest'
import type { AccountMail } from '#server/mail/templates/account-mail.ts'
import { escapeHtml } from '#server/mail/templates/escape-html.ts'
import { invitationMail } from '#server/mail/templates/invitation.tsx'
import { recoveryMail } from '#server/mail/templates/recovery.tsx'
import { SECURITY_EVENTS, securityNoticeMail } from '#server/mail/templates/security-notice.tsx'
import { signInLinkMail } from '#server/mail/templates/sign-in-link.tsx'

const siteUrl = 'https://aiwatch.example'
const token = 'Zm9yLXRoZS10ZXN0c19vbmx5'
const email = "o'nora@example.org"
const at = new Date('2026-11-22T14:03:00Z')

const hrefsOf = (html: string) => [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map((match) => match[1])

const MAILS: [string, AccountMail, string][] = [
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
    invitationMail({ siteUrl, email, token, invitedBy: 'mara@example.org' }),
    `${siteUrl}/admin/invitation?token_hash=${token}`,
  ],
  ...SECURITY_EVENTS.map((event): [string, AccountMail, string] => [
    `about ${event}`,
    securityNoticeMail({ siteUrl, email, event, at }),
    `${siteUrl}/admin/forgot-password`,
  ]),
]

describe.each(MAILS)('the mail %s', (_name, mail, link) => {
  test('has one link, to this site, as text and as HTML', () => {
    expect(hrefsOf(mail.html)).toEqual([link])
    expect(mail.text.split('\n')).toContain(link)
  })

  test('names the account, says what to do when it was not you, and that a machine sent it', () => {
    expect(mail.text).toContain(email)
    expect(mail.html).toContain(escapeHtml(email))
    expect(mail.text).toMatch(/Then ignore this mail|If not, set a new password now/)
    expect(mail.headers).toEqual({ 'Auto-Submitted': 'auto-generated' })
    expect(mail.subject).toContain('AI Watch')
  })

  test('leaves nothing open', () => {
    expect(mail.subject + mail.text + mail.html).not.toMatch(/\{\{|mail\.confirmation|undefined|null/)
    expect(mail.html).toContain('<html lang="en">')
  })
})

test('a time is the same wherever it is read', () => {
  const { text } = recoveryMail({ siteUrl, email, token, askedAt: at })
  expect(text).toContain('22 November 2026 at 14:03 UTC')
})
