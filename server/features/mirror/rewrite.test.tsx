import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TranslationNotes } from '#app/article/translation-notes.server.tsx'
import { createAddressBook, type MirrorPlace, placeOf } from '#server/features/mirror/mirror-address.ts'
import { createTextRewriter, rewritePage } from '#server/features/mirror/rewrite-page.ts'

const SITE = 'https://paper.example'
const UPLOAD = '/storage/v1/object/public/article-images'

function setUp({ hasAudio = true } = {}) {
  const found: MirrorPlace[] = []
  const book = createAddressBook(SITE, (place) => found.push(place), { hasAudio })
  const texts = createTextRewriter(SITE, book)
  const rewriter = { book, texts }
  const parts = {
    head: '<script src="/m.js"></script>',
    styles: '/assets/styles.css',
    newsletterNote: '<p>Saved</p>',
    searchIndex: '/search/de/',
    searchNote: '',
  }
  const rewrite = (html: string, base = '/?lang=de') => rewritePage(html, base, rewriter, parts)
  return { book, texts, found, rewrite }
}

test.each([
  ['/', 'index.html', '/'],
  ['/?lang=de', 'de/index.html', '/de/'],
  ['/article/a-port', 'article/a-port/index.html', '/article/a-port/'],
  ['/article/a-port/?lang=fr&utm_source=x', 'fr/article/a-port/index.html', '/fr/article/a-port/'],
  ['/article/a-port?lang=fr&beside=en', 'fr/article/a-port/index.html', '/fr/article/a-port/'],
  ['/article/a-port.md?lang=fr', 'fr/article/a-port.md', '/fr/article/a-port.md'],
  ['/tech?page=3&lang=it', 'it/tech/page/3/index.html', '/it/tech/page/3/'],
  ['/tech?page=1', 'tech/index.html', '/tech/'],
  ['/tech?page=-1', 'tech/index.html', '/tech/'],
  ['/?page=2', 'page/2/index.html', '/page/2/'],
  ['/?lang=xx', 'index.html', '/'],
  ['/feeds/de/tech.xml', 'feeds/de/tech.xml', '/feeds/de/tech.xml'],
  ['/functions/v1/rss-feed?lang=de', 'feeds/de.xml', '/feeds/de.xml'],
  [
    '/images/avif/640/demo/a.webp?v=1',
    'images/avif/640/demo/a.webp.avif',
    '/images/avif/640/demo/a.webp.avif',
  ],
  ['/images/webp/640/demo/a.webp', 'images/webp/640/demo/a.webp', '/images/webp/640/demo/a.webp'],
  ['/not-found-404?lang=pt', 'pt/404.html', '/pt/404.html'],
  ['/manifest.webmanifest?lang=es', 'es/manifest.webmanifest', '/es/manifest.webmanifest'],
])('%s is %s', (address, file, path) => {
  expect(placeOf(new URL(address, SITE))).toMatchObject({ file, address: path })
})

test.each([
  '/admin/dashboard',
  '/preview?token=x',
  '/rest/v1/articles',
  '/auth/v1/token',
  '/unsubscribe?token=x',
  '/newsletter/preferences?token=x',
  '/storage/v1/object/sign/imports/x',
  '/mcp',
  '/news-sitemap.xml',
])('%s is in no mirror', (address) => {
  expect(placeOf(new URL(address, SITE))).toBeNull()
})

test.each([
  `${UPLOAD}/..%2f..%2f..%2fetc%2fpasswd`,
  `${UPLOAD}/%2e%2e/x.png`,
  `${UPLOAD}/a%00b.png`,
  `${UPLOAD}/a b "c".png`,
  `${UPLOAD}/${'x'.repeat(400)}.png`,
  '/con',
])('%s gets the name of a file inside of the folder', (address) => {
  const { file = '' } = placeOf(new URL(address, SITE)) ?? {}
  expect(file).toMatch(/^[\w.~/-]+$/)
  expect(file.split('/').some((part) => part === '..' || part.length > 130)).toBe(false)
})

test('an address that is none stays, and so do other sites', () => {
  const { book } = setUp()
  for (const address of [
    'http://[',
    'mailto:a@b.example',
    'https://other.example/?lang=de',
    '#top',
    'data:,x',
  ])
    expect(book.rewrite(address, '/')).toBe(address)
  expect(book.rewrite('/%E0%A4%A', '/')).toBeNull()
})

test('a page keeps its words and loses what needs a server', () => {
  const { rewrite, found } = setUp()
  const html = `<!DOCTYPE html><html><head><meta charset="utf-8"/><script>boot()</script><style id="styles">a{}</style><script id="reader" src="/assets/r.js" data-messages="/messages/de-1.json" data-styles="/a.css" data-site="{&quot;a&quot;:1}"></script>
<meta name="publishable-key" content="k"/><link rel="modulepreload" href="/assets/x.js"/>
<link rel="canonical" href="${SITE}/tech?lang=de"/><meta property="og:image" content="${SITE}/share/de/a.png"/>
<script type="application/ld+json">{"url":"${SITE}/article/a?lang=de","query":"${SITE}/search?q={q}&lang=de"}</script></head>
<body><a href="/article/a?lang=de#h-x" title="1 &gt; 0">A &amp; B</a><a href="/admin">desk</a>
<img src="/images/webp/640/demo/a.png?v=1" srcset="/images/webp/640/demo/a.png?v=1 640w, /images/webp/960/demo/a.png?v=1 960w" alt="">
<section data-live=""><p>Sign up <br> <svg><path/></svg></p></section><div data-live="newsletter"><form><input></form></div>
<form action="/search"><input type="hidden" name="lang" value="de"><button>Search</button></form>
<form role="search" action="/search"><input type="hidden" name="lang" value="de"><input name="q"></form>
<form method="post" action="/subscribe"><input name="email"></form>
<a href="https://bsky.app/intent/compose?text=A+${encodeURIComponent(`${SITE}/article/a?lang=de`)}">share</a><p>End</p></body></html>`
  expect(
    rewrite(html),
  ).toBe(`<!DOCTYPE html><html><head><meta charset="utf-8"/><script src="/m.js"></script><link rel="stylesheet" href="/assets/styles.css"/><script id="reader" src="/assets/r.js" data-messages="/messages/de-1.json" data-site="{&quot;a&quot;:1}"></script>

<link rel="canonical" href="${SITE}/de/tech/"><meta property="og:image" content="${SITE}/share/de/a.png"/>
<script type="application/ld+json">{"url":"${SITE}/de/article/a/","query":"${SITE}/de/search/?q={q}"}</script></head>
<body><a href="/de/article/a/#h-x" title="1 &gt; 0">A &amp; B</a><a>desk</a>
<img src="/images/webp/640/demo/a.png.webp" srcset="/images/webp/640/demo/a.png.webp 640w, /images/webp/960/demo/a.png.webp 960w" alt="">
<p>Saved</p>
<form action="/de/search/"><button>Search</button></form>
<form role="search" action="/de/search/" data-island="mirror" data-index="/search/de/"><input name="q"></form>

<a href="https://bsky.app/intent/compose?text=A+${encodeURIComponent(`${SITE}/de/article/a/`)}">share</a><p>End</p></body></html>`)
  expect(new Set(found.map(({ source }) => source))).toContain('/images/webp/960/demo/a.png?v=1')
})

test('a link of an author to another site stays, whatever it says of an address of this one', () => {
  const { rewrite } = setUp()
  const link = `<a href="https://other.example/?url=${encodeURIComponent(`${SITE}/a`)}%E0%A4">A</a>`
  expect(rewrite(link)).toBe(link)
})

test('a translation has no link to its page beside the original', () => {
  const { rewrite, found } = setUp()
  const notes = renderToStaticMarkup(
    <TranslationNotes facts={null} t={(key) => key} language="de" original={undefined} isComparable />,
  )
  expect(notes).toContain('beside=en')
  expect(rewrite(`<p>a</p>${notes}<p>b</p>`)).toBe('<p>a</p><p>b</p>')
  expect(found).toEqual([])
})

test('feeds and texts name the files of the mirror, and no line what is in none', () => {
  const { texts } = setUp()
  expect(texts.rewrite(`<link>${SITE}/?lang=de&amp;page=2</link>`, '/feeds/de.xml')).toBe(
    `<link>${SITE}/de/page/2/</link>`,
  )
  expect(texts.rewrite(`"${SITE}.evil.example/x"`, '/')).toBe(`"${SITE}.evil.example/x"`)
  expect(texts.rewriteLinks('[a](/article/a?lang=de "A") ![](/demo/b.png) [c](/admin)', '/')).toBe(
    '[a](/de/article/a/ "A") ![](/demo/b.png) [c](/admin)',
  )
  expect(
    texts.rewriteLines(
      `Sitemap: ${SITE}/sitemap.xml\nSitemap: ${SITE}/news-sitemap.xml\nSee ${SITE}/about.\n`,
      '/robots.txt',
    ),
  ).toBe(`Sitemap: ${SITE}/sitemap.xml\nSee ${SITE}/about/.\n`)
})

test('recordings are in a mirror with what they are heard by, or neither is', () => {
  const html = `<link rel="alternate" href="${SITE}/feeds/de/newsletter-podcast.xml"/><a href="/feeds/de/podcast.xml">Podcast</a><figure data-audio="/newsletter/audio/a.mp3"><audio src="/newsletter/audio/a.mp3"></audio><figcaption>A machine</figcaption></figure>`
  const whole = setUp()
  expect(whole.rewrite(html)).toBe(html)
  expect(whole.found.map(({ file }) => file)).toEqual([
    'feeds/de/newsletter-podcast.xml',
    'feeds/de/podcast.xml',
    'newsletter/audio/a.mp3',
    'newsletter/audio/a.mp3',
  ])
  const silent = setUp({ hasAudio: false })
  expect(silent.rewrite(html)).toBe('<a>Podcast</a>')
  expect(silent.found).toEqual([])
})
