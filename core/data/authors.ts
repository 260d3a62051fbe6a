import { SUMMARY_COLUMNS } from '#core/data/articles.ts'
import type { Client } from '#core/data/client.ts'
import type { ArticleSummary, Author } from '#core/domain/article.ts'
import { isSlug } from '#core/domain/article-slug.ts'
import type { AuthorChanges, AuthorRow } from '#core/domain/author-profile.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'

/**
 * The author with a page at this address; null when there is none with a published article in any language. The slug is a different one if
 * the author had this address before.
 */
export async function findAuthor(client: Client, slug: string): Promise<Author | null> {
  if (!isSlug(slug)) return null
  const { data } = await client.rpc('find_author', { p_slug: slug }).throwOnError()
  return data[0] ?? null
}

/** The address of the page of an article's author; null when there is none, as for a name without a letter. */
export async function findAuthorSlug(client: Client, articleId: string): Promise<string | null> {
  const { data } = await client
    .from('author_articles')
    .select('author_slug')
    .eq('id', articleId)
    .maybeSingle()
    .throwOnError()
  return data?.author_slug ?? null
}

/** The account of an article's author in the fediverse; null if it is not known. */
export async function findFediverseCreator(client: Client, articleId: string): Promise<string | null> {
  const { data } = await client.rpc('find_fediverse_creator', { p_article_id: articleId }).throwOnError()
  return data
}

/** The published articles of an author in a language, newest first. */
export async function listArticlesOfAuthor(
  client: Client,
  options: { author: string; language: Language; limit: number; offset?: number },
): Promise<ArticleSummary[]> {
  const { author, language, limit, offset = 0 } = options
  const { data } = await client
    .from('author_articles')
    .select(SUMMARY_COLUMNS)
    .eq('author_slug', author)
    .eq('language', language)
    .order('publish_date', { ascending: false })
    .order('id')
    .range(offset, offset + limit - 1)
    .throwOnError()
  return data
}

/** The authors of a language, in the order of their addresses. */
export async function listAuthors(
  client: Client,
  { language, limit }: { language: Language; limit: number },
): Promise<Pick<Author, 'slug' | 'name'>[]> {
  const { data } = await client.rpc('list_authors', { p_language: language, p_limit: limit }).throwOnError()
  return data
}

/** The pages of authors, each in the languages in which there are articles: the first `limit` authors of each language. */
export async function listAuthorPages(
  client: Client,
  { limit }: { limit: number },
): Promise<Pick<Author, 'slug' | 'languages'>[]> {
  const pages = new Map<string, Language[]>()
  const lists = await Promise.all(LANGUAGE_CODES.map((language) => listAuthors(client, { language, limit })))
  for (const [index, language] of LANGUAGE_CODES.entries()) {
    for (const { slug } of lists[index] ?? []) pages.set(slug, [...(pages.get(slug) ?? []), language])
  }
  return [...pages].map(([slug, languages]) => ({ slug, languages }))
}

/** The limit of the list on the desk. */
const DESK_LIMIT = 500

/** An author on the desk: one with articles, or with a row from the time when there were some. */
export interface DeskAuthor {
  slug: string
  /** Null without a published article. */
  name: string | null
  row: AuthorRow | null
}

/** The authors with published articles in any language, and those with a stored row, in the order of their addresses. */
export async function listDeskAuthors(client: Client): Promise<DeskAuthor[]> {
  const [{ data: rows }, ...lists] = await Promise.all([
    client.from('authors').select('*').order('slug').limit(DESK_LIMIT).throwOnError(),
    ...LANGUAGE_CODES.map((language) => listAuthors(client, { language, limit: DESK_LIMIT })),
  ])
  const authors = new Map<string, DeskAuthor>(
    rows.map((row) => [row.slug, { slug: row.slug, name: null, row }]),
  )
  for (const { slug, name } of lists.flat().toReversed())
    authors.set(slug, { slug, name, row: authors.get(slug)?.row ?? null })
  return [...authors.values()].toSorted((one, other) => (one.slug < other.slug ? -1 : 1))
}

/** An author on the desk; null when no article has the name and no row is stored. */
export async function findDeskAuthor(client: Client, slug: string): Promise<DeskAuthor | null> {
  const [{ data: row }, author] = await Promise.all([
    client.from('authors').select('*').eq('slug', slug).maybeSingle().throwOnError(),
    findAuthor(client, slug),
  ])
  // At an address that somebody had before, another one is found.
  const name = author?.slug === slug ? author.name : null
  return row || name !== null ? { slug, name, row } : null
}

interface SaveOptions {
  slug: string
  values: AuthorChanges
  /** The `updated_at` of the row with which the form began; null if there was none. */
  since: string | null
}

/** Saves the public profile of an author, unless somebody else has saved it since: then their row is returned, null for none. */
export async function saveAuthor(
  client: Client,
  { slug, values, since }: SaveOptions,
): Promise<{ status: 'saved'; row: AuthorRow } | { status: 'conflict'; row: AuthorRow | null }> {
  const { data: written } = await (since === null
    ? client
        .from('authors')
        .upsert({ ...values, slug }, { onConflict: 'slug', ignoreDuplicates: true })
        .select('*')
    : client.from('authors').update(values).eq('slug', slug).eq('updated_at', since).select('*')
  ).throwOnError()
  if (written[0]) return { status: 'saved', row: written[0] }
  const { data: row } = await client.from('authors').select('*').eq('slug', slug).maybeSingle().throwOnError()
  return { status: 'conflict', row }
}
