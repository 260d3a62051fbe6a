import { expect, test } from 'vitest'
import { feedHtml } from '#core/feeds/feed-html.ts'

const ARTICLE = 'https://site.test/article/harbour?lang=de'
const html = (markdown: string) => feedHtml(markdown, ARTICLE)

test.each([
  ['/news?lang=de', 'https://site.test/news?lang=de'],
  ['bakery', 'https://site.test/article/bakery'],
  ['../tech', 'https://site.test/tech'],
  ['#place', 'https://site.test/article/harbour?lang=de#place'],
  ['//example.org/a', 'https://example.org/a'],
  ['https://example.org/a?b=c&d=e', 'https://example.org/a?b=c&amp;d=e'],
  ['mailto:news@example.org', 'mailto:news@example.org'],
])('a link to %s leads to %s', (url, absolute) => {
  expect(html(`[text](${url})`)).toBe(`<p><a href="${absolute}">text</a></p>`)
})

test('an image on our site gets an absolute address', () => {
  expect(html('![A chart](/demo/chart.webp)')).toBe(
    '<p><img src="https://site.test/demo/chart.webp" alt="A chart"></p>',
  )
})

test('an invalid address is removed', () => {
  expect(html('[text](http://[)')).toBe('<p><a>text</a></p>')
})

test.each(['[x](javascript:alert(1))', '<script>alert(1)</script>', '<img src=x onerror=alert(1)>'])(
  '%s leaves no script in a feed',
  (markdown) => {
    expect(html(markdown)).not.toMatch(/script|onerror/)
  },
)

test('text that looks like an attribute is left alone', () => {
  expect(html('`<a href="/x">` and src="/y"')).toBe(
    '<p><code>&lt;a href=&quot;/x&quot;&gt;</code> and src=&quot;/y&quot;</p>',
  )
})

test('tables, code and task lists have no attributes that feed validators warn about', () => {
  const result = html('| a |\n|:-:|\n| 1 |\n\n- [x] done\n\n```\ncode\n```')
  expect(result).not.toMatch(/ (aria-|data-|role|tabindex|target|style)/)
  expect(result).toContain('<table>')
  expect(result).toContain('<pre><code>')
})

test('references to footnotes lead to those of the page, and footnotes have no id that another item could have', () => {
  expect(feedHtml('A claim.[^1] [^1]\n\n[^1]: [Source](/b)', ARTICLE, { footnotes: 'Fußnoten' })).toBe(
    `<p>A claim.<sup><a href="${ARTICLE}#fn-1">1</a></sup> <sup><a href="${ARTICLE}#fn-1">1</a></sup></p>
<section>
<h2>Fußnoten</h2>
<ol>
<li>
<p><a href="https://site.test/b">Source</a></p>
</li>
</ol>
</section>`,
  )
})
