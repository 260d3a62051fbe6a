import { expect, test } from 'vitest'
import { readFeedDocument } from '#server/features/newsroom/feeds/fetch-feed.ts'

const TITLE = 'Straßenbahn für 5 € – »später«'
const feed = (declaration: string, title = TITLE) =>
  `${declaration}<rss version="2.0"><channel><title>${title}</title></channel></rss>`
const single = (text: string, bytes: Record<string, number>) =>
  Buffer.from([...text].map((character) => bytes[character] ?? character.codePointAt(0) ?? 0))
const WINDOWS = { '€': 0x80, '–': 0x96 }
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16()

test.each<[string, string, Buffer, string]>([
  [
    'windows-1252 by the declaration',
    '',
    single(feed('<?xml version="1.0" encoding="windows-1252"?>'), WINDOWS),
    TITLE,
  ],
  ['windows-1252 by the header', 'text/xml; charset=windows-1252', single(feed(''), WINDOWS), TITLE],
  [
    'the header, where the declaration says something else',
    'application/rss+xml; charset="windows-1252"',
    single(feed('<?xml version="1.0" encoding="utf-8"?>'), WINDOWS),
    TITLE,
  ],
  [
    'the declaration, where the header says UTF-8 of what is none',
    'text/xml; charset=UTF-8',
    single(feed("<?xml version='1.0' encoding='ISO-8859-15'?>", 'Für 5 €'), { '€': 0xa4 }),
    'Für 5 €',
  ],
  ['UTF-8 without a word', '', Buffer.from(feed('')), TITLE],
  ['neither UTF-8 nor a word', 'text/xml', single(feed(''), WINDOWS), TITLE],
  ['an encoding that nobody knows', 'text/xml; charset=x-none', Buffer.from(feed('')), TITLE],
  ['UTF-16 with its mark', '', Buffer.from(`\ufeff${feed('')}`, 'utf16le'), TITLE],
  [
    'UTF-16 without a mark',
    '',
    Buffer.from(feed('<?xml version="1.0" encoding="UTF-16"?>'), 'utf16le'),
    TITLE,
  ],
  ['UTF-16 the other way round', 'text/xml; charset=utf-8', swapped(feed('')), TITLE],
  ['UTF-8 that says UTF-16', '', Buffer.from(feed('<?xml version="1.0" encoding="UTF-16"?>')), TITLE],
])('a feed in %s', async (_, contentType, body, title) => {
  expect(await readFeedDocument(body, contentType)).toMatchObject({ title })
})
