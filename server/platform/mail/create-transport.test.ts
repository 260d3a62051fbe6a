import { generateKeyPairSync } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { connect } from '#server/platform/database/connection.ts'
import { createTransport, TRANSPORTS_WITH_BATCHES } from '#server/platform/mail/create-transport.ts'
import type { MailConnection } from '#server/platform/mail/providers/mail-provider.ts'
import type { DkimConfig } from '#server/platform/smtp-config.ts'

// Choosing a transport opens no connection, neither to a database nor to a mail server.
const sql = connect({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' })
afterAll(() => sql.end())

const toServer = (url: string): MailConnection => ({ kind: 'smtp', fields: { url }, secret: null })

function transportFor(connection: MailConnection | null, dkim: DkimConfig | null = null) {
  const from = { name: 'AI Watch', address: 'news@Example.org' }
  const environment = { resendAddress: 'https://api.resend.com' }
  return createTransport({ connection, from, dkim, environment, siteUrl: 'https://aiwatch.example', sql })
}

test('without a mail server or a key mail stays in the outbox', async () => {
  const transport = transportFor(null)
  expect(transport).toMatchObject({ kind: 'outbox', description: 'the outbox at /admin/outbox' })
  expect(transport.identity).toEqual({ domain: 'example.org', host: null, dkim: null })
  await transport.verify()
})

test('with a key mail goes to Resend, announced without the key', () => {
  const transport = transportFor({ kind: 'resend', fields: {}, secret: 're_secret' })
  expect(transport).toMatchObject({ kind: 'resend', description: 'api.resend.com' })
  expect(transport.batches?.size).toBe(100)
  expect(TRANSPORTS_WITH_BATCHES).toEqual(['resend'])
  expect(JSON.stringify(transport)).not.toContain('re_secret')
})

test('what is known of a signature has no private key', () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const dkim = { domain: 'example.org', selector: 'mail', privateKey, publicKey: 'MIIB' }
  const transport = transportFor(toServer('smtp://smtp.example.org'), dkim)
  expect(transport.identity).toEqual({
    domain: 'example.org',
    host: 'smtp.example.org',
    dkim: { domain: 'example.org', selector: 'mail', publicKey: 'MIIB' },
  })
})

test.each([
  ['smtp://nora:secret@smtp.example.org', 'smtp.example.org:587'],
  ['smtps://nora:secret@smtp.example.org', 'smtp.example.org:465'],
  ['smtp://smtp.example.org:2525', 'smtp.example.org:2525'],
])('%s is announced as %s, without the password', (url, description) => {
  expect(transportFor(toServer(url)).description).toBe(description)
})
