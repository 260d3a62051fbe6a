import { afterAll, beforeAll, expect, test } from 'vitest'
import { countTroubledMails, findMail, listMails, type MailListOptions } from '#core/data/mails.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'

const ALL: MailListOptions = {
  search: '',
  statuses: [],
  kind: null,
  sort: { by: 'created_at', descending: true },
  page: 1,
  pageSize: 4,
}

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  const { sql } = app.database
  await sql`
    insert into public.mail_deliveries (id, kind, recipient, subject, status, sent_at, created_at, message_id)
    select gen_random_uuid(), case n when 1 then 'send-confirmation-mail' else 'send-invitation' end,
      status || n || '@example.org', 'A 100% (sure), "quoted" thing: ' || status, status,
      case status when 'sent' then now() end, now() - make_interval(mins => n), '<' || status || n || '@example.org>'
    from unnest(array['queued', 'sending', 'sent', 'failed', 'uncertain']) as status, generate_series(1, 2) as n`
  await sql`
    insert into public.outbox_mails (message_id, sender, recipient, subject, body_text, body_html)
    values ('<sent1@example.org>', 'news@example.org', 'sent1@example.org', 'A thing', 'Hello', '<p>Hello</p>')`
})

afterAll(() => app.stop())

test('pages follow each other to the last mail, and a page beyond it is empty and knows how many there are', async () => {
  const admin = await app.administrator()
  const sizes = await Promise.all(
    [1, 2, 3, 4, 99].map(async (page) => {
      const { rows, total } = await listMails(admin, { ...ALL, page })
      return [rows.length, total]
    }),
  )
  expect(sizes).toEqual([
    [4, 10],
    [4, 10],
    [2, 10],
    [0, 10],
    [0, 10],
  ])
})

test('mails are found by a part of the address or the subject, taken as it is', async () => {
  const admin = await app.administrator()
  const totalOf = async (search: string) => (await listMails(admin, { ...ALL, search })).total
  expect(await totalOf(' SENT1@ ')).toBe(1)
  expect(await totalOf('100% (sure), "quoted"')).toBe(10)
  expect(await totalOf('1%quoted')).toBe(0)
  expect(await totalOf('sent_@')).toBe(0)
})

test('mails are filtered and sorted', async () => {
  const admin = await app.administrator()
  const { rows } = await listMails(admin, {
    ...ALL,
    statuses: ['failed', 'uncertain'],
    kind: 'send-invitation',
    sort: { by: 'recipient', descending: true },
  })
  expect(rows.map(({ recipient }) => recipient)).toEqual(['uncertain2@example.org', 'failed2@example.org'])
  expect(await countTroubledMails(admin)).toBe(4)
})

test('a mail is found with its text if that is stored', async () => {
  const admin = await app.administrator()
  const idOf = async (search: string) => (await listMails(admin, { ...ALL, search })).rows[0]?.id ?? ''
  expect(await findMail(admin, await idOf('sent1@'))).toMatchObject({
    delivery: { recipient: 'sent1@example.org' },
    stored: { body_text: 'Hello' },
  })
  expect((await findMail(admin, await idOf('failed1@')))?.stored).toBeNull()
  expect(await findMail(admin, '0a1b2c3d-0000-4000-8000-000000000001')).toBeNull()
})

test('other users see no mails', async () => {
  await expect(listMails(app.anonymous(), ALL)).rejects.toMatchObject({ code: '42501' })
})
