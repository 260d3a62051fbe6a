import { type Answer, callFunction } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'
import { newDraftSlug } from '#core/domain/article-slug.ts'
import type { DraftLength } from '#core/domain/sourced-article.ts'

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
