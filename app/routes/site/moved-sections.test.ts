import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { CategoryInput } from '#core/domain/category.ts'
import { startTestApp } from '../../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../../tests/support/articles.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const shipped = (...slugs: string[]): CategoryInput[] =>
  slugs.map((slug) => ({ slug, color: null, names: {}, descriptions: {} }))
const garden: CategoryInput = {
  ...{ slug: 'garden', was: 'hack', color: '#ffe600', descriptions: {} },
  names: { en: 'Garden & <b>more</b>', de: 'Garten' },
}

const fetchOnce = (path: string) => fetch(app.url + path, { redirect: 'manual' })
const page = async (path: string) => (await fetch(app.url + path)).text()

beforeAll(async () => {
  const bread = await addArticle(
    app.service(),
    anArticle({ slug: 'bread', title: 'Bread', category: 'hack' }),
  )
  await addArticle(app.service(), aTranslation(bread, 'de', { slug: 'brot', title: 'Brot' }))
  // Cached under its old name.
  await page('/article/bread')
  const rest = shipped('business', 'tech', 'opinion', 'news')
  await app
    .service()
    .rpc('save_categories', { p_categories: [...rest, { ...garden, slug: 'park' }] })
    .throwOnError()
  const renamed = [...rest, { ...garden, was: 'park' }]
  await app.service().rpc('save_categories', { p_categories: renamed, p_retired: {} }).throwOnError()
  await app
    .service()
    .rpc('save_categories', {
      p_categories: renamed.filter(({ slug }) => slug !== 'opinion'),
      p_retired: { opinion: 'garden' },
    })
    .throwOnError()
  await vi.waitUntil(async () => (await fetchOnce('/opinion')).status === 301)
})

test.each([
  ['/hack', '/garden'],
  ['/HACK?lang=de', '/garden?lang=de'],
  ['/park?page=3', '/garden?page=3'],
  ['/opinion?lang=fr&page=2', '/garden?page=2&lang=fr'],
  ['/feeds/en/hack.xml', '/feeds/en/garden.xml'],
  ['/feeds/de/park.json', '/feeds/de/garden.json'],
  ['/feeds/fr/opinion.xml', '/feeds/fr/garden.xml'],
])('%s leads to %s, in one step', async (from, to) => {
  const response = await fetchOnce(from)
  expect(response.status).toBe(301)
  expect(new URL(response.headers.get('location') ?? '', app.url).href).toBe(app.url + to)
  expect((await fetchOnce(to)).status).not.toBe(301)
})

test('what was never an address, or is none of a feed, is not found', async () => {
  for (const path of ['/parks', '/feeds/en/parks.xml', '/feeds/xx/hack.xml'])
    expect((await fetchOnce(path)).status).toBe(404)
})

test('pages, feeds, structured data, sitemap, search and llms.txt have the new section', async () => {
  expect(await page('/garden')).toContain('Garden &amp; &lt;b&gt;more&lt;/b&gt;')
  const german = await page('/article/brot?lang=de')
  expect(german).toContain('data-tone="_garden"')
  expect(german).toMatch(/"articleSection":"Garten"/)
  expect(german).toMatch(/\[data-tone="_garden"\][^}]*--color-accent:#/)
  expect(await page('/feeds/de/garden.xml')).toContain('<category>Garten</category>')
  expect(await page('/feeds/en.json')).toContain('Garden & <b>more</b>')
  const sitemap = await page('/sitemap.xml')
  expect(sitemap).toContain(`${app.url}/garden<`)
  expect(sitemap).not.toMatch(/\/(hack|park|opinion)</)
  expect(await page('/llms.txt')).toContain(`${app.url}/garden)`)
  expect(await page('/search?category=hack&q=bread')).toContain('/article/bread')
  expect(await page('/search')).toContain('<option value="garden">')
  expect((await fetch(`${app.url}/share/en/bread.png`)).status).toBe(200)
})

test('a publication with the shipped sections carries nothing of other ones', async () => {
  const other = await startTestApp()
  const html = await (await fetch(`${other.url}/`)).text()
  expect(html).not.toContain('more-sections')
  expect(html).not.toMatch(/data-tone="_(?!business|tech|opinion|news|hack)/)
  await other.stop()
})

test('a section can be called as the folder of logos is', async () => {
  const look: CategoryInput = { slug: 'look', color: null, names: { en: 'Look' }, descriptions: {} }
  const { data } = await app.service().from('categories').select('slug').is('retired_to', null).throwOnError()
  const live = shipped(...data.map(({ slug }) => slug)).map((one) =>
    one.slug === 'garden' ? { ...garden, was: undefined } : one,
  )
  await app
    .service()
    .rpc('save_categories', { p_categories: [...live, look] as never })
    .throwOnError()
  await vi.waitUntil(async () => (await fetchOnce('/look')).status === 200)
  expect((await fetchOnce('/look/')).status).toBe(200)
  expect((await fetchOnce('/look/0.svg')).status).toBe(404)
})
