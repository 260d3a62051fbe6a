import { PostgrestError } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import { findDeskArticle } from '#core/data/desk-articles.ts'
import { discardWorkingCopy } from '#core/data/working-copies.ts'
import type { Article } from '#core/domain/article.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import { type ArticleField, fieldOfViolation } from '#core/domain/article-violation.ts'

/** Without a date the article is dated when it is inserted. */
export type NewArticleInput = Omit<ArticleInput, 'publish_date'> & { publish_date?: string }

export type SaveOutcome =
  /** The row as it is stored now; its `updated_at` is the base of the next save. */
  | { status: 'saved'; article: Article }
  /** Another editor has saved since; nothing was written. */
  | { status: 'conflict'; article: Article }
  | { status: 'gone' }
  | { status: 'invalid'; field: ArticleField; code: string }

interface SaveOptions {
  id: string
  /** The reason, for the history. */
  note?: string | undefined
  /** The unsaved forms that are discarded once it is saved: this one, and the one from which it was restored. */
  workingCopyIds?: readonly string[] | undefined
}

/**
 * Inserts an article under an id that its form made, so that trying again after a lost response does not insert it twice.
 * @throws errors that belong to no field
 */
export async function createArticle(
  client: Client,
  { id, values, note, workingCopyIds }: SaveOptions & { values: NewArticleInput },
): Promise<SaveOutcome> {
  const { data, error } = await client
    .from('articles')
    .insert({ ...values, id, ...withNote(note) })
    .select('*')
  if (!error) return discardAfter(client, workingCopyIds, data[0])
  const invalid = invalidity(error)
  if (invalid.field !== 'id') return invalid
  return compare(client, { id, values, workingCopyIds })
}

/**
 * Saves changes of an article, unless another editor has saved it since the version that the editor began with: `since` is the `updated_at`
 * of that version, exactly as it was received, because a `Date` has no microseconds. `featured` belongs among the values only if the editor
 * changed it; it is no conflict if another article has been featured since.
 * @throws errors that belong to no field
 */
export async function saveArticle(
  client: Client,
  { id, since, values, note, workingCopyIds }: SaveOptions & { since: string; values: Partial<ArticleInput> },
): Promise<SaveOutcome> {
  const { data, error } = await client
    .from('articles')
    .update({ ...values, ...withNote(note) })
    .eq('id', id)
    .eq('updated_at', since)
    .select('*')
  if (error) return invalidity(error)
  if (data[0]) return discardAfter(client, workingCopyIds, data[0])
  return compare(client, { id, values, workingCopyIds })
}

/**
 * Changes something in a list that makes no text public, such as the category, whatever version the article has.
 * @throws errors that belong to no field
 */
export async function changeArticle(
  client: Client,
  id: string,
  values: { category?: string; featured?: false; published?: false },
): Promise<Exclude<SaveOutcome, { status: 'conflict' }>> {
  const { data, error } = await client.from('articles').update(values).eq('id', id).select('*')
  if (error) return invalidity(error)
  return data[0] ? { status: 'saved', article: data[0] } : { status: 'gone' }
}

/** Explains why nothing was written: another editor has saved, or the response to an earlier try of this save was lost. */
async function compare(
  client: Client,
  { id, values, workingCopyIds }: SaveOptions & { values: Partial<ArticleInput> },
): Promise<SaveOutcome> {
  const article = await findDeskArticle(client, id)
  if (!article) return { status: 'gone' }
  if (!holds(article, values)) return { status: 'conflict', article }
  return discardAfter(client, workingCopyIds, article)
}

/**
 * Returns true if the article has these values. One that is published with a date in the future is stored as a scheduled draft, which is
 * not featured yet.
 */
function holds(article: Article, values: Partial<ArticleInput>): boolean {
  const isScheduled = !article.published && Date.parse(article.publish_date) > Date.now()
  return (Object.entries(values) as [keyof ArticleInput, unknown][]).every(([field, value]) => {
    if (field === 'publish_date') return Date.parse(article.publish_date) === Date.parse(String(value))
    if (isScheduled && (field === 'published' || field === 'featured')) return true
    return article[field] === value
  })
}

async function discardAfter(
  client: Client,
  workingCopyIds: readonly string[] | undefined,
  article: Article | undefined,
): Promise<SaveOutcome> {
  if (!article) return { status: 'gone' }
  // The article is saved even if this fails. A copy that is left over does not differ, and is not offered.
  if (workingCopyIds) await discardWorkingCopy(client, ...workingCopyIds).catch(() => {})
  return { status: 'saved', article }
}

function invalidity(error: PostgrestError): Extract<SaveOutcome, { status: 'invalid' }> {
  const field = fieldOfViolation(error)
  // Throws as the client itself does; what it returns is not an Error, and has no name.
  if (!field) throw new PostgrestError(error)
  return { status: 'invalid', field, code: error.code }
}

function withNote(note: string | undefined) {
  return note ? { revision_note: note } : {}
}
