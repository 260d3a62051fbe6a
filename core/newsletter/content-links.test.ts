import { expect, test } from 'vitest'
import { linksOf, mapLinks } from '#core/newsletter/content-links.ts'

const CONTENT =
  '<p><a href="https://a.example/?x=1&amp;y=2" lang="en">One <strong>bold</strong></a> and <a href="/two">two</a>: &lt;a href="/three"&gt;</p>'

test('the links of a content are found in their order', () => {
  expect(linksOf(CONTENT)).toEqual(['https://a.example/?x=1&y=2', '/two'])
})

test('links are changed, annotated or taken away, and everything else stays', () => {
  const change = (href: string, index: number) =>
    href === '/two' ? { href: null, note: ' (gone)' } : { href: `https://b.example/?n=${index}&u="` }
  expect(mapLinks(CONTENT, change)).toBe(
    '<p><a href="https://b.example/?n=0&amp;u=&quot;" lang="en">One <strong>bold</strong></a> and two (gone): &lt;a href="/three"&gt;</p>',
  )
  expect(mapLinks(CONTENT, (href) => ({ href }))).toBe(CONTENT)
})

test('links in one another keep their own ends', () => {
  const nested = '<a href="/one">1<a href="/two">2</a>3</a>'
  expect(mapLinks(nested, (href) => ({ href: href === '/one' ? href : null }))).toBe('<a href="/one">123</a>')
})
