import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { listRelatedArticles } from '#core/data/related-articles.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import type { Language } from '#core/i18n/languages.ts'
import { chooseTopics } from '#server/features/articles/choose-topics.ts'
import { seedDemo } from '#server/features/demo/seed-demo.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../tests/support/articles.ts'
import { emptyTables } from '../../tests/support/empty-tables.ts'

let app: TestApp
let service: Client
let reader: Client

beforeAll(async () => {
  app = await startTestApp()
  service = app.service()
  reader = app.anonymous()
})
afterAll(() => app.stop())

describe('in the demo newsroom', () => {
  const ids = new Map<string, string>()

  beforeAll(async () => {
    await emptyTables(app.database.sql, 'public.articles')
    await seedDemo(app.database.sql)
    await chooseTopics(app.database.sql)
    const { data } = await service.from('articles').select('id, slug').throwOnError()
    for (const { id, slug } of data) ids.set(slug, id)
  })

  const related = async (slug: string, language: Language) =>
    (await listRelatedArticles(reader, ids.get(slug) ?? '', language)).map((article) => ({
      slug: article.slug,
      sameTopic: article.same_topic,
    }))

  test.each<[string, string[], string[]]>([
    [
      'why-small-models-keep-getting-better',
      ['open-weights-consortium-releases-polyglot-model', 'run-a-private-assistant-on-an-old-laptop'],
      ['a-family-bakery-forecasts-its-bread', 'stop-asking-whether-it-understands'],
    ],
    [
      'hospital-network-pauses-triage-assistant',
      ['stop-asking-whether-it-understands', 'coastal-city-votes-to-audit-its-algorithms'],
      ['a-family-bakery-forecasts-its-bread', 'seat-licences-give-way-to-outcome-pricing'],
    ],
    [
      'national-library-puts-its-archive-behind-a-language-model',
      ['what-a-million-token-window-is-good-for', 'a-fifty-line-retrieval-pipeline'],
      ['hospital-network-pauses-triage-assistant', 'the-case-for-boring-ai'],
    ],
    [
      'watermarks-for-text-what-works-and-what-breaks',
      ['translation-is-not-a-solved-problem'],
      ['a-family-bakery-forecasts-its-bread', 'chip-shortage-eases-as-inference-demand-shifts'],
    ],
    [
      'a-fifty-line-retrieval-pipeline',
      [
        'national-library-puts-its-archive-behind-a-language-model',
        'build-a-citation-checker-in-an-afternoon',
      ],
      ['hospital-network-pauses-triage-assistant'],
    ],
    [
      'benchmarks-are-a-public-good',
      ['reading-a-model-card-like-an-engineer'],
      ['watermarks-for-text-what-works-and-what-breaks'],
    ],
  ])('%s', async (slug, expected, unexpected) => {
    const found = await related(slug, 'en')
    expect(found).toHaveLength(4)
    const sameTopic = found.filter((article) => article.sameTopic).map((article) => article.slug)
    expect(sameTopic).toEqual(expect.arrayContaining(expected))
    for (const other of unexpected) expect(found.map((article) => article.slug)).not.toContain(other)
  })

  test.each<[string, string[], string[]]>([
    [
      'warum-kleine-modelle-immer-besser-werden',
      ['konsortium-gibt-polyglottes-sprachmodell-frei', 'privater-assistent-auf-altem-laptop'],
      ['schluss-mit-der-frage-nach-dem-verstehen'],
    ],
    [
      'klinikverbund-stoppt-triage-assistenten',
      ['schluss-mit-der-frage-nach-dem-verstehen', 'hafenstadt-kontrolliert-ihre-algorithmen'],
      ['die-rechnung-fuer-die-inferenz'],
    ],
    [
      'uebersetzen-ist-nicht-geloest',
      ['wasserzeichen-in-texten-was-funktioniert-und-was-versagt'],
      ['die-rechnung-fuer-die-inferenz', 'privater-assistent-auf-altem-laptop'],
    ],
  ])('%s', async (slug, expected, unexpected) => {
    const found = await related(slug, 'de')
    const sameTopic = found.filter((article) => article.sameTopic).map((article) => article.slug)
    expect(sameTopic).toEqual(expect.arrayContaining(expected))
    for (const other of unexpected) expect(found.map((article) => article.slug)).not.toContain(other)
  })

  test('nothing is alike to the bakery, which comes with the newest of its category', async () => {
    const found = await related('a-family-bakery-forecasts-its-bread', 'en')
    expect(found).toHaveLength(4)
    expect(found.some((article) => article.sameTopic)).toBe(false)
  })

  test('every language has the versions of the same stories, as far as there are any', async () => {
    const original = ids.get('why-small-models-keep-getting-better') ?? ''
    const stories = async (language: Language) => {
      const found = await listRelatedArticles(reader, original, language)
      expect(found.every((article) => article.language === language)).toBe(true)
      return found.filter((article) => article.same_topic).map((article) => article.story_id)
    }
    const german = await stories('de')
    expect(german.length).toBeGreaterThan(1)
    for (const language of ['es', 'fr', 'it', 'pt'] as const) expect(await stories(language)).toEqual(german)
  })
})

describe('of a few articles', () => {
  beforeEach(async () => {
    await emptyTables(app.database.sql, 'public.articles')
  })

  const HARBOUR = { content: 'The harbour and its algorithms: a harbour, the algorithms.' }
  const BREAD = { content: 'Bread and flour, flour and bread.' }

  async function add(title: string, change: Partial<ArticleInput> = {}) {
    return addArticle(service, anArticle({ title, excerpt: title, ...change }))
  }
  const titles = async (article: { id: string }, language: Language = 'en', client = reader) =>
    (await listRelatedArticles(client, article.id, language)).map(({ title }) => title)

  test('those about the same things come first, and then the newest of its category', async () => {
    const one = await add('One', { ...HARBOUR, category: 'tech' })
    await add('Two', { ...HARBOUR, category: 'hack', publish_date: '2026-01-01T00:00:00.000Z' })
    await add('Old', { ...BREAD, category: 'tech', publish_date: '2026-01-01T00:00:00.000Z' })
    await add('New', { ...BREAD, category: 'tech', publish_date: '2026-02-01T00:00:00.000Z' })
    await add('Elsewhere', { ...BREAD, category: 'opinion' })
    await chooseTopics(app.database.sql)
    expect(await listRelatedArticles(reader, one.id, 'en')).toMatchObject([
      { title: 'Two', same_topic: true },
      { title: 'New', same_topic: false },
      { title: 'Old', same_topic: false },
    ])
  })

  test('never itself, its translations, a draft, or another language', async () => {
    const one = await add('One', HARBOUR)
    const own = await addArticle(service, aTranslation(one, 'de'))
    const two = await add('Two', HARBOUR)
    const german = await addArticle(service, aTranslation(two, 'de'))
    await add('Draft', { ...HARBOUR, published: false })
    await chooseTopics(app.database.sql)
    for (const client of [reader, await app.administrator(), service]) {
      expect(await titles(one, 'en', client)).toEqual(['Two'])
      expect(await titles(one, 'de', client)).toEqual([german.title])
      expect(await titles(own, 'de', client)).toEqual([german.title])
      expect(await titles(own, 'en', client)).toEqual(['Two'])
      expect(await titles(own, 'fr', client)).toEqual([])
    }
  })

  test('nothing that has been unpublished or deleted, and nothing at the end of a draft', async () => {
    const one = await add('One', HARBOUR)
    const two = await add('Two', HARBOUR)
    const three = await add('Three', HARBOUR)
    await chooseTopics(app.database.sql)
    expect((await titles(one)).toSorted()).toEqual(['Three', 'Two'])
    await service.from('articles').update({ published: false }).eq('id', two.id).throwOnError()
    await service.from('articles').delete().eq('id', three.id).throwOnError()
    expect(await titles(one)).toEqual([])
    expect(await titles(two)).toEqual([])
    expect(await titles(two, 'en', service)).toEqual([])
  })

  test('a translation whose original is a draft comes with its category only', async () => {
    const one = await add('One', { ...HARBOUR, category: 'tech' })
    const own = await addArticle(service, aTranslation(one, 'de'))
    const two = await add('Two', { ...HARBOUR, category: 'hack' })
    await addArticle(service, aTranslation(two, 'de'))
    const three = await add('Three', { ...BREAD, category: 'tech' })
    const german = await addArticle(service, aTranslation(three, 'de'))
    await chooseTopics(app.database.sql)
    await service.from('articles').update({ published: false }).eq('id', one.id).throwOnError()
    expect(await titles(own, 'de')).toEqual([german.title])
  })

  test.each([
    ['no limit', undefined, 4],
    ['none', 0, 0],
    ['fewer than none', -5, 0],
    ['more than there are', 2_147_483_647, 12],
  ])('with %s', async (_, limit, expected) => {
    const one = await add('One', HARBOUR)
    for (let n = 0; n < 14; n++) await add(`Number ${n}`, HARBOUR)
    await chooseTopics(app.database.sql)
    const { data } = await reader
      .rpc('list_related_articles', {
        p_article_id: one.id,
        p_language: 'en',
        ...(limit !== undefined && { p_limit: limit }),
      })
      .throwOnError()
    expect(data).toHaveLength(expected)
  })

  test('an unknown article, language or id has an answer', async () => {
    const one = await add('One', HARBOUR)
    await add('Two', HARBOUR)
    expect(await titles({ id: '00000000-0000-4000-8000-000000000000' })).toEqual([])
    for (const language of ['xx', '', '__proto__', 'x'.repeat(2_000)]) {
      expect(await titles(one, language as Language)).toEqual([])
    }
    const { error } = await reader.rpc('list_related_articles', { p_article_id: 'one', p_language: 'en' })
    expect(error?.code).toBe('22P02')
  })

  test('the words of articles cannot be read through the API', async () => {
    for (const table of ['topic_words', 'article_topics', 'word_frequencies']) {
      expect((await reader.from(table as never).select('*')).error?.code).toBe('PGRST205')
    }
  })
})

describe('at the end of a page', () => {
  beforeEach(async () => {
    await emptyTables(app.database.sql, 'public.articles')
  })

  const text = { content: 'The harbour and its algorithms: a harbour, the algorithms.' }
  const page = async (path: string) => (await fetch(app.url + path)).text()

  test('a link goes from the cached page when its article does, and has its new title and address', async () => {
    const one = await addArticle(service, anArticle({ ...text, title: 'One' }))
    const two = await addArticle(service, anArticle({ ...text, title: 'Two' }))
    await chooseTopics(app.database.sql)
    const link = (slug: string) => `href="/article/${slug}"`
    await expect.poll(() => page(`/article/${one.slug}`)).toContain(link('two'))
    await service.from('articles').update({ slug: 'second', title: 'Second' }).eq('id', two.id).throwOnError()
    await expect.poll(() => page(`/article/${one.slug}`)).toContain(link('second'))
    expect(await page(`/article/${one.slug}`)).not.toContain(link('two'))
    await service.from('articles').update({ published: false }).eq('id', two.id).throwOnError()
    await expect.poll(() => page(`/article/${one.slug}`)).not.toContain(link('second'))
  })

  test('a new article and a new translation come to the cached pages of those most like them', async () => {
    const one = await addArticle(service, anArticle({ ...text, title: 'One', category: 'tech' }))
    await addArticle(service, aTranslation(one, 'de', { title: 'Eins' }))
    for (const n of [1, 2, 3, 4]) {
      await addArticle(service, anArticle({ ...text, title: `Other ${n}`, category: 'tech' }))
    }
    await chooseTopics(app.database.sql)
    await expect.poll(() => page('/article/one')).toContain('href="/article/other-1"')
    await expect.poll(() => page('/article/eins?lang=de')).toContain('Eins')
    const two = await addArticle(
      service,
      anArticle({ ...text, title: 'Harbour algorithms', content: `${text.content} ${text.content}` }),
    )
    await addArticle(service, aTranslation(two, 'de', { title: 'Zwei' }))
    await expect.poll(() => page('/article/eins?lang=de')).toContain('href="/article/zwei?lang=de"')
  })

  test('the newest of its category come to the cached page of a translation, whichever category that is in itself', async () => {
    const one = await addArticle(service, anArticle({ title: 'One', category: 'tech' }))
    await addArticle(service, aTranslation(one, 'de', { title: 'Eins', category: 'hack' }))
    const two = await addArticle(service, anArticle({ title: 'Two', category: 'tech' }))
    const draft = await addArticle(service, aTranslation(two, 'de', { title: 'Zwei', published: false }))
    const last = await addArticle(service, anArticle({ title: 'Three', category: 'business' }))
    await chooseTopics(app.database.sql)
    expect(await page('/business')).not.toContain('Last change')
    await service.from('articles').update({ title: 'Last change' }).eq('id', last.id).throwOnError()
    // Once it has arrived, no earlier announcement is under way that would evict the page as well.
    await expect.poll(() => page('/business')).toContain('Last change')
    expect(await page('/article/eins?lang=de')).not.toContain('zwei')
    await service.from('articles').update({ published: true }).eq('id', draft.id).throwOnError()
    await expect.poll(() => page('/article/eins?lang=de')).toContain('href="/article/zwei?lang=de"')
  })

  test('a title is text, whatever is in it', async () => {
    const one = await addArticle(service, anArticle({ ...text, title: 'One' }))
    await addArticle(
      service,
      anArticle({ ...text, slug: 'two', title: '</script><img src=x onerror=alert(1)> "&" \u202eabc 👩‍🚀' }),
    )
    const html = await (await app.fresh(`/article/${one.slug}`)).text()
    expect(html).toContain('&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt; &quot;&amp;&quot;')
    expect(html).not.toContain('<img src=x')
  })
})
