import { describe, expect, test } from 'vitest'
import { findPictures } from '#core/markdown/find-pictures.ts'
import { renderMarkdown } from '#core/markdown/render-markdown.ts'
import type { Picture } from '#core/markdown/show-pictures.ts'

const PATH = '/storage/v1/object/public/article-images/articles/1-a.png'
const PICTURE: Picture = {
  path: PATH,
  width: 600,
  height: 300,
  version: '0123456789abcdef0123',
  placeholder: 'data:image/webp;base64,AAAA',
  alt: 'A "chart" <b>',
  credit: 'Image: Nora',
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
  expect(html).toContain('</picture><small>Image: Nora</small></p>')
})

test('an alt text that the article lacks is that of the file', () => {
  expect(render(`![](${PATH})`)).toContain('alt="A &quot;chart&quot; &lt;b&gt;"')
})

test('an alt text of the file stays inside its attribute, whatever it is made of', () => {
  const html = render(`![](${PATH} "x onerror=alert(1) y") and words`, { alt: "$' $& $$" })
  expect(html).toContain(` alt="$' $&amp; $$" title="x onerror=alert(1) y" `)
})

test('a picture that stands in a text very often does not make a page that nobody can load', () => {
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
