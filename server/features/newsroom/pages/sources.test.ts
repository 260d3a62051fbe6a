import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ADMIN, startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'
import { mintToken } from '../../../../tests/support/mint-token.ts'
import { startPublisher, type TestPublisher } from '../../../../tests/support/publisher.ts'

let app: TestApp
let publisher: TestPublisher
let token: string
beforeAll(async () => {
  app = await startTestApp()
  publisher = await startPublisher()
  token = await mintToken(app.database.sql, ADMIN.email)
})
afterAll(() => app.stop())
beforeEach(async () => {
  publisher.clear()
  await emptyTables(app.database.sql, 'public.news_items, private.news_texts')
})

async function call(name: string, body: unknown) {
  const response = await fetch(`${app.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Answer }
}
interface Answer {
  itemId: string
  sentences: string[]
  language: string
  notice: string | null
  error: string
  code: string
}

const HTML = { headers: { 'content-type': 'text/html; charset=utf-8' } }
const SENTENCES = [
  'The harbour of Port Vell will get 40 cranes by 2028, the city said on Monday.',
  'Its mayor, Ana Ruiz, called the plan “a beginning”.',
  'Nobody whom we asked on the quay expected that the work will begin before next year.',
]
const pageOf = (sentences: string[], head = '') =>
  `<!doctype html><html lang="en"><head><title>Cranes for Port Vell</title><meta property="og:site_name" content="The Courier">${head}</head>
   <body><nav><a href="/">Home</a></nav><article>${sentences.map((text) => `<p>${text}</p>`).join('')}</article></body></html>`

const items = () =>
  app.database.sql<Record<string, unknown>[]>`select * from public.news_items order by added_at`
const text = (changed = {}) => ({
  title: 'Cranes',
  outlet: 'Port Vell Authority',
  url: null,
  published: '2026-11-20',
  text: SENTENCES.join(' '),
  ...changed,
})

test('a page is added with its text, and found again by its address however that is written', async () => {
  publisher.serve('/cranes', pageOf(SENTENCES), HTML)
  const { status, body } = await call('add-source-address', { address: `${publisher.url}/cranes` })
  expect(status).toBe(200)
  expect(body).toEqual({ itemId: expect.any(String) })
  const again = await call('add-source-address', { address: `${publisher.url}/cranes/?utm_source=x#top` })
  expect(again.body).toEqual(body)
  expect(publisher.asked.filter((path) => path.startsWith('/cranes'))).toEqual(['/cranes'])
  const opened = await call('open-news-item', { itemId: body.itemId })
  expect(opened.body).toEqual({
    itemId: body.itemId,
    language: 'en',
    sentences: SENTENCES,
    fetched_at: expect.any(String),
    notice: 'short',
  })
  expect(await items()).toMatchObject([
    {
      kind: 'address',
      title: 'Cranes for Port Vell',
      outlet: 'The Courier',
      reservation: null,
      group_id: expect.any(String),
    },
  ])
})

test('addresses that lead to one page are one item', async () => {
  publisher.serve('/cranes', pageOf(SENTENCES), HTML)
  publisher.serve('/cranes?fbclid=1', pageOf(SENTENCES), HTML)
  publisher.serve('/c', '', { status: 302, headers: { location: '/cranes' } })
  const asked = ['/c', '/cranes', '/cranes?fbclid=1'].map((path) =>
    call('add-source-address', { address: publisher.url + path }),
  )
  const ids = (await Promise.all(asked)).map(({ body }) => body.itemId)
  expect(new Set(ids).size).toBe(1)
  expect(await items()).toHaveLength(1)
})

test('a text is added as it was pasted, and found again by its words', async () => {
  const { status, body } = await call('add-source-text', text())
  expect(status).toBe(200)
  expect(body).toEqual({ itemId: expect.any(String) })
  for (const same of [
    text(),
    text({ title: 'Other', text: SENTENCES.join(' \u200b ') }),
    text({ url: `${publisher.url}/x` }),
  ])
    expect((await call('add-source-text', same)).body).toEqual(body)
  // A copy in another paper, another text of the same address, and another text are others.
  for (const other of [
    text({ outlet: 'The Courier' }),
    text({ url: `${publisher.url}/x`, text: 'A second text that stands there.' }),
    text({ text: 'Another text.' }),
  ])
    expect((await call('add-source-text', other)).body.itemId).not.toBe(body.itemId)
  const opened = await call('open-news-item', { itemId: body.itemId })
  expect(opened.body.sentences).toEqual(SENTENCES)
  expect(publisher.asked).toEqual([])
})

test('two who paste the same text at once get one item', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, () => call('add-source-text', text())))
  expect(new Set(ids.map(({ body }) => body.itemId)).size).toBe(1)
})

test('what a feed has told of is opened once, for all', async () => {
  publisher.serve('/cranes', pageOf(SENTENCES), HTML)
  const [{ id }] = await app.database.sql<[{ id: string }]>`
    insert into public.news_items (kind, url, title, outlet, published_at)
    values ('feed', ${`${publisher.url}/cranes`}, 'Cranes', 'The Courier', now()) returning id`
  const opened = await Promise.all([
    call('open-news-item', { itemId: id }),
    call('open-news-item', { itemId: id }),
  ])
  expect(opened.map(({ body }) => body.sentences)).toEqual([SENTENCES, SENTENCES])
  publisher.serve('/cranes', pageOf(['Now it says something else, and nobody is told.']), HTML)
  expect((await call('open-news-item', { itemId: id })).body.sentences).toEqual(SENTENCES)
  await app.database.sql`delete from private.news_texts`
  expect((await call('open-news-item', { itemId: id })).body.sentences).toHaveLength(1)
})

test.each<[string, () => void]>([
  [
    'tdmrep',
    () => publisher.serve('/cranes', pageOf(SENTENCES, '<meta name="tdm-reservation" content="1">'), HTML),
  ],
  [
    'noai',
    () =>
      publisher.serve('/cranes', pageOf(SENTENCES, '<meta name="robots" content="noai, noimageai">'), HTML),
  ],
  [
    'noai',
    () =>
      publisher.serve('/cranes', pageOf(SENTENCES), { headers: { ...HTML.headers, 'x-robots-tag': 'noai' } }),
  ],
])('of a page that is reserved (%s), only title and address are kept', async (reservation, serve) => {
  serve()
  const address = `${publisher.url}/cranes`
  const { status, body } = await call('add-source-address', { address })
  expect(status).toBe(200)
  expect(await items()).toMatchObject([{ reservation, title: 'Cranes for Port Vell', excerpt: '' }])
  const opened = await call('open-news-item', { itemId: body.itemId })
  expect(opened).toMatchObject({ status: 422, body: { code: 'reserved' } })
  expect(await app.database.sql`select from private.news_texts`).toEqual([])
  // An editor may have it in another way.
  const pasted = await call('add-source-text', text({ url: address }))
  expect(pasted.body.itemId).not.toBe(body.itemId)
  expect((await call('open-news-item', { itemId: pasted.body.itemId })).body.sentences).toEqual(SENTENCES)
})

const nested = pageOf(['<div>'.repeat(400_000)])
const HOSTILE: [string, string, () => void][] = [
  [
    'no_text',
    'a menu',
    () => publisher.serve('/x', `<ul>${'<li><a href="/">Read it all.</a></li>'.repeat(500)}</ul>`, HTML),
  ],
  ['no_text', 'nothing', () => publisher.serve('/x', '', HTML)],
  ['too_complex', 'divs in divs', () => publisher.serve('/x', nested, HTML)],
  [
    'too_complex',
    'some divs in divs',
    () => publisher.serve('/x', pageOf([`${'<div>'.repeat(3_000)}${SENTENCES[0]}`]), HTML),
  ],
  [
    'too_complex',
    'entities without an end',
    () => publisher.serve('/x', pageOf(['<'.repeat(2_000_000)]), HTML),
  ],
  ['too_large', 'three megabytes', () => publisher.serve('/x', 'x'.repeat(3_000_000), HTML)],
  [
    'not_a_page',
    'a PDF',
    () => publisher.serve('/x', '%PDF-1.7', { headers: { 'content-type': 'application/pdf' } }),
  ],
  ['gone', 'a page that is gone', () => publisher.serve('/x', '', { status: 410 })],
  ['status', 'an error', () => publisher.serve('/x', '', { status: 503 })],
  ['redirects', 'a circle', () => publisher.serve('/x', '', { status: 302, headers: { location: '/x' } })],
  ['forbidden', 'what robots.txt closes', () => publisher.serve('/robots.txt', 'User-agent: *\nDisallow: /')],
]
test.each(HOSTILE)('%s: %s', async (code, _, serve) => {
  const other = await startPublisher()
  const before = publisher
  publisher = other
  serve()
  publisher = before
  const refused = await call('add-source-address', { address: `${other.url}/x` })
  expect(refused).toMatchObject({ status: 422, body: { code, error: expect.stringMatching(/\.$/) } })
  expect(await items()).toEqual([])
})

test('a page that takes its reader down does not keep the next one from being read', async () => {
  publisher.serve('/traps', pageOf([`<table><tr><td>`.repeat(150), '<a href=x>l</a> '.repeat(19_000)]), HTML)
  publisher.serve('/cranes', pageOf(SENTENCES), HTML)
  const [, good] = await Promise.all([
    call('add-source-address', { address: `${publisher.url}/traps` }),
    call('add-source-address', { address: `${publisher.url}/cranes` }),
  ])
  expect(good.status).toBe(200)
}, 60_000)

test('a page is read in the characters in which it was written', async () => {
  const latin = Buffer.from(
    pageOf(['Die Kräne kosten 3 Millionen, sagte die Bürgermeisterin am Montag.']),
    'latin1',
  )
  publisher.serve('/a', latin, { headers: { 'content-type': 'text/html; charset=ISO-8859-1' } })
  publisher.serve(
    '/b',
    Buffer.from(latin.toString('latin1').replace('<head>', '<head><meta charset="windows-1252">'), 'latin1'),
    {
      headers: { 'content-type': 'text/html' },
    },
  )
  publisher.serve('/c', latin, { headers: { 'content-type': 'text/html' } })
  publisher.serve(
    '/d',
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(latin.toString('latin1'), 'utf16le')]),
    HTML,
  )
  for (const path of ['/a', '/b', '/c', '/d']) {
    const { body } = await call('add-source-address', { address: publisher.url + path })
    const opened = await call('open-news-item', { itemId: body.itemId })
    expect(opened.body.sentences).toEqual([
      'Die Kräne kosten 3 Millionen, sagte die Bürgermeisterin am Montag.',
    ])
  }
})

test.each([
  ['add-source-address', 'nothing', {}, 400],
  ['add-source-address', 'more', { address: 'https://a.example', more: 1 }, 400],
  ['add-source-address', 'a long address', { address: 'a'.repeat(3000) }, 400],
  ['add-source-address', 'a script', { address: 'javascript:alert(1)' }, 422],
  ['add-source-address', 'a password', { address: 'https://user:secret@example.org/' }, 422],
  ['add-source-text', 'nothing', {}, 400],
  ['add-source-text', 'an outlet that is not seen', text({ outlet: ' \u200b ' }), 400],
  ['add-source-text', 'a long title', text({ title: 'x'.repeat(301) }), 400],
  ['add-source-text', 'a long text', text({ text: 'x'.repeat(200_001) }), 400],
  ['add-source-text', 'a zero character', text({ text: 'a\u0000b' }), 400],
  ['add-source-text', 'more', text({ more: 1 }), 400],
  ['add-source-text', 'a text without words', text({ text: ' \u200b … ' }), 422],
  ['add-source-text', 'too many sentences', text({ text: 'A b.\n'.repeat(6000) }), 422],
  ['add-source-text', 'another protocol', text({ url: 'ftp://example.org/' }), 422],
  ['add-source-text', 'a time in words', text({ published: 'soon' }), 422],
  ['add-source-text', 'a time to come', text({ published: '2126-01-01' }), 422],
  ['open-news-item', 'no id', { itemId: 'x' }, 400],
  ['open-news-item', 'an unknown id', { itemId: '00000000-0000-4000-8000-000000000000' }, 404],
])('%s refuses %s', async (name, _, body, status) => {
  const answered = await call(name, body)
  expect([answered.status, answered.body.error]).toEqual([status, expect.stringMatching(/\.$/)])
  expect(await items()).toEqual([])
})
