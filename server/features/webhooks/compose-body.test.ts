import { expect, test } from 'vitest'
import { composeBody, type StoredEvent } from '#server/features/webhooks/deliver-webhook.ts'

const happenedAt = new Date('2026-11-27T08:00:00.123Z')
const SITE = 'https://watch.example'

const bodyOf = (event: StoredEvent['event'], data: StoredEvent['data']) =>
  JSON.parse(composeBody({ event, happenedAt, data }, SITE))

test('an article has its public address in its language', () => {
  const version = '2026-11-27T08:00:00.123456+00:00'
  const article = { id: 'a', version, language: 'en', slug: 'chips', title: 'Chips' } as const
  expect(bodyOf('article.updated', article)).toEqual({
    type: 'article.updated',
    timestamp: '2026-11-27T08:00:00.123Z',
    data: { ...article, url: `${SITE}/article/chips` },
  })
  const translation = {
    id: 'b',
    language: 'de',
    slug: 'chips-de',
    title: 'Späne',
    original: article,
  } as const
  expect(bodyOf('translation.published', translation).data).toEqual({
    ...translation,
    url: `${SITE}/article/chips-de?lang=de`,
    original: { ...article, url: `${SITE}/article/chips` },
  })
})

test('what readers cannot see has no address, and an original that is gone is null', () => {
  const waiting = { id: 'b', language: 'de', slug: null, title: null, original: null } as const
  expect(bodyOf('translation.waiting', waiting).data).toEqual({ ...waiting, url: null })
})

test('an issue has its address on the web', () => {
  const issue = { id: 'i', language: 'en', slug: '2026-11-22', title: 'The week' } as const
  expect(bodyOf('newsletter.sent', issue).data.url).toBe(`${SITE}/newsletter/issues/2026-11-22`)
})

test('of a subscriber only the id and the language are sent, whatever is stored', () => {
  const data = { id: 's', language: 'fr', slug: 'ada@example.org', title: 'ada@example.org' } as const
  expect(bodyOf('subscriber.confirmed', data).data).toEqual({ id: 's', language: 'fr' })
})

test('a test has no data', () => {
  expect(bodyOf('webhook.test', {})).toEqual({
    type: 'webhook.test',
    timestamp: happenedAt.toISOString(),
    data: {},
  })
})
