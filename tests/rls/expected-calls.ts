import { randomUUID } from 'node:crypto'
import { ARTICLES, ISSUE, NOTE } from './articles.ts'
import { type EXPECTED_FUNCTIONS, GROUPS, type Group } from './expected-access.ts'
import type { Person } from './people.ts'

interface ExpectedCall {
  /** Everybody else gets 42501. */
  by: readonly Group[]
  args?: Record<string, unknown> | (() => Record<string, unknown>)
  /** The rows to which the answer, or the change, is limited. */
  of?: string
}

const nothing = randomUUID()
const anyone = { by: ['anon', 'signedIn'] } as const
const members = { by: ['members'] } as const
const makers = { by: ['makers'] } as const
const editors = { by: ['editors'] } as const
const writersOfTranslations = { by: ['editors', 'translators'] } as const
const withAddresses = { by: ['withAddresses'] } as const
const admins = { by: ['admin'] } as const
const ofReaders = 'what the person reads'
const publishedOriginals = 'published originals, which translators discuss'
const ownLanguages = 'languages of the translator, of what they read'

/** Every function of the public schema: whom it answers, called with something that is not there where it would change anything. */
export const EXPECTED_CALLS: Record<keyof typeof EXPECTED_FUNCTIONS, ExpectedCall> = {
  add_correction: { ...editors, args: { p_article_id: nothing, p_text: 'It was Monday.' } },
  add_note: {
    by: ['editors', 'author'],
    args: () => ({ p_id: randomUUID(), p_article_id: ARTICLES.own, p_body: 'Is this so?' }),
    of: 'what the person works on',
  },
  add_person: {
    ...members,
    args: { p_article_id: nothing, p_user_id: nothing },
    of: 'own drafts, for an author',
  },
  adopt_orphaned_copy: { ...admins, args: { p_id: nothing } },
  answer_restored_issue: { by: ['senders'], args: { p_issue_id: nothing, p_was_sent: true } },
  begin_draft: { by: ['editors', 'author'], args: { p_idea_id: nothing } },
  block_on_social_web: { ...admins, args: { p_whom: 'spam.example' } },
  cancel_translation: {
    ...editors,
    args: { p_run_id: nothing },
    of: 'and runs into their languages, for translators',
  },
  change_correction: { ...editors, args: { p_id: nothing, p_text: 'It was Monday.' } },
  change_invitation: { ...admins, args: { p_email: 'nobody@example.org', p_role: 'editor' } },
  change_member: { ...admins, args: { p_user_id: nothing, p_role: 'editor' } },
  change_owner: { ...editors, args: { p_article_id: nothing, p_owner: null } },
  claim_translation: {
    ...writersOfTranslations,
    args: { p_original_id: ARTICLES.ready, p_language: 'de' },
    of: ownLanguages,
  },
  confirm_newsletter_subscription: { ...anyone, args: { p_token: 'none' } },
  confirm_restoration: admins,
  count_article_views: { ...editors, args: { p_article_ids: [nothing] } },
  count_in_language: { ...makers, args: { p_language: 'de' } },
  count_newsletter_messages: { ...makers, args: { p_from: '2026-01-01', p_until: '2026-02-01' } },
  count_subscribers: makers,
  create_article_preview: { ...editors, args: { p_article_id: nothing } },
  decide_suggestions: {
    by: [],
    args: { p_ids: [nothing], p_outcome: 'refused' },
    of: 'suggestions on what the person writes, and own ones',
  },
  delete_correction: { ...editors, args: { p_id: nothing } },
  describe_drafts: { by: ['signedIn'], args: { p_ids: [ARTICLES.draft] }, of: ofReaders },
  discard_orphaned_copy: { ...admins, args: { p_id: nothing } },
  dismiss_activity: members,
  dismiss_recordings: { ...editors, args: { p_article_id: nothing } },
  edit_note: { by: [], args: { p_id: nothing, p_body: 'Is this so?' }, of: 'own notes' },
  estimate_recordings: { ...editors, args: { p_count: 10 } },
  export_article_record: { ...editors, args: { p_article_id: nothing } },
  export_readership: editors,
  find_article_preview: { ...anyone, args: { p_token: 'none' } },
  feature_article: { ...editors, args: { p_article_id: nothing } },
  find_article_audio: { ...anyone, args: { p_article_id: nothing } },
  find_article_sources: { ...anyone, args: { p_article_id: nothing } },
  find_author: { ...anyone, args: { p_slug: 'nora' } },
  find_calendar_address: { by: ['signedIn'], of: 'the own one' },
  find_fediverse_creator: { ...anyone, args: { p_article_id: nothing } },
  find_glossary_entry: { ...writersOfTranslations, args: { p_id: nothing } },
  find_idea_of: { by: ['signedIn'], args: { p_article_id: ARTICLES.draft }, of: ofReaders },
  find_my_membership: { by: ['signedIn'], of: 'the own one' },
  find_newsletter_audio: { ...anyone, args: { p_slug: 'none', p_language: 'en' } },
  find_old_address: { ...anyone, args: { p_addresses: [] } },
  find_original_slug: { ...anyone, args: { p_slug: 'none' } },
  find_published_newsletter: { ...anyone, args: { p_slug: 'none', p_language: 'en' } },
  find_restoration: { by: ['signedIn'], of: 'nothing, unless the person has a role' },
  find_translation_claim: {
    ...members,
    args: { p_original_id: nothing, p_language: 'de' },
    of: ownLanguages,
  },
  find_subscriber: { ...withAddresses, args: { p_id: nothing } },
  give_back_translation: {
    ...members,
    args: { p_original_id: nothing, p_language: 'de' },
    of: 'own ones, unless the person is an editor',
  },
  hand_over: {
    ...members,
    args: {
      p_article_id: nothing,
      p_to: null,
      p_state: 'draft',
      p_sentence: 'Read it',
      p_due_on: null,
      p_version: null,
    },
    of: ofReaders,
  },
  import_glossary: { ...editors, args: { p_terms: [] } },
  list_activity: { ...members, of: ofReaders },
  list_article_history: { ...members, args: { p_article_id: ARTICLES.published }, of: ofReaders },
  list_audit_log: admins,
  list_audited_people: admins,
  list_article_audio: { ...anyone, args: { p_language: 'en', p_limit: 10 } },
  list_newsletter_audio: { ...anyone, args: { p_language: 'en', p_limit: 10 } },
  list_authors: anyone,
  list_calendar: { ...members, args: { p_from: '2026-01-01', p_until: '2026-01-31' }, of: ofReaders },
  list_colleagues: members,
  list_drafted_articles: { ...anyone, args: { p_article_ids: [nothing] } },
  list_glossary: writersOfTranslations,
  list_glossary_proposals: { ...writersOfTranslations, of: ownLanguages },
  list_members: admins,
  list_orphaned_copies: admins,
  list_page_views: editors,
  list_people: members,
  list_recent_views: editors,
  list_recordings: editors,
  list_referrers: editors,
  read_orphaned_copy: { ...admins, args: { p_id: nothing } },
  list_my_desk: { ...members, args: { p_today: '2026-01-01' }, of: 'own work' },
  list_my_sessions: { by: ['signedIn'], of: 'own ones' },
  list_newest_of_categories: { ...anyone, args: { p_language: 'en', p_categories: [] } },
  list_own_drafts: { by: ['signedIn'], of: 'own ones' },
  list_published_newsletters: { ...anyone, args: { p_language: 'en' } },
  list_related_articles: { ...anyone, args: { p_article_id: nothing, p_language: 'en' } },
  list_second_factor_roles: admins,
  list_social_blocks: editors,
  list_social_followers: editors,
  list_social_reactions: editors,
  list_social_replies: editors,
  list_social_servers: editors,
  list_sitemap_parts: { ...anyone, args: { p_stories: 10 } },
  list_story_versions: { by: ['signedIn'], args: { p_article_id: ARTICLES.published }, of: ofReaders },
  list_subscribers: withAddresses,
  list_translation_coverage: { ...writersOfTranslations, of: ownLanguages },
  list_translation_queue: { ...writersOfTranslations, of: ownLanguages },
  list_translations_to_review: { ...writersOfTranslations, of: ownLanguages },
  load_subscriber_growth: makers,
  mark_work_seen: { ...members, of: 'own work' },
  may_write_article: { by: ['signedIn'], args: { p_article_id: ARTICLES.published } },
  move_calendar_item: {
    ...members,
    args: { p_kind: 'due', p_id: nothing, p_from: '2026-01-01', p_to: '2026-01-02' },
    of: 'what the person may date',
  },
  open_version: {
    ...members,
    args: { p_article_id: nothing, p_version: '2026-01-01' },
    of: ofReaders,
  },
  publish_articles: { by: ['editors', 'publishingTranslator'], args: { p_ids: [] }, of: ownLanguages },
  purge_article_text: { ...admins, args: { p_article_id: nothing, p_reason: 'A court has ordered it.' } },
  make_issue_recordings: { ...makers, args: { p_issue_id: ISSUE } },
  read_issue_recordings: { ...makers, args: { p_issue_id: ISSUE } },
  read_newsletter_report: { ...makers, args: { p_issue_id: ISSUE } },
  read_readership: editors,
  read_social_web: editors,
  remove_member: { ...admins, args: { p_user_id: nothing } },
  remove_person: {
    ...members,
    args: { p_article_id: nothing, p_user_id: nothing },
    of: 'oneself, and of own drafts for an author',
  },
  renew_calendar_address: { ...members, of: 'the own one' },
  report_translation: { ...anyone, args: { p_translation_id: nothing, p_quote: 'Das ist falsch.' } },
  resolve_note: { by: [], args: { p_id: nothing }, of: 'notes on what the person works on' },
  restore_article: {
    by: ['editors', 'author'],
    args: { p_trash_id: nothing },
    of: 'own drafts, for an author',
  },
  retry_recordings: { ...editors, args: { p_article_id: nothing } },
  revoke_calendar_address: { by: ['signedIn'], of: 'the own one' },
  save_categories: { ...admins, args: { p_categories: [] } },
  save_glossary_entry: { ...editors, args: { p_before: null, p_entry: {} } },
  save_settings: { ...admins, args: { p_changes: [] } },
  schedule_article: {
    ...editors,
    args: { p_article_id: nothing, p_publish_at: '2030-01-01', p_zone: 'UTC' },
  },
  schedule_unpublishing: {
    ...editors,
    args: { p_article_id: nothing, p_unpublish_at: '2030-01-01', p_zone: 'UTC' },
  },
  search_articles: { ...anyone, args: { p_query: 'quagga' } },
  search_as_typed: { ...anyone, args: { p_query: 'quagga' } },
  search_desk: { ...members, args: { p_search: 'title', p_published: false }, of: ofReaders },
  set_due: { ...members, args: { p_article_id: nothing, p_due_on: null }, of: 'own drafts, for an author' },
  set_second_factor_roles: { ...admins, args: { p_roles: [] } },
  mark_source_seen: { ...editors, args: { p_article_id: nothing, p_number: 1 } },
  set_source_removed: { ...editors, args: { p_article_id: nothing, p_number: 1, p_removed: true } },
  sign_sentence: { ...editors, args: { p_article_id: nothing, p_key: 'none', p_reason: 'I was there.' } },
  subscribe_newsletter: { ...anyone, args: { p_email: 'somebody@example.org' } },
  subscriber_figure: anyone,
  suggest_changes: {
    by: ['editors', 'author'],
    args: { p_article_id: ARTICLES.own, p_changes: [{}], p_sent_with: randomUUID() },
    of: 'what the person works on',
  },
  take_article: { ...editors, args: { p_article_id: nothing } },
  take_next_translation: { ...writersOfTranslations, args: { p_language: 'de' }, of: ownLanguages },
  unblock_on_social_web: { ...admins, args: { p_kind: 'domain', p_value: 'ham.example' } },
  withdraw_invitation: { ...admins, args: { p_email: 'nobody@example.org' } },
  withdraw_signature: { ...editors, args: { p_article_id: nothing, p_key: 'none' } },
  find_news_group: { ...editors, args: { p_id: nothing } },
  follow_news_group: { ...editors, args: { p_id: nothing, p_followed: true } },
  hide_news_group: { ...editors, args: { p_id: nothing, p_hidden: true } },
  list_news_groups: editors,
  make_recordings: { ...editors, args: { p_count: 10 } },
  mark_news_group_seen: { ...editors, args: { p_id: nothing } },
  merge_news_groups: { ...editors, args: { p_id: nothing, p_into: randomUUID() } },
  search_news_items: { ...editors, args: { p_search: 'quagga' } },
  split_news_group: { ...editors, args: { p_id: nothing, p_item_ids: [nothing] } },
}

/** Functions that also answer others, or not all of them, about a published original that they do not work on. */
export const CALLS_ON_PUBLISHED: Partial<typeof EXPECTED_CALLS> = {
  add_note: {
    ...writersOfTranslations,
    args: () => ({ p_id: randomUUID(), p_article_id: ARTICLES.published, p_body: 'Is this so?' }),
    of: publishedOriginals,
  },
  resolve_note: { ...editors, args: { p_id: NOTE }, of: 'notes of others on published originals' },
  suggest_changes: {
    ...writersOfTranslations,
    args: { p_article_id: ARTICLES.published, p_changes: [{}], p_sent_with: randomUUID() },
    of: publishedOriginals,
  },
}

/** Returns true if a function may be called by a person. */
export const isAnswered = ({ by }: ExpectedCall, person: Person): boolean =>
  by.some((group) => (GROUPS[group] as readonly Person[]).includes(person))
