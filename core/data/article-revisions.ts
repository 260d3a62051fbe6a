import type { Client } from '#core/data/client.ts'
import { type Page, type PageOptions, readPage } from '#core/data/postgrest.ts'
import { type SaveOutcome, saveArticle } from '#core/data/save-article.ts'
import { type ArticleRevision, RESTORED_FIELDS } from '#core/domain/article-revision.ts'

export type RevisionSummary = Omit<ArticleRevision, 'article'>

/** A page of the versions of an article, the latest first, without their texts. */
export async function listRevisions(
  client: Client,
  articleId: string,
  options: PageOptions,
): Promise<Page<RevisionSummary>> {
  const query = client
    .from('article_revisions')
    .select(
      'id, article_id, made_at, made_by, note, title, published, words, words_added, words_removed, events',
      { count: 'exact' },
    )
    .eq('article_id', articleId)
    .order('id', { ascending: false })
  return readPage((from, to) => query.range(from, to).throwOnError(), options)
}

/** Returns true if readers have seen the article before, so that its date stays when it is published again. */
export async function wasEverPublished(client: Client, articleId: string): Promise<boolean> {
  const { data } = await client
    .from('article_revisions')
    .select('id')
    .eq('article_id', articleId)
    .eq('published', true)
    .limit(1)
    .throwOnError()
  return data.length > 0
}

export async function findRevision(client: Client, id: number): Promise<ArticleRevision | null> {
  const { data } = await client
    .from('article_revisions')
    .select('*')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  return data
}

/** Records that the person has seen a version of an article, its `updated_at`. */
export async function openVersion(
  client: Client,
  { id, version }: { id: string; version: string },
): Promise<void> {
  await client.rpc('open_version', { p_article_id: id, p_version: version }).throwOnError()
}

/**
 * Saves the texts of an earlier version as a new one, so that nothing in between is lost. The rules of `saveArticle` apply;
 * `gone` also means that there is no such version.
 */
export async function restoreRevision(
  client: Client,
  { id, since, note }: { id: number; since: string; note?: string },
): Promise<SaveOutcome> {
  const revision = await findRevision(client, id)
  if (!revision) return { status: 'gone' }
  const { article, article_id, made_at } = revision
  const values = Object.fromEntries(RESTORED_FIELDS.map((field) => [field, article[field]]))
  return saveArticle(client, {
    id: article_id,
    since,
    values,
    note: note ?? `Restored the version of ${made_at.slice(0, 16).replace('T', ' ')} UTC`,
  })
}

/** Removes a text from all revisions, unsaved forms and the trash for good. The article itself stays as it is. */
export async function purgeArticleText(client: Client, articleId: string, reason: string) {
  const { data } = await client
    .rpc('purge_article_text', { p_article_id: articleId, p_reason: reason })
    .throwOnError()
  return data
}
