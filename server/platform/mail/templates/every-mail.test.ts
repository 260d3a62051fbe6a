import { describe, expect, test } from 'vitest'
import type { Membership } from '#core/domain/role.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { mailTest } from '#server/features/administration/mails/mail-test.tsx'
import { scheduleNoticeMail } from '#server/features/articles/mails/schedule-notice-mail.tsx'
import { type MailedWork, workMail } from '#server/features/articles/mails/work-mail.tsx'
import { backupNoticeMail } from '#server/features/backup/mails/backup-notice-mail.tsx'
import { NEWSLETTER_NOTICES } from '#server/features/newsletter/jobs.ts'
import {
  alreadySubscribedMail,
  confirmationMail,
  erasureMail,
} from '#server/features/newsletter/mails/confirmation-mail.tsx'
import { newsletterNoticeMail } from '#server/features/newsletter/mails/newsletter-notice-mail.tsx'
import {
  type SubscriberData,
  subscriberDataMail,
} from '#server/features/newsletter/mails/subscriber-data-mail.tsx'
import { welcomeMail } from '#server/features/newsletter/mails/welcome-mail.tsx'
import { aSite } from '#server/features/newsletter/testing/issue-fixtures.ts'
import { webhookNoticeMail } from '#server/features/webhooks/mails/webhook-notice-mail.tsx'
import { writeMailsOf } from '#server/platform/mail/render-mail.ts'
import type { MailContent } from '#server/platform/mail/templates/system-mail.tsx'
import { readMailHtml } from '#server/platform/mail/templates/testing/read-mail-html.ts'
import { SECURITY_EVENTS } from '#server/supabase/auth/jobs.ts'
import {
  invitationMail,
  recoveryMail,
  securityNoticeMail,
  signInLinkMail,
} from '#server/supabase/auth/mails/account-mails.tsx'

const GMAIL_CLIPS_AT_BYTES = 102_400
/** The elements that a mail may contain. */
const HARMLESS = 'html head meta title style body div table tbody tr td h1 p a img hr'.split(' ')
const siteUrl = 'https://aiwatch.example'
/** Values that the database would refuse: templates must escape everything anyway. */
const token = `a"><script>alert(1)</script>&x='`
const email = `"><img src=x onerror=alert(1)>{{site}}@example.org`
const at = new Date('2026-11-22T14:03:00Z')
const tokens = { preferences: token, unsubscribe: token }
const time = at.toISOString()
const data: Omit<SubscriberData, 'language'> = {
  email,
  subscribed_at: time,
  confirmed: true,
  confirmed_at: time,
  is_active: false,
  left_at: time,
  left_reason: 'unsubscribed',
  sections: ['tech', 'opinion'],
  chosen_sections: { at: '2026-11-02T09:00:00Z', ip: '192.0.2.7' },
  consent: { asked: email, at: time, ip: email, source: email, confirmed_at: time, confirmed_ip: null },
  issue_count: 200,
  issues: (['sent', 'failed', 'uncertain'] as const).map((status) => ({ subject: email, status, at: time })),
}

const issue = {
  siteUrl,
  issueId: '6a0e0a44-5b0b-4f57-9a3c-6c9f2f6c1f10',
  subject: email,
  reason: email,
  due: 'Sunday 29 November 2026 at 09:00 (Europe/Zurich)',
  isAutomatic: false,
  writtenBy: 'rules' as const,
  languages: ['en' as const, 'de' as const],
  articleCount: 1,
}

const backup = { siteUrl, reason: email, lastGood: at, zone: 'Europe/Zurich' }
const webhook = { siteUrl, webhookId: 'e2d6bb6c-9b3c-4a59-a4b4-6d1f5d2c9a10', host: 'hooks.example.org' }

const schedule = {
  title: email,
  slug: 'chips',
  language: 'en' as const,
  publishAt: at,
  zone: 'Europe/Zurich',
  status: 'failed' as const,
  reason: 'incomplete: hero_image',
  drafts: ['fr' as const, 'de' as const],
}

const invitedTo: Membership = { role: 'translator', languages: ['fr', 'de'], permissions: ['publish'] }

const work: MailedWork = {
  kind: 'handover',
  name: email,
  sentence: email,
  title: email,
  slug: 'chips',
  language: 'en',
  dueOn: '2026-11-22',
  isAlert: true,
}
const mention: MailedWork = {
  ...work,
  kind: 'mention',
  name: null,
  title: 'Zebras',
  slug: 'zebras',
  dueOn: null,
}

const MAILS: [string, MailContent][] = await writeMailsOf(aSite(), () =>
  Promise.all(
    LANGUAGE_CODES.flatMap((language) => [
      named(`the confirmation in ${language}`, confirmationMail({ language, siteUrl, token })),
      named(`the note in ${language} that there is nothing to do`, alreadySubscribedMail({ language })),
      named(`the welcome in ${language}`, welcomeMail({ language, siteUrl, tokens, latest: null })),
      named(
        `the welcome in ${language} with an issue`,
        welcomeMail({ language, siteUrl, tokens, latest: { slug: '2026-11-22', title: email } }),
      ),
      named(`the link in ${language} that erases`, erasureMail({ language, siteUrl, token })),
      named(`the article in ${language} that is due`, workMail({ language, siteUrl, work: [work] })),
      named(`the work in ${language}`, workMail({ language, siteUrl, work: [work, mention] })),
      named(`the data of a subscriber in ${language}`, subscriberDataMail({ data: { ...data, language } })),
      named(`the recovery in ${language}`, recoveryMail({ language, siteUrl, email, token, askedAt: at })),
      named(
        `the link to sign in in ${language}`,
        signInLinkMail({ language, siteUrl, email, token, askedAt: at }),
      ),
      named(
        `the invitation in ${language}`,
        invitationMail({ language, siteUrl, email, token, invitedBy: email, invitedTo }),
      ),
      ...SECURITY_EVENTS.map((event) =>
        named(
          `the notice of ${event} in ${language}`,
          securityNoticeMail({ language, siteUrl, email, event, at }),
        ),
      ),
      named(`the test of the mail server in ${language}`, mailTest(language)),
      ...(['failed', 'missing'] as const).map((kind) =>
        named(
          `the notice of a backup in ${language}: ${kind}`,
          backupNoticeMail({ ...backup, language, kind }),
        ),
      ),
      named(`the notice of a webhook in ${language}`, webhookNoticeMail({ ...webhook, language })),
      ...NEWSLETTER_NOTICES.map((notice) =>
        named(
          `the newsletter notice ${notice} in ${language}`,
          newsletterNoticeMail({ ...issue, language, notice }),
        ),
      ),
      ...(['not_published', 'left_behind'] as const).map((event) =>
        named(
          `the notice of a schedule in ${language}: ${event}`,
          scheduleNoticeMail({ siteUrl, language, event, schedule }),
        ),
      ),
    ]),
  ),
)

async function named(name: string, mail: Promise<MailContent>): Promise<[string, MailContent]> {
  return [name, await mail]
}

describe.each(MAILS)('%s', (_name, mail) => {
  const { elements, all } = readMailHtml(mail.html)

  test('says its language and direction, and has its subject as title and as the one headline', () => {
    expect(all('html')[0]?.attributes).toEqual({ lang: mail.language, dir: 'ltr' })
    expect(all('title').map(({ text }) => text)).toEqual([mail.subject])
    expect(all('h1').map(({ text }) => text)).toEqual([mail.subject])
  })

  test('has no scripts, no forms, and no resources but the logo of this site', () => {
    const names = new Set(elements.map(({ name }) => name))
    for (const name of HARMLESS) names.delete(name)
    expect([...names]).toEqual([])
    const attributes = elements.flatMap((element) => Object.entries(element.attributes))
    expect(attributes.filter(([name]) => /^(on|src|background)/i.test(name))).toEqual([
      ['src', `${siteUrl}/mail-logo.png`],
    ])
    expect(mail.html).not.toMatch(/url\(|@import/i)
  })

  test('lays out with tables, 600 pixels wide at most', () => {
    expect(all('table').every(({ attributes }) => attributes.role === 'presentation')).toBe(true)
    expect(all('table').map(({ attributes }) => attributes.width)).toContain('600')
  })

  test('begins with a hidden preheader', () => {
    const [preheader] = all('div')
    expect(preheader?.attributes.style).toContain('display:none')
    expect(preheader?.text.trim()).not.toBe('')
    for (const { attributes } of all('*'))
      expect(attributes.style ?? '').not.toMatch(/font-size:\s*[0-4](\D|$)/)
    expect(mail.text).not.toContain('\u034f')
  })

  test('links to this site only, and has each address in its text part too', () => {
    const links = all('a').map(({ attributes }) => attributes.href ?? '')
    for (const link of links) expect(new URL(link).origin).toBe(siteUrl)
    expect(mail.text.match(/https?:\S+/g) ?? []).toEqual(links)
    const addresses = all('p').filter(({ text }) => text.startsWith('http'))
    expect(addresses.map(({ text }) => text)).toEqual(links)
  })

  test('has no unfilled placeholder and no missing message', () => {
    const said = `${mail.subject}${mail.text}${all('body')[0]?.text}`.replaceAll(email, '')
    expect(said).not.toMatch(/\{\{|\bmail\.\w|\b(undefined|null|NaN)\b|\[object/)
  })

  test('has no capitalised headings in its text part, which ends with the name of the publication', () => {
    expect(mail.text).toMatch(/\n\n-- \nAI Watch\n$/)
    expect(mail.text.replaceAll(email, '')).not.toMatch(/\p{Lu}{5,}/u)
    expect(mail.text).not.toMatch(/&\w+;|<\/?p|\n{3}/)
  })

  test('is much smaller than the size at which mail programs clip', () => {
    expect(Buffer.byteLength(mail.html)).toBeLessThan(GMAIL_CLIPS_AT_BYTES / 10)
  })

  test('has the header of automatic mails', () => {
    expect(mail.headers).toEqual({ 'Auto-Submitted': 'auto-generated' })
  })
})

test('a publication without serifs has none in its mails', async () => {
  const mailIn = (type: 'grotesk' | 'classic') =>
    writeMailsOf(aSite({ type }), () => confirmationMail({ language: 'en', siteUrl, token }))
  expect((await mailIn('grotesk')).html).not.toContain('Georgia')
  expect((await mailIn('classic')).html).toContain('Georgia')
})
