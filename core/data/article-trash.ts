import type { ArticleVersion } from '#core/data/bulk-articles.ts'
import type { Client } from '#core/data/client.ts'
import { containsCondition, type Page, type PageOptions, readPage } from '#core/data/postgrest.ts'
import { type RestoreAnswer, TRASH_DAYS, type TrashedArticle } from '#core/domain/article-trash.ts'
import type { Language } from '#core/i18n/languages.ts'

export type TrashedStory = Pick<
  TrashedArticle,
  | 'id'
  | 'article_id'
  | 'language'
  | 'slug'
  | 'title'
  | 'category'
  | 'published'
  | 'deleted_at'
  | 'deleted_by'
  | 'updated_at'
> & {
  /** The languages that were deleted together, its own included. */
  languages: Language[]
  /** When it is deleted for good. */
  expires_at: string
}

const DAY_MS = 86_400_000
const MAX_SEARCH_LENGTH = 200

/** A page of what was deleted, the latest first. What was deleted together is one row. */
export async function listTrash(
  client: Client,
  { search, ...options }: PageOptions & { search: string },
): Promise<Page<TrashedStory>> {
  let query = client
    .from('article_trash')
    .select(
      'id, article_id, language, slug, title, category, published, deleted_at, deleted_by, updated_at',
      {
        count: 'exact',
      },
    )
    .is('deleted_with', null)
  const text = search.trim().slice(0, MAX_SEARCH_LENGTH)
  if (text) {
    const contains = containsCondition(text)
    query = query.or(`title.${contains},slug.${contains}`)
  }
  const sorted = query.order('deleted_at', { ascending: false }).order('id')
  const { rows, total } = await readPage((from, to) => sorted.range(from, to).throwOnError(), options)
  const languages = await listOtherLanguages(
    client,
    rows.map((row) => row.id),
  )
  const stories = rows.map((row) => ({
    ...row,
    languages: [row.language, ...(languages.get(row.id) ?? [])].toSorted(),
    expires_at: new Date(Date.parse(row.deleted_at) + TRASH_DAYS * DAY_MS).toISOString(),
  }))
  return { rows: stories, total }
}

/** The languages that were deleted with each of these. */
async function listOtherLanguages(client: Client, ids: string[]): Promise<Map<string | null, Language[]>> {
  if (ids.length === 0) return new Map()
  const { data } = await client
    .from('article_trash')
    .select('deleted_with, language')
    .in('deleted_with', ids)
    .throwOnError()
  const groups = Map.groupBy(data, (row) => row.deleted_with)
  return new Map([...groups].map(([id, rows]) => [id, rows.map((row) => row.language)]))
}

/** What was deleted together, with its texts, to look at before it is restored: first what it is listed by, then by language. */
export async function listTrashedTogether(client: Client, id: string): Promise<TrashedArticle[]> {
  const { data } = await client
    .from('article_trash')
    .select('*')
    .or(`id.eq.${id},deleted_with.eq.${id}`)
    .order('language')
    .throwOnError()
  return data.toSorted((one, other) => Number(other.id === id) - Number(one.id === id))
}

/** What an article that is not there any more was deleted with, which is restored by its id; null when it is not in the trash. */
export async function findTrashOf(
  client: Client,
  articleId: string,
): Promise<Pick<TrashedArticle, 'id' | 'updated_at'> | null> {
  const { data: found } = await client
    .from('article_trash')
    .select('id, deleted_with')
    .eq('article_id', articleId)
    .order('deleted_at', { ascending: false })
    .limit(1)
    .throwOnError()
  if (!found[0]) return null
  const { data } = await client
    .from('article_trash')
    .select('id, updated_at')
    .eq('id', found[0].deleted_with ?? found[0].id)
    .maybeSingle()
    .throwOnError()
  return data
}

interface RestoreOptions {
  /** Of its entry in the trash. */
  id: string
  /** The `updated_at` with which it was deleted. */
  version: string
  slug?: string
  asDraft?: boolean
}

/** Brings back what was deleted together; under another slug if one is given, because its own is taken. */
export async function restoreArticle(
  client: Client,
  { id, version, slug, asDraft = false }: RestoreOptions,
): Promise<RestoreAnswer> {
  const { data } = await client
    .rpc('restore_article', {
      p_trash_id: id,
      p_as_draft: asDraft,
      p_version: version,
      ...(slug !== undefined && { p_slug: slug }),
    })
    .throwOnError()
  return data
}

/** Brings back what was deleted a moment ago, each with what was deleted with it, as far as nothing has taken its place. */
export async function undoDeletion(
  client: Client,
  deleted: readonly ArticleVersion[],
): Promise<RestoreAnswer[]> {
  const { data } = await client
    .from('article_trash')
    .select('id, article_id')
    .in(
      'article_id',
      deleted.map(({ id }) => id),
    )
    .is('deleted_with', null)
    .throwOnError()
  const answers: RestoreAnswer[] = []
  for (const { id, updated_at } of deleted) {
    const entry = data.find(({ article_id }) => article_id === id)
    if (entry) answers.push(await restoreArticle(client, { id: entry.id, version: updated_at }))
  }
  return answers
}
