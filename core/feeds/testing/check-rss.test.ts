import { expect, test } from 'vitest'
import { checkRss } from '#core/feeds/testing/check-rss.ts'

const HEAD = `<title>T</title><link>https://site.test/</link><description>D</description>
  <atom:link rel="self" type="application/rss+xml" href="https://site.test/feed"/>
  <atom:link rel="hub" href="https://site.test/hub"/>`
const item = (inner: string) => `<item>${inner}</item>`

function feed(inner: string): string {
  return `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"
    xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:media="http://search.yahoo.com/mrss/"><channel>${inner}</channel></rss>`
}

test('a valid feed has no problems', () => {
  const valid = item(`<title>T</title><guid>1</guid><pubDate>Wed, 18 Nov 2026 09:00:00 GMT</pubDate>
    <description>D</description><content:encoded>&lt;a href="https://site.test/"></content:encoded>`)
  expect(checkRss(feed(HEAD + valid))).toEqual([])
})

test.each([
  ['a channel without a title', HEAD.replace('<title>T</title>', '')],
  ['a second description', `${HEAD}<description/>`],
  ['a relative link', HEAD.replace('https://site.test/<', '/<')],
  ['no link to itself', HEAD.replace(/<atom:link rel="self".*/, '')],
  ['two links to itself', HEAD + HEAD.split('\n')[1]?.replace('feed"', 'other"')],
  ['a link to itself with another type', HEAD.replace('rss+xml', 'xml')],
  ['a relative hub', HEAD.replace('https://site.test/hub', '/hub')],
  ['a hub twice', `${HEAD}<atom:link rel="hub" href="https://site.test/hub"/>`],
  ['a text in a link', HEAD.replace('hub"/>', 'hub">Hub</atom:link>')],
  ['a link of an unknown kind', HEAD.replace('rel="hub"', 'rel="alternate hub"')],
  [
    'an image of another page',
    `${HEAD}<image><url>https://site.test/a.png</url><title>T</title><link>https://site.test/b</link></image>`,
  ],
  [
    'an element of pictures that the validator does not know',
    HEAD + item('<guid>1</guid><title>T</title><media:content><media:license/></media:content>'),
  ],
  ['a date of another kind', `${HEAD}<lastBuildDate>2026-11-18T09:00:00Z</lastBuildDate>`],
  ['a wrong day of the week', `${HEAD}<lastBuildDate>Mon, 18 Nov 2026 09:00:00 GMT</lastBuildDate>`],
  ['an element that RSS does not have', `${HEAD}<published/>`],
  ['an empty item', HEAD + item('<guid>1</guid>')],
  ['an item without a guid', HEAD + item('<title>T</title>')],
  ['a guid twice', HEAD + item('<title>T</title><guid>1</guid>').repeat(2)],
  [
    'content before the description',
    HEAD + item('<guid>1</guid><content:encoded/><description>D</description>'),
  ],
  [
    'a relative image',
    HEAD + item('<guid>1</guid><description/><content:encoded>&lt;img src="/a.png"></content:encoded>'),
  ],
])('%s is a problem', (_what, inner) => {
  expect(checkRss(feed(inner))).toHaveLength(1)
})

test.each([
  ['a control character', 'a\u0001b'],
  ['an ampersand', 'a & b'],
  ['the end of a section', 'a ]]> b'],
  ['an element that stays open', '<b>'],
  ['an unknown prefix', '<x:y/>'],
  ['half of a character', '\uD83D'],
])('%s is not well-formed XML', (_what, inner) => {
  expect(() => checkRss(feed(HEAD + inner))).toThrow()
})
