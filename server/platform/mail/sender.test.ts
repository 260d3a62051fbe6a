import { expect, test } from 'vitest'
import { createSender } from '#server/platform/mail/compose-message.ts'

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
