import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from './support/app.ts'
import { addArticle, anArticle, aTranslation } from './support/articles.ts'
import { paintImage } from './support/images.ts'
import { addSentNewsletter } from './support/sent-newsletters.ts'
import { setSettings } from './support/settings.ts'
import { TEST_SECRETS } from './support/test-settings.ts'

// Caches keep an answer for requests whose headers have other values, unless its Vary names them (RFC 9110, section 12.5.5).

/** Values that browsers, programs and crawlers send. The first of a header is what is compared. */
const VALUES: Record<string, string[]> = {
  accept: [
    '*/*',
    'text/html,application/xhtml+xml,image/avif,image/webp,*/*;q=0.8',
    'application/activity+json',
    'application/ld+json; profile="https://www.w3.org/ns/activitystreams"',
    'application/json',
    'text/markdown',
    'image/png',
    'application/vnd.pgrst.object+json',
  ],
  'accept-encoding': ['identity', 'br', 'gzip'],
  'accept-language': ['en', 'fr-CH,fr;q=0.9', 'de'],
  cookie: ['', 'lang=fr; theme=dark'],
  'user-agent': ['Mozilla/5.0', 'Googlebot/2.1', 'Mastodon/4.4'],
  'sec-fetch-mode': ['', 'navigate', 'cors'],
  referer: ['', 'https://elsewhere.example/'],
  'save-data': ['', 'on'],
  prefer: ['', 'count=exact'],
  'x-forwarded-host': ['', 'evil.example'],
}
const PLAIN = Object.fromEntries(Object.entries(VALUES).map(([name, [first = '']]) => [name, first]))

let app: TestApp
let articleId: string
let asset: string

beforeAll(async () => {
  app = await startTestApp()
  const service = app.service()
  const article = await addArticle(service, anArticle({ title: 'Hedges', slug: 'hedges', category: 'tech' }))
  await addArticle(service, aTranslation(article, 'fr', { slug: 'hedges' }))
  articleId = article.id
  await addSentNewsletter(app.database.sql, { messages: { en: {}, fr: {} } })
  const nora = await app.administrator()
  const picture = new Blob([(await paintImage('png')) as never], { type: 'image/png' })
  await nora.storage.from('article-images').upload('articles/2026-hedge.png', picture)
  const page = async () => (await fetch(`${app.url}/article/hedges`)).text()
  // The first page takes long, because it loads the build.
  await page()
  await setSettings(nora, { social_web: true })
  await vi.waitUntil(async () => (await page()).includes('application/activity+json'), { timeout: 10_000 })
  asset = /\/assets\/[\w.-]+\.js/.exec(await page())?.[0] ?? expect.fail()
})
afterAll(() => app.stop())

const PAGES = [
  '/',
  '/article/hedges',
  '/article/none',
  '/author/mara-lindqvist',
  '/search?q=hedges',
  '/corrections',
  '/tech',
  '/about',
]
const ADDRESSES: Record<string, () => string[]> = {
  pages: () => PAGES.flatMap((path) => [path, `${path}${path.includes('?') ? '&' : '?'}lang=fr`]),
  'pages that name English': () => ['/?lang=en', '/article/hedges?lang=en', '/article/hedges.md?lang=en'],
  'other pages': () => [
    '/newsletter',
    '/newsletter/issues',
    '/newsletter/issues/2026-11-15',
    '/subscribe',
    '/unsubscribe?token=x',
    '/preview?token=x',
    '/saved',
    '/admin',
    '/nothing/at/all',
  ],
  feeds: () => [
    '/feeds/en.xml',
    '/feeds/fr.json',
    '/feeds/en/tech.xml',
    '/feeds/en/author/mara-lindqvist.json',
    '/feeds/en/newsletter.xml',
    '/feeds/en/podcast.xml',
  ],
  'other texts': () => [
    '/article/hedges.md',
    '/robots.txt',
    '/llms.txt',
    '/sitemap.xml',
    '/sitemaps/1.xml',
    '/news-sitemap.xml',
    '/manifest.webmanifest',
    '/service-worker.js',
    '/saved/words.json',
    '/openapi.json',
    '/.well-known/nodeinfo',
  ],
  files: () => [
    asset,
    '/favicon.ico',
    '/demo/harbour.webp',
    '/share/default.png',
    '/share/en/hedges.png',
    '/images/webp/640/demo/harbour.webp',
    '/storage/v1/object/public/article-images/articles/2026-hedge.png',
    '/storage/v1/render/image/public/article-images/articles/2026-hedge.png?width=20',
    '/storage/v1/render/image/public/article-images/articles/2026-hedge.png?width=20&format=origin',
  ],
  'the social web': () => [
    `/.well-known/webfinger?resource=acct:en@${new URL(app.url).host}`,
    '/activitypub/en',
    '/activitypub/xx',
    '/activitypub/en/outbox',
    '/activitypub/en/followers',
    `/activitypub/articles/${articleId}`,
    '/activitypub/nodeinfo/2.1',
  ],
  rows: () => ['/rest/v1/articles?select=slug&limit=1'],
}

test.each(Object.keys(ADDRESSES))('%s name in Vary every header on which they depend', async (kind) => {
  for (const path of ADDRESSES[kind]?.() ?? []) {
    const plain = await ask(path, {})
    expect(plain.status, path).toBeLessThan(500)
    const [answers, varying] = [[plain], new Set<string>()]
    for (const [name, [, ...values]] of Object.entries(VALUES))
      for (const value of values) {
        const answer = await ask(path, { [name]: value })
        answers.push(answer)
        if (answer.said !== plain.said) varying.add(name)
      }
    for (const { isStored, vary } of answers)
      if (isStored) expect([path, [...varying].filter((name) => !vary.includes(name))]).toEqual([path, []])
  }
})

test('an article says that it varies by Accept only while there is something else to get', async () => {
  const vary = async () => (await fetch(`${app.url}/article/hedges`)).headers.get('vary')
  expect(await vary()).toBe('accept, accept-encoding')
  await setSettings(await app.administrator(), { social_web: false })
  await expect.poll(vary).toBe('accept-encoding')
})

/** Asks without the client of Node, which sends some of these headers itself. */
async function ask(path: string, headers: Record<string, string>) {
  const key = path.startsWith('/rest/') ? { apikey: TEST_SECRETS.publishableKey } : {}
  const sent = Object.entries({ ...PLAIN, ...key, ...headers }).filter(([, value]) => value !== '')
  const asked = get(app.url + path, { headers: Object.fromEntries(sent) })
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const body = await buffer(response)
  const { statusCode: status = 0, headers: answered } = response
  const named = ['content-type', 'content-encoding', 'content-language', 'location'].map(
    (name) => answered[name],
  )
  return {
    status,
    said: JSON.stringify([status, ...named, body.toString('base64')]),
    vary: (answered.vary ?? '').toLowerCase().split(/\s*,\s*/),
    isStored: !answered['cache-control']?.includes('no-store'),
  }
}
