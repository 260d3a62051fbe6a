/**
 * The tables, views, columns and functions that `/rest/v1` can reach, with their types; nothing else can be named in a request.
 * Who may do what with them is decided by the database (grants and policies).
 */

/** The PostgreSQL type to which a value of a request is cast. */
export type ColumnType = 'bigint' | 'boolean' | 'integer' | 'jsonb' | 'text' | 'timestamptz' | 'uuid'

export type Columns = ReadonlyMap<string, ColumnType>

export interface Relation {
  name: string
  columns: Columns
  /** The primary key; a view has none. */
  key: readonly string[]
  /** Column defaults, as SQL expressions. */
  defaults: ReadonlyMap<string, string>
}

export interface RestFunction {
  name: string
  parameters: Columns
  /** The parameters without a default, which must be given. */
  required: readonly string[]
  /** The columns of the rows it returns; absent when it returns one JSON value. */
  columns?: Columns
  /** Whether it only reads, so that it may be called by GET. */
  reads: boolean
}

const ARTICLE_SUMMARY = {
  id: 'uuid',
  slug: 'text',
  language: 'text',
  title: 'text',
  subtitle: 'text',
  excerpt: 'text',
  category: 'text',
  author: 'text',
  reading_time: 'text',
  hero_image: 'text',
  publish_date: 'timestamptz',
  featured: 'boolean',
} as const

const MEDIA_FILE = {
  id: 'uuid',
  name: 'text',
  type: 'text',
  size: 'bigint',
  version: 'text',
  uploaded_at: 'timestamptz',
  updated_at: 'timestamptz',
  alts: 'jsonb',
  decorative: 'boolean',
  credit: 'text',
  licence: 'text',
  licence_url: 'text',
  focus_x: 'integer',
  focus_y: 'integer',
  words: 'text',
} as const

const NEW_ID = 'gen_random_uuid()'
const NOW = 'now()'
const ENGLISH = "'en'::text"

const RELATIONS = byName<Relation>([
  {
    name: 'articles',
    columns: columns({
      ...ARTICLE_SUMMARY,
      content: 'text',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
      published: 'boolean',
      original_article_id: 'uuid',
      revision_note: 'text',
    }),
    key: ['id'],
    defaults: defaults({
      id: NEW_ID,
      language: ENGLISH,
      author: 'private.default_author()',
      reading_time: 'private.default_reading_time()',
      publish_date: NOW,
      created_at: NOW,
      updated_at: NOW,
      published: 'false',
      featured: 'false',
    }),
  },
  {
    name: 'translated_articles',
    columns: columns({
      ...ARTICLE_SUMMARY,
      original_id: 'uuid',
      original_category: 'text',
      original_publish_date: 'timestamptz',
    }),
    key: [],
    defaults: defaults({}),
  },
  {
    name: 'slug_redirects',
    columns: columns({ slug: 'text', language: 'text', article_id: 'uuid', created_at: 'timestamptz' }),
    key: ['slug', 'language'],
    defaults: defaults({ created_at: NOW }),
  },
  {
    name: 'article_revisions',
    columns: columns({
      id: 'bigint',
      article_id: 'uuid',
      made_at: 'timestamptz',
      made_by: 'uuid',
      note: 'text',
      title: 'text',
      published: 'boolean',
      article: 'jsonb',
    }),
    key: ['id'],
    defaults: defaults({ made_at: NOW }),
  },
  {
    name: 'article_trash',
    columns: columns({
      id: 'uuid',
      article_id: 'uuid',
      story_id: 'uuid',
      deleted_with: 'uuid',
      deleted_at: 'timestamptz',
      deleted_by: 'uuid',
      language: 'text',
      slug: 'text',
      title: 'text',
      category: 'text',
      published: 'boolean',
      article: 'jsonb',
      redirects: 'jsonb',
    }),
    key: ['id'],
    defaults: defaults({ id: NEW_ID, deleted_at: NOW }),
  },
  {
    name: 'article_schedules',
    columns: columns({
      article_id: 'uuid',
      publish_at: 'timestamptz',
      zone: 'text',
      status: 'text',
      reason: 'text',
      created_at: 'timestamptz',
      created_by: 'uuid',
      settled_at: 'timestamptz',
    }),
    key: ['article_id'],
    defaults: defaults({ status: "'waiting'::text", created_at: NOW }),
  },
  {
    name: 'article_translations',
    columns: columns({
      translation_id: 'uuid',
      original_id: 'uuid',
      language: 'text',
      source_revision: 'bigint',
      origin: 'text',
      model: 'text',
      translated_at: 'timestamptz',
      reviewed_at: 'timestamptz',
      stale_since: 'timestamptz',
      changed_segments: 'integer',
      corrected_at: 'timestamptz',
    }),
    key: ['translation_id'],
    defaults: defaults({ origin: "'person'::text", translated_at: NOW }),
  },
  {
    name: 'translation_segments',
    columns: columns({
      id: 'bigint',
      language: 'text',
      source_hash: 'text',
      context: 'text',
      source: 'text',
      text: 'text',
      origin: 'text',
      model: 'text',
      article_id: 'uuid',
      made_at: 'timestamptz',
      made_by: 'uuid',
    }),
    key: ['id'],
    defaults: defaults({ made_at: NOW }),
  },
  {
    name: 'translation_parts',
    columns: columns({
      translation_id: 'uuid',
      position: 'integer',
      segment_id: 'bigint',
      proposed_id: 'bigint',
      approved_at: 'timestamptz',
      approved_by: 'uuid',
    }),
    key: ['translation_id', 'position'],
    defaults: defaults({}),
  },
  {
    name: 'translation_runs',
    columns: columns({
      id: 'uuid',
      article_id: 'uuid',
      language: 'text',
      status: 'text',
      renews_all: 'boolean',
      attempt: 'integer',
      requested_at: 'timestamptz',
      requested_by: 'uuid',
      started_at: 'timestamptz',
      ended_at: 'timestamptz',
      segments: 'integer',
      segments_done: 'integer',
      segments_reused: 'integer',
      input_tokens: 'bigint',
      output_tokens: 'bigint',
      model: 'text',
      reason: 'text',
      failures: 'jsonb',
    }),
    key: ['id'],
    defaults: defaults({
      id: NEW_ID,
      status: "'queued'::text",
      renews_all: 'false',
      attempt: '1',
      requested_at: NOW,
      segments: '0',
      segments_done: '0',
      segments_reused: '0',
      input_tokens: '0',
      output_tokens: '0',
      failures: "'[]'::jsonb",
    }),
  },
  {
    name: 'article_corrections',
    columns: columns({ id: 'uuid', article_id: 'uuid', corrected_at: 'timestamptz', text: 'text' }),
    key: ['id'],
    defaults: defaults({ id: NEW_ID, corrected_at: NOW }),
  },
  {
    name: 'published_corrections',
    columns: columns({
      id: 'uuid',
      article_id: 'uuid',
      corrected_at: 'timestamptz',
      text: 'text',
      language: 'text',
      slug: 'text',
      title: 'text',
      original_article_id: 'uuid',
    }),
    key: [],
    defaults: defaults({}),
  },
  {
    name: 'article_previews',
    columns: columns({
      id: 'uuid',
      article_id: 'uuid',
      created_at: 'timestamptz',
      created_by: 'uuid',
      expires_at: 'timestamptz',
    }),
    key: ['id'],
    defaults: defaults({ id: NEW_ID, created_at: NOW }),
  },
  {
    name: 'article_check_overrides',
    columns: columns({
      article_id: 'uuid',
      finding: 'text',
      reason: 'text',
      made_at: 'timestamptz',
      made_by: 'uuid',
    }),
    key: ['article_id', 'finding'],
    defaults: defaults({ made_at: NOW }),
  },
  {
    name: 'working_copies',
    columns: columns({
      id: 'uuid',
      owner: 'uuid',
      article_id: 'uuid',
      since: 'timestamptz',
      form: 'jsonb',
      title: 'text',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    }),
    key: ['id'],
    defaults: defaults({ owner: 'auth.uid()', created_at: NOW, updated_at: NOW }),
  },
  {
    name: 'audit_log',
    columns: columns({
      id: 'bigint',
      happened_at: 'timestamptz',
      actor: 'uuid',
      action: 'text',
      subject_id: 'uuid',
      reason: 'text',
      details: 'jsonb',
    }),
    key: ['id'],
    defaults: defaults({ happened_at: NOW, details: "'{}'::jsonb" }),
  },
  {
    name: 'media_files',
    columns: columns(MEDIA_FILE),
    key: ['id'],
    defaults: defaults({
      uploaded_at: NOW,
      updated_at: NOW,
      alts: "'{}'::jsonb",
      decorative: 'false',
      focus_x: '50',
      focus_y: '50',
    }),
  },
  {
    name: 'media_library',
    columns: columns({
      ...MEDIA_FILE,
      described: 'boolean',
      use: 'text',
      in_articles: 'integer',
      in_drafts: 'integer',
      in_trash: 'integer',
      in_revisions: 'integer',
      in_copies: 'integer',
    }),
    key: [],
    defaults: defaults({}),
  },
  {
    name: 'media_uses',
    columns: columns({ name: 'text', kind: 'text', source_id: 'uuid', article_id: 'uuid' }),
    key: ['name', 'kind', 'source_id'],
    defaults: defaults({}),
  },
  {
    name: 'settings',
    columns: columns({ key: 'text', value: 'jsonb', updated_at: 'timestamptz', updated_by: 'uuid' }),
    key: ['key'],
    defaults: defaults({ updated_at: NOW }),
  },
  {
    name: 'user_roles',
    columns: columns({ id: 'uuid', user_id: 'uuid', role: 'text', created_at: 'timestamptz' }),
    key: ['id'],
    defaults: defaults({ id: NEW_ID, created_at: NOW }),
  },
  {
    name: 'newsletter_subscribers',
    columns: columns({
      id: 'uuid',
      email: 'text',
      language: 'text',
      subscribed_at: 'timestamptz',
      confirmed: 'boolean',
      is_active: 'boolean',
      confirmed_at: 'timestamptz',
    }),
    key: ['id'],
    defaults: defaults({
      id: NEW_ID,
      language: ENGLISH,
      subscribed_at: NOW,
      confirmed: 'false',
      is_active: 'true',
    }),
  },
  {
    name: 'outbox_mails',
    columns: columns({
      id: 'bigint',
      created_at: 'timestamptz',
      message_id: 'text',
      sender: 'text',
      recipient: 'text',
      subject: 'text',
      body_text: 'text',
      body_html: 'text',
      headers: 'jsonb',
    }),
    key: ['id'],
    defaults: defaults({ created_at: NOW, headers: "'{}'::jsonb" }),
  },
  {
    name: 'mail_deliveries',
    columns: columns({
      id: 'uuid',
      kind: 'text',
      recipient: 'text',
      subject: 'text',
      status: 'text',
      attempts: 'integer',
      last_error: 'text',
      message_id: 'text',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
      sent_at: 'timestamptz',
    }),
    key: ['id'],
    defaults: defaults({ attempts: '0', created_at: NOW, updated_at: NOW }),
  },
])

const FUNCTIONS = byName<RestFunction>([
  {
    name: 'subscribe_newsletter',
    parameters: columns({ p_email: 'text', p_language: 'text' }),
    required: ['p_email'],
    reads: false,
  },
  {
    name: 'confirm_newsletter_subscription',
    parameters: columns({ p_token: 'text' }),
    required: ['p_token'],
    reads: false,
  },
  {
    name: 'search_articles',
    parameters: columns({ p_query: 'text', p_language: 'text', p_limit: 'integer', p_offset: 'integer' }),
    required: ['p_query'],
    columns: columns({
      id: 'uuid',
      slug: 'text',
      language: 'text',
      title: 'text',
      category: 'text',
      publish_date: 'timestamptz',
      headline: 'text',
      total: 'integer',
    }),
    reads: true,
  },
  {
    name: 'load_dashboard',
    parameters: columns({ p_from: 'timestamptz', p_until: 'timestamptz' }),
    required: ['p_from', 'p_until'],
    reads: true,
  },
  {
    name: 'search_desk',
    parameters: columns({
      p_search: 'text',
      p_published: 'boolean',
      p_language: 'text',
      p_category: 'text',
      p_featured: 'boolean',
      p_sort: 'text',
      p_descending: 'boolean',
      p_offset: 'integer',
      p_limit: 'integer',
    }),
    required: ['p_search', 'p_published'],
    reads: true,
  },
  {
    name: 'list_story_versions',
    parameters: columns({ p_article_id: 'uuid' }),
    required: ['p_article_id'],
    columns: columns({
      id: 'uuid',
      language: 'text',
      slug: 'text',
      title: 'text',
      published: 'boolean',
      publish_date: 'timestamptz',
      updated_at: 'timestamptz',
      is_original: 'boolean',
      missing: 'jsonb',
    }),
    reads: true,
  },
  {
    name: 'save_settings',
    parameters: columns({ p_changes: 'jsonb' }),
    required: ['p_changes'],
    reads: false,
  },
  { name: 'publish_articles', parameters: columns({ p_ids: 'jsonb' }), required: ['p_ids'], reads: false },
  {
    name: 'schedule_article',
    parameters: columns({ p_article_id: 'uuid', p_publish_at: 'timestamptz', p_zone: 'text' }),
    required: ['p_article_id', 'p_publish_at', 'p_zone'],
    reads: false,
  },
  {
    name: 'cancel_translation',
    parameters: columns({ p_run_id: 'uuid' }),
    required: ['p_run_id'],
    reads: false,
  },
  {
    name: 'restore_article',
    parameters: columns({ p_trash_id: 'uuid', p_slug: 'text', p_as_draft: 'boolean' }),
    required: ['p_trash_id'],
    reads: false,
  },
  {
    name: 'purge_article_text',
    parameters: columns({ p_article_id: 'uuid', p_reason: 'text' }),
    required: ['p_article_id', 'p_reason'],
    reads: false,
  },
  {
    name: 'add_correction',
    parameters: columns({ p_article_id: 'uuid', p_text: 'text' }),
    required: ['p_article_id', 'p_text'],
    reads: false,
  },
  {
    name: 'change_correction',
    parameters: columns({ p_id: 'uuid', p_text: 'text' }),
    required: ['p_id', 'p_text'],
    reads: false,
  },
  {
    name: 'delete_correction',
    parameters: columns({ p_id: 'uuid' }),
    required: ['p_id'],
    reads: false,
  },
  {
    name: 'create_article_preview',
    parameters: columns({ p_article_id: 'uuid', p_days: 'integer' }),
    required: ['p_article_id'],
    reads: false,
  },
  {
    name: 'find_article_preview',
    parameters: columns({ p_token: 'text', p_language: 'text' }),
    required: ['p_token'],
    reads: true,
  },
  { name: 'subscriber_figure', parameters: columns({}), required: [], reads: true },
  {
    name: 'list_my_sessions',
    parameters: columns({}),
    required: [],
    columns: columns({
      id: 'uuid',
      user_agent: 'text',
      ip: 'text',
      created_at: 'timestamptz',
      last_used_at: 'timestamptz',
      aal: 'text',
      is_current: 'boolean',
    }),
    reads: true,
  },
  {
    name: 'list_administrators',
    parameters: columns({}),
    required: [],
    columns: columns({
      user_id: 'uuid',
      email: 'text',
      status: 'text',
      created_at: 'timestamptz',
      last_sign_in_at: 'timestamptz',
      has_factor: 'boolean',
    }),
    reads: true,
  },
  {
    name: 'remove_administrator',
    parameters: columns({ p_user_id: 'uuid' }),
    required: ['p_user_id'],
    reads: false,
  },
  {
    name: 'withdraw_invitation',
    parameters: columns({ p_email: 'text' }),
    required: ['p_email'],
    reads: false,
  },
])

export const findRelation = (name: string): Relation | undefined => RELATIONS.get(name)
export const findFunction = (name: string): RestFunction | undefined => FUNCTIONS.get(name)

/** The whole catalog, for the test that compares it with the real tables. */
export const catalog = { relations: [...RELATIONS.values()], functions: [...FUNCTIONS.values()] }

function columns(types: Record<string, ColumnType>): Columns {
  return new Map(Object.entries(types))
}

function defaults(expressions: Record<string, string>): ReadonlyMap<string, string> {
  return new Map(Object.entries(expressions))
}

function byName<Named extends { name: string }>(entries: Named[]): ReadonlyMap<string, Named> {
  return new Map(entries.map((entry) => [entry.name, entry]))
}
