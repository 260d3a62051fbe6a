import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#core/data/database.types.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts'

type Tables = Database['public']['Tables']
type Functions = Database['public']['Functions']

type Kind<T> = [NonNullable<T>] extends [boolean]
  ? 'boolean'
  : [NonNullable<T>] extends [number]
    ? 'number'
    : [NonNullable<T>] extends [string]
      ? 'text'
      : 'json'
type Column<T> = null extends T ? `${Kind<T>} or null` : Kind<T>

/** The types as values. The compiler reports a column that is missing here, is not in the types, or differs. */
const TABLES = {
  articles: {
    id: 'text',
    slug: 'text',
    language: 'text',
    title: 'text',
    subtitle: 'text or null',
    excerpt: 'text',
    content: 'text',
    category: 'text',
    author: 'text',
    reading_time: 'text',
    hero_image: 'text or null',
    publish_date: 'text',
    created_at: 'text',
    updated_at: 'text',
    published: 'boolean',
    featured: 'boolean',
    original_article_id: 'text or null',
    revision_note: 'text or null',
  },
  article_revisions: {
    id: 'number',
    article_id: 'text',
    made_at: 'text',
    made_by: 'text or null',
    note: 'text or null',
    title: 'text',
    published: 'boolean',
    article: 'json',
  },
  article_trash: {
    id: 'text',
    article_id: 'text',
    story_id: 'text',
    deleted_with: 'text or null',
    deleted_at: 'text',
    deleted_by: 'text or null',
    language: 'text',
    slug: 'text',
    title: 'text',
    category: 'text',
    published: 'boolean',
    article: 'json',
    redirects: 'json',
  },
  article_schedules: {
    article_id: 'text',
    publish_at: 'text',
    zone: 'text',
    status: 'text',
    reason: 'text or null',
    created_at: 'text',
    created_by: 'text or null',
    settled_at: 'text or null',
  },
  article_corrections: {
    id: 'text',
    article_id: 'text',
    corrected_at: 'text',
    text: 'text',
    source_id: 'text or null',
    source_text: 'text or null',
  },
  article_previews: {
    id: 'text',
    article_id: 'text',
    created_at: 'text',
    created_by: 'text',
    expires_at: 'text',
  },
  article_check_overrides: {
    article_id: 'text',
    finding: 'text',
    reason: 'text',
    made_at: 'text',
    made_by: 'text or null',
  },
  article_translations: {
    translation_id: 'text',
    original_id: 'text',
    language: 'text',
    source_revision: 'number or null',
    origin: 'text',
    model: 'text or null',
    translated_at: 'text',
    reviewed_at: 'text or null',
    stale_since: 'text or null',
    changed_segments: 'number or null',
    corrected_at: 'text or null',
  },
  glossary_proposals: {
    id: 'text',
    language: 'text',
    before: 'text',
    after: 'text',
    term: 'text or null',
    status: 'text',
    created_at: 'text',
    change_key: 'text or null',
  },
  glossary_terms: {
    id: 'text',
    language: 'text',
    term: 'text',
    rule: 'text',
    translation: 'text or null',
    created_at: 'text',
    updated_at: 'text',
  },
  pending_translations: {
    translation_id: 'text',
    original_id: 'text',
    language: 'text',
    source_revision: 'number or null',
    replaces: 'text',
    title: 'text',
    subtitle: 'text or null',
    excerpt: 'text',
    content: 'text',
    origin: 'text',
    model: 'text or null',
    parts: 'json',
    corrected_at: 'text or null',
    made_at: 'text',
  },
  translation_edits: {
    id: 'number',
    language: 'text',
    before: 'text',
    after: 'text',
    article_id: 'text',
    segment_id: 'number',
    replaced_id: 'number',
    made_at: 'text',
    change_key: 'text or null',
  },
  translation_parts: {
    translation_id: 'text',
    position: 'number',
    segment_id: 'number',
    proposed_id: 'number or null',
    approved_at: 'text or null',
    approved_by: 'text or null',
  },
  translation_reports: {
    id: 'text',
    translation_id: 'text',
    quote: 'text',
    comment: 'text',
    created_at: 'text',
    status: 'text',
  },
  translation_runs: {
    id: 'text',
    article_id: 'text',
    language: 'text',
    status: 'text',
    renews_all: 'boolean',
    attempt: 'number',
    requested_at: 'text',
    requested_by: 'text or null',
    started_at: 'text or null',
    ended_at: 'text or null',
    segments: 'number',
    segments_done: 'number',
    segments_reused: 'number',
    input_tokens: 'number',
    output_tokens: 'number',
    model: 'text or null',
    reason: 'text or null',
    failures: 'json',
  },
  translation_segments: {
    id: 'number',
    language: 'text',
    source_hash: 'text',
    context: 'text',
    source: 'text',
    text: 'text',
    origin: 'text',
    model: 'text or null',
    article_id: 'text or null',
    made_at: 'text',
    made_by: 'text or null',
  },
  working_copies: {
    id: 'text',
    owner: 'text',
    article_id: 'text',
    since: 'text or null',
    form: 'json',
    title: 'text',
    created_at: 'text',
    updated_at: 'text',
  },
  audit_log: {
    id: 'number',
    happened_at: 'text',
    actor: 'text or null',
    action: 'text',
    subject_id: 'text',
    reason: 'text or null',
    details: 'json',
  },
  media_files: {
    id: 'text',
    name: 'text',
    type: 'text or null',
    size: 'number or null',
    version: 'text or null',
    uploaded_at: 'text',
    updated_at: 'text',
    alts: 'json',
    decorative: 'boolean',
    credit: 'text or null',
    licence: 'text or null',
    licence_url: 'text or null',
    focus_x: 'number',
    focus_y: 'number',
    words: 'text',
  },
  media_uses: { name: 'text', kind: 'text', source_id: 'text', article_id: 'text' },
  user_roles: { id: 'text', user_id: 'text', role: 'text', created_at: 'text' },
  newsletter_subscribers: {
    id: 'text',
    email: 'text',
    language: 'text',
    subscribed_at: 'text',
    confirmed: 'boolean',
    is_active: 'boolean',
    confirmed_at: 'text or null',
    left_at: 'text or null',
    left_reason: 'text or null',
  },
  newsletter_issues: {
    id: 'text',
    slug: 'text or null',
    status: 'text',
    origin: 'text',
    covers_from: 'text or null',
    covers_until: 'text or null',
    created_at: 'text',
    created_by: 'text or null',
    updated_at: 'text',
    revision: 'number',
    tested_revision: 'number or null',
    approved_at: 'text or null',
    approved_by: 'text or null',
    seal: 'text or null',
    scheduled_for: 'text or null',
    held_reason: 'text or null',
    pause_after: 'number or null',
    counts_clicks: 'boolean',
    audience: 'number or null',
    started_at: 'text or null',
    ended_at: 'text or null',
    progressed_at: 'text or null',
  },
  newsletter_issue_events: {
    id: 'number',
    issue_id: 'text',
    happened_at: 'text',
    actor: 'text or null',
    event: 'text',
    reason: 'text or null',
  },
  newsletter_editions: {
    issue_id: 'text',
    language: 'text',
    subject: 'text',
    preheader: 'text',
    introduction: 'text',
    content: 'text or null',
    origin: 'text',
    model: 'text or null',
    dropped: 'json',
    source_hash: 'text or null',
    reviewed_at: 'text or null',
    reviewed_by: 'text or null',
    made_at: 'text',
    updated_at: 'text',
  },
  newsletter_items: {
    id: 'text',
    issue_id: 'text',
    article_id: 'text',
    section: 'text',
    position: 'number',
    pinned: 'boolean',
    left_out: 'text or null',
  },
  newsletter_summaries: {
    item_id: 'text',
    language: 'text',
    summary: 'text',
    origin: 'text',
  },
  newsletter_messages: {
    issue_id: 'text',
    language: 'text',
    subject: 'text',
    preheader: 'text',
    html: 'text',
    body_text: 'text',
    content: 'text',
  },
  newsletter_clicks: {
    issue_id: 'text',
    link: 'number',
    target: 'text',
    day: 'text',
    people: 'number',
    scanners: 'number',
  },
  newsletter_deliveries: {
    id: 'number',
    issue_id: 'text',
    subscriber_id: 'text or null',
    email: 'text or null',
    language: 'text',
    status: 'text',
    message_id: 'text',
    attempts: 'number',
    batch_id: 'text or null',
    due_at: 'text or null',
    settled_at: 'text or null',
    reason: 'text or null',
  },
  newsletter_send_tickets: {
    ticket_hash: 'text',
    email: 'text',
    created_at: 'text',
    expires_at: 'text',
    used_at: 'text or null',
  },
  settings: { key: 'text', value: 'json', updated_at: 'text', updated_by: 'text or null' },
  slug_redirects: { slug: 'text', language: 'text', article_id: 'text', created_at: 'text' },
  mail_deliveries: {
    id: 'text',
    kind: 'text',
    recipient: 'text',
    subject: 'text',
    status: 'text',
    attempts: 'number',
    last_error: 'text or null',
    message_id: 'text or null',
    created_at: 'text',
    updated_at: 'text',
    sent_at: 'text or null',
  },
  outbox_mails: {
    id: 'number',
    created_at: 'text',
    message_id: 'text',
    sender: 'text',
    recipient: 'text',
    subject: 'text',
    body_text: 'text',
    body_html: 'text',
    headers: 'json',
  },
} satisfies { [Name in keyof Tables]: { [C in keyof Tables[Name]['Row']]: Column<Tables[Name]['Row'][C]> } }

type Views = Database['public']['Views']

/** PostgreSQL reports every column of a view as nullable, so only the names are compared. */
const VIEWS = {
  translated_articles: {
    id: true,
    slug: true,
    language: true,
    title: true,
    subtitle: true,
    excerpt: true,
    category: true,
    author: true,
    reading_time: true,
    hero_image: true,
    publish_date: true,
    featured: true,
    original_id: true,
    original_category: true,
    original_publish_date: true,
  },
  published_corrections: {
    id: true,
    article_id: true,
    corrected_at: true,
    text: true,
    language: true,
    slug: true,
    title: true,
    original_article_id: true,
  },
  media_library: {
    id: true,
    name: true,
    type: true,
    size: true,
    version: true,
    uploaded_at: true,
    updated_at: true,
    alts: true,
    decorative: true,
    credit: true,
    licence: true,
    licence_url: true,
    focus_x: true,
    focus_y: true,
    words: true,
    described: true,
    use: true,
    in_articles: true,
    in_drafts: true,
    in_trash: true,
    in_revisions: true,
    in_copies: true,
  },
} satisfies { [Name in keyof Views]: { [C in keyof Views[Name]['Row']]: true } }

type Arguments<T> = { [Name in keyof Required<T>]: undefined extends T[Name] ? 'optional' : 'required' }

const FUNCTIONS = {
  subscribe_newsletter: { p_email: 'required', p_language: 'optional' },
  confirm_newsletter_subscription: { p_token: 'required' },
  list_my_sessions: {},
  search_articles: { p_query: 'required', p_language: 'optional', p_limit: 'optional', p_offset: 'optional' },
  list_related_articles: { p_article_id: 'required', p_language: 'required', p_limit: 'optional' },
  load_dashboard: { p_from: 'required', p_until: 'required' },
  search_desk: {
    p_search: 'required',
    p_published: 'required',
    p_language: 'optional',
    p_category: 'optional',
    p_featured: 'optional',
    p_sort: 'optional',
    p_descending: 'optional',
    p_offset: 'optional',
    p_limit: 'optional',
  },
  list_subscribers: {
    p_search: 'optional',
    p_status: 'optional',
    p_activity: 'optional',
    p_language: 'optional',
    p_left: 'optional',
    p_sort: 'optional',
    p_descending: 'optional',
    p_offset: 'optional',
    p_limit: 'optional',
  },
  count_subscribers: {},
  load_subscriber_growth: { p_weeks: 'optional' },
  find_subscriber: { p_id: 'required' },
  list_story_versions: { p_article_id: 'required' },
  publish_articles: { p_ids: 'required' },
  schedule_article: { p_article_id: 'required', p_publish_at: 'required', p_zone: 'required' },
  restore_article: { p_trash_id: 'required', p_slug: 'optional', p_as_draft: 'optional' },
  purge_article_text: { p_article_id: 'required', p_reason: 'required' },
  add_correction: { p_article_id: 'required', p_text: 'required' },
  report_translation: { p_translation_id: 'required', p_quote: 'required', p_comment: 'optional' },
  export_article_record: { p_article_id: 'required' },
  cancel_translation: { p_run_id: 'required' },
  list_translation_coverage: {
    p_search: 'optional',
    p_category: 'optional',
    p_published: 'optional',
    p_since: 'optional',
    p_states: 'optional',
    p_language: 'optional',
    p_descending: 'optional',
    p_offset: 'optional',
    p_limit: 'optional',
  },
  list_translations_to_review: {
    p_language: 'optional',
    p_except_original: 'optional',
    p_offset: 'optional',
    p_limit: 'optional',
  },
  import_glossary: { p_terms: 'required' },
  list_glossary_proposals: {},
  change_correction: { p_id: 'required', p_text: 'required' },
  delete_correction: { p_id: 'required' },
  create_article_preview: { p_article_id: 'required', p_days: 'optional' },
  find_article_preview: { p_token: 'required', p_language: 'optional' },
  list_administrators: {},
  find_published_newsletter: { p_slug: 'required', p_language: 'required' },
  list_published_newsletters: { p_language: 'required', p_limit: 'optional', p_offset: 'optional' },
  read_newsletter_report: { p_issue_id: 'required' },
  count_newsletter_messages: { p_from: 'required', p_until: 'required' },
  subscriber_figure: {},
  save_settings: { p_changes: 'required' },
  remove_administrator: { p_user_id: 'required' },
  withdraw_invitation: { p_email: 'required' },
} satisfies { [Name in keyof Functions]: Arguments<Functions[Name]['Args']> }

/** The kind of value in which the official client receives each PostgreSQL type. */
const KINDS: Record<string, string> = {
  uuid: 'text',
  text: 'text',
  'timestamp with time zone': 'text',
  date: 'text',
  boolean: 'boolean',
  bigint: 'number',
  integer: 'number',
  jsonb: 'json',
}

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('the types name exactly the tables and columns of the database, with their kinds', async () => {
  const columns = await database.sql`
    select table_name, column_name, data_type, is_nullable
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'`
  const actual: Record<string, Record<string, string>> = {}
  for (const { table_name, column_name, data_type, is_nullable } of columns) {
    const kind = KINDS[data_type] ?? data_type
    actual[table_name] ??= {}
    Object.assign(actual[table_name], { [column_name]: is_nullable === 'YES' ? `${kind} or null` : kind })
  }
  expect(actual).toEqual(TABLES)
})

test('the types name exactly the views of the database, with their columns', async () => {
  const views = await database.sql<{ name: string; columns: string[] }[]>`
    select table_name as name, array_agg(column_name::text) as columns
    from information_schema.columns join information_schema.views using (table_schema, table_name)
    where table_schema = 'public' group by table_name`
  const actual = views.map(({ name, columns }) => [name, columns.toSorted()])
  const typed = Object.entries(VIEWS).map(([name, columns]) => [name, Object.keys(columns).toSorted()])
  expect(actual.sort()).toEqual(typed.sort())
})

test('the types name exactly the functions of the database, with their arguments', async () => {
  const functions = await database.sql<{ name: string; names: string[] | null; defaults: number }[]>`
    select proname as name, proargnames[:pronargs] as names, pronargdefaults::int as defaults from pg_proc
    where pronamespace = 'public'::regnamespace`
  const actual = functions.map(({ name, names, defaults }) => {
    const args = names ?? []
    const firstOptional = args.length - defaults
    return [
      name,
      Object.fromEntries(args.map((arg, n) => [arg, n < firstOptional ? 'required' : 'optional'])),
    ]
  })
  expect(Object.fromEntries(actual)).toEqual(FUNCTIONS)
})
