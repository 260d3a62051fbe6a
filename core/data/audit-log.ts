import type { Client } from '#core/data/client.ts'
import { type Page, type PageOptions, readPage } from '#core/data/postgrest.ts'
import type { Article } from '#core/domain/article.ts'
import type { AuditEntry } from '#core/domain/audit-log.ts'

/** The article of an entry as it is now; null when it is neither there nor in the trash. */
export type AuditedArticle = Pick<Article, 'title' | 'slug' | 'language'> & {
  /** Where it is in the trash. */
  trash_id: string | null
}

export type ListedAuditEntry = AuditEntry & { article: AuditedArticle | null }

/** What was done that cannot be undone, the latest first. */
export async function listAuditEntries(
  client: Client,
  options: PageOptions,
): Promise<Page<ListedAuditEntry>> {
  const query = client.from('audit_log').select('*', { count: 'exact' }).order('id', { ascending: false })
  const { rows, total } = await readPage((from, to) => query.range(from, to).throwOnError(), options)
  const articles = await findArticles(client, [...new Set(rows.map(({ subject_id }) => subject_id))])
  return { rows: rows.map((row) => ({ ...row, article: articles.get(row.subject_id) ?? null })), total }
}

async function findArticles(client: Client, ids: string[]): Promise<Map<string, AuditedArticle>> {
  if (ids.length === 0) return new Map()
  const [present, deleted] = await Promise.all([
    client.from('articles').select('id, title, slug, language').in('id', ids).throwOnError(),
    client
      .from('article_trash')
      .select('id, deleted_with, article_id, title, slug, language')
      .in('article_id', ids)
      .order('deleted_at')
      .throwOnError(),
  ])
  return new Map([
    ...deleted.data.map(({ id, deleted_with, article_id, ...article }): [string, AuditedArticle] => [
      article_id,
      { ...article, trash_id: deleted_with ?? id },
    ]),
    ...present.data.map(({ id, ...article }): [string, AuditedArticle] => [
      id,
      { ...article, trash_id: null },
    ]),
  ])
}
