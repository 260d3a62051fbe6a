import type { IncomingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { createPageViewCounter } from '#server/features/page-views/page-view-counter.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const open = () => createPageViewCounter({ siteUrl: 'https://paper.example' })
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
  expect(tally?.visitors.size).toBe(2)
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
  expect(Math.max(...[...(tally?.visitors ?? [])].map((visitor) => visitor.length))).toBeLessThan(600)
})

test('what was put back is counted with what came since', () => {
  const counter = open()
  counter.count('/', from('1.2.3.4', { referer: 'https://news.example/' }))
  const taken = counter.take()
  counter.count('/', from('1.2.3.4', { referer: 'https://news.example/' }))
  counter.putBack(taken)
  const [tally] = counter.take()
  expect(tally).toMatchObject({ views: 2 })
  expect(tally?.visitors.size).toBe(1)
  expect(tally?.hosts.get('news.example')).toBe(2)
})

test('what strangers choose does not grow while the database is away', () => {
  const counter = open()
  const read = (from: number, count: number) => {
    for (let index = from; index < from + count; index++)
      counter.count('/', { client: `${index}`, headers: { 'user-agent': BROWSER } })
  }
  for (let round = 0; round < 3; round++) {
    read(round * 150_000, 150_000)
    counter.putBack(counter.take())
  }
  const [tally] = counter.take()
  expect(tally?.views).toBe(450_000)
  expect(tally?.visitors.size).toBe(200_000)
})

test('an address is one page, whatever its query is', () => {
  const counter = open()
  for (let index = 0; index < 100; index++)
    counter.count(`/?q=${index}${'x'.repeat(index * 10)}`, from('1.2.3.4'))
  expect(counter.take()).toMatchObject([{ views: 100 }])
})
