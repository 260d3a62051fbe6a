import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveNewsletter } from '#core/data/newsletter-approval.ts'
import { sendIssue, sendTestNewsletter } from '#core/data/newsletter-sending.ts'
import { CHECKLIST_CODES } from '#core/domain/newsletter-checklist.ts'
import { CATALOGS } from '#core/i18n/catalogs.ts'
import { LANGUAGE_CODES, type Language, localizedPath } from '#core/i18n/languages.ts'
import type { PlainKey } from '#core/i18n/translator.ts'
import { preferencesPath, SUBSCRIBE_PATH } from '#core/paths.ts'
import { enqueueWelcomeMails } from '#server/features/newsletter/mails/welcome-mail.tsx'
import { ADMIN, startTestApp } from '../support/app.ts'
import { addArticle, anArticle } from '../support/articles.ts'
import { freshAddress } from '../support/auth.ts'
import { readIssueRow } from '../support/issues.ts'
import { startTestJobs, untilJobsAreDone } from '../support/jobs.ts'
import { linkTokens, mailsInOutbox } from '../support/subscribers.ts'

const app = await startTestApp({ trustProxy: 1 })
const { sql } = app.database
const other = await startTestJobs(app.database, { siteUrl: app.url, works: false })
afterAll(async () => {
  await other.stop()
  await app.stop()
})

const TITLES: Record<Language, string> = {
  en: 'The harbour audits',
  de: 'Der Hafen prüft',
  fr: 'Le port vérifie',
  es: 'El puerto revisa',
  it: 'Il porto controlla',
  pt: 'O porto verifica',
}
const emailOf = (language: Language) => `reader-${language}@example.org`
const flat = (text: string) => text.replace(/\s+/g, ' ')
/** Words of a language, as HTML and texts have them. */
const wordsOf = (language: Language) => (key: PlainKey) => ({
  text: flat(CATALOGS[language][key].replaceAll('{{site}}', 'AI Watch')),
  html: CATALOGS[language][key].replaceAll('{{site}}', 'AI Watch').replaceAll("'", '&#x27;'),
})

async function open(address: string, init: RequestInit = {}) {
  const response = await fetch(new URL(address, app.url), {
    redirect: 'manual',
    ...init,
    headers: { 'x-forwarded-for': freshAddress(), ...init.headers },
  })
  return { status: response.status, html: await response.text() }
}
const post = (address: string, body: string) =>
  open(address, { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })

const mailTo = async (language: Language, subject: string) => {
  await untilJobsAreDone(sql)
  const mails = await mailsInOutbox(sql, emailOf(language))
  return (
    mails.find((mail) => flat(mail.subject) === flat(subject)) ??
    expect.fail(`No mail “${subject}” among ${JSON.stringify(mails.map((mail) => mail.subject))}`)
  )
}
const linksIn = ({
  text,
  html,
  headers,
}: {
  text: string
  html: string
  headers: Record<string, string>
}) => [
  ...(text.match(/https?:\/\/[^\s<>"]+/g) ?? []),
  ...[...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address = '']) =>
    address.replaceAll('&amp;', '&'),
  ),
  ...[...(headers['List-Unsubscribe'] ?? '').matchAll(/<([^>]+)>/g)].map(([, address = '']) => address),
]

let issueId: string

beforeAll(async () => {
  const publish_date = new Date(Date.now() - 3_600_000).toISOString()
  const original = await addArticle(app.service(), anArticle({ title: TITLES.en, publish_date }))
  for (const language of LANGUAGE_CODES)
    if (language !== 'en')
      await addArticle(
        app.service(),
        anArticle({ language, title: TITLES[language], publish_date, original_article_id: original.id }),
      )
})

describe.each(LANGUAGE_CODES)('in %s', (language) => {
  const words = wordsOf(language)

  test('a reader signs up, gets the confirmation mail, confirms and is welcomed', async () => {
    const answer = await post(localizedPath(SUBSCRIBE_PATH, language), `email=${emailOf(language)}`)
    expect(answer.html).toContain(`<html lang="${language}"`)
    const mail = await mailTo(language, words('mail.confirmation.subject').text)
    expect(mail.html).toContain(`lang="${language}"`)
    expect(flat(mail.html)).toContain(flat(words('mail.confirmation.preheader').html))
    expect(flat(mail.text)).toContain(words('mail.confirmation.ignore').text)
    const link = linksIn(mail).find((address) => address.includes('token=')) ?? ''
    const page = await open(link)
    expect(page.html).toContain(`<html lang="${language}"`)
    expect(page.html).toContain(words('confirm.manual.text').html)
    expect((await post(link, '')).html).toContain(words('confirm.success.title').html)
    // A process that listens does it at once, and a clock each minute.
    await enqueueWelcomeMails(other.services)
    const welcome = await mailTo(language, words('mail.welcome.subject').text)
    expect(flat(welcome.text)).toContain(words('mail.welcome.manage').text)
  })
})

test('an issue has an edition in each language', async () => {
  const admin = await app.administrator()
  const generate = async (body: object) =>
    (await admin.functions.invoke('generate-newsletter', { body })).data
  issueId = (await generate({ daysBack: 7 })).issueId
  for (const language of LANGUAGE_CODES) if (language !== 'en') await generate({ issueId, language })
  await sql`update public.newsletter_issues set counts_clicks = true where id = ${issueId}`
  await sendTestNewsletter(admin, { issueId, testEmail: ADMIN.email, allLanguages: true })
  const { revision } = await readIssueRow(sql, issueId)
  const approval = { issueId, revision, accepted: CHECKLIST_CODES, intoOutbox: true }
  expect(await approveNewsletter(admin, approval)).toMatchObject({ status: 'answered' })
  expect(await sendIssue(admin, issueId)).toMatchObject({
    data: { totalSent: LANGUAGE_CODES.length, totalSubscribers: LANGUAGE_CODES.length, errors: [] },
  })
})

describe.each(LANGUAGE_CODES)('in %s', (language) => {
  const words = wordsOf(language)

  test('they get their edition, with links that lead to pages in their language', async () => {
    const [edition] = await sql<[{ subject: string; preheader: string }]>`
      select subject, preheader from public.newsletter_editions where issue_id = ${issueId} and language = ${language}`
    expect(edition.subject).toContain(TITLES[language])
    const mail = await mailTo(language, edition.subject)
    expect(mail.html).toContain(`lang="${language}"`)
    expect(flat(mail.html)).toContain(flat(edition.preheader).replaceAll("'", '&#x27;'))
    for (const key of ['unsubscribe', 'preferences', 'web', 'reason'] as const)
      expect(flat(mail.text)).toContain(words(`mail.newsletter.${key}`).text)
    const pages = linksIn(mail).filter((address) => !/\/newsletter\/go\?|\/mail-logo\.png$/.test(address))
    const paths = new Set(
      pages.map((address) => new URL(address).pathname.replace(/\/article\/.*/, '/article')),
    )
    const mine = ['/unsubscribe', '/newsletter/preferences', '/article']
    expect([...paths]).toEqual(expect.arrayContaining(mine))
    for (const address of new Set(pages)) {
      const page = await open(address)
      expect([address, page.status]).toEqual([address, 200])
      expect(page.html).toContain(`<html lang="${language}"`)
    }
    const leave = /<([^>]+)>/.exec(mail.headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
    expect((await open(leave)).html).toContain(words('unsubscribe.text').html)
  })
})

test('GET and HEAD of every link of every mail change nothing that is stored', async () => {
  // All other mails: to a reader who signs up again, or requests their data or to be erased, and to administrators.
  await sql`update private.newsletter_consents set confirmation_sent_at = confirmation_sent_at - interval '1 day'`
  await post(SUBSCRIBE_PATH, `email=${emailOf('en')}`)
  const [reader] = await sql<
    [{ id: string }]
  >`select id from public.newsletter_subscribers where email = ${emailOf('en')}`
  const preferences = preferencesPath(linkTokens(reader.id).preferences, 'en')
  for (const intent of ['data', 'erase']) await post(preferences, `intent=${intent}`)
  await post(localizedPath(SUBSCRIBE_PATH, 'fr'), 'email=new.reader@example.org')
  await app.anonymous().auth.resetPasswordForEmail(ADMIN.email)
  await app.anonymous().auth.signInWithOtp({ email: ADMIN.email, options: { shouldCreateUser: false } })
  await untilJobsAreDone(sql)

  const mails = await sql<{ subject: string; text: string; html: string; headers: Record<string, string> }[]>`
    select subject, body_text as text, body_html as html, headers from public.outbox_mails`
  const links = [...new Set(mails.flatMap(linksIn))].filter((link) => link.startsWith(app.url))
  const pathnames = new Set(links.map((link) => new URL(link).pathname))
  expect([...pathnames]).toEqual(
    expect.arrayContaining([
      '/confirm-subscription',
      '/unsubscribe',
      '/newsletter/preferences',
      '/newsletter/erase',
      '/newsletter/go',
      '/admin/recovery',
      '/admin/sign-in-link',
    ]),
  )
  const before = await everything()
  expect(before.size).toBeGreaterThan(40)
  for (const link of links)
    for (const method of ['GET', 'HEAD'])
      expect([link, (await open(link, { method })).status]).toEqual([
        link,
        expect.toSatisfy((code) => code < 400),
      ])
  await untilJobsAreDone(sql)
  expect(await everything()).toEqual(before)
})

/** Tables that may count requests: limits, and the sums of clicks and of page views, which name no person. */
const COUNTERS = [
  'private.rate_limits',
  'public.newsletter_clicks',
  'private.daily_visitors',
  'private.page_views',
  'private.recent_views',
  'private.visitor_day',
  'private.visitors_of_day',
]

/** A hash of all rows of each table. */
async function everything(): Promise<Map<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select relnamespace::regnamespace || '.' || quote_ident(relname) as name from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'private', 'auth', 'storage') order by 1`
  const hashes = new Map<string, string>()
  for (const { name } of tables.filter((table) => !COUNTERS.includes(table.name))) {
    const { rows } = await sql.run(
      `select md5(string_agg(stored::text, E'\\n' order by stored::text)) as hash from ${name} as stored`,
    )
    hashes.set(name, rows[0]?.hash ?? '')
  }
  return hashes
}
