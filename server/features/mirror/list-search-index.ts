import {
  ARTICLES_PER_FILE,
  indexedWords,
  type MirrorLongWords,
  type MirrorSearchArticle,
  type MirrorSearchIndex,
  type MirrorSearchPart,
  searchPartOf,
  WEIGHTS,
} from '#core/domain/mirror-search.ts'
import type { Settings } from '#core/domain/settings.ts'
import type { Language } from '#core/i18n/languages.ts'
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
/** Words of titles and excerpts in which others may be. */
const LONG = 8

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
    const folder = searchIndexAddress(language).slice(1)
    const file = (name: string, content: unknown) => ({
      path: `${folder}${name}.json`,
      content: JSON.stringify(content),
    })
    const { unnamed, roots } = await readWords(sql, language)
    const { articles, postings, longWords } = await sql.transaction(async (session) => {
      // With the rights of a reader, so that nothing else can get into the index.
      await session.script('set local role anon')
      return readArticles(session, { language, siteUrl, unnamed })
    })
    for (let at = 0; at < articles.length; at += ARTICLES_PER_FILE)
      yield file(`articles-${at / ARTICLES_PER_FILE}`, articles.slice(at, at + ARTICLES_PER_FILE))
    const length = articles.length > FEW_ARTICLES ? 2 : 1
    const words = [...postings.keys()].sort()
    const parts = Map.groupBy(words, (word) => searchPartOf(word, length))
    for (const [name, own] of parts) {
      const forms = Map.groupBy(own, (word) => roots.get(word) ?? word)
      const part: MirrorSearchPart = [...forms.values()].map((group) =>
        group.flatMap((word) => [word, postings.get(word) ?? []]),
      )
      yield file(`words-${name}`, part)
    }
    const long: MirrorLongWords = [...longWords].sort().join(' ')
    yield file('long', long)
    const index: MirrorSearchIndex = {
      length,
      parts: [...parts.keys()],
      unnamed: [...unnamed].join(' '),
    }
    yield file('index', index)
  }
}

/** As the search of the site has them: words without a subject, and of each word what all its forms have in common. */
async function readWords(sql: Sql, language: Language) {
  const left = await sql<{ word: string }[]>`
    select private.fold(word) as word
    from jsonb_object_keys(private.search_facts(${language}) -> 'functionWords') as words (word)`
  const known = await sql<{ word: string; root: string }[]>`
    select word, min(root) as root from private.search_words where language = ${language} group by word`
  return {
    unnamed: new Set(left.map(({ word }) => word)),
    roots: new Map(known.map(({ word, root }) => [word, root])),
  }
}

/** The articles of a language, the newest first, for each word those that have it, and long words of titles and excerpts. */
async function readArticles(
  session: Session,
  { language, siteUrl, unnamed }: { language: Language; siteUrl: string; unnamed: ReadonlySet<string> },
): Promise<{ articles: MirrorSearchArticle[]; postings: Map<string, number[]>; longWords: Set<string> }> {
  const longWords = new Set<string>()
  const postings = new Map<string, number[]>()
  const articles: MirrorSearchArticle[] = []
  for await (const row of readRows<ArticleRow>(session, queryOf(language), AT_ONCE)) {
    for (const [word, weight] of weighWords(row, unnamed)) {
      if (word.length >= LONG && weight >= WEIGHT.summary) longWords.add(word)
      const list = postings.get(word) ?? []
      list.push(articles.length * WEIGHTS + weight)
      postings.set(word, list)
    }
    const address = placeOf(new URL(articlePath({ slug: row.slug, language }), siteUrl))?.address ?? '/'
    articles.push([address, row.title, row.excerpt, row.category, row.publish_date])
  }
  return { articles, postings, longWords }
}

const queryOf = (language: Language) => `
  select article.slug, article.title, concat_ws(' ', article.subtitle, article.excerpt, article.author) as summary,
    left(coalesce(article.excerpt, ''), 300) as excerpt, search.prose, article.category,
    to_json(article.publish_date) #>> '{}' as publish_date
  from private.article_search as search join public.articles as article on article.id = search.article_id
  where article.language = '${language}'
  order by article.publish_date desc, article.slug collate "C"`

/** How much each word says about an article. */
function weighWords(
  { title, summary, prose }: ArticleRow,
  unnamed: ReadonlySet<string>,
): Map<string, number> {
  const weights = new Map<string, number>()
  const raise = (word: string, weight: number) =>
    weights.set(word, Math.min(Math.max(weights.get(word) ?? 0, weight), WEIGHTS - 1))
  const counts = new Map<string, number>()
  for (const word of indexedWords(prose, unnamed)) counts.set(word, (counts.get(word) ?? 0) + 1)
  for (const [word, count] of counts) raise(word, WEIGHT.prose * Math.min(count, MAX_COUNTED))
  for (const word of indexedWords(summary, unnamed)) raise(word, WEIGHT.summary)
  for (const word of indexedWords(title, unnamed)) raise(word, WEIGHT.title)
  return weights
}
