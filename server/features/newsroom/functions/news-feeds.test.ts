import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import {
  addNewsFeed,
  changeNewsFeed,
  exportNewsFeeds,
  importNewsFeeds,
  listNewsFeeds,
  removeNewsFeed,
  requestNewsFeed,
} from '#core/data/news-feeds.ts'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'
import { startPublisher } from '../../../../tests/support/publisher.ts'

const publisher = await startPublisher()
let app: TestApp
let editor: Client
beforeAll(async () => {
  app = await startTestApp()
  editor = await app.administrator()
})
afterAll(() => app.stop())
beforeEach(async () => {
  publisher.clear()
  await emptyTables(app.database.sql, 'public.news_feeds, public.news_items')
})

const rss = (title: string) =>
  `<rss version="2.0"><channel><title>${title}</title><link>/</link><language>de-AT</language><item><title>A</title><link>/a</link></item></channel></rss>`

describe('adding a feed', () => {
  test('stores it with its items, once', async () => {
    publisher.serve('/feed', rss('Harbour &amp;amp; Sea'))
    const added = await addNewsFeed(editor, `${publisher.url}/feed#top`)
    const [feed, ...others] = await listNewsFeeds(editor)
    expect(added).toEqual({ status: 'answered', data: { feedId: feed?.id } })
    expect(others).toEqual([])
    expect(feed).toMatchObject({
      url: `${publisher.url}/feed`,
      outlet: 'Harbour & Sea',
      language: 'de',
      site_url: `${publisher.url}/`,
      items: 1,
    })
    expect(await addNewsFeed(editor, `${publisher.url}/feed`)).toEqual(added)
  })

  test('finds those of a page', async () => {
    publisher.serve('/', '<link rel="alternate" type="application/rss+xml" title="News" href="/feed">')
    expect(await addNewsFeed(editor, publisher.url)).toEqual({
      status: 'answered',
      data: { found: [{ url: `${publisher.url}/feed`, title: 'News' }] },
    })
  })

  test('reads pages and feeds in what they are written in', async () => {
    const latin = (text: string) => Buffer.from(text, 'latin1')
    publisher.serve(
      '/',
      latin(
        '<meta charset="ISO-8859-15"><link rel="alternate" type="application/rss+xml" title="Économie" href="/feed">',
      ),
    )
    publisher.serve('/feed', latin(rss('Économie')), {
      headers: { 'content-type': 'text/xml; charset=iso-8859-15' },
    })
    expect(await addNewsFeed(editor, publisher.url)).toMatchObject({
      data: { found: [{ title: 'Économie' }] },
    })
    await addNewsFeed(editor, `${publisher.url}/feed`)
    expect(await listNewsFeeds(editor)).toMatchObject([{ title: 'Économie' }])
  })

  test.each([
    ['/nothing', 'answered with the status 404', 'status'],
    ['/page', 'There is no feed', 'not_a_feed'],
    ['/inside', 'private network', 'private'],
    ['/large', 'larger than 2 MB', 'too_large'],
  ])('%s says why not', async (path, message, code) => {
    publisher.serve('/page', '<p>All menu</p>')
    publisher.serve('/inside', '', { status: 302, headers: { location: 'http://169.254.169.254/latest' } })
    publisher.serve('/large', 'x'.repeat(3 * 1024 ** 2))
    expect(await addNewsFeed(editor, publisher.url + path)).toEqual({
      status: 'refused',
      message: expect.stringContaining(message),
      code,
    })
  })

  test.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'harbour',
    'https://nora:secret@harbour.example/',
    '',
  ])('%j is no address', async (address) => {
    expect(await addNewsFeed(editor, address)).toMatchObject({ status: 'refused', code: 'address' })
  })

  test('is refused beyond a thousand', async () => {
    publisher.serve('/feed', rss('One too many'))
    await app.database.sql`
      insert into public.news_feeds (url, outlet) select 'https://harbour.example/' || n, 'Harbour' from generate_series(1, 1000) n`
    expect(await addNewsFeed(editor, `${publisher.url}/feed`)).toMatchObject({
      status: 'refused',
      code: 'limit',
    })
  })
})

test('a feed is asked now, but not twice at once', async () => {
  publisher.serve('/feed', rss('Harbour'))
  await app.database
    .sql`insert into public.news_feeds (url, outlet) values (${`${publisher.url}/feed`}, 'Harbour')`
  const [feed] = await listNewsFeeds(editor)
  const ask = () => requestNewsFeed(editor, feed?.id ?? '')
  expect(await ask()).toEqual({ status: 'answered', data: { added: 1, failure: null, detail: '' } })
  expect(await ask()).toMatchObject({ status: 'refused', code: 'just_asked' })
  expect(await removeNewsFeed(editor, feed?.id ?? '')).toBe(true)
  expect(await ask()).toMatchObject({ status: 'refused', message: expect.stringContaining('not exist') })
})

test('an editor names, pauses and removes a feed, and its items stay', async () => {
  publisher.serve('/feed', rss('Harbour'))
  await addNewsFeed(editor, `${publisher.url}/feed`)
  const [feed] = await listNewsFeeds(editor)
  expect(await changeNewsFeed(editor, feed?.id ?? '', { outlet: 'The Harbour', is_paused: true })).toBe(true)
  expect(await listNewsFeeds(editor)).toMatchObject([{ outlet: 'The Harbour', is_paused: true }])
  await removeNewsFeed(editor, feed?.id ?? '')
  expect(await app.database.sql`select feed_id from public.news_items`).toEqual([{ feed_id: null }])
})

describe('a list in OPML', () => {
  const list = (outlines: string) => new Blob([`<opml version="2.0"><head/><body>${outlines}</body></opml>`])
  const outline = (url: string) => `<outline text="A &amp; B" xmlUrl="${url}"/>`

  test('is imported and exported', async () => {
    await app.database
      .sql`insert into public.news_feeds (url, outlet) values ('https://known.example/feed', 'Known')`
    const many = Array.from({ length: 600 }, (_, n) => outline(`https://harbour.example/${n}`)).join('')
    const outlines = `<outline text="F">${many}${outline('https://harbour.example/0')}</outline>${outline('https://known.example/feed')}${outline('javascript:x')}${outline('feed://other.example/rss')}`
    expect(await importNewsFeeds(editor, list(outlines))).toEqual({
      status: 'answered',
      data: {
        added: 601,
        known: 1,
        refused: [{ url: 'javascript:x', reason: 'This is no address of the web.' }],
      },
    })
    const exported = await exportNewsFeeds(editor)
    expect(exported).toContain(
      '<outline type="rss" text="A &amp; B" title="A &amp; B" xmlUrl="https://other.example/rss"/>',
    )
    expect(await importNewsFeeds(editor, new Blob([exported]))).toMatchObject({
      data: { added: 0, known: 602 },
    })
  })

  test('is imported up to a thousand feeds', async () => {
    const many = Array.from({ length: 1_100 }, (_, n) => outline(`https://harbour.example/${n}`)).join('')
    const { data } = (await importNewsFeeds(editor, list(many))) as {
      data: { added: number; refused: object[] }
    }
    expect(data.added).toBe(1_000)
    expect(data.refused[0]).toMatchObject({ reason: 'There can be 1000 feeds.' })
  })

  test.each([
    ['', 'no whole file'],
    ['<opml><body>', 'no whole file'],
    ['<opml><body/></opml>', 'No feed is in this list'],
    ['<!DOCTYPE o [<!ENTITY a "b">]><opml/>', 'entities'],
  ])('%j is refused', async (text, message) => {
    expect(await importNewsFeeds(editor, new Blob([text]))).toEqual({
      status: 'refused',
      message: expect.stringContaining(message),
    })
  })
})

test('without a newsroom there is no such function, and what is stored can be read', async () => {
  const without = await startTestApp({ newsroom: { isOn: false, allowsPrivate: true } })
  try {
    const client = await without.administrator()
    expect(await addNewsFeed(client, publisher.url)).toEqual({
      status: 'refused',
      message: 'This site has no newsroom (NEWSROOM is off).',
    })
    await expect(exportNewsFeeds(client)).rejects.toThrow()
    await without.database
      .sql`insert into public.news_feeds (url, outlet) values ('https://harbour.example/', 'Harbour')`
    expect(await listNewsFeeds(client)).toMatchObject([{ outlet: 'Harbour' }])
  } finally {
    await without.stop()
  }
})
