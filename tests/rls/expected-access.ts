import type { Database } from '#core/data/database.ts'
import type { TokenScope } from '#core/domain/access-token.ts'

/** The tables of the public schema: those that the official client reaches, and those that only the server reads. */
export type Table = keyof Database['public']['Tables'] | 'newsletter_send_tickets'
export type Role = 'anon' | 'reader' | 'unproven' | 'admin'

/**
 * The result when a role acts on a table with two rows: `refused` (42501), `no rows`, `one row` (the published one, or the
 * role's own) or `all rows`. `reader` is a signed-in user without a role, `unproven` an administrator who has a second factor
 * but has not verified it in this session.
 */
export type Outcome = 'refused' | 'no rows' | 'one row' | 'all rows'

interface Verbs {
  select: Outcome
  insert: 'refused' | 'allowed'
  update: Outcome
  delete: Outcome
}

const nothing: Verbs = { select: 'refused', insert: 'refused', update: 'refused', delete: 'refused' }

/** Every table × role × verb. A table that is missing here fails the suite. */
export const EXPECTED_ACCESS: Record<Table, Record<Role, Verbs>> = {
  access_tokens: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows', delete: 'no rows' },
    unproven: { ...nothing, select: 'no rows', delete: 'no rows' },
    admin: { ...nothing, select: 'all rows', delete: 'all rows' },
  },
  article_check_overrides: {
    anon: nothing,
    reader: { select: 'no rows', insert: 'refused', update: 'no rows', delete: 'no rows' },
    unproven: { select: 'no rows', insert: 'refused', update: 'no rows', delete: 'no rows' },
    admin: { select: 'all rows', insert: 'allowed', update: 'all rows', delete: 'all rows' },
  },
  article_corrections: {
    anon: { ...nothing, select: 'one row' },
    reader: { select: 'one row', insert: 'refused', update: 'no rows', delete: 'no rows' },
    unproven: { select: 'one row', insert: 'refused', update: 'no rows', delete: 'no rows' },
    admin: { select: 'all rows', insert: 'refused', update: 'all rows', delete: 'all rows' },
  },
  article_people: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows' },
    unproven: { ...nothing, select: 'no rows' },
    admin: { ...nothing, select: 'all rows' },
  },
  article_previews: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows', delete: 'no rows' },
    unproven: { ...nothing, select: 'no rows', delete: 'no rows' },
    admin: { ...nothing, select: 'all rows', delete: 'all rows' },
  },
  article_revisions: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows' },
    unproven: { ...nothing, select: 'no rows' },
    admin: { ...nothing, select: 'all rows' },
  },
  article_schedules: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows', delete: 'no rows' },
    unproven: { ...nothing, select: 'no rows', delete: 'no rows' },
    admin: { ...nothing, select: 'all rows', delete: 'all rows' },
  },
  article_translations: {
    anon: { ...nothing, select: 'one row' },
    reader: { ...nothing, select: 'one row' },
    unproven: { ...nothing, select: 'one row' },
    admin: { ...nothing, select: 'all rows' },
  },
  article_trash: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows' },
    unproven: { ...nothing, select: 'no rows' },
    admin: { ...nothing, select: 'all rows' },
  },
  article_unpublishings: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows', delete: 'no rows' },
    unproven: { ...nothing, select: 'no rows', delete: 'no rows' },
    admin: { ...nothing, select: 'all rows', delete: 'all rows' },
  },
  article_workflow: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows' },
    unproven: { ...nothing, select: 'no rows' },
    admin: { ...nothing, select: 'all rows' },
  },
  articles: {
    anon: { ...nothing, select: 'one row' },
    reader: { select: 'one row', insert: 'refused', update: 'no rows', delete: 'no rows' },
    unproven: { select: 'one row', insert: 'refused', update: 'no rows', delete: 'no rows' },
    admin: { select: 'all rows', insert: 'allowed', update: 'all rows', delete: 'all rows' },
  },
  audit_log: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows' },
    unproven: { ...nothing, select: 'no rows' },
    admin: { ...nothing, select: 'all rows' },
  },
  categories: {
    anon: { ...nothing, select: 'all rows' },
    reader: { ...nothing, select: 'all rows' },
    unproven: { ...nothing, select: 'all rows' },
    admin: { ...nothing, select: 'all rows' },
  },
  glossary_proposals: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows', update: 'no rows' },
    unproven: { ...nothing, select: 'no rows', update: 'no rows' },
    admin: { ...nothing, select: 'all rows', update: 'all rows' },
  },
  glossary_terms: {
    anon: nothing,
    reader: { select: 'no rows', insert: 'refused', update: 'no rows', delete: 'no rows' },
    unproven: { select: 'no rows', insert: 'refused', update: 'no rows', delete: 'no rows' },
    admin: { select: 'all rows', insert: 'allowed', update: 'all rows', delete: 'all rows' },
  },
  mail_deliveries: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows' },
    unproven: { ...nothing, select: 'no rows' },
    admin: { ...nothing, select: 'all rows' },
  },
  media_files: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows', update: 'no rows' },
    unproven: { ...nothing, select: 'no rows', update: 'no rows' },
    admin: { ...nothing, select: 'all rows', update: 'all rows' },
  },
  media_uses: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows' },
    unproven: { ...nothing, select: 'no rows' },
    admin: { ...nothing, select: 'all rows' },
  },
  newsletter_clicks: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows' },
    unproven: { ...nothing, select: 'no rows' },
    admin: { ...nothing, select: 'all rows' },
  },
  newsletter_deliveries: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows' },
    unproven: { ...nothing, select: 'no rows' },
    admin: { ...nothing, select: 'all rows' },
  },
  newsletter_editions: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows', update: 'no rows' },
    unproven: { ...nothing, select: 'no rows', update: 'no rows' },
    admin: { ...nothing, select: 'all rows', update: 'all rows' },
  },
  newsletter_issue_events: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows' },
    unproven: { ...nothing, select: 'no rows' },
    admin: { ...nothing, select: 'all rows' },
  },
  newsletter_issues: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows', update: 'no rows' },
    unproven: { ...nothing, select: 'no rows', update: 'no rows' },
    admin: { ...nothing, select: 'all rows', update: 'all rows' },
  },
  newsletter_items: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows', update: 'no rows' },
    unproven: { ...nothing, select: 'no rows', update: 'no rows' },
    admin: { ...nothing, select: 'all rows', update: 'all rows' },
  },
  newsletter_messages: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows' },
    unproven: { ...nothing, select: 'no rows' },
    admin: { ...nothing, select: 'all rows' },
  },
  newsletter_send_tickets: { anon: nothing, reader: nothing, unproven: nothing, admin: nothing },
  newsletter_subscribers: {
    anon: nothing,
    reader: { select: 'no rows', insert: 'refused', update: 'no rows', delete: 'no rows' },
    unproven: { select: 'no rows', insert: 'refused', update: 'no rows', delete: 'no rows' },
    admin: { select: 'all rows', insert: 'refused', update: 'all rows', delete: 'all rows' },
  },
  newsletter_summaries: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows', update: 'no rows' },
    unproven: { ...nothing, select: 'no rows', update: 'no rows' },
    admin: { ...nothing, select: 'all rows', update: 'all rows' },
  },
  outbox_mails: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows', delete: 'no rows' },
    unproven: { ...nothing, select: 'no rows', delete: 'no rows' },
    admin: { ...nothing, select: 'all rows', delete: 'all rows' },
  },
  page_revisions: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows' },
    unproven: { ...nothing, select: 'no rows' },
    admin: { ...nothing, select: 'all rows' },
  },
  pages: {
    anon: { ...nothing, select: 'one row' },
    reader: { select: 'one row', insert: 'refused', update: 'no rows', delete: 'no rows' },
    unproven: { select: 'one row', insert: 'refused', update: 'no rows', delete: 'no rows' },
    admin: { select: 'all rows', insert: 'allowed', update: 'all rows', delete: 'all rows' },
  },
  pending_translations: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows', delete: 'no rows' },
    unproven: { ...nothing, select: 'no rows', delete: 'no rows' },
    admin: { ...nothing, select: 'all rows', delete: 'all rows' },
  },
  profiles: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows', update: 'no rows' },
    unproven: { ...nothing, select: 'no rows', update: 'no rows' },
    admin: { ...nothing, select: 'all rows', update: 'one row' },
  },
  settings: {
    anon: nothing,
    reader: { select: 'no rows', insert: 'refused', update: 'no rows', delete: 'no rows' },
    unproven: { select: 'no rows', insert: 'refused', update: 'no rows', delete: 'no rows' },
    admin: { select: 'all rows', insert: 'allowed', update: 'all rows', delete: 'all rows' },
  },
  slug_redirects: {
    anon: { ...nothing, select: 'one row' },
    reader: { ...nothing, select: 'one row' },
    unproven: { ...nothing, select: 'one row' },
    admin: { ...nothing, select: 'all rows' },
  },
  translation_edits: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows' },
    unproven: { ...nothing, select: 'no rows' },
    admin: { ...nothing, select: 'all rows' },
  },
  translation_parts: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows' },
    unproven: { ...nothing, select: 'no rows' },
    admin: { ...nothing, select: 'all rows' },
  },
  translation_reports: {
    anon: nothing,
    reader: { select: 'no rows', insert: 'refused', update: 'no rows', delete: 'no rows' },
    unproven: { select: 'no rows', insert: 'refused', update: 'no rows', delete: 'no rows' },
    admin: { select: 'all rows', insert: 'refused', update: 'all rows', delete: 'all rows' },
  },
  translation_runs: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows' },
    unproven: { ...nothing, select: 'no rows' },
    admin: { ...nothing, select: 'all rows' },
  },
  translation_segments: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows' },
    unproven: { ...nothing, select: 'no rows' },
    admin: { ...nothing, select: 'all rows' },
  },
  user_roles: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows' },
    unproven: { ...nothing, select: 'one row' },
    admin: { ...nothing, select: 'one row' },
  },
  webhook_deliveries: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows' },
    unproven: { ...nothing, select: 'no rows' },
    admin: { ...nothing, select: 'all rows' },
  },
  webhooks: {
    anon: nothing,
    reader: { ...nothing, select: 'no rows', delete: 'no rows' },
    unproven: { ...nothing, select: 'no rows', delete: 'no rows' },
    admin: { ...nothing, select: 'all rows', delete: 'all rows' },
  },
  working_copies: {
    anon: nothing,
    reader: { select: 'no rows', insert: 'refused', update: 'no rows', delete: 'no rows' },
    unproven: { select: 'no rows', insert: 'refused', update: 'no rows', delete: 'no rows' },
    admin: { select: 'one row', insert: 'allowed', update: 'one row', delete: 'one row' },
  },
}

/** The verbs for which access tokens have a grant, each with the scope that it asks for. */
type TokenVerbs = Partial<Record<keyof Verbs, TokenScope>>
const never: TokenVerbs = {}

/** What access tokens may do with each table. A table that is missing here fails the suite. */
export const TOKEN_ACCESS: Record<Table, TokenVerbs> = {
  access_tokens: never,
  article_check_overrides: { select: 'read' },
  article_corrections: { select: 'read' },
  article_people: never,
  article_previews: never,
  article_revisions: { select: 'read' },
  article_schedules: { select: 'read', delete: 'publish' },
  article_translations: { select: 'read' },
  article_trash: never,
  article_unpublishings: { select: 'read', delete: 'publish' },
  article_workflow: never,
  articles: { select: 'read', insert: 'drafts', update: 'publish' },
  audit_log: never,
  categories: { select: 'read' },
  glossary_proposals: never,
  glossary_terms: { select: 'read' },
  mail_deliveries: never,
  media_files: { select: 'read', update: 'publish' },
  media_uses: { select: 'read' },
  newsletter_clicks: never,
  newsletter_deliveries: never,
  newsletter_editions: never,
  newsletter_issue_events: never,
  newsletter_issues: never,
  newsletter_items: never,
  newsletter_messages: never,
  newsletter_send_tickets: never,
  newsletter_subscribers: { select: 'subscribers', update: 'subscribers' },
  newsletter_summaries: never,
  outbox_mails: never,
  page_revisions: { select: 'read' },
  pages: { select: 'read' },
  pending_translations: { select: 'read' },
  profiles: never,
  settings: never,
  slug_redirects: { select: 'read' },
  translation_edits: never,
  translation_parts: never,
  translation_reports: never,
  translation_runs: { select: 'read' },
  translation_segments: never,
  user_roles: never,
  webhook_deliveries: never,
  webhooks: never,
  working_copies: never,
}

/** Every function of the public schema, and who may call it. */
export const EXPECTED_FUNCTIONS: Record<string, readonly string[]> = {
  subscribe_newsletter: ['anon', 'authenticated', 'service_role'],
  confirm_newsletter_subscription: ['anon', 'authenticated', 'service_role'],
  subscriber_figure: ['anon', 'authenticated', 'service_role'],
  find_old_address: ['anon', 'authenticated', 'service_role'],
  find_original_slug: ['anon', 'authenticated', 'service_role'],
  find_published_newsletter: ['anon', 'authenticated', 'service_role'],
  list_published_newsletters: ['anon', 'authenticated', 'service_role'],
  read_newsletter_report: ['authenticated', 'service_role'],
  count_in_language: ['authenticated', 'service_role'],
  count_newsletter_messages: ['authenticated', 'service_role'],
  report_translation: ['anon', 'authenticated', 'service_role'],
  search_articles: ['anon', 'authenticated', 'service_role'],
  find_author: ['anon', 'authenticated', 'service_role'],
  list_audit_log: ['authenticated', 'service_role'],
  list_audited_people: ['authenticated', 'service_role'],
  list_colleagues: ['authenticated', 'service_role'],
  list_authors: ['anon', 'authenticated', 'service_role'],
  list_newest_of_categories: ['anon', 'authenticated', 'service_role'],
  list_related_articles: ['anon', 'authenticated', 'service_role'],
  list_sitemap_parts: ['anon', 'authenticated', 'service_role'],
  list_my_sessions: ['authenticated', 'service_role'],
  find_restoration: ['authenticated', 'service_role'],
  confirm_restoration: ['authenticated', 'service_role'],
  change_invitation: ['authenticated', 'service_role'],
  change_member: ['authenticated', 'service_role'],
  find_my_membership: ['authenticated', 'service_role'],
  list_members: ['authenticated', 'service_role'],
  list_second_factor_roles: ['authenticated', 'service_role'],
  remove_member: ['authenticated', 'service_role'],
  set_second_factor_roles: ['authenticated', 'service_role'],
  withdraw_invitation: ['authenticated', 'service_role'],
  search_desk: ['authenticated', 'service_role'],
  list_subscribers: ['authenticated', 'service_role'],
  count_subscribers: ['authenticated', 'service_role'],
  load_subscriber_growth: ['authenticated', 'service_role'],
  find_subscriber: ['authenticated', 'service_role'],
  list_story_versions: ['access_token', 'authenticated', 'service_role'],
  describe_drafts: ['authenticated', 'service_role'],
  list_own_drafts: ['authenticated', 'service_role'],
  save_categories: ['authenticated', 'service_role'],
  save_settings: ['authenticated', 'service_role'],
  publish_articles: ['access_token', 'authenticated', 'service_role'],
  schedule_article: ['access_token', 'authenticated', 'service_role'],
  schedule_unpublishing: ['access_token', 'authenticated', 'service_role'],
  restore_article: ['authenticated', 'service_role'],
  purge_article_text: ['authenticated', 'service_role'],
  add_correction: ['access_token', 'authenticated', 'service_role'],
  export_article_record: ['authenticated', 'service_role'],
  cancel_translation: ['access_token', 'authenticated', 'service_role'],
  list_translation_coverage: ['authenticated', 'service_role'],
  list_translations_to_review: ['authenticated', 'service_role'],
  find_glossary_entry: ['authenticated', 'service_role'],
  import_glossary: ['authenticated', 'service_role'],
  list_glossary: ['authenticated', 'service_role'],
  save_glossary_entry: ['authenticated', 'service_role'],
  list_glossary_proposals: ['authenticated', 'service_role'],
  change_correction: ['access_token', 'authenticated', 'service_role'],
  delete_correction: ['access_token', 'authenticated', 'service_role'],
  create_article_preview: ['authenticated', 'service_role'],
  find_article_preview: ['anon', 'authenticated', 'service_role'],
}
