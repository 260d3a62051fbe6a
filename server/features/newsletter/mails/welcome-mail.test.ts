import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { CATALOGS } from '#core/i18n/catalogs.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { enqueueWelcomeMails, welcomeOnNotify } from '#server/features/newsletter/mails/welcome-mail.tsx'
import { runOnNotify } from '#server/platform/queue/run-on-notify.ts'
import { createTestDatabase } from '../../../../tests/support/database.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'
import { startTestJobs, untilJobsAreDone } from '../../../../tests/support/jobs.ts'
import {
  confirmAsVisitor,
  letTimePass,
  READERS,
  requestConfirmation,
} from '../../../../tests/support/newsletter.ts'
import { addSentIssue, mailsInOutbox } from '../../../../tests/support/subscribers.ts'

const siteUrl = 'https://aiwatch.example'
const database = await createTestDatabase()
const { sql } = database
await sql`insert into public.settings (key, value) values ('newsletter_reply_to', '"desk@example.org"')`
const jobs = await startTestJobs(database, { siteUrl })
afterAll(async () => {
  await jobs.stop()
  await database.drop()
})
beforeEach(async () => {
  await emptyTables(sql, 'public.newsletter_subscribers, public.newsletter_issues')
  await sql`truncate public.outbox_mails, public.mail_deliveries`
})

async function signUpAndConfirm(language: Language = 'en'): Promise<string> {
  const token = await requestConfirmation(sql, READERS.ada, language)
  await confirmAsVisitor(sql, token)
  return token
}
async function welcomes() {
  await Promise.all([1, 2, 3].map(() => enqueueWelcomeMails({ sql, queue: jobs.queue })))
  await untilJobsAreDone(sql)
  return mailsInOutbox(sql, READERS.ada)
}

test.each(LANGUAGE_CODES)('a welcome in %s has the latest issue and the links to leave', async (language) => {
  await addSentIssue(sql, { slug: '2026-11-08', subjects: { en: 'Long ago', [language]: 'Long ago' } })
  await sql`update public.newsletter_issues set started_at = started_at - interval '7 days'`
  await addSentIssue(sql, {
    slug: '2026-11-15',
    subjects: { en: 'The week', [language]: `Issue in ${language}` },
  })
  await signUpAndConfirm(language)
  const [mail, ...more] = await welcomes()
  expect(more).toEqual([])
  expect(mail?.subject).toBe(CATALOGS[language]?.['mail.welcome.subject'])
  expect(mail?.text).toContain(`Issue in ${language}`)
  expect(mail?.html).toContain(`lang="${language}"`)
  const lang = language === 'en' ? '' : `?lang=${language}`
  const also = language === 'en' ? '' : `&lang=${language}`
  const links = mail?.text.match(/https:\S+/g) ?? []
  expect(links[0]).toBe(`${siteUrl}/newsletter/issues/2026-11-15${lang}`)
  expect(links[1]).toMatch(new RegExp(`^${siteUrl}/newsletter/preferences\\?token=[\\w-]{64}${also}$`))
  expect(links[2]).toMatch(new RegExp(`^${siteUrl}/unsubscribe\\?token=[\\w-]{64}${also}$`))
  const headers = new Map(
    Object.entries(mail?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  )
  expect(headers.get('list-unsubscribe')).toBe(`<${links[2]}>`)
  expect(headers.get('reply-to')).toBe('desk@example.org')
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
})

test('without a sent issue there is none in it, and one that is not sent is not', async () => {
  await sql`insert into public.newsletter_issues (slug) values ('2026-11-22')`
  await signUpAndConfirm()
  const [mail] = await welcomes()
  expect(mail?.text).not.toContain('/newsletter/issues/')
  expect(mail?.text.match(/https:\S+/g)).toHaveLength(2)
})

test('an issue that exists in English only is the latest one in every language', async () => {
  await addSentIssue(sql, { slug: '2026-11-15', subjects: { en: 'The week' } })
  await signUpAndConfirm('pt')
  expect((await welcomes())[0]?.text).toContain('The week')
})

test('each confirmation has one welcome, however often its link is opened', async () => {
  const token = await signUpAndConfirm()
  for (let n = 0; n < 3; n++) await confirmAsVisitor(sql, token)
  expect(await welcomes()).toHaveLength(1)
  for (let n = 0; n < 3; n++) await confirmAsVisitor(sql, token)
  expect(await welcomes()).toHaveLength(1)

  await sql`update public.newsletter_subscribers set is_active = false, left_reason = 'unsubscribed'`
  await letTimePass(sql, '1 hour')
  await signUpAndConfirm()
  expect(await welcomes()).toHaveLength(2)
})

test('a second link of the same address sends no second welcome', async () => {
  const first = await requestConfirmation(sql, READERS.ada)
  await letTimePass(sql, '1 hour')
  const second = await requestConfirmation(sql, READERS.ada)
  await confirmAsVisitor(sql, first)
  await welcomes()
  await confirmAsVisitor(sql, second)
  expect(await welcomes()).toHaveLength(1)
})

test('a subscriber who unsubscribes before it is sent is not welcomed', async () => {
  await signUpAndConfirm()
  await sql`update public.newsletter_subscribers set is_active = false, left_reason = 'unsubscribed'`
  expect(await welcomes()).toEqual([])
})

test('a process that listens welcomes at once', async () => {
  const follow = await runOnNotify(database.address, [
    welcomeOnNotify({ ...jobs.services, queue: jobs.queue }),
  ])
  onTestFinished(() => follow.stop())
  await signUpAndConfirm()
  await vi.waitUntil(async () => (await mailsInOutbox(sql, READERS.ada)).length === 1, { timeout: 10_000 })
})

test('while too many welcomes wait, the others keep for later', async () => {
  await sql`
    insert into pgboss.job (name, data, start_after)
    select 'send-welcome-mail', '{}', now() + interval '1 hour' from generate_series(1, 2000)`
  await signUpAndConfirm()
  await enqueueWelcomeMails({ sql, queue: jobs.queue })
  expect(await sql`select from private.newsletter_welcomes`).toHaveLength(1)
  await sql`delete from pgboss.job where name = 'send-welcome-mail' and data = '{}'`
  expect(await welcomes()).toHaveLength(1)
})
