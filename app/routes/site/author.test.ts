import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation, PIECES } from '../../../tests/support/articles.ts'
import { parseDocument, readHead } from '../../../tests/support/read-head.ts'

const PATH = '/author/mara-lindqvist'
const NAME = 'Mara Lindqvist'
let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  const harbour = await addArticle(app.service(), anArticle())
  await addArticle(app.service(), aTranslation(harbour, 'fr'))
  for (const piece of [PIECES.planning, PIECES.bakery]) await addArticle(app.service(), anArticle(piece))
  await addArticle(app.service(), anArticle({ title: 'Towns and machines', author: 'Nora Berg' }))
  await app
    .service()
    .from('authors')
    .insert({
      slug: 'nora-berg',
      descriptions: { en: 'Writes about towns and their machines.' },
      languages: ['en', 'uk'],
      links: ['https://social.example/@nora'],
      former_slugs: ['nora-feldmann'],
    })
    .throwOnError()
})
afterAll(() => app.stop())

const read = async (path: string) => (await fetch(new URL(path, app.url))).text()

test('an article leads to all articles of its author, and to the ways to follow them', async () => {
  const article = parseDocument(await read('/article/harbour-town-audits-its-algorithms'))
  const byline = article.querySelector('article header a[href^="/author/"]')
  expect([byline?.textContent, byline?.getAttribute('href')]).toEqual([`By ${NAME}`, PATH])
  const follow = [...article.querySelectorAll('article a')].filter((link) => link.textContent === 'Follow')
  expect(follow.map((link) => link.getAttribute('href'))).toEqual([`${PATH}#follow`])

  const html = await read(PATH)
  const document = parseDocument(html)
  expect(document.querySelector('main h1')?.textContent).toBe(NAME)
  expect(document.querySelector('#follow')?.closest('details')?.textContent).toContain('You need no account')
  const titles = [...document.querySelectorAll('main article h2')].map((title) => title.textContent)
  expect(titles).toEqual([PIECES.harbour.title, PIECES.planning.title])
  const head = readHead(html)
  expect(head).toMatchObject({
    titles: [`Articles by ${NAME} - AI Watch`],
    canonicals: [app.url + PATH],
    robots: [],
    descriptions: [`Everything ${NAME} has written for AI Watch, newest first.`],
  })
  expect(head.jsonLd[0]).toMatchObject({
    '@type': 'ProfilePage',
    mainEntity: { '@type': 'Person', name: NAME, url: app.url + PATH },
  })
  expect(await read('/sitemap.xml')).toContain(`<loc>${app.url}${PATH}</loc>`)
  // Each version names all others.
  for (const [language, url] of head.versions.slice(0, -1))
    expect(readHead(await read(url))).toMatchObject({ language, versions: head.versions })
})

test('the feed of an author has their articles alone, and is linked where it is explained', async () => {
  const html = await read(PATH)
  const link = [...parseDocument(html).querySelectorAll('#follow a')].find((one) =>
    one.textContent?.startsWith('RSS'),
  )
  expect(link?.textContent).toBe(`RSS AI Watch: ${NAME}`)
  const feed = link?.getAttribute('href') ?? ''
  expect(readHead(html).forms[0]).toEqual(['application/rss+xml', app.url + feed])
  const rss = await fetch(app.url + feed)
  expect(rss.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
  const creators = [...(await rss.text()).matchAll(/<dc:creator>(.*?)<\/dc:creator>/g)].map(
    ([, name]) => name,
  )
  expect(creators).toEqual([NAME, NAME])
  const tech = parseDocument(await read('/tech'))
  expect(tech.querySelector('#follow a[href="/feeds/en/tech.xml"]')?.textContent).toBe(
    'RSS AI Watch: Technology',
  )

  const [ways] = (await read(`${PATH}?lang=fr`)).match(/<dl id="follow".*?<\/dl>/s) ?? []
  expect(ways?.replace(/<.*?>/gs, '')).not.toMatch(/[^\u00a0]:/)
})

test.each(['/author/nobody', '/author/__proto__', `/author/${'x'.repeat(300)}`, '/author'])(
  '%s is not found',
  async (path) => expect((await fetch(app.url + path)).status).toBe(404),
)

test('readers and machines are told who an author is', async () => {
  const html = await (await app.fresh('/author/nora-berg')).text()
  expect(html).toContain('Writes about towns and their machines.')
  expect(html).toMatch(/Speaks(?:<[^>]*>|\s)*English and Ukrainian/)
  expect(html).toMatch(/<a [^>]*href="https:\/\/social\.example\/@nora"[^>]*rel="me noopener"/)
  const machines = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script/gs)].map(
    ([, json = '']) => JSON.parse(json),
  )
  expect(machines).toContainEqual(
    expect.objectContaining({
      mainEntity: expect.objectContaining({
        '@type': 'Person',
        description: 'Writes about towns and their machines.',
        knowsLanguage: ['en', 'uk'],
        sameAs: ['https://social.example/@nora'],
      }),
    }),
  )
})

test.each([
  ['/author/nora-feldmann', '/author/nora-berg'],
  ['/author/nora-feldmann?lang=de', '/author/nora-berg?lang=de'],
  ['/feeds/en/author/nora-feldmann.xml', '/feeds/en/author/nora-berg.xml'],
])('the old address %s of an author leads to the present one', async (old, present) => {
  const moved = await fetch(app.url + old, { redirect: 'manual' })
  expect([moved.status, moved.headers.get('location')]).toEqual([301, present])
})
