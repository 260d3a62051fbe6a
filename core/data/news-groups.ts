import { type Answer, callFunction } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'
import { newDraftSlug } from '#core/domain/article-slug.ts'
import type {
  FoundNewsGroup,
  MergeAnswer,
  NewsGroupPage,
  NewsGroupShow,
  SplitAnswer,
} from '#core/domain/news-group.ts'
import type { DraftLength } from '#core/domain/sourced-article.ts'

export interface NewsGroupFilter {
  show: NewsGroupShow
  search: string
  /** The slug of a section; null means any. */
  section: string | null
  /** A code of BCP 47, without its region; null means any. */
  language: string | null
}

/** One page of the groups, in the order of their scores. */
export async function listNewsGroups(
  client: Client,
  { show, search, section, language, page, pageSize }: NewsGroupFilter & { page: number; pageSize: number },
): Promise<NewsGroupPage> {
  const { data } = await client
    .rpc('list_news_groups', {
      p_show: show,
      p_search: search,
      p_section: section,
      p_language: language,
      p_from: (page - 1) * pageSize,
      p_size: pageSize,
    })
    .throwOnError()
  return data
}

export async function findNewsGroup(client: Client, id: string): Promise<FoundNewsGroup | null> {
  const { data } = await client.rpc('find_news_group', { p_id: id }).throwOnError()
  return data
}

/** Marks a group as seen: only later items are new to the caller. */
export async function markNewsGroupSeen(client: Client, id: string): Promise<void> {
  await client.rpc('mark_news_group_seen', { p_id: id }).throwOnError()
}

/** Moves all items of a group into another one. */
export async function mergeNewsGroups(client: Client, id: string, into: string): Promise<MergeAnswer> {
  const { data } = await client.rpc('merge_news_groups', { p_id: id, p_into: into }).throwOnError()
  return data
}

/** Moves some items of a group into a new one. */
export async function splitNewsGroup(
  client: Client,
  id: string,
  itemIds: readonly string[],
): Promise<SplitAnswer> {
  const { data } = await client.rpc('split_news_group', { p_id: id, p_item_ids: itemIds }).throwOnError()
  return data
}

/** Hides a group from everybody, or shows it again; false when there is none. */
export async function hideNewsGroup(client: Client, id: string, isHidden: boolean): Promise<boolean> {
  const { data } = await client.rpc('hide_news_group', { p_id: id, p_hidden: isHidden }).throwOnError()
  return data.changed
}

/** Has the caller follow a group, or no longer; false when there is none. */
export async function followNewsGroup(client: Client, id: string, isFollowed: boolean): Promise<boolean> {
  const { data } = await client.rpc('follow_news_group', { p_id: id, p_followed: isFollowed }).throwOnError()
  return data.changed
}

export interface DraftRequest {
  itemIds: string[]
  length: DraftLength
  /** The slug of a section. */
  category: string
  /** The question that it is to answer. */
  question?: string
}

/** The statuses that refuse a request for a draft: an error in it, or a temporary failure. */
const REFUSALS = [400, 404, 409, 413, 422, 429, 502, 503, 504]

/** Has a model write a draft from items of the newsroom. A repeated request is answered without asking the model again. */
export const draftArticle = (
  client: Client,
  request: DraftRequest,
): Promise<Answer<{ articleId: string; dropped: unknown[] }>> =>
  callFunction(client, 'draft-article', request, REFUSALS)

/** Begins an empty English draft under an id that the caller has made, so that trying again does not insert it twice. */
export async function beginEmptyDraft(
  client: Client,
  { id, category }: { id: string; category: string },
): Promise<void> {
  const empty = { title: '', excerpt: '', content: '', language: 'en' } as const
  const { error } = await client.from('articles').insert({ ...empty, id, category, slug: newDraftSlug() })
  if (error && error.code !== '23505') throw error
}

/** The addresses at which drafts are edited, by their ids. Deleted ones are missing. */
export async function listDraftAddresses(
  client: Client,
  ids: readonly string[],
): Promise<{ id: string; slug: string; title: string; published: boolean }[]> {
  if (ids.length === 0) return []
  const { data } = await client
    .from('articles')
    .select('id, slug, title, published')
    .in('id', [...ids])
    .throwOnError()
  return data
}
