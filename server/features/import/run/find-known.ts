import type { Session } from '#server/platform/database/connection.ts'

/** What an earlier run has made of an article. */
export interface KnownItem {
  articleId: string
  hash: string
  /** What this very import did. */
  done: 'created' | 'updated' | null
  isDeleted: boolean
  /** Whether somebody has changed it here since. */
  isTouched: boolean
  slug: string | null
  language: string | null
}

export async function findKnown(
  sql: Session,
  { source, importId, ids }: { source: string; importId: string; ids: readonly string[] },
): Promise<Map<string, KnownItem>> {
  const rows = await sql<(KnownItem & { sourceId: string })[]>`
    select item.source_id as "sourceId", item.article_id as "articleId", item.hash, article.slug, article.language,
      case when item.created_by = ${importId}::uuid then 'created' when item.changed_by = ${importId}::uuid then 'updated' end as done,
      article.id is null as "isDeleted", article.updated_at <> item.written_at as "isTouched"
    from private.import_items as item left join public.articles as article on article.id = item.article_id
    where item.source = ${source} and item.source_id = any (${ids}::text[])`
  return new Map(rows.map(({ sourceId, ...item }) => [sourceId, item]))
}
