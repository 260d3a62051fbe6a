import type { Client } from '#core/data/client.ts'
import {
  type FormValues,
  type OrphanedCopy,
  type WorkingCopy,
  workingForm,
} from '#core/domain/working-copy.ts'

/**
 * Stores the unsaved form, in place of what this form stored before. Returns the time.
 * @throws ZodError before anything is sent, naming the field, when something cannot be stored
 */
export async function keepWorkingCopy(
  client: Client,
  { id, article_id, since, form }: Pick<WorkingCopy, 'id' | 'article_id' | 'since' | 'form'>,
): Promise<string> {
  const row = { id, article_id, since, form: workingForm.parse(form) }
  const { data } = await client
    .from('working_copies')
    .upsert(row)
    .select('updated_at')
    .single()
    .throwOnError()
  return data.updated_at
}

/** The unsaved forms of this editor for an article, the latest first. */
export async function listWorkingCopies(client: Client, articleId: string): Promise<WorkingCopy[]> {
  const { data } = await client
    .from('working_copies')
    .select('*')
    .eq('article_id', articleId)
    .order('updated_at', { ascending: false })
    // Each may have more than a megabyte.
    .limit(5)
    .throwOnError()
  return data
}

/** One unsaved form of this editor; null when there is none with this id. */
export async function findWorkingCopy(client: Client, id: string): Promise<WorkingCopy | null> {
  const { data } = await client.from('working_copies').select('*').eq('id', id).maybeSingle().throwOnError()
  return data
}

/** The unsaved forms of this editor for articles that were new then, the latest first. */
export async function listUnsavedNewArticles(client: Client): Promise<WorkingCopy[]> {
  const { data } = await client
    .from('working_copies')
    .select('*')
    .is('since', null)
    .order('updated_at', { ascending: false })
    // Each may have more than a megabyte.
    .limit(5)
    .throwOnError()
  return data
}

export async function discardWorkingCopy(client: Client, ...ids: string[]): Promise<void> {
  await client.from('working_copies').delete().in('id', ids).throwOnError()
}

/** Discards all unsaved forms of this editor for an article: a form that was restored may have left an earlier one. */
export async function discardWorkingCopies(client: Client, articleId: string): Promise<void> {
  await client.from('working_copies').delete().eq('article_id', articleId).throwOnError()
}

/** The latest unsaved forms of people who may no longer save them, of one article or of all. For administrators. */
export async function listOrphanedCopies(client: Client, articleId?: string): Promise<OrphanedCopy[]> {
  const { data } = await client
    .rpc('list_orphaned_copies', articleId ? { p_article_id: articleId } : {})
    .throwOnError()
  return data
}

/** The content of one of them; null when there is none with this id. */
export async function readOrphanedCopy(client: Client, id: string): Promise<FormValues | null> {
  const { data } = await client.rpc('read_orphaned_copy', { p_id: id }).throwOnError()
  return data
}

/** Makes one of them an unsaved form of the caller; false when it is gone. */
export async function adoptOrphanedCopy(client: Client, id: string): Promise<boolean> {
  const { data } = await client.rpc('adopt_orphaned_copy', { p_id: id }).throwOnError()
  return data.adopted
}

export async function discardOrphanedCopy(client: Client, id: string): Promise<boolean> {
  const { data } = await client.rpc('discard_orphaned_copy', { p_id: id }).throwOnError()
  return data.discarded
}
