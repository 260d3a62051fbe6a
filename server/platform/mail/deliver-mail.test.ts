import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { sendConfirmationMailJob } from '#server/features/newsletter/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { createSender } from '#server/platform/mail/compose-message.ts'
import { type ComposedMail, deliverMail, settleLostMails } from '#server/platform/mail/deliver-mail.ts'
import { createSmtpTransport } from '#server/platform/mail/transports/smtp.ts'
import { type JobRun, TryAgainLater } from '#server/platform/queue/job.ts'
import { openSettings } from '#server/platform/settings/live-settings.ts'
import { startMailSink } from '../../../tests/mocks/mail-sink.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { openTestStorage } from '../../../tests/support/storage.ts'

const siteUrl = 'https://aiwatch.example'

const database = await createTestDatabase()
const { sql } = database
afterAll(() => database.drop())
beforeEach(() => sql`truncate public.mail_deliveries`.then(() => {}))

async function startPost() {
  const sink = await startMailSink()
  const sender = createSender({ from: 'AI Watch <news@example.org>', siteUrl })
  const mail = createSmtpTransport({ url: sink.url, sender })
  onTestFinished(async () => {
    await mail.close()
    await sink.close()
  })
  const log = createLog('silent')
  const environment = { contact_address: 'news@example.org' }
  const deps = {
    sql,
    mail: { current: async () => mail },
    siteUrl,
    settings: await openSettings({ sql, environment, log }),
    storage: await openTestStorage(database),
    log,
  }
  const taken: string[] = []
  /** Each attempt has another text, like a mail with a new token. */
  let tries = 0
  const letter = (to: string): ComposedMail => {
    tries += 1
    const said = `Try ${tries}`
    return {
      mail: { to, subject: said, text: said, html: said, language: 'en' },
      withdraw: async () => void taken.push(said),
    }
  }
  const deliver = (run: Partial<JobRun<typeof sendConfirmationMailJob>> = {}, to = 'ada@example.org') =>
    deliverMail(
      deps,
      {
        id: randomUUID(),
        job: sendConfirmationMailJob,
        createdAt: new Date(),
        isLastAttempt: false,
        signal: new AbortController().signal,
        ...run,
      },
      async () => letter(to),
    )
  const row = async (id: string) => (await sql`select * from public.mail_deliveries where id = ${id}`)[0]
  return { sink, deliver, row, taken, deps }
}

test('a mail that is refused temporarily is composed again and retried under the same Message-ID', async () => {
  const { sink, deliver, row, taken } = await startPost()
  const id = randomUUID()
  sink.behave({ kind: 'refuse', at: 'data', code: 451 })
  await expect(deliver({ id })).rejects.toBeInstanceOf(TryAgainLater)
  expect(taken).toEqual(['Try 1'])
  const before = await row(id)
  expect(before).toMatchObject({ status: 'queued', attempts: 1, last_error: expect.stringContaining('451') })

  sink.behave({ kind: 'accept' })
  await deliver({ id })
  expect(await row(id)).toMatchObject({
    status: 'sent',
    attempts: 2,
    subject: 'Try 2',
    last_error: null,
    message_id: before?.message_id,
    sent_at: expect.any(Date),
  })
  expect(sink.mails.map(({ parsed }) => [parsed.messageId, parsed.subject])).toEqual([
    [`<${id}@aiwatch.example>`, 'Try 2'],
  ])
  expect(taken).toEqual(['Try 1'])
})

test('a mail fails when its last attempt is refused temporarily, or when it is too late to be of use', async () => {
  const { sink, deliver, row, taken } = await startPost()
  const [last, late] = [randomUUID(), randomUUID()]
  sink.behave({ kind: 'refuse', at: 'rcpt', code: 450 })
  await deliver({ id: last, isLastAttempt: true })
  expect(await row(last)).toMatchObject({ status: 'failed', last_error: expect.stringContaining('450') })

  sink.behave({ kind: 'accept' })
  await deliver({ id: late, createdAt: new Date(Date.now() - 25 * 60 * 60 * 1000) })
  expect(await row(late)).toMatchObject({
    status: 'failed',
    last_error: 'It could not be handed over while it was of use.',
  })
  expect(taken).toEqual(['Try 1', 'Try 2'])
  expect(sink.mails).toEqual([])
})

test('a mail that was sent, or may have been sent, is not sent again', async () => {
  const { sink, deliver, row } = await startPost()
  const [left, lost] = [randomUUID(), randomUUID()]
  await deliver({ id: left })
  await deliver({ id: left })
  expect(await row(left)).toMatchObject({ status: 'sent', attempts: 1 })

  await sql`
    insert into public.mail_deliveries (id, kind, recipient, subject, status, attempts)
    values (${lost}, 'send-confirmation-mail', 'bob@example.org', 'Hello', 'sending', 1)`
  for (let run = 0; run < 2; run++) await deliver({ id: lost }, 'bob@example.org')
  expect(await row(lost)).toMatchObject({ status: 'uncertain', attempts: 1 })
  expect(sink.mails).toHaveLength(1)
})

test('one address gets at most five mails of a kind in a day, whatever its case and also concurrently', async () => {
  const { sink, deliver, taken } = await startPost()
  await Promise.all(
    Array.from({ length: 8 }, (_, n) => deliver({}, n % 2 ? 'Ada@example.org' : 'ada@Example.org')),
  )
  expect(sink.mails).toHaveLength(5)
  expect(taken).toHaveLength(3)
  expect(await sql`select from public.mail_deliveries`).toHaveLength(5)
  await deliver({}, 'bob@example.org')
  expect(sink.mails).toHaveLength(6)
})

test("a mail server's reply is stored as one line without control characters", async () => {
  const { deliver, row, sink } = await startPost()
  const id = randomUUID()
  sink.behave({ kind: 'refuse', at: 'rcpt', code: 550 })
  await deliver({ id })
  expect((await row(id))?.last_error).toMatch(/^[^\p{Cc}\p{Cf}]{1,300}$/u)
})

test('mails whose job no longer exists get a final status', async () => {
  const { deps } = await startPost()
  await sql`
    insert into public.mail_deliveries (id, kind, recipient, subject, status, updated_at)
    select gen_random_uuid(), 'send-confirmation-mail', status || '@example.org', 'Hello', status,
      now() - interval '2 minutes' from unnest(array['queued', 'sending']) as status`
  const waiting = randomUUID()
  await sql`insert into pgboss.job (id, name, data) values (${waiting}, 'send-confirmation-mail', '{}')`
  await sql`
    insert into public.mail_deliveries (id, kind, recipient, subject, status, updated_at)
    values (${waiting}, 'send-confirmation-mail', 'waiting@example.org', 'Hello', 'queued', now() - interval '1 day')`
  await settleLostMails(deps)
  expect(await sql`select recipient, status from public.mail_deliveries order by recipient`).toEqual([
    { recipient: 'queued@example.org', status: 'failed' },
    { recipient: 'sending@example.org', status: 'uncertain' },
    { recipient: 'waiting@example.org', status: 'queued' },
  ])
})
