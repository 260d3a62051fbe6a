import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  onlyFor,
  personaliseMessage,
  placeholderFor,
} from '#server/features/newsletter/render/personalise-message.ts'
import { createSubscriberLinks } from '#server/features/newsletter/subscriptions/subscriber-links.ts'

const links = createSubscriberLinks('a secret of more than thirty-two characters')
const MESSAGE = {
  language: 'de' as const,
  subject: 'Prüfungen',
  html: `<p>$&amp; ${onlyFor('subscriber', 'Sie haben abonniert.')}${onlyFor('test', 'Ein Test.')} <a href="${placeholderFor('unsubscribe')}">x</a> <a href="${placeholderFor('preferences')}">y</a> <a href="${placeholderFor('web')}">z</a></p>`,
  text: `${onlyFor('subscriber', 'Sie haben abonniert.')}${onlyFor('test', 'Ein Test.')} <${placeholderFor('unsubscribe')}> <${placeholderFor('web')}>`,
}
const site = {
  siteUrl: 'https://aiwatch.example',
  settings: { newsletter_reply_to: null },
  links,
  issueSlug: '2026-11-22',
}

test('a message leads its recipient to their own pages', () => {
  const subscriberId = randomUUID()
  const [unsubscribe, preferences] = [
    links.tokenFor('unsubscribe', subscriberId),
    links.tokenFor('preferences', subscriberId),
  ]
  expect(personaliseMessage(MESSAGE, { subscriberId, deliveryId: randomUUID() }, site)).toEqual({
    language: 'de',
    subject: 'Prüfungen',
    html: `<p>$&amp; Sie haben abonniert. <a href="https://aiwatch.example/unsubscribe?token=${unsubscribe}&amp;lang=de">x</a> <a href="https://aiwatch.example/newsletter/preferences?token=${preferences}&amp;lang=de">y</a> <a href="https://aiwatch.example/newsletter/issues/2026-11-22?lang=de">z</a></p>`,
    text: `Sie haben abonniert. <https://aiwatch.example/unsubscribe?token=${unsubscribe}&lang=de> <https://aiwatch.example/newsletter/issues/2026-11-22?lang=de>`,
    headers: {
      'List-Unsubscribe': `<https://aiwatch.example/unsubscribe?token=${unsubscribe}&lang=de>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': '<newsletter.aiwatch.example>',
      Precedence: 'bulk',
      'Feedback-ID': '2026-11-22:de:newsletter:aiwatch-example',
    },
  })
})

test('two messages of one text differ in their links only', () => {
  const address = (subscriberId: string) =>
    personaliseMessage(MESSAGE, { subscriberId, deliveryId: subscriberId }, site)
  const [ada, grace] = [randomUUID(), randomUUID()]
  const without = (id: string) =>
    JSON.stringify(address(id))
      .replaceAll(links.tokenFor('unsubscribe', id), 'U')
      .replaceAll(links.tokenFor('preferences', id), 'P')
  expect(without(ada)).toBe(without(grace))
})

test('a test says that it is one, and leads to the site', () => {
  const sent = personaliseMessage(
    MESSAGE,
    { subscriberId: null, deliveryId: randomUUID() },
    { ...site, issueSlug: null },
  )
  expect(sent.text).toBe(
    'Ein Test. <https://aiwatch.example/newsletter?lang=de> <https://aiwatch.example/newsletter?lang=de>',
  )
  expect(sent.html).not.toContain('abonniert')
  expect(sent.subject).toBe('Prüfungen')
  expect(sent.headers).toEqual({
    'List-Id': '<newsletter.aiwatch.example>',
    Precedence: 'bulk',
    'Feedback-ID': 'test:de:newsletter:aiwatch-example',
  })
})

test('replies go to the address of the settings', () => {
  const settings = { newsletter_reply_to: 'desk@aiwatch.example' }
  const sent = personaliseMessage(
    MESSAGE,
    { subscriberId: randomUUID(), deliveryId: '' },
    { ...site, settings },
  )
  expect(sent.headers['Reply-To']).toBe('desk@aiwatch.example')
})

test.each(['http://127.0.0.1:3000', 'http://[::1]:3000'])(
  'the list of a site at %s has a name all the same',
  (siteUrl) => {
    const sent = personaliseMessage(
      MESSAGE,
      { subscriberId: randomUUID(), deliveryId: '' },
      { ...site, siteUrl },
    )
    expect(sent.headers['List-Id']).toBe('<newsletter.localhost>')
  },
)
