import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findReservation, requireAllowed } from '#server/features/newsroom/reservations/find-reservation.ts'
import { createHostRules, type HostRules } from '#server/features/newsroom/reservations/host-rules.ts'
import { createDocumentClient, type DocumentHeaders } from '#server/platform/links/request-document.ts'
import { startPublisher } from '../../../../tests/support/publisher.ts'

const publisher = await startPublisher()
let hostRules: HostRules
beforeEach(() => {
  publisher.clear()
  const documents = createDocumentClient({ siteUrl: 'https://watch.example', allowsPrivate: true })
  hostRules = createHostRules({ documents })
})

const headers = (given: Partial<DocumentHeaders>): DocumentHeaders => ({
  'content-type': '',
  etag: '',
  'last-modified': '',
  'cache-control': '',
  'retry-after': '',
  'x-robots-tag': '',
  'tdm-reservation': '',
  'content-language': '',
  ...given,
})
const find = (path: string, answered?: Parameters<typeof findReservation>[2]) =>
  findReservation({ hostRules }, publisher.url + path, answered)

test('without a word of the publisher nothing is reserved, and a server is asked once', async () => {
  expect(await Promise.all([find('/a'), find('/b')])).toEqual([null, null])
  expect(publisher.asked).toEqual(['/robots.txt', '/.well-known/tdmrep.json'])
})

test('rules for programs of models reserve, path by path', async () => {
  publisher.serve(
    '/robots.txt',
    'User-agent: GPTBot\nUser-agent: CCBot # models\nDisallow: /news/\nAllow: /news/free',
  )
  expect(await find('/news/a')).toBe('robots')
  expect(await find('/news/free')).toBeNull()
  expect(await find('/sport')).toBeNull()
})

test('rules for all programs are none for models, but for us', async () => {
  publisher.serve('/robots.txt', 'User-agent: *\nDisallow: /private')
  expect(await find('/private/a')).toBeNull()
  await expect(requireAllowed({ hostRules }, new URL('/private/a', publisher.url))).rejects.toMatchObject({
    failure: 'forbidden',
    detail: 'robots.txt',
  })
  await requireAllowed({ hostRules }, new URL('/public', publisher.url))
})

test('our own name goes before all programs', async () => {
  publisher.serve('/robots.txt', 'User-agent: *\nDisallow: /\n\nUser-agent: aiwatchnewsroom/2.0\nAllow: /')
  await requireAllowed({ hostRules }, new URL('/a', publisher.url))
})

test('TDMRep reserves, by the first rule about a path', async () => {
  publisher.serve(
    '/.well-known/tdmrep.json',
    JSON.stringify([
      { location: '/free/*', 'tdm-reservation': 0 },
      { location: '/*', 'tdm-reservation': 1, 'tdm-policy': 'https://harbour.example/policy' },
    ]),
  )
  expect(await find('/a')).toBe('tdmrep')
  expect(await find('/free/a')).toBeNull()
})

test.each(['<!doctype html>', '{}', '[{"location":7}]', '[null]', 'null'])(
  '%s is no TDMRep',
  async (text) => {
    publisher.serve('/.well-known/tdmrep.json', text)
    expect(await find('/a')).toBeNull()
  },
)

describe('a tdmrep.json that cannot be read', () => {
  afterEach(() => void vi.restoreAllMocks())

  test.each([503, 429, 302])(
    'with %i reserves nothing, and is asked for again after ten minutes',
    async (status) => {
      const path = '/.well-known/tdmrep.json'
      publisher.serve(path, '', { status, headers: { location: path } })
      expect(await find('/a')).toBeNull()
      publisher.serve(path, JSON.stringify([{ location: '/', 'tdm-reservation': 1 }]))
      expect(await find('/a')).toBeNull()
      const later = performance.now() + 11 * 60_000
      vi.spyOn(performance, 'now').mockReturnValue(later)
      await expect.poll(() => find('/a')).toBe('tdmrep')
    },
  )
})

describe('what an answer says', () => {
  test.each([
    [{ 'tdm-reservation': '1' }, 'tdmrep'],
    [{ 'tdm-reservation': '0' }, null],
    [{ 'x-robots-tag': 'noindex, noai' }, 'noai'],
    [{ 'x-robots-tag': 'aiwatch: NoAI' }, 'noai'],
    [{ 'x-robots-tag': 'noaiimages, noindex' }, null],
  ])('%j: %s', async (given, expected) => {
    expect(await find('/a', { headers: headers(given) })).toBe(expected)
  })

  test.each([
    ['<meta name="robots" content="max-image-preview:large, noai, noimageai">', 'noai'],
    ['<META CONTENT="1" NAME="TDM-Reservation">', 'tdmrep'],
    ['<meta name="description" content="noai">', null],
    ['<!-- <meta name="robots" content="noai"> -->', null],
  ])('%s: %s', async (html, expected) => {
    expect(await find('/a', { headers: headers({}), html })).toBe(expected)
  })
})

describe('a robots.txt that cannot be read', () => {
  test.each([404, 401, 403])('with %i has no rules', async (status) => {
    publisher.serve('/robots.txt', 'User-agent: *\nDisallow: /', { status })
    await requireAllowed({ hostRules }, new URL('/a', publisher.url))
  })

  test.each([500, 503, 429])('with %i forbids everything', async (status) => {
    publisher.serve('/robots.txt', '', { status })
    await expect(find('/a')).rejects.toMatchObject({ failure: 'forbidden', detail: `robots.txt: ${status}` })
    publisher.asked.length = 0
    await expect(find('/b')).rejects.toMatchObject({ failure: 'forbidden' })
    expect(publisher.asked).toEqual([])
  })

  test('because of its size forbids everything', async () => {
    publisher.serve('/robots.txt', `${'# comment\n'.repeat(60_000)}`)
    await expect(find('/a')).rejects.toMatchObject({ failure: 'too_large' })
  })
})

test('hostile rules are compared all the same', async () => {
  const line = `Disallow: /${'*a'.repeat(200)}b\n`
  publisher.serve('/robots.txt', `User-agent: *\n${line.repeat(1_200)}`)
  await requireAllowed({ hostRules }, new URL(`/${'a'.repeat(1_900)}`, publisher.url))
})

test.each([
  ['what is no rule among them', [{ location: '/b' }, null, { location: '/a', 'tdm-reservation': 1 }]],
  [
    'more of them than are read',
    Array.from({ length: 1_001 }, () => ({ location: '/b', 'tdm-reservation': 0 })),
  ],
])('rules with %s reserve all the same', async (_, rules) => {
  publisher.serve('/.well-known/tdmrep.json', JSON.stringify(rules))
  expect(await find('/a')).toBe('tdmrep')
})

test('rules that are too large to be read reserve everything', async () => {
  publisher.serve('/.well-known/tdmrep.json', ' '.repeat(200_000))
  expect(await find('/a')).toBe('tdmrep')
})
