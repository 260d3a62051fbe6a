import { randomUUID } from 'node:crypto'
import type { NewsletterEdition, NewsletterIssue, Section } from '#core/domain/newsletter-issue.ts'
import { type Settings, settingsOf } from '#core/domain/settings.ts'
import type { Language } from '#core/i18n/languages.ts'
import { createClickLinks } from '#server/features/newsletter/clicks.ts'
import type { IssueContent, IssueItem, LinkedArticle } from '#server/features/newsletter/read-issue.ts'
import type { RenderSite } from '#server/features/newsletter/render/render-edition.ts'

export const SITE_URL = 'https://aiwatch.example'
export const ISSUE_ID = '0b3f5f6e-57b5-4a0c-9c34-0d9cf4b7a001'

export function aSite(settings: Partial<Settings> = {}): RenderSite {
  const rows = Object.entries(settings).map(([key, value]) => ({ key, value }))
  const environment = { contact_address: 'desk@aiwatch.example' }
  return {
    siteUrl: SITE_URL,
    settings: settingsOf(rows, environment).settings,
    clickLinks: createClickLinks('a secret of more than thirty-two characters'),
  }
}

export function anArticleVersion(overrides: Partial<LinkedArticle> = {}): LinkedArticle {
  return {
    id: randomUUID(),
    language: 'en',
    slug: 'harbour-town-audits-its-algorithms',
    title: 'Harbour town audits its algorithms',
    excerpt: 'What there is to know.',
    category: 'news',
    author: 'Mara Lindqvist',
    hero_image: null,
    publish_date: '2026-11-18T09:00:00Z',
    updated_at: '2026-11-18T10:30:00Z',
    published: true,
    is_stale: false,
    ...overrides,
  }
}

export function anItem(
  section: Section,
  articles: LinkedArticle[],
  summaries: IssueItem['summaries'] = [],
): IssueItem {
  return {
    id: randomUUID(),
    issue_id: ISSUE_ID,
    article_id: articles[0]?.id ?? randomUUID(),
    section,
    position: 0,
    pinned: false,
    left_out: null,
    summaries,
    articles,
  }
}

export function anEdition(language: Language, overrides: Partial<NewsletterEdition> = {}): NewsletterEdition {
  return {
    issue_id: ISSUE_ID,
    language,
    subject: 'Audits, chips and a quiet week',
    preheader: 'A town reads its own algorithms.',
    introduction: 'Good morning.\n\nThis week a town looked inside.',
    content: null,
    origin: 'rules',
    model: null,
    dropped: [],
    source_hash: null,
    reviewed_at: null,
    reviewed_by: null,
    made_at: '2026-11-21T09:00:00Z',
    updated_at: '2026-11-21T09:00:00Z',
    ...overrides,
  }
}

export function anIssue(
  content: Partial<Omit<IssueContent, 'issue'>> & { issue?: Partial<NewsletterIssue> } = {},
): IssueContent {
  const { issue, editions = [anEdition('en')], items = [] } = content
  return {
    issue: {
      id: ISSUE_ID,
      slug: null,
      status: 'draft',
      origin: 'desk',
      covers_from: null,
      covers_until: null,
      created_at: '2026-11-21T09:00:00Z',
      created_by: null,
      updated_at: '2026-11-21T09:00:00Z',
      revision: 1,
      tested_revision: null,
      approved_at: null,
      approved_by: null,
      seal: null,
      scheduled_for: null,
      held_reason: null,
      may_have_left: false,
      pause_after: null,
      counts_clicks: false,
      audience: null,
      started_at: null,
      ended_at: null,
      progressed_at: null,
      into_outbox: false,
      shows_pictures: false,
      needs_approval: false,
      ...issue,
    },
    editions,
    items,
  }
}
