import {
  ARTICLES_PER_FILE,
  type MirrorSearchArticle,
  type MirrorSearchIndex,
  searchPartOf,
  searchWords,
  WEIGHTS,
} from '#core/domain/mirror-search.ts'
import type { Settings } from '#core/domain/settings.ts'
import { formatCardDate } from '#core/i18n/dates.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'
import { publicationTranslator } from '#core/i18n/publication-catalogs.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { articlePath } from '#core/paths.ts'
import type { ExportEntry } from '#server/features/export/export-entry.ts'
import { readRows } from '#server/features/export/read-rows.ts'
import { placeOf } from '#server/features/mirror/mirror-address.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'

const AT_ONCE = 200
/** Up to here one character is enough to cut the index into small parts. */
const FEW_ARTICLES = 300
const WEIGHT = { title: 9, summary: 4, prose: 1 } as const
/** How often a word stands in a text says no more than this. */
const MAX_COUNTED = 3

interface ArticleRow {
  slug: string
  title: string
  summary: string
  excerpt: string
  prose: string
  category: string
  publish_date: string
}

/** Where the index of a language begins. */
export const searchIndexAddress = (language: Language): string => `/search/${language}/`

/** The search index of each language: whole articles, as their readers may see them. */
export async function* listSearchIndex(
  sql: Sql,
  { settings, siteUrl }: { settings: Settings; siteUrl: string },
): AsyncGenerator<ExportEntry> {
  for (const language of settings.languages) {
    const t = publicationTranslator(settings, language)
    const folder = searchIndexAddress(language).slice(1)
    const file = (name: string, content: unknown) => ({
      path: `${folder}${name}.json`,
      content: JSON.stringify(content),
    })
    const { articles, postings } = await sql.transaction(async (session) => {
      // With the rights of a reader, so that nothing else can get into the index.
      await session.script('set local role anon')
      return readArticles(session, { language, siteUrl, t })
    })
    for (let at = 0; at < articles.length; at += ARTICLES_PER_FILE)
      yield file(`articles-${at / ARTICLES_PER_FILE}`, articles.slice(at, at + ARTICLES_PER_FILE))
    const length = articles.length > FEW_ARTICLES ? 2 : 1
    const words = [...postings.keys()].sort()
    const parts = Map.groupBy(words, (word) => searchPartOf(word, length))
    for (const [name, own] of parts)
      yield file(`words-${name}`, Object.fromEntries(own.map((word) => [word, postings.get(word)])))
    const index: MirrorSearchIndex = { length, parts: [...parts.keys()], texts: textsOf(t, language) }
    yield file('index', index)
  }
}

function textsOf(t: Translate, language: Language): MirrorSearchIndex['texts'] {
  return {
    prompt: t('search.prompt'),
    loading: t('search.loading'),
    failed: t('search.failed'),
    empty: t('search.empty', { query: '{query}' }),
    hint: t(language === DEFAULT_LANGUAGE ? 'search.emptyHint.english' : 'search.emptyHint.language'),
    one: t('search.results', { count: 1 }),
    other: t('search.results', { count: 2 }).replace('2', '{count}'),
    more: t('search.next'),
  }
}

/** The articles of a language, the newest first, and for each word those that have it. */
async function readArticles(
  session: Session,
  { language, siteUrl, t }: { language: Language; siteUrl: string; t: Translate },
): Promise<{ articles: MirrorSearchArticle[]; postings: Map<string, number[]> }> {
  const postings = new Map<string, number[]>()
  const articles: MirrorSearchArticle[] = []
  for await (const row of readRows<ArticleRow>(session, queryOf(language), AT_ONCE)) {
    for (const [word, weight] of weighWords(row)) {
      const list = postings.get(word) ?? []
      list.push(articles.length * WEIGHTS + weight)
      postings.set(word, list)
    }
    const address = placeOf(new URL(articlePath({ slug: row.slug, language }), siteUrl))?.address ?? '/'
    const section = t(`card.badge.${row.category}`)
    articles.push([
      address,
      row.title,
      row.excerpt,
      section,
      row.category,
      formatCardDate(row.publish_date, language),
    ])
  }
  return { articles, postings }
}

const queryOf = (language: Language) => `
  select article.slug, article.title, concat_ws(' ', article.subtitle, article.excerpt, article.author) as summary,
    left(coalesce(article.excerpt, ''), 300) as excerpt, search.prose, article.category,
    to_json(article.publish_date) #>> '{}' as publish_date
  from private.article_search as search join public.articles as article on article.id = search.article_id
  where article.language = '${language}'
  order by article.publish_date desc, article.slug collate "C"`

/** How much each word says about an article. */
function weighWords({ title, summary, prose }: ArticleRow): Map<string, number> {
  const weights = new Map<string, number>()
  const raise = (word: string, weight: number) =>
    weights.set(word, Math.min(Math.max(weights.get(word) ?? 0, weight), WEIGHTS - 1))
  const counts = new Map<string, number>()
  for (const word of searchWords(prose)) counts.set(word, (counts.get(word) ?? 0) + 1)
  for (const [word, count] of counts) raise(word, WEIGHT.prose * Math.min(count, MAX_COUNTED))
  for (const word of searchWords(summary)) raise(word, WEIGHT.summary)
  for (const word of searchWords(title)) raise(word, WEIGHT.title)
  return weights
}
