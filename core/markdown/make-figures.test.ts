import { expect, test } from 'vitest'
import { feedHtml } from '#core/feeds/feed-html.ts'
import { renderMarkdown, renderMarkdownBlocks } from '#core/markdown/render-markdown.ts'

const IMAGE = '<img src="/a.png" alt="A chart" loading="lazy" decoding="async">'

test('an image with a title, alone in a paragraph, is a figure with that caption', () => {
  expect(renderMarkdown('Before\n\n![A chart](/a.png "Growth since 2020")\n\nAfter')).toBe(
    `<p>Before</p>\n<figure>${IMAGE}<figcaption>Growth since 2020</figcaption></figure>\n<p>After</p>`,
  )
})

test('an image may have no alternative text', () => {
  expect(renderMarkdown('![](/a.png "A caption")')).toContain('alt="" ')
})

test.each([
  ['without a title', '![A chart](/a.png)', `<p>${IMAGE}</p>`],
  ['with an empty title', '![A chart](/a.png "")', `<p>${IMAGE}</p>`],
  ['beside text', 'See ![A chart](/a.png "b")', '<p>See <img src="/a.png" alt="A chart" title="b"'],
  ['beside another', '![](/a.png "b")\n![](/c.png "d")', '<p><img src="/a.png" alt="" title="b"'],
  ['in a tight list', '- ![](/a.png "b")', '<li><img src="/a.png" alt="" title="b"'],
  ['in a link', '[![](/a.png "b")](/c)', '<p><a href="/c"'],
])('an image %s stays an image', (_what, markdown, html) => {
  expect(renderMarkdown(markdown)).toContain(html)
  expect(renderMarkdown(markdown)).not.toContain('<figure')
})

test('figures are possible in quotes and in lists with spaced items', () => {
  expect(renderMarkdown('> ![](/a.png "b")')).toContain('<blockquote>\n<figure>')
  expect(renderMarkdown('- ![](/a.png "b")\n\n- c')).toContain('<li>\n<figure>')
})

test('a caption is text, also when it looks like HTML', () => {
  expect(renderMarkdown('![](/a.png "<img src=x onerror=alert(1)> & *b*")')).toContain(
    '<figcaption>&lt;img src=x onerror=alert(1)&gt; &amp; *b*</figcaption>',
  )
})

test('the address of a figure is refused like any other', () => {
  expect(renderMarkdown('![a](javascript:alert(1) "b")')).toBe(
    '<figure><img alt="a" loading="lazy" decoding="async"><figcaption>b</figcaption></figure>',
  )
})

test('feeds have figures with absolute addresses', () => {
  expect(feedHtml('![A chart](/a.png "b")', 'https://site.test/article/x')).toBe(
    '<figure><img src="https://site.test/a.png" alt="A chart"><figcaption>b</figcaption></figure>',
  )
})

test('an article in blocks is the same HTML, and says in which line each begins', () => {
  const text =
    '# One\n\nA *b*\nc [d][e]\n\n- f\n- g\n\n![](/h.png "i")\n\n[e]: /j\n\n| k |\n|---|\n\n<b>\n\n***\n'
  const blocks = renderMarkdownBlocks(text)
  expect(
    blocks
      .map(({ html }) => html)
      .join('')
      .trimEnd(),
  ).toBe(renderMarkdown(text).trimEnd())
  expect(blocks.map(({ line }) => line)).toEqual([0, 2, 5, 8, 12, 15, 17])
  expect(renderMarkdownBlocks('')).toEqual([])
})
