import type { Sql } from '#server/platform/database/connection.ts'

/** Tells pages and open desks once of all articles that were imported or taken back since. */
export async function announceArticles(sql: Sql): Promise<void> {
  await sql`
    select pg_notify('page_changes', '*'),
      pg_notify('realtime', jsonb_build_object('kind', 'reload', 'table', 'articles')::text)`
}
