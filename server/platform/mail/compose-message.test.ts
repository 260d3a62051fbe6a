import { expect, test } from 'vitest'
import { composeMessage, createSender } from '#server/platform/mail/compose-message.ts'
import type { Mail } from '#server/platform/mail/mail.ts'

const sender = createSender({ from: 'AI Watch <news@example.org>', siteUrl: 'https://aiwatch.example' })
const MAIL: Mail = {
  id: 'one',
  to: 'ada@example.com',
  subject: 'Hello',
  text: 'Hello.',
  html: '<p>Hello.</p>',
  language: 'en',
}
const compose = (headers: Record<string, string>) => composeMessage({ ...MAIL, headers }, sender).headers

test('the headers of a newsletter stay as they are', () => {
  const headers = {
    'List-Unsubscribe': `<https://aiwatch.example/unsubscribe?token=${'a'.repeat(200)}>, <mailto:leave@example.org>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-Id': 'The Sunday AI Briefing <newsletter.aiwatch.example>',
    Precedence: 'bulk',
    'Feedback-ID': 'briefing-47:newsletter:aiwatch',
    'Reply-To': 'letters@example.org',
  }
  expect(compose(headers)).toEqual({ 'Content-Language': 'en', ...headers })
})

test.each([
  'To',
  'to',
  'Cc',
  'BCC',
  'From',
  'Sender',
  'Subject',
  'Message-ID',
  'Date',
  'DKIM-Signature',
  'Content-Type',
])('a second %s is refused', (name) => {
  expect(() => compose({ [name]: 'eve@example.net' })).toThrow('cannot have another header')
})

test.each(['X:Y', 'X-Eve\r\nBcc', 'Bcc: eve@example.net\r\nX', ' To', 'To ', '', 'Überschrift', '__proto__'])(
  '%j is no name of a header',
  (name) => {
    expect(() => compose(Object.fromEntries([[name, 'yes']]))).toThrow('cannot have another header')
  },
)

test('one header in two spellings is refused', () => {
  expect(() => compose({ 'List-Id': 'a', 'List-ID': 'b' })).toThrow('cannot have another header')
})

test('a header that a line of a mail cannot hold is refused', () => {
  expect(() => compose({ 'List-Unsubscribe': `<https://${'ä'.repeat(500)}>` })).toThrow('is too long')
})

const FROM = 'AI Watch <news@mail.example.org>'

test('MAIL_FROM may be a name with an address, a quoted name with a comma, or an address alone', () => {
  const siteUrl = 'https://aiwatch.example'
  expect(createSender({ from: FROM, siteUrl })).toMatchObject({
    name: 'AI Watch',
    address: 'news@mail.example.org',
  })
  expect(createSender({ from: '"Watch, AI" <news@example.org>', siteUrl })).toMatchObject({
    name: 'Watch, AI',
    address: 'news@example.org',
  })
  expect(createSender({ from: 'news@example.org', siteUrl })).toMatchObject({
    name: '',
    address: 'news@example.org',
  })
})

test("Message-IDs carry the site's host name", () => {
  const sender = createSender({ from: FROM, siteUrl: 'https://aiwatch.example:8443' })
  expect(sender.messageIdDomain).toBe('aiwatch.example')
})

test.each(['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://localhost:3000', 'http://news.localhost'])(
  'Message-IDs of a site at %s carry the domain of the sender',
  (siteUrl) => {
    expect(createSender({ from: FROM, siteUrl }).messageIdDomain).toBe('mail.example.org')
  },
)
