import { describe, expect, test } from 'vitest'
import { feedHtml } from '#core/feeds/feed-html.ts'
import { renderMarkdown, renderMarkdownBlocks } from '#core/markdown/render-markdown.ts'
import type { Picture } from '#core/markdown/show-pictures.ts'
import { CREDIT_PLACE, findPictures } from '#core/markdown/show-pictures.ts'

const PATH = '/storage/v1/object/public/article-images/articles/1-a.png'
const PICTURE: Picture = {
  path: PATH,
  width: 600,
  height: 300,
  version: '0123456789abcdef0123',
  placeholder: 'data:image/webp;base64,AAAA',
  alt: 'A "chart" <b>',
  credit: 'Image: Nora · CC BY 4.0',
  licence: 'CC BY 4.0',
}

function render(markdown: string, change: Partial<Picture> = {}): string {
  const picture = { ...PICTURE, ...change }
  return renderMarkdown(markdown, { pictures: new Map([[picture.path, picture]]) })
}

test('a picture of ours has two formats, its size and its credit', () => {
  const html = render(`![Own](${PATH})`)
  expect(html).toMatch(
    /^<p><picture><source type="image\/avif" srcset="[^"]+"[^>]*><source type="image\/webp" [^>]*><img /,
  )
  expect(html).toContain(
    `<img src="${PATH}" alt="Own" loading="lazy" decoding="async" width="600" height="300">`,
  )
  expect(html).toContain('</picture><small>Image: Nora · CC BY 4.0</small></p>')
})

test('an alt text that the article lacks is that of the file', () => {
  expect(render(`![](${PATH})`)).toContain('alt="A &quot;chart&quot; &lt;b&gt;"')
})

test('an alt text of the file stays inside its attribute, whatever it is made of', () => {
  const html = render(`![](${PATH} "x onerror=alert(1) y") and words`, { alt: "$' $& $$" })
  expect(html).toContain(` alt="$' $&amp; $$" title="x onerror=alert(1) y" `)
})

test('a picture that is used very often in a text does not make the page too large', () => {
  const often = `${'![][a] '.repeat(20_000)}\n\n[a]: ${PATH}`
  const html = render(often, { alt: 'x'.repeat(500), credit: 'y'.repeat(2000) })
  expect(html.match(/<img /g)).toHaveLength(20_000)
  expect(html.length).toBeLessThan(10_000_000)
})

test('a GIF goes on moving', () => {
  const path = PATH.replace('.png', '.gif')
  expect(render(`![](${path})`, { path })).toContain(`<picture><img src="${path}"`)
})

test('only a JPEG waits behind its placeholder, because others may be transparent', () => {
  const path = PATH.replace('.png', '.jpg')
  expect(render(`![](${path})`, { path })).toContain(
    'style="background:url(data:image/webp;base64,AAAA) 0 0/cover"',
  )
  expect(render(`![](${PATH})`)).not.toContain('style=')
})

test('other images stay as they are', () => {
  expect(render('![a](https://example.org/a.png)')).toBe(
    '<p><img src="https://example.org/a.png" alt="a" loading="lazy" decoding="async"></p>',
  )
})

describe('the addresses of pictures in a text', () => {
  test('are found in every form of Markdown', () => {
    expect(
      findPictures(
        `![a](${PATH}) ![b](https://watch.example${PATH} "c") [d]\n\n[d]: /demo/e.webp\n\n<img src="${PATH}">`,
      ),
    ).toEqual([PATH, `https://watch.example${PATH}`, '/demo/e.webp'])
  })

  test('are at most a hundred, and quickly found in a long text', () => {
    expect(findPictures(Array.from({ length: 500 }, (_, n) => `![](/demo/${n}.png)`).join(' '))).toHaveLength(
      100,
    )
    expect(findPictures('http://'.repeat(100_000))).toEqual([])
    expect(findPictures('/demo/'.repeat(100_000))).toHaveLength(1)
  })
})

const IMAGE = '<img src="/a.png" alt="A chart" loading="lazy" decoding="async">'

test('an image with a title, alone in a paragraph, is a figure with that caption', () => {
  expect(renderMarkdown('Before\n\n![A chart](/a.png "Growth since 2020")\n\nAfter')).toBe(
    `<p>Before</p>\n<figure>${IMAGE}<figcaption>Growth since 2020</figcaption></figure>\n<p>After</p>`,
  )
})

const CREDIT = `Image: ${CREDIT_PLACE}`

test.each([
  ['a caption and a credit', 'At night | Nora & Co', 'At night<small>Image: Nora &amp; Co</small>'],
  ['a credit alone', '| <b>Nora</b>', '<small>Image: &lt;b&gt;Nora&lt;/b&gt;</small>'],
  ['a caption with a bar', 'Left | right |', 'Left | right'],
  ['a credit of dollars', "| $& $' $$", "<small>Image: $&amp; $' $$</small>"],
])('a figure can have %s', (_what, title, html) => {
  expect(renderMarkdown(`![A chart](/a.png "${title}")`, { imageCredit: CREDIT })).toBe(
    `<figure>${IMAGE}<figcaption>${html}</figcaption></figure>`,
  )
  expect(feedHtml(`![](/a.png "${title}")`, 'https://site.test/', { imageCredit: CREDIT })).toContain(html)
})

test('the credit of the text is shown instead of that of the library, with the same licence', () => {
  expect(render(`![](${PATH} "At night | Mara")`)).toContain(
    '<figcaption>At night<small>Mara · CC BY 4.0</small></figcaption>',
  )
  expect(render(`![](${PATH} "At night")`)).toContain(
    '<figcaption>At night<small>Image: Nora · CC BY 4.0</small></figcaption>',
  )
})

test('feeds have the alt text and the credit of the library, and the image as it is', () => {
  const pictures = new Map([[PATH, PICTURE]])
  expect(feedHtml(`![](${PATH})`, 'https://site.test/', { pictures })).toBe(
    `<p><img src="https://site.test${PATH}" alt="A &quot;chart&quot; &lt;b&gt;"><small>Image: Nora · CC BY 4.0</small></p>`,
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
