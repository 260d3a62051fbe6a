import { randomUUID } from 'node:crypto'
import { ARTICLES, INTERVIEW, ISSUE, ITEM, WEBHOOK } from './articles.ts'
import type { Kind, Table } from './expected-access.ts'

type Row = Record<string, unknown>

interface Fixture {
  /** A row that somebody tries to insert. */
  insert: () => Row
  /** Instead, rows of several kinds. */
  inserts?: Partial<Record<Kind, () => Row>>
  /** A change that somebody tries on every row. */
  update: Row
  /** A unique column. */
  key: string
  /** The column that decides the kind of a row: an article, a language, a person, a picture, or whether it is published. */
  by?: string
}

const override = (article: Kind) => () => ({
  finding: randomUUID(),
  article_id: ARTICLES[article],
  reason: 'It is a name.',
})
const workingCopy = (article: Kind) => () => ({
  id: randomUUID(),
  article_id: ARTICLES[article],
  since: null,
  form: { title: 'Half a ti' },
})
const article = () => ({
  slug: `a-${randomUUID()}`,
  title: 'Title',
  excerpt: 'Excerpt',
  content: 'Text',
  category: 'tech',
})
const translation = (language: string, published: boolean) => () => ({
  ...article(),
  language,
  published,
  original_article_id: INTERVIEW,
})
const proposal = (language: string) => () => ({
  id: randomUUID(),
  language,
  before: 'Modell',
  after: 'KI-Modell',
})

export const FIXTURES: Record<Table, Fixture> = {
  access_tokens: {
    key: 'id',
    insert: () => ({
      id: randomUUID(),
      name: 'Mine',
      scopes: '{read}',
      made_by: randomUUID(),
      ends_at: '2030-01-01T00:00:00Z',
    }),
    update: { ends_at: '2030-01-01T00:00:00Z' },
  },
  article_check_overrides: {
    key: 'finding',
    insert: override('published'),
    update: { reason: 'It is a word.' },
    inserts: {
      published: override('published'),
      own: override('own'),
      draft: override('draft'),
      German: override('German'),
      'German published': override('German published'),
      French: override('French'),
    },
    by: 'article_id',
  },
  article_corrections: {
    key: 'id',
    insert: () => ({ text: 'It was Tuesday.', article_id: ARTICLES.published }),
    update: { text: 'It was Wednesday.' },
    by: 'article_id',
  },
  article_notes: {
    key: 'id',
    insert: () => ({
      id: randomUUID(),
      article_id: ARTICLES.published,
      original_id: ARTICLES.published,
      language: 'en',
      kind: 'note',
      body: 'Is this so?',
      made_by: randomUUID(),
      made_by_name: 'Nobody',
    }),
    update: { body: 'It is.' },
    by: 'article_id',
  },
  article_people: {
    key: 'user_id',
    insert: () => ({ user_id: randomUUID(), article_id: ARTICLES.published }),
    update: { added_at: '2030-01-01T00:00:00Z' },
    by: 'article_id',
  },
  article_previews: {
    key: 'id',
    insert: () => ({
      created_by: randomUUID(),
      article_id: ARTICLES.published,
      expires_at: 'infinity',
    }),
    update: { expires_at: 'infinity' },
    by: 'article_id',
  },
  article_revisions: {
    key: 'id',
    insert: () => ({ article_id: ARTICLES.published, title: 'Title', published: true, article: {} }),
    update: { note: 'Somebody else did it.' },
    by: 'article_id',
  },
  article_schedules: {
    key: 'article_id',
    insert: () => ({ publish_at: '2030-01-01T00:00:00Z', article_id: ARTICLES.published, zone: 'UTC' }),
    update: { publish_at: '2031-01-01T00:00:00Z' },
    by: 'article_id',
  },
  article_sentences: {
    key: 'key',
    insert: () => ({
      article_id: ARTICLES.published,
      text_hash: 'a',
      position: 2,
      field: 'content',
      text: 'It rains.',
      key: randomUUID(),
      kind: 'fact',
      verdict: 'green',
    }),
    update: { verdict: 'green' },
    by: 'article_id',
  },
  article_sources: {
    key: 'origin_id',
    insert: () => ({
      article_id: ARTICLES.published,
      number: 2,
      outlet: 'The Courier',
      title: 'Rain',
      published_at: '2026-01-01T00:00:00Z',
      origin_id: randomUUID(),
    }),
    update: { title: 'Sun' },
    by: 'article_id',
  },
  article_translations: {
    key: 'translation_id',
    insert: () => ({ translation_id: randomUUID(), original_id: ARTICLES.published, language: 'de' }),
    update: { model: 'a-model' },
    by: 'translation_id',
  },
  article_trash: {
    key: 'id',
    insert: () => ({
      article_id: randomUUID(),
      story_id: randomUUID(),
      language: 'en',
      slug: 'x',
      title: 'X',
      category: 'tech',
      published: true,
      article: {},
      redirects: [],
    }),
    update: { deleted_at: 'infinity' },
    by: 'article_id',
  },
  article_unpublishings: {
    key: 'article_id',
    insert: () => ({ unpublish_at: '2030-01-01T00:00:00Z', article_id: ARTICLES.published, zone: 'UTC' }),
    update: { unpublish_at: '2031-01-01T00:00:00Z' },
    by: 'article_id',
  },
  audit_log: {
    key: 'id',
    insert: () => ({ kind: 'articles', actor_name: 'Nora', action: 'publish_article', did: 'published it' }),
    update: { actor: null },
  },
  news_feeds: {
    key: 'id',
    insert: () => ({ id: randomUUID(), url: `https://news.example/${randomUUID()}`, outlet: 'The Courier' }),
    update: { is_paused: true },
  },
  news_groups: { key: 'id', insert: () => ({ id: randomUUID() }), update: { links: 2 } },
  news_items: {
    key: 'id',
    insert: () => ({
      id: randomUUID(),
      kind: 'text',
      title: 'Rain',
      outlet: 'The Courier',
      published_at: '2026-01-01T00:00:00Z',
    }),
    update: { title: 'Sun' },
  },
  sentence_signatures: {
    key: 'signed_by',
    insert: () => ({
      article_id: ARTICLES.published,
      key: randomUUID(),
      text: 'It rains.',
      reason: 'I was there.',
      signed_by: randomUUID(),
      signed_by_name: 'Nora',
    }),
    update: { reason: 'I was not.' },
    by: 'article_id',
  },
  sourced_articles: {
    key: 'article_id',
    insert: () => ({ article_id: randomUUID() }),
    update: { question: 'Why?' },
    by: 'article_id',
  },
  working_copies: {
    key: 'id',
    insert: workingCopy('published'),
    update: { form: { title: 'Half a title' } },
    inserts: {
      published: workingCopy('published'),
      own: workingCopy('own'),
      draft: workingCopy('draft'),
      German: workingCopy('German'),
    },
    by: 'owner',
  },
  article_workflow: {
    key: 'article_id',
    insert: () => ({ article_id: randomUUID() }),
    update: { state: 'ready' },
    by: 'article_id',
  },
  articles: {
    key: 'id',
    insert: article,
    update: { subtitle: 'Another' },
    inserts: {
      own: article,
      German: translation('de', false),
      'German published': translation('de', true),
      French: translation('fr', false),
    },
    by: 'id',
  },
  handovers: {
    key: 'id',
    insert: () => ({
      article_id: ARTICLES.published,
      made_by: randomUUID(),
      state_before: 'draft',
      state_after: 'ready',
    }),
    update: { sentence: 'Nothing' },
    by: 'article_id',
  },
  ideas: {
    key: 'id',
    insert: () => ({ id: randomUUID(), title: 'Of quaggas' }),
    update: { why: 'They are gone.' },
    by: 'person',
  },
  mail_deliveries: {
    key: 'id',
    insert: () => ({
      id: randomUUID(),
      kind: 'send-confirmation-mail',
      recipient: 'b@example.org',
      subject: 'Hello',
      status: 'queued',
    }),
    update: { status: 'failed' },
  },
  media_files: {
    key: 'id',
    insert: () => ({ id: randomUUID(), name: `articles/${randomUUID()}.png` }),
    update: { credit: 'Nora Nordhaven' },
    by: 'name',
  },
  media_uses: {
    key: 'source_id',
    insert: () => ({ source_id: randomUUID(), name: 'a.png', kind: 'hero', article_id: ARTICLES.published }),
    update: { name: 'b.png' },
    by: 'article_id',
  },
  newsletter_clicks: {
    key: 'link',
    insert: () => ({ link: 7, issue_id: ISSUE, target: '/tech' }),
    update: { people: 1000 },
  },
  newsletter_deliveries: {
    key: 'id',
    insert: () => ({ email: 'mallory@example.org', issue_id: ISSUE, language: 'en' }),
    update: { status: 'sent' },
  },
  newsletter_editions: {
    key: 'language',
    insert: () => ({ language: 'fr', issue_id: ISSUE, origin: 'person' }),
    update: { subject: 'Another subject' },
  },
  newsletter_issue_events: {
    key: 'id',
    insert: () => ({ reason: 'Somebody did it.', issue_id: ISSUE, event: 'sent' }),
    update: { reason: 'Somebody else did it.' },
  },
  newsletter_issues: {
    key: 'id',
    insert: () => ({ id: randomUUID() }),
    update: { shows_pictures: true },
  },
  newsletter_items: {
    key: 'id',
    insert: () => ({ id: randomUUID(), issue_id: ISSUE, article_id: ARTICLES.published, section: 'top' }),
    update: { position: 7 },
  },
  newsletter_messages: {
    key: 'language',
    insert: () => ({
      language: 'fr',
      issue_id: ISSUE,
      subject: 'S',
      preheader: '',
      html: '',
      body_text: '',
      content: '',
    }),
    update: { subject: 'Another subject' },
  },
  newsletter_send_tickets: {
    key: 'ticket_hash',
    insert: () => ({ ticket_hash: randomUUID(), email: 'mallory@example.org' }),
    update: { email: 'mallory@example.org' },
  },
  newsletter_subscribers: {
    key: 'id',
    insert: () => ({ email: `${randomUUID()}@example.org`, confirmed: true }),
    update: { is_active: false },
  },
  newsletter_summaries: {
    key: 'language',
    insert: () => ({ language: 'it', item_id: ITEM, summary: 'Di che si tratta.', origin: 'person' }),
    update: { summary: 'Something else.' },
  },
  outbox_mails: {
    key: 'id',
    insert: () => ({
      message_id: randomUUID(),
      sender: 'a@example.org',
      recipient: 'b@example.org',
      subject: 'Hello',
      body_text: 'Text',
      body_html: '<p>Text</p>',
    }),
    update: { subject: 'Changed' },
  },
  profiles: {
    key: 'user_id',
    insert: () => ({ user_id: randomUUID() }),
    update: { wants_mails: false },
    by: 'user_id',
  },
  settings: {
    key: 'key',
    insert: () => ({ key: 'default_reading_time', value: '3 min read' }),
    update: { value: 'Somebody Else' },
  },
  slug_redirects: {
    key: 'slug',
    insert: () => ({ slug: `a-${randomUUID()}`, language: 'en', article_id: randomUUID() }),
    update: { language: 'de' },
    by: 'article_id',
  },
  authors: {
    key: 'slug',
    insert: () => ({ slug: `nora-${randomUUID().slice(0, 8)}` }),
    update: { links: ['https://example.org/nora'] },
  },
  categories: {
    key: 'slug',
    insert: () => ({ slug: `garden-${randomUUID().slice(0, 8)}`, position: 6 }),
    update: { color: '#0f7b3f' },
  },
  glossary_proposals: {
    key: 'id',
    insert: proposal('de'),
    update: { status: 'rejected' },
    inserts: { German: proposal('de'), French: proposal('fr') },
    by: 'language',
  },
  glossary_terms: {
    key: 'id',
    insert: () => ({ id: randomUUID(), language: 'it', term: `term ${randomUUID()}`, rule: 'keep' }),
    update: { rule: 'never' },
  },
  page_revisions: {
    key: 'id',
    insert: () => ({ slug: 'about', event: 'changed', title: 'Title', published: true, version: {} }),
    update: { title: 'Another' },
  },
  pages: {
    key: 'id',
    insert: () => ({ slug: `p-${randomUUID()}`, title: 'Title', content: 'Text' }),
    update: { description: 'Another' },
    by: 'published',
  },
  pending_translations: {
    key: 'translation_id',
    insert: () => ({
      title: 'A pending title',
      translation_id: ARTICLES.published,
      original_id: ARTICLES.published,
      language: 'de',
      replaces: '2030-01-01T00:00:00Z',
      excerpt: 'B',
      content: 'C',
      origin: 'machine',
      parts: [],
    }),
    update: { title: 'D' },
    by: 'translation_id',
  },
  translation_claims: {
    key: 'id',
    insert: () => ({ id: randomUUID(), original_id: randomUUID(), language: 'de', user_id: randomUUID() }),
    update: { saved_at: '2030-01-01T00:00:00Z' },
    by: 'language',
  },
  translation_edits: {
    key: 'id',
    insert: () => ({
      before: 'C',
      after: 'B',
      language: 'de',
      article_id: ARTICLES.published,
      segment_id: 1,
      replaced_id: 1,
    }),
    update: { after: 'C' },
    by: 'language',
  },
  translation_parts: {
    key: 'position',
    insert: () => ({ position: 7, translation_id: ARTICLES.published, segment_id: 1 }),
    update: { approved_at: '2030-01-01T00:00:00Z' },
    by: 'translation_id',
  },
  translation_reports: {
    key: 'id',
    insert: () => ({ id: randomUUID(), translation_id: ARTICLES.published, quote: 'Das ist falsch.' }),
    update: { status: 'done' },
    by: 'translation_id',
  },
  translation_runs: {
    key: 'id',
    insert: () => ({ id: randomUUID(), article_id: ARTICLES.published, language: 'it' }),
    update: { status: 'paused' },
    by: 'language',
  },
  translation_segments: {
    key: 'id',
    insert: () => ({
      source_hash: '0'.repeat(64),
      language: 'de',
      context: 'title',
      source: 'A',
      text: 'B',
      origin: 'machine',
    }),
    update: { text: 'C' },
    by: 'language',
  },
  user_roles: {
    key: 'id',
    insert: () => ({ user_id: randomUUID(), role: 'admin' }),
    update: { role: 'admin' },
    by: 'user_id',
  },
  webhook_deliveries: {
    key: 'id',
    insert: () => ({ id: randomUUID(), webhook_id: WEBHOOK, event: 'webhook.test', data: {} }),
    update: { status: 'waiting' },
  },
  webhooks: {
    key: 'id',
    insert: () => ({ id: randomUUID(), url: 'https://example.org/', events: ['article.updated'] }),
    update: { enabled: false },
  },
}
