import { SHORT_TEXTS } from '#core/domain/article.ts'
import { fieldInSentence } from '#core/domain/article-fields.ts'
import type { AuditKind } from '#core/domain/audit-log.ts'

/**
 * The text of a detail of an entry: the value of a column as it is; from what to what it has changed; whether a secret was set, replaced or
 * removed; a value in words; or the names of those things of which a column differs.
 */
type Detail =
  | string
  | { change: string; none?: string }
  | { secret: string }
  | { words: string }
  | readonly (readonly [name: string, ...columns: string[]])[]
type Row = Readonly<Record<string, string | boolean | null>>

/** The case in which a sentence is said of a row. */
interface Case {
  /** Every operation but DELETE, unless one is named. */
  on?: 'INSERT' | 'DELETE'
  /** The values that the row had to have before, and has to have now. */
  old?: Row
  new?: Row
  /** Columns of which one has to differ. */
  of?: readonly string[]
  /** A detail has to say something. */
  differs?: true
  details?: Readonly<Record<string, Detail>>
  /** The columns, where they are not those of the table. */
  subject?: readonly string[]
  actor?: string
}

/** Without an action nothing is written. `did` is the rest of the sentence: %s in it is the subject, {column} is a column. */
type Rule = Case & { action?: string; did?: string }

interface AuditedTable {
  /** An article that is a translation is of that kind. */
  kind: AuditKind
  /** The columns that name it, of which the first that is not empty counts, and that of its id. */
  subject?: readonly string[]
  id?: string
  /** Nothing is written while the setting `audit.covered` is on. */
  isCoverable?: true
  reason?: string
  actor?: string
  /** The first one that fits counts. */
  rules: readonly Rule[]
}

const said = (action: string, did: string, when: Case = {}): Rule => ({ action, did, ...when })
const added = (action: string, did: string, when: Case = {}) => said(action, did, { on: 'INSERT', ...when })
const deleted = (action: string, did: string, when: Case = {}) => said(action, did, { on: 'DELETE', ...when })
const event = (name: string, did: string, { new: now, ...more }: Case = {}) =>
  said(`${name}_newsletter`, `${did} the newsletter %s`, { new: { event: name, ...now }, ...more })

const table = (about: Omit<AuditedTable, 'rules'>, rules: readonly Rule[]): AuditedTable => ({
  ...about,
  rules,
})

const ARTICLE = { kind: 'articles', subject: ['title'], id: 'id' } as const
const PUBLISHED = { published: true }
const DRAFT = { published: false }
const OPEN = { is_open: true }

const CHANGED = [
  ...SHORT_TEXTS.map((field) => [fieldInSentence(field), field] as const),
  ['text', 'content'],
  ['category', 'category'],
  ['reading time', 'reading_time'],
  ['picture', 'hero_image'],
  ['shared link', 'social_title', 'social_description', 'social_image'],
  ['date', 'publish_date'],
] as const
const CHANGED_ARTICLE = {
  changed: CHANGED,
  address: { change: 'slug' },
  author: { change: 'author' },
  featured: { change: 'featured_by_hand' },
}
const CHANGED_PAGE = {
  changed: [['description', 'description'] as const, ['text', 'content'] as const],
  title: { change: 'title' },
  address: { change: 'slug' },
  'place in the footer': { change: 'position', none: 'none' },
}
const CHANGED_SETTING = { details: { value: { change: 'value', none: 'the default' } } }
const CHANGED_WEBHOOK = {
  details: { host: { change: 'host' }, path: [['changed', 'path'] as const], events: { change: 'events' } },
}
// The keys and passwords themselves are in no entry, nor their ends.
const CHANGED_MODEL = {
  details: {
    provider: { change: 'provider' },
    model: { change: 'model' },
    address: { change: 'base_url', none: 'that of the provider' },
    key: { secret: 'sealed_key' },
    requests_at_once: { change: 'concurrency' },
    speech_model: { change: 'speech.model' },
    speech_voice: { change: 'speech.voice' },
    speech_voices: { change: 'speech.voices' },
    speech_address: { change: 'speech.base_url', none: 'that of the provider' },
    speech_key: { secret: 'speech.sealed_key' },
    currency: { change: 'currency' },
    prices: { change: 'prices' },
    monthly_budget: { change: 'monthly_budget' },
  },
}
const CHANGED_MAIL = {
  details: {
    mail_leaves_by: { change: 'kind', none: 'the outbox' },
    account: { change: 'fields' },
    secret: { secret: 'sealed_secret' },
    sender: { change: 'sender_address', none: 'the default' },
    name_of_the_sender: { change: 'sender_name', none: 'that of the publication' },
    return_path: { change: 'return_path', none: 'the address of the sender' },
    reports_are_read_by: { change: 'reports_kind', none: 'the pipe, or nothing' },
    account_of_reports: { change: 'reports_fields' },
    secret_of_reports: { secret: 'sealed_reports_secret' },
  },
}

/**
 * The sentences of the audit log about rows, by table. `private.audit_row` in the database follows them, and `private.audited_facts` adds
 * what is not a column.
 */
export const AUDITED_TABLES: Readonly<Record<string, AuditedTable>> = {
  articles: table({ ...ARTICLE, isCoverable: true }, [
    // An article that went with another one is named there.
    deleted('trash_article', 'moved %s to the trash', {
      old: { trashed: 'alone' },
      details: { with: 'trashed_with' },
    }),
    { on: 'INSERT', new: { trashed: 'with another' } },
    added('restore_article', 'took %s back out of the trash', {
      new: { trashed: 'alone' },
      details: { readers: 'seen_by_readers' },
    }),
    added('publish_article', 'published %s', { new: PUBLISHED }),
    said('publish_article', 'published %s as scheduled', {
      old: DRAFT,
      new: { ...PUBLISHED, is_scheduled: true },
    }),
    said('publish_article', 'published %s', { old: DRAFT, new: PUBLISHED }),
    said('unpublish_article', 'unpublished %s as scheduled', {
      old: PUBLISHED,
      new: { ...DRAFT, is_scheduled: true },
    }),
    said('unpublish_article', 'unpublished %s', { old: PUBLISHED, new: DRAFT }),
    said('move_article', 'changed the address of %s', {
      old: PUBLISHED,
      of: ['slug'],
      details: CHANGED_ARTICLE,
    }),
    said('update_article', 'changed %s', {
      old: PUBLISHED,
      of: ['author', ...CHANGED.flatMap(([, ...columns]) => columns)],
      details: CHANGED_ARTICLE,
    }),
    said('feature_article', 'featured %s', {
      old: PUBLISHED,
      new: { featured_by_hand: true },
      of: ['featured'],
      details: { with: 'featured_with' },
    }),
    said('feature_article', 'featured %s no longer', {
      old: PUBLISHED,
      new: { featured_by_hand: false },
      of: ['featured'],
    }),
  ]),
  // Drafts and new pictures are in the log if an access token has stored them.
  token_drafts: table(ARTICLE, [
    added('write_draft', 'wrote the draft %s', { new: DRAFT }),
    said('write_draft', 'changed the draft %s', { new: DRAFT }),
  ]),
  token_pictures: table({ kind: 'pictures', subject: ['name'], id: 'id' }, [
    said('store_picture', 'stored the picture %s'),
  ]),
  // Restoring an article and removing its text are acts of their own, by a person.
  article_trash: table({ ...ARTICLE, isCoverable: true }, [
    deleted('expire_article', 'deleted %s for ever, after its time in the trash', { old: OPEN }),
  ]),
  article_schedules: table(ARTICLE, [
    deleted('unschedule_article', 'cancelled the publication of %s', {
      old: OPEN,
      details: { was_due: 'publish_at' },
    }),
    said('schedule_article', 'scheduled %s', {
      new: { status: 'waiting' },
      of: ['publish_at', 'status'],
      details: { due: 'publish_at' },
    }),
    { new: { status: 'published' } },
    said('miss_schedule', 'did not publish %s as scheduled', {
      of: ['publish_at', 'status'],
      details: { was_due: 'publish_at', why: 'reason' },
    }),
  ]),
  article_unpublishings: table({ ...ARTICLE, isCoverable: true }, [
    deleted('cancel_unpublishing', 'removed the time until which readers find %s', {
      old: OPEN,
      details: { until: 'unpublish_at' },
    }),
    said('schedule_unpublishing', 'set a time until which readers find %s', {
      of: ['unpublish_at'],
      details: { until: 'unpublish_at' },
    }),
  ]),
  article_previews: table(ARTICLE, [
    deleted('revoke_preview', 'withdrew a preview link of %s', { old: OPEN }),
    said('create_preview', 'made a preview link of %s', { details: { ends: 'expires_at' } }),
  ]),
  // The pictures are named as editors know them.
  media_files: table({ kind: 'pictures', subject: ['original_name', 'name'], id: 'id' }, [
    deleted('delete_picture', 'deleted the picture %s'),
    said('replace_picture', 'replaced the picture %s', { old: { is_stored: true }, of: ['version'] }),
    said('rename_picture', 'moved the picture %s', {
      of: ['name'],
      subject: ['name'],
      details: { name: { change: 'name' } },
    }),
    said('describe_picture', 'described the picture %s', {
      of: ['alts', 'decorative', 'captions', 'credit', 'licence', 'licence_url'],
      details: {
        alternative_text: { change: 'alts' },
        decorative: { change: 'decorative' },
        caption: { change: 'captions' },
        credit: { change: 'credit' },
        licence: { change: 'whole_licence' },
      },
    }),
    said('focus_picture', 'moved the focal point of the picture %s', {
      of: ['focus_x', 'focus_y'],
      details: { percent_from_left_and_top: { change: 'focus' } },
    }),
  ]),
  // An approval, and messages that are sent again although they may have arrived, are recorded with more than their event says.
  newsletter_issue_events: table(
    {
      kind: 'newsletter',
      subject: ['title'],
      id: 'issue_id',
      isCoverable: true,
      reason: 'reason',
      actor: 'actor',
    },
    [
      { new: { event: 'draft', before: null } },
      event('draft', 'took back the approval of'),
      event('scheduled', 'scheduled', { new: { is_approved: true }, details: { due: 'scheduled_for' } }),
      { new: { event: 'sending', before: 'retried' } },
      { new: { event: 'sending', before: 'resent' } },
      event('sending', 'went on with', { new: { before: 'paused' }, details: { recipients: 'audience' } }),
      event('sending', 'began to send', { details: { recipients: 'audience' } }),
      event('paused', 'paused'),
      event('sent', 'finished sending'),
      event('cancelled', 'cancelled'),
      event('held', 'held back'),
      said('retried_newsletter', 'sent failed messages of the newsletter %s again', {
        new: { event: 'retried' },
      }),
    ],
  ),
  settings: table({ kind: 'settings', subject: ['name'] }, [
    // The note that somebody has read the welcome changes nothing.
    { on: 'DELETE', old: { key: 'welcome' } },
    { new: { key: 'welcome' } },
    deleted('change_setting', 'changed the setting %s', CHANGED_SETTING),
    said('change_setting', 'changed the setting %s', { of: ['value'], ...CHANGED_SETTING }),
  ]),
  ai_settings: table({ kind: 'settings' }, [
    said('change_model', '{details.key} the key of the language model', {
      of: ['sealed_key'],
      ...CHANGED_MODEL,
    }),
    said('change_model', 'changed the settings of the language model', { differs: true, ...CHANGED_MODEL }),
  ]),
  mail_settings: table({ kind: 'settings' }, [
    said('change_mail', 'let mail stay in the outbox', {
      new: { kind: null },
      of: ['kind'],
      ...CHANGED_MAIL,
    }),
    said('change_mail', 'changed how mail leaves', { differs: true, ...CHANGED_MAIL }),
  ]),
  invitations: table({ kind: 'administrators', subject: ['email'] }, [
    deleted('withdraw_invitation', 'took back the invitation of %s', { old: OPEN }),
    said('invite_member', 'invited %s as {role_in_words}', { of: ['id'], actor: 'invited_by' }),
    said('change_invitation', 'changed the invitation of %s to that of {role_in_words}', {
      of: ['role', 'languages', 'permissions'],
    }),
  ]),
  user_roles: table({ kind: 'administrators', subject: ['email'], id: 'user_id' }, [
    deleted('remove_member', 'removed %s, who was {role_in_words}'),
    added('accept_invitation', 'accepted an invitation, and is {role_in_words} now', {
      new: { is_own_act: true },
    }),
    added('add_member', 'made %s {role_in_words}'),
    said('change_role', 'made %s {role_in_words}', {
      of: ['user_id', 'role_in_words'],
      details: { role: { change: 'role_in_words' } },
    }),
  ]),
  pages: table({ kind: 'pages', subject: ['title'], id: 'id', isCoverable: true }, [
    deleted('delete_page', 'went back to the shipped text of the page %s', { old: { is_shipped: true } }),
    deleted('delete_page', 'deleted the page %s'),
    added('publish_page', 'published the page %s', { new: PUBLISHED }),
    said('publish_page', 'published the page %s', { old: DRAFT, new: PUBLISHED }),
    said('unpublish_page', 'unpublished the page %s', { old: PUBLISHED, new: DRAFT, details: CHANGED_PAGE }),
    said('change_page', 'changed the page %s', { old: PUBLISHED, differs: true, details: CHANGED_PAGE }),
  ]),
  authors: table({ kind: 'pages', subject: ['slug'], isCoverable: true }, [
    deleted('delete_author', 'deleted what is said of the author %s'),
    said('change_author', 'changed what is said of the author %s'),
  ]),
  access_tokens: table({ kind: 'administrators', subject: ['name'], id: 'id' }, [
    deleted('revoke_access_token', 'revoked the access token %s'),
    said('make_access_token', 'made the access token %s', {
      details: { scopes: { words: 'scopes' }, ends: 'ends_at' },
    }),
  ]),
  // The path may be a secret.
  webhooks: table({ kind: 'settings', subject: ['host'], id: 'id' }, [
    deleted('remove_webhook', 'removed the webhook to %s'),
    added('add_webhook', 'added a webhook to %s', { details: { events: { words: 'events' } } }),
    said('switch_webhook', 'switched on the webhook to %s', {
      old: { enabled: false },
      new: { enabled: true },
      ...CHANGED_WEBHOOK,
    }),
    said('switch_webhook', 'switched off the webhook to %s, which has taken nothing for a day', {
      old: { enabled: true },
      new: { enabled: false, has_failed: true },
      ...CHANGED_WEBHOOK,
    }),
    said('switch_webhook', 'switched off the webhook to %s', { of: ['enabled'], ...CHANGED_WEBHOOK }),
    said('change_webhook', 'changed the webhook to %s', { differs: true, ...CHANGED_WEBHOOK }),
  ]),
  social_blocks: table({ kind: 'settings', subject: ['value'] }, [
    deleted('unblock_socially', 'unblocked %s on the social web'),
    said('block_socially', 'blocked %s on the social web'),
  ]),
}
