import { afterAll, beforeAll, expect, test } from 'vitest'
import { findArticles } from '#app/mirror/search-island.tsx'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { MirrorSearchArticle } from '#core/domain/mirror-search.ts'
import type { Language } from '#core/i18n/languages.ts'
import { listSearchIndex } from '#server/features/mirror/create-mirror.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../../tests/support/articles.ts'
import { startTestJobs } from '../../../tests/support/jobs.ts'

type Texts = { title: string; excerpt?: string; content?: string }

const ARTICLES: Record<string, Record<string, Texts>> = {
  de: {
    fahrplan: {
      title: 'Stra\u00dfenbahn\u00adfahrplan der Metropole',
      content: 'Ein Text \u00fcber Auf\u00admerk\u00adsam\u00adkeits\u00ad\u00f6konomie.',
    },
    k1: { title: 'Neues Recht', excerpt: 'Datenschutzgrundverordnung in Kürze' },
    k2: { title: 'Datenschutz-Grundverordnung mit Strich' },
    modell: { title: 'Das Modell GPT-9 und Qwen-7' },
    risiko: { title: 'Ein Risiko' },
  },
  en: {
    gpt: { title: 'GPT 9 is out', content: 'The model GPT 9 and Llama-7 and Gemini 8, and not GPT 90.' },
    code: { title: 'Code in C++ and C#', content: 'At AT&T, and elsewhere.' },
    health: { title: 'The WHO warns', content: 'Who is it that asks?' },
    city: { title: 'A city and its models' },
    cities: { title: 'Of cities' },
  },
  it: {
    ai: { title: 'AI e lavoro', content: 'Il modello di AI di Torino.' },
    ali: { title: 'Ali', content: 'Dai mari ai monti.' },
  },
  fr: {
    act: { title: 'L’AI Act', content: 'Le texte sur l’AI Act.' },
    avoir: { title: 'L’hyperparamétrage des réseaux', content: 'J’ai lu.' },
  },
  pt: { decisao: { title: 'A decisão' } },
}

let app: TestApp
const files = new Map<string, string>()

beforeAll(async () => {
  app = await startTestApp()
  const service = app.service()
  for (const [language, articles] of Object.entries(ARTICLES))
    for (const [slug, { title, excerpt = 'E', content = 'C' }] of Object.entries(articles)) {
      const texts = { title, slug, excerpt, content, subtitle: null, author: 'N' }
      if (language === 'en') await addArticle(service, anArticle(texts))
      else {
        const original = await addArticle(service, anArticle({ title: 'Z', slug: `of-${slug}` }))
        await addArticle(service, aTranslation(original, language as TranslatedLanguage, texts))
      }
    }
  const { services, stop } = await startTestJobs(app.database, { siteUrl: app.url, works: false })
  const settings = services.settings.current()
  for await (const { path, content } of listSearchIndex(app.database.sql, { settings, siteUrl: app.url }))
    files.set(path, String(content))
  await stop()
})
afterAll(() => app.stop())

async function find(query: string, language: Language): Promise<string[]> {
  const read = async <T>(name: string): Promise<T> => {
    const file = files.get(`search/${language}/${name}.json`)
    if (!file) throw new Error(`There is no ${name}`)
    return JSON.parse(file)
  }
  const articles = await read<MirrorSearchArticle[]>('articles-0')
  return (await findArticles(read, query)).map((number) => {
    const [address = ''] = articles[number] ?? []
    return address.split('/').at(-2) ?? ''
  })
}

test.each<[Language, string, string[]]>([
  ...[
    'straßenbahnfahrplan',
    'strassenbahnfahrplan',
    'straßenbahn',
    'aufmerksamkeitsökonomie',
    'aufmerksamkeit',
  ].map((query): [Language, string, string[]] => ['de', query, ['fahrplan']]),
  ['de', 'fahrplan', ['fahrplan']],
  ['de', 'Stra\u00ad\u00dfenbahn Metropole', ['fahrplan']],
  ['de', 'datenschutzgrundverordnung', ['k1', 'k2']],
  ['de', 'datenschutz', ['k1', 'k2']],
  ['fr', 'paramétrage', ['avoir']],
])('search-soft-hyphen, search-inside-words: in %s "%s" finds %o', async (language, query, slugs) => {
  expect((await find(query, language)).toSorted()).toEqual(slugs)
})

test.each<[Language, string, string]>([
  ['en', 'GPT-9', 'gpt'],
  ['en', 'GPT 9', 'gpt'],
  ['en', 'gpt9', 'gpt'],
  ['en', 'Llama 7', 'gpt'],
  ['en', 'Llama-7', 'gpt'],
  ['en', 'Gemini-8', 'gpt'],
  ['de', 'GPT 9', 'modell'],
  ['de', 'GPT-9', 'modell'],
  ['de', 'Qwen 7', 'modell'],
  ['en', 'C++', 'code'],
  ['en', 'at&t', 'code'],
])('lang-search-model-numbers: in %s "%s" finds %s', async (language, query, slug) => {
  expect(await find(query, language)).toEqual([slug])
})

test.each<[Language, string, string]>([
  ['it', 'AI', 'ai'],
  ['it', '"AI"', 'ai'],
  ['it', 'ai', 'ai'],
  ['it', 'il lavoro', 'ai'],
  ['fr', 'AI', 'act'],
  ['en', 'WHO', 'health'],
])('lang-search-ai: in %s "%s" finds the name alone', async (language, query, slug) => {
  expect(await find(query, language)).toEqual([slug])
})

test.each<[Language, string, string]>([
  ['pt', 'decisões', 'decisao'],
  ['de', 'Risiken', 'risiko'],
  ['de', 'Modelle', 'modell'],
  ['en', 'cities', 'city'],
  ['en', 'city', 'cities'],
  ['en', 'model', 'city'],
  ['fr', 'reseau', 'avoir'],
])('other forms: in %s "%s" finds %s', async (language, query, slug) => {
  expect(await find(query, language)).toContain(slug)
})
