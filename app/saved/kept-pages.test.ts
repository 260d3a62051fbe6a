import { parseHTML } from 'linkedom'
import { expect, test } from 'vitest'
import { nameFiles } from '#app/saved/kept-pages.ts'

const documentOf = (html: string): Document => parseHTML(html).document

const PAGE = `<!doctype html><html><head>
<script id="boot">(() => {})()</script>
<style>@font-face { src: url(/assets/newsreader-a1.woff2) }</style>
<script id="reader" type="module" async src="/assets/reader-B_1-x.js" data-messages="/assets/de-0123abcd.json" data-site="{}"></script>
<link rel="manifest" href="/manifest.webmanifest?lang=de"/>
<link rel="preload" as="font" href="/assets/newsreader-a1.woff2"/>
</head><body>
<article>
<picture><source type="image/avif" srcset="/images/avif/400/demo/a.jpg?v=1 400w, /images/avif/800/demo/a.jpg?v=1 800w"/><img src="/demo/a.jpg"/></picture>
<p>See /assets/in-the-text.js</p>
<img src="https://other.example/b.jpg"/><img src="data:image/png;base64,AAAA"/><img src="/demo/c.png"/><img src="/admin"/>
</article>
<section><picture><source srcset="/images/avif/800/demo/related.jpg 800w"/><img src="/demo/related.jpg"/></picture></section>
<script>window.data = "/assets/in-the-data.js"</script>
</body></html>`

test('a page needs the assets that it names, one size of each of its pictures, and nothing of other sites', () => {
  expect(nameFiles(documentOf(PAGE))).toEqual({
    assets: ['/assets/newsreader-a1.woff2', '/assets/reader-B_1-x.js', '/assets/de-0123abcd.json'],
    list: '/assets/reader-B_1-x.json',
    pictures: ['/images/avif/800/demo/a.jpg?v=1', '/demo/c.png'],
  })
})

test('of the page that is open, the size is kept that was loaded', () => {
  const shown = documentOf(PAGE)
  const image = shown.querySelector('article img')
  Object.defineProperty(image, 'currentSrc', { value: '/images/avif/400/demo/a.jpg?v=1' })
  expect(nameFiles(documentOf(PAGE), shown).pictures[0]).toBe('/images/avif/400/demo/a.jpg?v=1')
})

test('a page of another kind has no list', () => {
  expect(nameFiles(documentOf('<html><head></head><body></body></html>'))).toEqual({
    assets: [],
    list: null,
    pictures: [],
  })
})
