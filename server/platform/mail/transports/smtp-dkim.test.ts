import { generateKeyPairSync } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { createSender } from '#server/platform/mail/compose-message.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { createSmtpTransport } from '#server/platform/mail/transports/smtp.ts'
import { readDkimKey } from '#server/platform/smtp-config.ts'
import { type SinkBehaviour, startMailSink } from '../../../../tests/mocks/mail-sink.ts'
import { verifyDkim } from '../../../../tests/support/verify-dkim.ts'

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const dkim = { domain: 'example.org', selector: 'mail', ...readDkimKey({ pem: privateKey }) }

const MAIL: Mail = {
  id: '7f1c1d9e-4f5b-4c0e-9a55-0d2f3f0f4f11',
  to: 'ada@example.com',
  subject: 'Grüße zum Sonntag 🗞️',
  text: 'Guten Morgen, Ada.\n\n.\n\nEine Zeile mit  zwei Leerzeichen ',
  html: '<p>Guten Morgen, <b>Ada</b> — schön!</p>',
  language: 'de',
  headers: {
    'List-Unsubscribe': `<https://aiwatch.example/unsubscribe?token=${'a'.repeat(120)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-Id': 'The Sunday AI Briefing <newsletter.aiwatch.example>',
    'Feedback-ID': 'briefing-47:newsletter:aiwatch',
    Precedence: 'bulk',
    'Reply-To': 'letters@example.org',
  },
}

async function startPost() {
  const sink = await startMailSink()
  const sender = createSender({ from: 'AI Watch <news@example.org>', siteUrl: 'https://aiwatch.example' })
  const transport = createSmtpTransport({ url: sink.url, sender, dkim, socketTimeoutMs: 1000 })
  onTestFinished(async () => {
    await transport.close()
    await sink.close()
  })
  return { sink, transport }
}

async function receive(mail: Mail = MAIL): Promise<string> {
  const { sink, transport } = await startPost()
  await transport.send(mail)
  return sink.mails[0]?.raw ?? ''
}

test('a mail is signed for the domain and the selector, with everything that receivers look at', async () => {
  const raw = await receive()
  const { isValid, signed } = verifyDkim(raw, dkim.publicKey)
  expect(isValid).toBe(true)
  expect(raw.replace(/\r\n\s+/g, ' ')).toMatch(/^DKIM-Signature: .*d=example\.org;.*s=mail;/m)
  expect(signed).toEqual(
    expect.arrayContaining([
      ...['from', 'to', 'subject', 'date', 'message-id', 'reply-to', 'content-type', 'mime-version'],
      ...['list-unsubscribe', 'list-unsubscribe-post', 'list-id', 'feedback-id', 'precedence'],
    ]),
  )
})

test.each([
  ['From', 'From: AI Watch <news@example.org>', 'From: AI Watch <eve@example.org>'],
  [
    'List-Unsubscribe-Post',
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    'List-Unsubscribe-Post: x=y',
  ],
  ['List-Unsubscribe', 'List-Unsubscribe: <https://aiwatch', 'List-Unsubscribe: <https://eve'],
  ['Reply-To', 'Reply-To: letters@', 'Reply-To: eve@'],
  ['Feedback-ID', 'Feedback-ID: briefing-47', 'Feedback-ID: briefing-48'],
  ['the text', 'Guten Morgen', 'Guten Abend'],
])('a changed %s breaks the signature', async (_what, before, after) => {
  const raw = await receive()
  expect(raw).toContain(before)
  expect(verifyDkim(raw.replace(before, after), dkim.publicKey).isValid).toBe(false)
})

test('a header that is taken away breaks the signature', async () => {
  const raw = await receive()
  const without = raw.replace(/^List-Unsubscribe-Post: .*\r\n/m, '')
  expect(without.length).toBeLessThan(raw.length)
  expect(verifyDkim(without, dkim.publicKey).isValid).toBe(false)
})

test('another key does not fit', async () => {
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const publicKey = other.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  expect(verifyDkim(await receive(), publicKey).isValid).toBe(false)
})

test('a mail without the headers of a newsletter is signed as well', async () => {
  const { headers: _headers, ...system } = MAIL
  expect(verifyDkim(await receive(system), dkim.publicKey).isValid).toBe(true)
})

test.each<[string, SinkBehaviour]>([
  ['dropped before the message', { kind: 'drop', at: 'rcpt' }],
  ['refused at the recipient', { kind: 'refuse', at: 'rcpt', code: 451 }],
])('a signed mail that was %s is known not to have been taken', async (_what, behaviour) => {
  const { sink, transport } = await startPost()
  sink.behave(behaviour)
  await expect(transport.send(MAIL)).rejects.toMatchObject({ kind: 'temporary' })
})

test('a signed mail without a reply at its end may have been taken', async () => {
  const { sink, transport } = await startPost()
  sink.behave({ kind: 'drop', at: 'end' })
  await expect(transport.send(MAIL)).rejects.toMatchObject({ kind: 'uncertain' })
})
