import { afterAll, expect, test } from 'vitest'
import { connect } from '#server/database/connection.ts'
import { createTransport } from '#server/mail/create-transport.ts'

// Choosing a transport opens no connection, neither to a database nor to a mail server.
const sql = connect({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' })
afterAll(() => sql.end())

function transportFor(smtpUrl: string | undefined) {
  const mail = { smtpUrl, from: 'AI Watch <news@example.org>' }
  return createTransport({ config: { mail, siteUrl: 'https://aiwatch.example' }, sql })
}

test('without SMTP_URL mail stays in the outbox', () => {
  expect(transportFor(undefined).description).toBe('the outbox at /admin/outbox')
})

test.each([
  ['smtp://nora:secret@smtp.example.org', 'smtp.example.org:587'],
  ['smtps://nora:secret@smtp.example.org', 'smtp.example.org:465'],
  ['smtp://smtp.example.org:2525', 'smtp.example.org:2525'],
])('%s is announced as %s, without the password', (smtpUrl, description) => {
  expect(transportFor(smtpUrl).description).toBe(description)
})
