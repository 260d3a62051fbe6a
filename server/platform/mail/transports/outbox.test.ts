import { afterAll, expect, test } from 'vitest'
import { connect } from '#server/platform/database/connection.ts'
import { createSender } from '#server/platform/mail/compose-message.ts'
import { createOutboxTransport } from '#server/platform/mail/create-transport.ts'
import { type Mail, MailError } from '#server/platform/mail/mail.ts'
import { createTestDatabase } from '../../../../tests/support/database.ts'

const MAIL: Mail = {
  id: '7f1c1d9e-4f5b-4c0e-9a55-0d2f3f0f4f11',
  to: 'ada@example.com',
  subject: 'Bonjour Ada 🗞️',
  text: 'Bonjour.\n',
  html: '<p>Bonjour.</p>',
  language: 'fr',
  headers: { 'Auto-Submitted': 'auto-generated' },
}
const sender = createSender({ from: 'AI Watch <news@example.org>', siteUrl: 'https://aiwatch.example' })

const database = await createTestDatabase()
afterAll(() => database.drop())
const { sql } = database

test('a mail is stored as it was composed, with the headers it would have been sent with', async () => {
  await createOutboxTransport({ sql, sender }).send(MAIL)
  const rows = await sql`select * from public.outbox_mails`
  expect(rows).toEqual([
    {
      id: expect.any(String),
      created_at: expect.any(Date),
      message_id: `<${MAIL.id}@aiwatch.example>`,
      sender: 'AI Watch <news@example.org>',
      recipient: 'ada@example.com',
      subject: 'Bonjour Ada 🗞️',
      body_text: 'Bonjour.\n',
      body_html: '<p>Bonjour.</p>',
      headers: {
        'Auto-Submitted': 'auto-generated',
        'Content-Language': 'fr',
        Date: expect.stringMatching(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/),
      },
    },
  ])
})

test('a line break in the subject becomes a space, as in a mail that is sent', async () => {
  const transport = createOutboxTransport({ sql, sender })
  await transport.send({
    ...MAIL,
    id: 'another',
    to: 'bob@example.com',
    subject: 'Hello\r\nBcc: eve@example.net',
  })
  const rows = await sql`select subject from public.outbox_mails where recipient = 'bob@example.com'`
  expect(rows).toEqual([{ subject: 'Hello Bcc: eve@example.net' }])
})

test('two recipients in one are refused for good, a database that is away is a temporary failure', async () => {
  const transport = createOutboxTransport({ sql, sender })
  await expect(transport.send({ ...MAIL, to: 'ada@example.com, eve@example.net' })).rejects.toMatchObject({
    kind: 'permanent',
  })

  const away = connect({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' })
  const failure = createOutboxTransport({ sql: away, sender }).send(MAIL)
  await expect(failure).rejects.toBeInstanceOf(MailError)
  await expect(failure).rejects.toMatchObject({ kind: 'temporary' })
  await away.end()
})
