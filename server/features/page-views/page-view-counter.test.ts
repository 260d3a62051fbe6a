import type { IncomingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { createPageViewCounter, type PageTally } from '#server/features/page-views/page-view-counter.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const open = () => createPageViewCounter({ siteUrl: 'https://paper.example' })
const visitorsOf = (tally: PageTally | undefined) =>
  [...(tally?.visitors ?? [])].flatMap(([agent, clients]) =>
    [...clients].map((client) => `${client} ${agent}`),
  )
const from = (client: string, headers: IncomingHttpHeaders = {}) => ({
  client,
  headers: { 'user-agent': BROWSER, ...headers },
})

test('views, visitors and the hosts that led to a page are counted until they are taken', () => {
  const counter = open()
  counter.count('/article/storm', from('1.2.3.4', { referer: 'https://news.example/a?b' }))
  counter.count('/article/storm', from('1.2.3.4', { referer: 'https://paper.example/news' }))
  counter.count('/article/storm', from('1.2.3.5'))
  const [tally] = counter.take()
  expect(tally?.page).toMatchObject({ path: '/article/storm', kind: 'article' })
  expect(tally?.views).toBe(3)
  expect(visitorsOf(tally)).toHaveLength(2)
  expect([...(tally?.hosts ?? [])]).toEqual([['news.example', 1]])
  expect(counter.take()).toEqual([])
})

test.each([
  { dnt: '1' },
  { 'sec-gpc': '1' },
  { 'sec-purpose': 'prefetch;prerender' },
  { purpose: 'prefetch' },
  { 'x-moz': 'prefetch' },
])('nothing is counted with %o', (headers) => {
  const counter = open()
  counter.count('/article/storm', from('1.2.3.4', headers))
  expect(counter.take()).toEqual([])
})

test.each(['', 'Googlebot/2.1 (+http://www.google.com/bot.html)', 'curl/8.5.0'])(
  '%s is a program',
  (agent) => {
    const counter = open()
    counter.count('/', from('1.2.3.4', { 'user-agent': agent }))
    expect(counter.take()).toMatchObject([{ views: 0, bots: 1 }])
  },
)

test('programs that read feeds are counted as what they stand for', () => {
  const counter = open()
  counter.count(
    '/feeds/en.xml',
    from('1.2.3.4', { 'user-agent': 'Feedly/1.0 (+http://feedly.com/fetcher.html)' }),
  )
  expect(counter.take()).toMatchObject([{ views: 1, bots: 0 }])
})

test('what strangers choose is bounded', () => {
  const counter = open()
  for (let index = 0; index < 5_000; index++)
    counter.count(
      '/',
      from('1.2.3.4', { referer: `https://host-${index}.example/`, 'user-agent': `${BROWSER} ${index}` }),
    )
  counter.count('/', from('1.2.3.4', { referer: `https://long.example/${'x'.repeat(8_192)}` }))
  counter.count('/', from('1.2.3.4', { 'user-agent': BROWSER + 'x'.repeat(100_000) }))
  const [tally] = counter.take()
  expect(tally?.views).toBe(5_002)
  expect(tally?.hosts.size).toBe(2_001)
  expect(tally?.hosts.get('')).toBe(3_000)
  expect(Math.max(...visitorsOf(tally).map((visitor) => visitor.length))).toBeLessThan(600)
})

test('what is put back again and again, because the database is away, is bounded', () => {
  const counter = open()
  for (let window = 0; window < 3; window++) {
    for (let client = 0; client < 120_000; client++) counter.count('/', from(`${window}.${client}`))
    for (let host = 0; host < 2_000; host++)
      counter.count(`/news`, from('1.2.3.4', { referer: `https://host-${window}-${host}.example/` }))
    counter.putBack(counter.take())
  }
  const [home, news] = counter.take()
  expect(home).toMatchObject({ views: 360_000, isIncomplete: true })
  // One visitor is that of the other page.
  expect(visitorsOf(home)).toHaveLength(199_999)
  expect(news).toMatchObject({ views: 6_000, isIncomplete: false })
  expect(news?.hosts.size).toBe(2_001)
  expect(news?.hosts.get('')).toBe(4_000)
})

test('however a page is asked for, it is one', () => {
  const counter = open()
  for (const asked of ['/search?q=a', '/search?q=b', '/Search', '/search?q=c', '/search/'])
    counter.count(asked, from('1.2.3.4'))
  expect(counter.take()).toMatchObject([{ page: { path: '/search' }, views: 5 }])
})

test('what was put back is counted with what came since', () => {
  const counter = open()
  counter.count('/', from('1.2.3.4', { referer: 'https://news.example/' }))
  const taken = counter.take()
  counter.count('/', from('1.2.3.4', { referer: 'https://news.example/' }))
  counter.putBack(taken)
  const [tally] = counter.take()
  expect(tally).toMatchObject({ views: 2 })
  expect(visitorsOf(tally)).toHaveLength(1)
  expect(tally?.hosts.get('news.example')).toBe(2)
})

test('an address is one page, whatever its query is', () => {
  const counter = open()
  for (let index = 0; index < 100; index++)
    counter.count(`/?q=${index}${'x'.repeat(index * 10)}`, from('1.2.3.4'))
  expect(counter.take()).toMatchObject([{ views: 100 }])
})
