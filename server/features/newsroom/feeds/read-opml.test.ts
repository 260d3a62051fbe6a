import { expect, test } from 'vitest'
import { readOpml, writeOpml } from '#server/features/newsroom/feeds/opml.ts'

const read = (body: string) =>
  readOpml(
    Buffer.from(
      `<?xml version="1.0"?><opml version="2.0"><head><title>x</title></head><body>${body}</body></opml>`,
    ),
  )
const outline = (n: number) => `<outline type="rss" text="Feed ${n}" xmlUrl="https://harbour.example/${n}"/>`

test('folders in folders', async () => {
  expect(
    await read(
      `<outline text="A"><outline text="B">${outline(1)}</outline>${outline(2)}</outline><outline xmlurl="x" title="T&#x200B; &amp; U" text="V"/>`,
    ),
  ).toEqual([
    { url: 'https://harbour.example/1', title: 'Feed 1' },
    { url: 'https://harbour.example/2', title: 'Feed 2' },
    { url: 'x', title: 'T & U' },
  ])
})

test('many feeds, and very many', async () => {
  const list = (count: number) => Array.from({ length: count }, (_, n) => outline(n)).join('')
  expect(await read(`<outline text="All">${list(600)}</outline>`)).toHaveLength(600)
  expect(await read(list(6_000))).toHaveLength(5_000)
})

test('very deep folders', async () => {
  expect(await read(`${'<outline text="x">'.repeat(400)}${outline(1)}${'</outline>'.repeat(400)}`)).toEqual(
    [],
  )
  await expect(read('<outline>'.repeat(10_000))).rejects.toThrow('ends early')
})

test('entities are refused', async () => {
  const bomb =
    '<!DOCTYPE o [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><opml><body><outline xmlUrl="&b;"/></body></opml>'
  await expect(readOpml(Buffer.from(bomb))).rejects.toThrow('entities')
  const outside =
    '<!DOCTYPE opml SYSTEM "file:///etc/passwd"><opml><body><outline xmlUrl="&x;"/></body></opml>'
  expect(await readOpml(Buffer.from(outside))).toEqual([{ url: '&x;', title: '' }])
})

test('what is no list', async () => {
  await expect(readOpml(Buffer.from('{}'))).rejects.toThrow('ends early')
  expect(await readOpml(Buffer.from('<html><body><outline xmlUrl="x"/></body></html>'))).toEqual([])
})

test('a list that is written is read again', async () => {
  const feed = {
    url: 'https://harbour.example/?a=1&b=2',
    title: '',
    outlet: '"Harbour" <News>',
    site_url: 'https://harbour.example/',
    language: 'de',
  }
  const text = writeOpml([feed, { ...feed, site_url: null, language: null, title: 'T\u0000' }], 'A & B')
  expect(await readOpml(Buffer.from(text))).toEqual([
    { url: feed.url, title: feed.outlet },
    { url: feed.url, title: 'T' },
  ])
})
