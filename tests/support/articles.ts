import { insertArticles } from '#core/data/articles.ts'
import type { ArticleVersion } from '#core/data/bulk-articles.ts'
import type { Client } from '#core/data/client.ts'
import type { Article } from '#core/domain/article.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import { slugFromTitle } from '#core/domain/article-slug.ts'
import type { Language } from '#core/i18n/languages.ts'

/** Articles that the tests know by name, with their authors; the oldest is last. */
export const PIECES = {
  harbour: {
    title: 'Harbour town audits its algorithms',
    category: 'news',
    author: 'Mara Lindqvist',
    publish_date: '2026-11-18T09:00:00.000Z',
  },
  bakery: {
    title: 'A bakery forecasts its bread',
    category: 'business',
    author: 'Idris Bello',
    publish_date: '2026-11-17T09:00:00.000Z',
  },
  planning: {
    title: 'Symbolic planning returns',
    category: 'tech',
    author: 'Mara Lindqvist',
    publish_date: '2026-11-16T09:00:00.000Z',
  },
  pipes: {
    title: 'In praise of boring pipes',
    category: 'opinion',
    author: 'Tomás Arrieta',
    publish_date: '2026-11-15T09:00:00.000Z',
  },
  citations: {
    title: 'Check citations in an afternoon',
    category: 'hack',
    author: 'Idris Bello',
    publish_date: '2026-11-14T09:00:00.000Z',
  },
} as const satisfies Record<string, Partial<ArticleInput>>

/** A published English original: the harbour article, with a test's overrides. The slug follows the title. */
export function anArticle(overrides: Partial<ArticleInput> = {}): ArticleInput {
  const title = overrides.title ?? PIECES.harbour.title
  return {
    ...PIECES.harbour,
    slug: slugFromTitle(title),
    language: 'en',
    subtitle: null,
    excerpt: `What there is to know: ${title}.`,
    content: `## ${title}\n\nThe harbour is open.`,
    reading_time: '5 min read',
    hero_image: null,
    published: true,
    featured: false,
    original_article_id: null,
    social_title: null,
    social_description: null,
    social_image: null,
    ...overrides,
  }
}

/** A published translation with the language in its title: 'Harbour town audits its algorithms (de)'. */
export function aTranslation(
  original: ArticleInput & { id: string },
  language: Exclude<Language, 'en'>,
  overrides: Partial<ArticleInput> = {},
): ArticleInput {
  const { id, ...input } = original
  const title = overrides.title ?? `${input.title} (${language})`
  return anArticle({
    ...input,
    featured: false,
    published: true,
    original_article_id: id,
    language,
    title,
    slug: slugFromTitle(title),
    ...overrides,
  })
}

/** Stores an article with the service role; returns it with its id. */
export async function addArticle(
  service: Client,
  article: ArticleInput,
): Promise<ArticleInput & { id: string }> {
  const [row] = await insertArticles(service, [article])
  if (!row) throw new Error(`"${article.slug}" was not written`)
  return { ...article, id: row.id }
}

/** The version of an article, as the desk names it. */
export async function versionOf(client: Client, id: string): Promise<ArticleVersion> {
  const { data } = await client.from('articles').select('id, updated_at').eq('id', id).single().throwOnError()
  return data
}

/** Asks to publish an article as it is, with other changes; returns the response. */
export async function askToPublish(client: Client, id: string, values: Partial<Article> = {}) {
  const { updated_at } = await versionOf(client, id)
  return client
    .from('articles')
    .update({ published: true, ...values })
    .eq('id', id)
    .eq('updated_at', updated_at)
}

export async function publishNow(client: Client, id: string, values: Partial<Article> = {}): Promise<void> {
  const { error } = await askToPublish(client, id, values)
  if (error) throw error
}
