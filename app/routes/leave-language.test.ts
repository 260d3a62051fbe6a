import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../tests/support/articles.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.database.sql`delete from public.articles`
})
afterEach(() => offer([...LANGUAGE_CODES]))

const ask = (path: string, init?: RequestInit) => fetch(app.url + path, { redirect: 'manual', ...init })
const offer = async (languages: string[]) => {
  await app.database.sql`
    insert into public.settings (key, value) values ('languages', ${JSON.stringify(languages)}::jsonb)
    on conflict (key) do update set value = excluded.value`
  // This process knows the change once its feeds show it.
  const offered = async () => {
    const statuses = await Promise.all(LANGUAGE_CODES.map((code) => ask(`/feeds/${code}.xml`)))
    return LANGUAGE_CODES.filter((_, index) => statuses[index]?.status === 200)
  }
  await expect.poll(offered).toEqual(LANGUAGE_CODES.filter((code) => languages.includes(code)))
}
/** Returns the target of an address, in one step. */
async function whereFrom(path: string, init?: RequestInit) {
  const response = await ask(path, init)
  return [response.status, response.headers.get('location')?.replace(app.url, '')]
}
const textOf = async (path: string) => (await app.fresh(path)).text()

async function aStory() {
  const original = await addArticle(app.service(), anArticle({ slug: 'harbour' }))
  await addArticle(app.service(), aTranslation(original, 'es', { slug: 'puerto' }))
  await addArticle(app.service(), aTranslation(original, 'de', { slug: 'hafen' }))
  return original
}

test('a language code alone leads to the home page in that language, unless a section has this address', async () => {
  const homes = async () =>
    Promise.all(['/it', '/DE', '/en', '/de?lang=it', '/xx'].map((path) => whereFrom(path)))
  const notFound = [404, undefined]
  expect(await homes()).toEqual([
    [302, '/?lang=it'],
    [302, '/?lang=de'],
    [302, '/'],
    [302, '/?lang=de'],
    notFound,
  ])
  await offer(['en', 'de'])
  expect(await whereFrom('/it')).toEqual([302, '/'])
  expect((await ask('/it')).headers.get('cache-control')).toBe('no-cache')
  await app.database.sql`
    insert into public.categories (slug, position, names) values ('it', 6, '{"en": "IT"}'::jsonb)`
  await expect.poll(() => whereFrom('/it')).toEqual([200, undefined])
  await app.database.sql`delete from public.categories where slug = 'it'`
})

describe('an address in a language that is switched off', () => {
  test.each([
    ['/?lang=es', '/'],
    ['/news?lang=es&page=3', '/news'],
    ['/about?lang=es', '/about'],
    ['/search?q=port&lang=es', '/search?q=port'],
    ['/newsletter?lang=es', '/newsletter'],
    ['/newsletter/preferences?token=abc&lang=es', '/newsletter/preferences?token=abc'],
    ['/feeds/es.xml', '/feeds/en.xml'],
    ['/feeds/es.json', '/feeds/en.json'],
    ['/feeds/es/tech.xml', '/feeds/en/tech.xml'],
    ['/feeds/es/newsletter.xml', '/feeds/en/newsletter.xml'],
    ['/feeds/es/author/mara-lindqvist.json', '/feeds/en/author/mara-lindqvist.json'],
    ['/article/puerto?lang=es', '/article/harbour'],
    ['/article/puerto', '/article/harbour'],
    ['/article/harbour?lang=es', '/article/harbour'],
    ['/article/puerto.md?lang=es', '/article/harbour.md'],
    ['/article/puerto.md', '/article/harbour.md'],
    ['/share/es/puerto.png', '/share/en/harbour.png'],
    ['/manifest.webmanifest?lang=es', '/manifest.webmanifest'],
  ])('%s answers 302 to %s, at once and again after it was cached', async (path, expected) => {
    await aStory()
    await ask(path)
    await offer(['en', 'de'])
    expect(await whereFrom(path)).toEqual([302, expected])
    const { headers } = await ask(path)
    expect(headers.get('cache-control') ?? 'no-cache').toContain('no-cache')
    expect(await whereFrom(path, { method: 'HEAD' })).toEqual([302, expected])
    expect((await ask(expected)).status).toBeLessThan(401)
  })

  test('leads there by the slug that an article had once', async () => {
    const original = await aStory()
    await app.database.sql`
      update public.articles set slug = 'el-puerto' where original_article_id = ${original.id} and language = 'es'`
    await offer(['en', 'de'])
    expect(await whereFrom('/article/puerto?lang=es')).toEqual([302, '/article/harbour'])
    expect(await whereFrom('/article/el-puerto?lang=es')).toEqual([302, '/article/harbour'])
  })

  test('is as before where the language is offered, is English or is none', async () => {
    await aStory()
    await offer(['en', 'de'])
    for (const path of [
      '/?lang=de',
      '/article/hafen?lang=de',
      '/feeds/de.xml',
      '/',
      '/?lang=xx',
      '/feeds/en.xml',
    ])
      expect([path, (await ask(path)).status]).toEqual([path, 200])
    for (const path of ['/feeds/xx.xml', '/article/nowhere?lang=de', '/article/nowhere'])
      expect([path, (await ask(path)).status]).toEqual([path, 404])
  })

  test('comes back with its article when the language does', async () => {
    await aStory()
    await offer(['en', 'de'])
    expect((await ask('/article/puerto?lang=es')).status).toBe(302)
    await offer(['en', 'es', 'de'])
    expect((await ask('/article/puerto?lang=es')).status).toBe(200)
    expect((await ask('/feeds/es.xml')).status).toBe(200)
  })

  test('of an article that has no English original is not there', async () => {
    await addArticle(app.service(), anArticle({ slug: 'sola', language: 'es' }))
    await offer(['en'])
    expect(await whereFrom('/article/sola?lang=es')).toEqual([302, '/article/sola'])
    expect((await ask('/article/sola')).status).toBe(404)
  })
})

describe('pages, feeds and lists', () => {
  test('name the languages that are offered, and no other', async () => {
    await aStory()
    const page = { slug: 'imprint', title: 'Imprint', content: 'A text.', published: true }
    for (const language of ['en', 'es', 'de'] as const)
      await app
        .service()
        .from('pages')
        .insert({ ...page, language })
        .throwOnError()
    await offer(['en', 'de'])
    const addresses = [
      '/',
      '/imprint',
      '/article/harbour',
      '/article/hafen?lang=de',
      '/author/mara-lindqvist',
      '/newsletter',
      '/about',
    ]
    for (const path of [...addresses, '/sitemap.xml', '/news-sitemap.xml', '/llms.txt', '/feeds/en.json']) {
      const text = await textOf(path)
      expect([path, text.match(/lang=es|hreflang="es"|feeds\/es|Español|puerto|es_ES/gi)]).toEqual([
        path,
        null,
      ])
    }
    const html = await textOf('/article/harbour')
    expect(html).toMatch(/hreflang="de"/i)
    expect(html.match(/<link rel="alternate" hreflang="[\w-]+"/gi)).toHaveLength(3)
    expect(await textOf('/llms.txt')).toContain('The languages are English (`en`) and Deutsch (`de`).')
  })

  test('of readers show no article in it through the interface of the database, and administrators see all', async () => {
    const original = await aStory()
    await offer(['en', 'de'])
    const { data } = await app.anonymous().from('articles').select('language').order('language')
    expect(data?.map(({ language }) => language)).toEqual(['de', 'en'])
    const { data: hits } = await app
      .anonymous()
      .rpc('search_articles', { p_query: 'harbour', p_language: 'es' })
    expect(hits).toEqual([])
    expect((await app.anonymous().from('article_translations').select('language')).data).toEqual([])
    const { data: all } = await app
      .service()
      .from('articles')
      .select('language')
      .eq('original_article_id', original.id)
    expect(all).toHaveLength(2)
  })
})

test('readers cannot ask what there is in a language', async () => {
  const { error } = await app.anonymous().rpc('count_in_language', { p_language: 'es' })
  expect(error?.code).toBe('42501')
})
