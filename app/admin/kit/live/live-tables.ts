/** The tables whose changes are announced to desks, each with its primary key: more of a row need not be sent. */
export const LIVE_TABLES = {
  access_tokens: 'id',
  article_notes: 'id',
  article_schedules: 'article_id',
  article_translations: 'translation_id',
  article_unpublishings: 'article_id',
  article_workflow: 'article_id',
  articles: 'id',
  audit_log: 'id',
  categories: 'slug',
  glossary_proposals: 'id',
  glossary_terms: 'id',
  ideas: 'id',
  mail_deliveries: 'id',
  news_feeds: 'id',
  news_groups: 'id',
  newsletter_issues: 'id',
  pages: 'id',
  pending_translations: 'translation_id',
  profiles: 'user_id',
  settings: 'key',
  sourced_articles: 'article_id',
  translation_claims: 'id',
  translation_reports: 'id',
  translation_runs: 'id',
  user_roles: 'id',
  webhooks: 'id',
} as const

export type LiveTable = keyof typeof LIVE_TABLES

export const LIVE_TABLE_NAMES = Object.keys(LIVE_TABLES) as LiveTable[]
