import type { ArticleVersion } from '#core/data/bulk-articles.ts'
import type { Client } from '#core/data/client.ts'
import { hasWordsCondition } from '#core/data/folded-words.ts'
import { type Page, type PageOptions, readPage } from '#core/data/postgrest.ts'
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
  /** The deleted versions of the others. */
  along: ArticleVersion[]
  /** The time at which it is deleted for good. */
  expires_at: string
}

const DAY_MS = 86_400_000
const MAX_SEARCH_LENGTH = 200

/** A page of the trash, the latest deletion first. Articles that were deleted together are one row. */
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
    query = query.or(`words.${hasWordsCondition(text)}`)
  }
  const sorted = query.order('deleted_at', { ascending: false }).order('id')
  const { rows, total } = await readPage((from, to) => sorted.range(from, to).throwOnError(), options)
  const others = await listOthers(
    client,
    rows.map((row) => row.id),
  )
  const stories = rows.map((row) => ({
    ...row,
    languages: [row, ...(others.get(row.id) ?? [])].map(({ language }) => language).toSorted(),
    along: versionsOf(others.get(row.id)),
    expires_at: new Date(Date.parse(row.deleted_at) + TRASH_DAYS * DAY_MS).toISOString(),
  }))
  return { rows: stories, total }
}

/** The articles that were deleted with each of these. */
async function listOthers(client: Client, ids: string[]) {
  if (ids.length === 0) return new Map()
  const { data } = await client
    .from('article_trash')
    .select('article_id, deleted_with, language, updated_at')
    .in('deleted_with', ids)
    .throwOnError()
  return Map.groupBy(data, (row) => row.deleted_with)
}

export const versionsOf = (
  trashed: readonly Pick<TrashedArticle, 'article_id' | 'updated_at'>[] = [],
): ArticleVersion[] => trashed.map(({ article_id: id, updated_at }) => ({ id, updated_at }))

/** Articles that were deleted together, with their texts, to be read before a restore: first the one in the list, then by language. */
export async function listTrashedTogether(client: Client, id: string): Promise<TrashedArticle[]> {
  const { data } = await client
    .from('article_trash')
    .select('*')
    .or(`id.eq.${id},deleted_with.eq.${id}`)
    .order('language')
    .throwOnError()
  return data.toSorted((one, other) => Number(other.id === id) - Number(one.id === id))
}

/** The deletion of a missing article, with the id by which it is restored; null when it is not in the trash. */
export async function findTrashOf(client: Client, articleId: string): Promise<RestoreOptions | null> {
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
  if (!data) return null
  const others = await listOthers(client, [data.id])
  return { id: data.id, version: data.updated_at, along: versionsOf(others.get(data.id)) }
}

export interface RestoreOptions {
  /** The id of its entry in the trash. */
  id: string
  /** The `updated_at` with which it was deleted. */
  version: string
  /** The versions of articles that were deleted with it; one that is not named is refused if readers would get it again. */
  along?: readonly ArticleVersion[]
  slug?: string
  asDraft?: boolean
}

/** Restores articles that were deleted together; under another slug if one is given, because its own is taken. */
export async function restoreArticle(
  client: Client,
  { id, version, along = [], slug, asDraft = false }: RestoreOptions,
): Promise<RestoreAnswer> {
  const { data } = await client
    .rpc('restore_article', {
      p_trash_id: id,
      p_as_draft: asDraft,
      p_version: version,
      ...(along.length > 0 && {
        p_along: Object.fromEntries(along.map((each) => [each.id, each.updated_at])),
      }),
      ...(slug !== undefined && { p_slug: slug }),
    })
    .throwOnError()
  return data
}

/** Restores articles that were just deleted, each with those deleted with it, unless something has taken their place. */
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
  const others = await listOthers(
    client,
    data.map(({ id }) => id),
  )
  const answers: RestoreAnswer[] = []
  for (const { id, updated_at: version } of deleted) {
    const entry = data.find(({ article_id }) => article_id === id)
    const along = versionsOf(entry && others.get(entry.id))
    if (entry) answers.push(await restoreArticle(client, { id: entry.id, version, along }))
  }
  return answers
}
