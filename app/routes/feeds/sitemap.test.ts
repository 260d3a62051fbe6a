import { afterAll, beforeEach, expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { insertArticles } from '#core/data/articles.ts'
import { DEFAULT_SECTIONS } from '#core/domain/category.ts'
import { STORIES_PER_PART } from '#core/feeds/sitemap.ts'
import { childrenOf, parseXml, textOf, type XmlElement } from '#core/feeds/testing/parse-xml.ts'
import { sitePaths } from '#core/paths.ts'
import { startTestApp } from '../../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../../tests/support/articles.ts'

const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9'

const app = await startTestApp()
afterAll(() => app.stop())
beforeEach(async () => {
  await app.database.sql`delete from public.articles`
})

async function read(path: string): Promise<XmlElement> {
  const response = await app.fresh(path)
  expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  return parseXml(await response.text())
}

const locationsOf = (sitemap: XmlElement) => sitemap.children.map((child) => textOf(child, 'loc', SITEMAP))

test('a site of ordinary size is one sitemap of all its pages and articles', async () => {
  const harbour = await addArticle(app.service(), anArticle())
  const german = await addArticle(app.service(), aTranslation(harbour, 'de'))
  await addArticle(app.service(), anArticle({ title: 'Not yet', published: false }))
  await expect
    .poll(async () => locationsOf(await read('/sitemap.xml')).slice(6 * sitePaths(DEFAULT_SECTIONS).length))
    .toEqual([
      `${app.url}/author/mara-lindqvist`,
      `${app.url}/author/mara-lindqvist?lang=de`,
      `${app.url}/article/${harbour.slug}`,
      `${app.url}/article/${german.slug}?lang=de`,
    ])
  expect(locationsOf(await read('/sitemap.xml'))).toContain(`${app.url}/business?lang=fr`)
})

test('it names every page, except search, what a browser has saved, and those that a form, a mail or an editor leads to', () => {
  const unlisted = [
    '/confirm-subscription',
    '/subscribe',
    '/unsubscribe',
    '/newsletter/preferences',
    '/newsletter/erase',
    '/search',
    '/saved',
    '/preview',
    '/preview/front',
  ]
  const paths = routes
    .filter(({ file }) => /^routes\/(?:site|newsletter|saved|previews)\/[\w-]+\.tsx$/.test(file))
    .map(({ path = '' }) => `/${path}`)
    .filter((path) => !/[:*]/.test(path) && !unlisted.includes(path))
  expect(paths).toContain('/')
  expect(sitePaths(DEFAULT_SECTIONS)).toEqual(expect.arrayContaining(paths))
})

test('every page that it names exists', async () => {
  for (const location of locationsOf(await read('/sitemap.xml'))) {
    expect(await app.fresh(location).then(({ status }) => [location, status])).toEqual([location, 200])
  }
})

test('a large site has an index of parts, which together name every page once', async () => {
  const titles = Array.from({ length: STORIES_PER_PART + 1 }, (_, index) => `Story ${index}`)
  await insertArticles(
    app.service(),
    titles.map((title) => anArticle({ title })),
  )
  const parts = [`${app.url}/sitemaps/1.xml`, `${app.url}/sitemaps/2.xml`]
  await expect.poll(async () => locationsOf(await read('/sitemap.xml'))).toEqual(parts)

  const [first, second] = [await read('/sitemaps/1.xml'), await read('/sitemaps/2.xml')]
  expect(childrenOf(first, 'url', SITEMAP)).toHaveLength(
    6 * sitePaths(DEFAULT_SECTIONS).length + 1 + STORIES_PER_PART,
  )
  expect(childrenOf(second, 'url', SITEMAP)).toHaveLength(1)
  const locations = [...locationsOf(first), ...locationsOf(second)]
  expect(new Set(locations).size).toBe(locations.length)
})

test.each(['2', '0', '-1', '01', '1e3', 'x', '99999'])('there is no part %s', async (part) => {
  expect((await app.fresh(`/sitemaps/${part}.xml`)).status).toBe(404)
})
