import type { Catalog, Relation } from '#server/supabase/rest/catalog/catalog.ts'

/**
 * The tables whose changes can be subscribed to; each has the triggers `announce_row_change` and `announce_reload`, which a test
 * compares with this list. Columns and primary keys come from the catalog of `/rest/v1`.
 */
export const ANNOUNCED_TABLES: readonly string[] = [
  'access_tokens',
  'article_notes',
  'article_schedules',
  'article_translations',
  'article_unpublishings',
  'article_workflow',
  'articles',
  'audit_log',
  'categories',
  'glossary_proposals',
  'glossary_terms',
  'ideas',
  'mail_deliveries',
  'news_feeds',
  'news_groups',
  'newsletter_issues',
  'pages',
  'pending_translations',
  'profiles',
  'settings',
  'sourced_articles',
  'translation_claims',
  'translation_reports',
  'translation_runs',
  'user_roles',
  'webhooks',
]

export function findAnnouncedTable({ relations }: Catalog, name: string): Relation | null {
  return ANNOUNCED_TABLES.includes(name) ? (relations.get(name) ?? null) : null
}
