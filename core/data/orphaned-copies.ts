import type { Client } from '#core/data/client.ts'
import type { OrphanedCopy } from '#core/domain/orphaned-copy.ts'
import type { FormValues } from '#core/domain/working-copy-input.ts'

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
