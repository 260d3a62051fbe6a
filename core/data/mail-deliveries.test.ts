import { afterAll, beforeAll, expect, test } from 'vitest'
import { listTroubledMails } from '#core/data/mail-deliveries.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('administrators are shown what failed or is uncertain, the latest first and not all of it, and nobody else is', async () => {
  const { sql } = app.database
  await sql`
    insert into public.mail_deliveries (id, kind, recipient, subject, status, sent_at, created_at)
    select gen_random_uuid(), 'send-confirmation-mail', status || n || '@example.org', 'Hello', status,
      case status when 'sent' then now() end, now() - make_interval(mins => n)
    from unnest(array['queued', 'sending', 'sent', 'failed', 'uncertain']) as status, generate_series(1, 2) as n`
  const troubled = await listTroubledMails(await app.administrator())
  expect(troubled.hasMore).toBe(false)
  expect(troubled.mails.map(({ status }) => status).toSorted()).toEqual([
    'failed',
    'failed',
    'uncertain',
    'uncertain',
  ])
  expect(troubled.mails.map(({ recipient }) => recipient.at(-13))).toEqual(['1', '1', '2', '2'])

  await sql`
    insert into public.mail_deliveries (id, kind, recipient, subject, status)
    select gen_random_uuid(), 'send-confirmation-mail', 'many@example.org', 'Hello', 'failed' from generate_series(1, 30)`
  const many = await listTroubledMails(await app.administrator())
  expect([many.hasMore, many.mails.length]).toEqual([true, 20])
  await expect(listTroubledMails(app.anonymous())).rejects.toMatchObject({ code: '42501' })
})
