import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the publishers are told: at which hour they are asked from then on, and whether each feed is as large as one may be. */
export interface Told {
  hour: number
  isLarge?: boolean
}

/** Items of a feed: as many as are usual, and 40 new ones a day. */
const LISTED = 30
const DAILY = 40
/** So many make a feed of almost 2 MB, which is as large as one may be. */
const LARGE = 28
const TEXT =
  '&lt;p&gt;The council of the harbour town has &lt;a href="https://harbour.example/"&gt;agreed&lt;/a&gt; to ferries that run on electricity, and to the cables that they need.&lt;/p&gt;'.repeat(
    12,
  )

/** The publishers of 500 feeds, each with a name of its own, in a process of their own. Every other one answers 304 where nothing is new. */
let told: Told = { hour: 0 }
process.on('message', (now: Told) => {
  told = now
})
const server = createServer((request, response) => {
  const { url, headers } = request
  if (url !== '/feed') return response.writeHead(404).end()
  const feed = Number(/^f(\d+)\./.exec(headers.host ?? '')?.[1] ?? 0)
  const newest = LISTED + Math.floor((told.hour * DAILY) / 24 + (feed % 10) / 10)
  const etag = `"${newest}"`
  if (feed % 2 === 0 && headers['if-none-match'] === etag && !told.isLarge)
    return response.writeHead(304).end()
  const items = Array.from({ length: LISTED }, (_, n) => itemOf(feed, newest - n))
  response
    .writeHead(200, { 'content-type': 'application/rss+xml', ...(feed % 2 === 0 && { etag }) })
    .end(
      `<rss version="2.0"><channel><title>Outlet ${feed}</title><language>en</language>${items.join('')}</channel></rss>`,
    )
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))

/** Words that differ from item to item, as in the news. */
const WORDS =
  'council harbour ferry energy minister budget court doctor school train river bridge strike union market bank wheat storm forest fire vote treaty border museum painter league coach match satellite chip model robot'.split(
    ' ',
  )

function itemOf(feed: number, n: number): string {
  const word = (k: number) => WORDS[(feed * 7 + n * 13 + k * k * 5) % WORDS.length]
  const title = `${word(1)} and ${word(2)} of Town ${(feed * 31 + n) % 997} before the ${word(3)} ${n}`
  const text = told.isLarge ? TEXT.repeat(LARGE) : TEXT.slice(0, 800 + ((n * 97) % 1_200))
  return `<item><title>${title}</title><link>http://f${feed}.localhost/items/${n}?utm_source=rss</link><guid>${feed}-${n}</guid><description>${text}</description></item>`
}
