import type { Database } from '#core/data/database.ts'
import type { TokenScope } from '#core/domain/access-token.ts'
import type { Person } from './people.ts'

/** The tables of the public schema: those that the official client reaches, and those that only the server reads. */
export type Table = keyof Database['public']['Tables'] | 'newsletter_send_tickets'
export const VERBS = ['select', 'insert', 'update', 'delete'] as const
export type Verb = (typeof VERBS)[number]

/**
 * Kinds of rows. Of articles, and of rows that belong to one: `own` is a draft of the author, `handed in` another one that was handed in,
 * and `ready` one that can be translated; `draft` is any other. `German` and `French` are translations of what is published that are not
 * published themselves, `German of a draft` is one of `draft`, and `French of a ready draft` one of `ready`. Elsewhere `own` is what
 * belongs to whoever asks, or what the author has stored; `in use` is a picture of the author that readers see.
 */
export type Kind =
  | 'published'
  | 'draft'
  | 'own'
  | 'handed in'
  | 'ready'
  | 'German'
  | 'German published'
  | 'German of a draft'
  | 'French'
  | 'French of a ready draft'
  | 'French published'
  | 'in use'
  | 'of others'

/**
 * The rows on which a verb works: those of some kinds, `all` or `none`. `refused` is 42501: nobody of this sort has the verb or, for an insert,
 * the row is not theirs to add.
 */
export type Rows = 'refused' | 'none' | 'all' | readonly Kind[]
export type Cells = Partial<Record<Verb, Rows>>

const EDITORS = ['admin', 'editor', 'editor with addresses'] as const
const MEMBERS = [
  ...EDITORS,
  'author',
  'translator',
  'translator who publishes',
  'newsletter',
  'newsletter with addresses',
] as const

/** The people of cells, from many to few: a later group overrides an earlier one. */
export const GROUPS = {
  anon: ['anon'],
  signedIn: ['reader', 'unproven', ...MEMBERS],
  members: MEMBERS,
  makers: [...EDITORS, 'newsletter', 'newsletter with addresses'],
  planners: [...EDITORS, 'author', 'newsletter', 'newsletter with addresses'],
  editors: EDITORS,
  translators: ['translator', 'translator who publishes'],
  withAddresses: ['admin', 'editor with addresses', 'newsletter with addresses'],
  senders: ['admin', 'editor with addresses', 'newsletter with addresses'],
  admin: ['admin'],
  unproven: ['unproven'],
  author: ['author'],
  publishingTranslator: ['translator who publishes'],
} as const satisfies Record<string, readonly Person[]>
export type Group = keyof typeof GROUPS

/** The verbs that signed-in users have at all, and the rows for them. People who are not named find nothing, and add nothing. */
export interface TableAccess extends Partial<Record<Group, Cells>> {
  verbs: readonly Verb[]
}

const everything: Cells = { select: 'all', insert: 'all', update: 'all', delete: 'all' }
const reads: Cells = { select: 'all' }
const select = ['select'] as const
const all = VERBS

const PUBLISHED = ['published', 'German published', 'French published'] as const
const OF_AUTHORS = ['own', 'handed in'] as const
const OF_TRANSLATORS = ['ready', 'German'] as const

/** Rows that belong to articles are read by everybody who reads the article. */
const ofArticles = {
  members: { select: PUBLISHED },
  author: { select: [...PUBLISHED, ...OF_AUTHORS] },
  translators: { select: [...PUBLISHED, ...OF_TRANSLATORS] },
  editors: everything,
} as const
const ofPublishedArticles = {
  ...ofArticles,
  anon: { select: PUBLISHED },
  signedIn: { select: PUBLISHED },
} as const
/** Rows about work on a draft are read by the people who work on it. */
const ofDrafts = {
  author: { select: OF_AUTHORS },
  translators: { select: ['ready'] },
  editors: everything,
} as const
const ofGerman = { translators: { select: ['German', 'German published'] }, editors: everything } as const

/** The access of everybody to every table. A table that is missing here fails the suite, and docs/roles.md is made of this. */
export const EXPECTED_ACCESS: Record<Table, TableAccess> = {
  access_tokens: { verbs: ['select', 'delete'], admin: everything },
  article_check_overrides: {
    verbs: all,
    ...ofArticles,
    author: {
      select: [...PUBLISHED, ...OF_AUTHORS],
      insert: ['own'],
      update: ['own'],
      delete: ['own'],
    },
    translators: {
      select: [...PUBLISHED, ...OF_TRANSLATORS],
      insert: ['German'],
      update: ['German'],
      delete: ['German'],
    },
    publishingTranslator: {
      insert: ['German', 'German published'],
      update: ['German', 'German published'],
      delete: ['German', 'German published'],
    },
  },
  article_corrections: { verbs: ['select', 'update', 'delete'], ...ofPublishedArticles },
  article_notes: {
    verbs: select,
    author: { select: OF_AUTHORS },
    translators: { select: ['published', 'ready', 'German', 'German published'] },
    editors: everything,
  },
  article_people: { verbs: select, author: { select: ['own'] }, editors: everything },
  article_previews: { verbs: ['select', 'delete'], editors: everything },
  article_revisions: {
    verbs: select,
    author: { select: OF_AUTHORS },
    translators: { select: ['published', 'German', 'German published'] },
    editors: everything,
  },
  article_schedules: { verbs: ['select', 'delete'], ...ofArticles },
  article_sentences: { verbs: select, ...ofDrafts },
  article_sources: { verbs: select, ...ofDrafts },
  article_translations: { verbs: select, ...ofPublishedArticles },
  article_trash: { verbs: select, author: { select: OF_AUTHORS }, editors: everything },
  article_unpublishings: { verbs: ['select', 'delete'], ...ofArticles },
  article_workflow: { verbs: select, ...ofDrafts },
  articles: {
    verbs: all,
    ...ofPublishedArticles,
    author: { select: [...PUBLISHED, ...OF_AUTHORS], insert: ['own'], update: ['own'], delete: ['own'] },
    translators: {
      select: [...PUBLISHED, ...OF_TRANSLATORS],
      insert: ['German'],
      update: ['German'],
    },
    publishingTranslator: {
      insert: ['German', 'German published'],
      update: ['German', 'German published'],
    },
  },
  audit_log: { verbs: select, admin: everything },
  authors: { verbs: all, anon: reads, signedIn: reads, editors: everything },
  categories: { verbs: select, anon: reads, signedIn: reads },
  glossary_proposals: {
    verbs: ['select', 'insert', 'update'],
    translators: { select: ['German'], insert: ['German'] },
    editors: everything,
  },
  glossary_terms: { verbs: all, translators: reads, editors: everything },
  handovers: { verbs: select, ...ofDrafts },
  ideas: {
    verbs: ['select', 'insert', 'update'],
    planners: reads,
    author: { insert: 'all', update: ['own'] },
    editors: everything,
  },
  mail_deliveries: { verbs: select, admin: everything },
  media_files: {
    verbs: ['select', 'update'],
    members: reads,
    author: { update: ['own'] },
    editors: everything,
  },
  media_uses: { verbs: select, ...ofArticles },
  news_feeds: { verbs: ['select', 'update', 'delete'], editors: everything },
  news_groups: { verbs: select, editors: everything },
  news_items: { verbs: select, editors: everything },
  newsletter_clicks: { verbs: select, makers: everything },
  newsletter_deliveries: { verbs: select, withAddresses: everything },
  newsletter_editions: { verbs: ['select', 'update'], makers: everything },
  newsletter_issue_events: { verbs: select, makers: everything },
  newsletter_issues: { verbs: ['select', 'update'], makers: everything },
  newsletter_items: { verbs: ['select', 'update'], makers: everything },
  newsletter_messages: { verbs: select, makers: everything },
  newsletter_send_tickets: { verbs: [] },
  newsletter_subscribers: { verbs: ['select', 'update', 'delete'], withAddresses: everything },
  newsletter_summaries: { verbs: ['select', 'update'], makers: everything },
  outbox_mails: { verbs: ['select', 'delete'], admin: everything },
  page_revisions: { verbs: select, admin: everything },
  pages: {
    verbs: all,
    anon: { select: ['published'] },
    signedIn: { select: ['published'] },
    admin: everything,
  },
  pending_translations: {
    verbs: ['select', 'delete'],
    ...ofGerman,
    publishingTranslator: { delete: ['German', 'German published'] },
  },
  profiles: { verbs: ['select', 'update'], members: { select: 'all', update: ['own'] } },
  sentence_signatures: { verbs: select, ...ofDrafts },
  settings: { verbs: all, members: reads, admin: everything },
  slug_redirects: { verbs: select, ...ofPublishedArticles },
  sourced_articles: { verbs: select, ...ofDrafts },
  translation_claims: { verbs: select, translators: { select: ['German'] }, editors: everything },
  translation_edits: { verbs: select, translators: { select: ['German'] }, editors: everything },
  translation_parts: { verbs: select, ...ofGerman },
  translation_reports: {
    verbs: ['select', 'update', 'delete'],
    translators: { select: ['German', 'German published'], update: ['German', 'German published'] },
    editors: everything,
  },
  translation_runs: { verbs: select, translators: { select: ['German'] }, editors: everything },
  translation_segments: { verbs: select, translators: { select: ['German'] }, editors: everything },
  user_roles: { verbs: select, unproven: { select: ['own'] }, members: { select: ['own'] } },
  webhook_deliveries: { verbs: select, admin: everything },
  webhooks: { verbs: ['select', 'delete'], admin: everything },
  working_copies: {
    verbs: all,
    members: { select: ['own'], insert: ['published'], update: ['own'], delete: ['own'] },
    author: { insert: ['published', 'own'] },
    translators: { insert: ['published', 'German'] },
    editors: { insert: 'all' },
  },
}

export function cellOf(table: Table, person: Person, verb: Verb): Rows {
  const access = EXPECTED_ACCESS[table]
  const isGranted = person !== 'anon' && access.verbs.includes(verb)
  let rows: Rows = isGranted && verb !== 'insert' ? 'none' : 'refused'
  for (const [group, people] of Object.entries(GROUPS)) {
    const cell = access[group as Group]?.[verb]
    if (!cell || !(people as readonly Person[]).includes(person)) continue
    if (isGranted || person === 'anon') rows = cell
  }
  return rows
}

/** The verbs for which access tokens have a grant, each with the scope that it asks for. */
type TokenVerbs = Partial<Record<Verb, TokenScope>>
const never: TokenVerbs = {}

/** The access of tokens to each table. A table that is missing here fails the suite. */
export const TOKEN_ACCESS: Record<Table, TokenVerbs> = {
  access_tokens: never,
  article_check_overrides: { select: 'read' },
  article_corrections: { select: 'read' },
  article_notes: never,
  article_people: never,
  article_previews: never,
  article_revisions: { select: 'read' },
  article_schedules: { select: 'read', delete: 'publish' },
  article_sentences: never,
  article_sources: never,
  article_translations: { select: 'read' },
  article_trash: never,
  article_unpublishings: { select: 'read', delete: 'publish' },
  article_workflow: never,
  articles: { select: 'read', insert: 'drafts', update: 'publish' },
  audit_log: never,
  authors: { select: 'read' },
  categories: { select: 'read' },
  glossary_proposals: never,
  glossary_terms: { select: 'read' },
  handovers: never,
  ideas: never,
  mail_deliveries: never,
  media_files: { select: 'read', update: 'publish' },
  media_uses: { select: 'read' },
  news_feeds: never,
  news_groups: never,
  news_items: never,
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
  sentence_signatures: never,
  settings: never,
  slug_redirects: { select: 'read' },
  sourced_articles: never,
  translation_claims: never,
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

/** Every function of the public schema, with the people who may call it. */
export const EXPECTED_FUNCTIONS = {
  subscribe_newsletter: ['anon', 'authenticated', 'service_role'],
  confirm_newsletter_subscription: ['anon', 'authenticated', 'service_role'],
  subscriber_figure: ['anon', 'authenticated', 'service_role'],
  find_old_address: ['anon', 'authenticated', 'service_role'],
  find_original_slug: ['anon', 'authenticated', 'service_role'],
  find_published_newsletter: ['anon', 'authenticated', 'service_role'],
  list_published_newsletters: ['anon', 'authenticated', 'service_role'],
  make_issue_recordings: ['authenticated', 'service_role'],
  read_issue_recordings: ['authenticated', 'service_role'],
  read_newsletter_report: ['authenticated', 'service_role'],
  count_in_language: ['authenticated', 'service_role'],
  count_newsletter_messages: ['authenticated', 'service_role'],
  report_translation: ['anon', 'authenticated', 'service_role'],
  search_articles: ['anon', 'authenticated', 'service_role'],
  search_as_typed: ['anon', 'authenticated', 'service_role'],
  find_author: ['anon', 'authenticated', 'service_role'],
  find_fediverse_creator: ['anon', 'authenticated', 'service_role'],
  list_audit_log: ['authenticated', 'service_role'],
  list_audited_people: ['authenticated', 'service_role'],
  begin_draft: ['authenticated', 'service_role'],
  find_idea_of: ['authenticated', 'service_role'],
  list_calendar: ['authenticated', 'service_role'],
  move_calendar_item: ['authenticated', 'service_role'],
  find_calendar_address: ['authenticated', 'service_role'],
  renew_calendar_address: ['authenticated', 'service_role'],
  revoke_calendar_address: ['authenticated', 'service_role'],
  list_colleagues: ['authenticated', 'service_role'],
  adopt_orphaned_copy: ['authenticated', 'service_role'],
  discard_orphaned_copy: ['authenticated', 'service_role'],
  list_orphaned_copies: ['authenticated', 'service_role'],
  list_people: ['authenticated', 'service_role'],
  read_orphaned_copy: ['authenticated', 'service_role'],
  list_authors: ['anon', 'authenticated', 'service_role'],
  list_newest_of_categories: ['anon', 'authenticated', 'service_role'],
  list_related_articles: ['anon', 'authenticated', 'service_role'],
  list_sitemap_parts: ['anon', 'authenticated', 'service_role'],
  list_my_sessions: ['authenticated', 'service_role'],
  find_restoration: ['authenticated', 'service_role'],
  answer_restored_issue: ['authenticated', 'service_role'],
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
  count_article_views: ['authenticated', 'service_role'],
  export_readership: ['authenticated', 'service_role'],
  list_page_views: ['authenticated', 'service_role'],
  list_recent_views: ['authenticated', 'service_role'],
  list_referrers: ['authenticated', 'service_role'],
  read_readership: ['authenticated', 'service_role'],
  block_on_social_web: ['authenticated', 'service_role'],
  list_social_blocks: ['authenticated', 'service_role'],
  list_social_followers: ['authenticated', 'service_role'],
  list_social_reactions: ['authenticated', 'service_role'],
  list_social_replies: ['authenticated', 'service_role'],
  list_social_servers: ['authenticated', 'service_role'],
  read_social_web: ['authenticated', 'service_role'],
  unblock_on_social_web: ['authenticated', 'service_role'],
  find_subscriber: ['authenticated', 'service_role'],
  claim_translation: ['authenticated', 'service_role'],
  dismiss_activity: ['authenticated', 'service_role'],
  find_translation_claim: ['authenticated', 'service_role'],
  give_back_translation: ['authenticated', 'service_role'],
  list_activity: ['authenticated', 'service_role'],
  list_article_history: ['authenticated', 'service_role'],
  list_translation_queue: ['authenticated', 'service_role'],
  take_next_translation: ['authenticated', 'service_role'],
  list_story_versions: ['access_token', 'authenticated', 'service_role'],
  describe_drafts: ['authenticated', 'service_role'],
  list_own_drafts: ['authenticated', 'service_role'],
  save_categories: ['authenticated', 'service_role'],
  save_settings: ['authenticated', 'service_role'],
  publish_articles: ['access_token', 'authenticated', 'service_role'],
  feature_article: ['access_token', 'authenticated', 'service_role'],
  open_version: ['authenticated', 'service_role'],
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
  add_person: ['authenticated', 'service_role'],
  change_owner: ['authenticated', 'service_role'],
  hand_over: ['authenticated', 'service_role'],
  list_my_desk: ['authenticated', 'service_role'],
  remove_person: ['authenticated', 'service_role'],
  set_due: ['authenticated', 'service_role'],
  take_article: ['authenticated', 'service_role'],
  mark_work_seen: ['authenticated', 'service_role'],
  add_note: ['authenticated', 'service_role'],
  decide_suggestions: ['authenticated', 'service_role'],
  edit_note: ['authenticated', 'service_role'],
  may_write_article: ['authenticated', 'service_role'],
  resolve_note: ['authenticated', 'service_role'],
  suggest_changes: ['authenticated', 'service_role'],
  find_article_sources: ['anon', 'authenticated', 'service_role'],
  list_drafted_articles: ['anon', 'authenticated', 'service_role'],
  find_article_audio: ['anon', 'authenticated', 'service_role'],
  list_article_audio: ['anon', 'authenticated', 'service_role'],
  find_newsletter_audio: ['anon', 'authenticated', 'service_role'],
  list_newsletter_audio: ['anon', 'authenticated', 'service_role'],
  dismiss_recordings: ['authenticated', 'service_role'],
  estimate_recordings: ['authenticated', 'service_role'],
  list_recordings: ['authenticated', 'service_role'],
  make_recordings: ['authenticated', 'service_role'],
  retry_recordings: ['authenticated', 'service_role'],
  mark_source_seen: ['authenticated', 'service_role'],
  set_source_removed: ['authenticated', 'service_role'],
  sign_sentence: ['authenticated', 'service_role'],
  withdraw_signature: ['authenticated', 'service_role'],
  find_news_group: ['authenticated', 'service_role'],
  follow_news_group: ['authenticated', 'service_role'],
  hide_news_group: ['authenticated', 'service_role'],
  list_news_groups: ['authenticated', 'service_role'],
  mark_news_group_seen: ['authenticated', 'service_role'],
  merge_news_groups: ['authenticated', 'service_role'],
  search_news_items: ['authenticated', 'service_role'],
  split_news_group: ['authenticated', 'service_role'],
} as const satisfies Record<string, readonly string[]>
