import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { wallTimeAt } from '#core/domain/zoned-time.ts'
import { sendWorkMailJob } from '#server/features/articles/jobs.ts'
import { queueWorkMails } from '#server/features/articles/mails/work-mail.tsx'
import type { Sql } from '#server/platform/database/connection.ts'
import { createSender } from '#server/platform/mail/compose-message.ts'
import type { MailTransport } from '#server/platform/mail/mail.ts'
import { createSmtpTransport } from '#server/platform/mail/transports/smtp.ts'
import { type MailSink, startMailSink } from '../../../tests/mocks/mail-sink.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { startTestJobs, type TestJobs, untilJobsAreDone } from '../../../tests/support/jobs.ts'
import { HANDED_IN, IN_EDIT, MINE, type Newsroom, openNewsroom } from '../../../tests/support/newsroom.ts'

const siteUrl = 'https://aiwatch.example'
/** The publication's day, which the tests do not stop at midnight. */
const TODAY = wallTimeAt(new Date(), 'Europe/Zurich').date

let database: TestDatabase
let sql: Sql
let room: Newsroom
let sink: MailSink
let mail: MailTransport
let jobs: TestJobs
let other: TestJobs

beforeAll(async () => {
  database = await createTestDatabase()
  sql = database.sql
  room = openNewsroom(sql)
  sink = await startMailSink()
  const sender = createSender({ from: 'AI Watch <news@example.org>', siteUrl })
  mail = createSmtpTransport({ url: sink.url, sender, socketTimeoutMs: 1000 })
  jobs = await startTestJobs(database, { mail, siteUrl })
  other = await startTestJobs(database, { mail, siteUrl })
})
afterAll(async () => {
  await jobs.stop()
  await other.stop()
  await mail.close()
  await sink.close()
  await database.drop()
})
beforeEach(async () => {
  await room.reset()
  await sql`truncate public.mail_deliveries`
  sink.mails.length = 0
})

/** Lets time pass for what waits and for what was mailed. */
const pass = (time: string) => sql`
  update private.work_notices set made_at = made_at - ${time}::interval, mailed_at = mailed_at - ${time}::interval`

/** Runs the job, and returns to whom mails have gone since the last time, with their subjects. */
async function run(work: TestJobs[] = [jobs]): Promise<string[]> {
  sink.mails.length = 0
  await Promise.all(work.map(({ services }) => queueWorkMails(services)))
  await untilJobsAreDone(sql)
  return sink.mails
    .map(({ parsed, envelope }) => `${envelope.to[0]?.split('@')[0]}: ${parsed.subject}`)
    .sort()
}

const handIn = async (sentence = 'Please read it') => {
  const id = await room.article(MINE)
  await room.handOver('emil', id, { to: 'nora', state: 'handed_in', sentence })
  return id
}

test('what is handed over is mailed once, with the sentence and links to the article and to the account', async () => {
  await sql`update public.profiles set display_name = 'Emil Ek' where user_id = ${room.ids.emil}`
  const id = await handIn('please check the numbers')
  expect(await run()).toEqual([])
  await pass('5 minutes')
  expect(await run()).toEqual(['nora: For you: “Chips”'])
  const [{ parsed }] = sink.mails as [(typeof sink.mails)[0]]
  expect(parsed.text).toContain('Emil Ek handed “Chips” to you: please check the numbers')
  expect(parsed.text).toContain(`${siteUrl}/admin/articles/edit/chips-${id}`)
  expect(parsed.text).toContain(`${siteUrl}/admin/account`)
  expect(parsed.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  expect(await run()).toEqual([])
})

test('all of an hour is one mail, in the language of the person', async () => {
  await sql`update public.profiles set language = 'de' where user_id = ${room.ids.nora}`
  await handIn()
  await pass('10 minutes')
  expect(await run()).toEqual(['nora: Für Sie: „Chips“'])
  const second = await handIn()
  await sql`update public.articles set title = 'Zebras' where id = ${second}`
  await handIn()
  await pass('30 minutes')
  expect(await run()).toEqual([])
  await pass('31 minutes')
  expect(await run()).toEqual(['nora: 2 Artikel warten auf Sie'])
})

test('two processes at once mail nothing twice', async () => {
  for (let count = 0; count < 5; count++) await handIn()
  await pass('10 minutes')
  expect(await run([jobs, other, jobs, other])).toHaveLength(1)
})

test('what is due today goes at once, but of one article once a day', async () => {
  const id = await room.article(MINE)
  await room.handOver('emil', id, { to: 'nora', state: 'handed_in', due: TODAY })
  expect(await run()).toEqual(['nora: Due today: “Chips”'])
  for (let turn = 0; turn < 3; turn++) {
    await room.handOver('nora', id, { to: 'emil', state: 'draft', due: TODAY })
    await room.handOver('emil', id, { to: 'nora', state: 'handed_in', due: TODAY })
  }
  // Nora has had her mail of this article; what went to Emil went on before it left.
  expect(await run()).toEqual([])
  await room.handOver('nora', id, { to: 'emil', state: 'draft', due: TODAY })
  expect(await run()).toEqual(['emil: Due today: “Chips”'])
})

test('mails in a circle are one an hour', async () => {
  const id = await room.article(IN_EDIT)
  const mailed: string[] = []
  for (let turn = 0; turn < 12; turn++) {
    const [from, to] = turn % 2 ? (['nora', 'edda'] as const) : (['edda', 'nora'] as const)
    await room.handOver(from, id, { to, state: 'in_edit' })
    await pass('6 minutes')
    mailed.push(...(await run()))
  }
  expect(mailed.filter((line) => line.startsWith('nora')).length).toBeLessThanOrEqual(2)
  expect(mailed.filter((line) => line.startsWith('edda')).length).toBeLessThanOrEqual(2)
})

test('what is handed in to the editors is mailed to each of them, and to administrators where there is none', async () => {
  const id = await room.article(MINE)
  await room.handOver('emil', id, { to: null, state: 'handed_in' })
  await pass('10 minutes')
  expect(await run()).toEqual(['edda: For you: “Chips”', 'nora: For you: “Chips”'])
  await room.handOver('emil', id, { to: 'emil', state: 'draft' })
  await sql`update public.user_roles set role = 'author' where role = 'editor'`
  await room.handOver('emil', id, { to: null, state: 'handed_in' })
  await pass('2 hours')
  expect(await run()).toEqual(['mara: For you: “Chips”'])
})

test('a note that names somebody is in the same mail', async () => {
  const id = await handIn()
  await room.as('emil', async (request) => {
    await request.script('reset role')
    await request`select private.notify_person(${room.ids.nora}, 'mention', ${id}, ${'Is\nthis @nora right?'})`
    await request`select private.notify_person(${room.ids.emil}, 'mention', ${id}, 'To myself')`
  })
  await pass('10 minutes')
  expect(await run()).toEqual(['nora: For you: “Chips”'])
  expect(sink.mails[0]?.parsed.text).toContain('mentions you in a note on “Chips”: Is this @nora right?')
})

test('a note is not mailed to somebody who reads the draft no longer', async () => {
  const id = await room.article({ ...MINE, people: ['ida'] })
  const note = (sentence: string) =>
    room.as('emil', async (request) => {
      await request.script('reset role')
      await request`select private.notify_person(${room.ids.ida}, 'mention', ${id}, ${sentence})`
    })
  await note('What do you think?')
  await pass('10 minutes')
  expect(await run()).toEqual(['ida: For you: “Chips”'])
  await note('And of this?')
  await room.as('emil', (request) => request`select public.remove_person(${id}, ${room.ids.ida})`)
  await pass('2 hours')
  expect(await run()).toEqual([])
})

test('what is handed in is not mailed to who is no editor any more', async () => {
  const id = await room.article(MINE)
  await room.handOver('emil', id, { to: null, state: 'handed_in' })
  await pass('10 minutes')
  await sql`update public.user_roles set role = 'author' where user_id = ${room.ids.nora}`
  expect(await run()).toEqual(['edda: For you: “Chips”'])
})

test('what is due today goes at once six times an hour, and then with the others', async () => {
  const mailed: string[] = []
  for (let turn = 0; turn < 9; turn++) {
    const id = await room.article(MINE)
    await room.handOver('emil', id, { to: 'nora', state: 'handed_in', due: TODAY })
    mailed.push(...(await run()))
  }
  expect(mailed).toHaveLength(6)
  await pass('61 minutes')
  expect(await run()).toHaveLength(1)
  expect(sink.mails[0]?.parsed.text?.split('Please read it')).toHaveLength(4)
})

const NOT_MAILED: [string, (id: string) => Promise<unknown>][] = [
  ['turned mails off', () => sql`update public.profiles set wants_mails = false`],
  [
    'has opened the article',
    (id) => room.as('nora', (request) => request`select public.mark_work_seen(${id})`),
  ],
  ['has seen the own desk', () => room.as('nora', (request) => request`select public.mark_work_seen()`)],
  ['has handed it on', (id) => room.handOver('nora', id, { to: 'edda', state: 'in_edit' })],
  ['has taken it', (id) => room.as('nora', (request) => request`select public.take_article(${id})`)],
  ['has left', () => sql`delete from public.user_roles where user_id = ${room.ids.nora}`],
  [
    'is banned',
    () => sql`update auth.users set banned_until = now() + interval '1 day' where id = ${room.ids.nora}`,
  ],
  ['finds it published', (id) => sql`update public.articles set published = true where id = ${id}`],
  ['finds it deleted', (id) => sql`delete from public.articles where id = ${id}`],
]
test.each(NOT_MAILED)('nothing is mailed to somebody who %s', async (_, happens) => {
  const id = await handIn()
  await pass('10 minutes')
  await happens(id)
  expect((await run()).filter((line) => line.startsWith('nora'))).toEqual([])
  await sql`update auth.users set banned_until = null`
})

test('what was claimed is looked at again when the mail leaves', async () => {
  const id = await room.article({ ...HANDED_IN, next: 'nora' })
  await sql`
    insert into private.work_notices (user_id, kind, article_id, made_by, sentence, made_at)
    values (${room.ids.nora}, 'handover', ${id}, ${room.ids.emil}, 'Read it', now() - interval '1 hour')`
  const [{ mailId }] = await sql<[{ mailId: string }]>`
    select private.claim_work_mail(${room.ids.nora}, ${TODAY}) as "mailId"`
  await sql`delete from public.user_roles where user_id = ${room.ids.nora}`
  await jobs.queue.enqueue(sendWorkMailJob, { userId: room.ids.nora, mailId })
  await untilJobsAreDone(sql)
  expect(sink.mails).toEqual([])
})
