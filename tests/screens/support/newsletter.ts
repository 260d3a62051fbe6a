import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { Dashboard, Waiting } from '#core/domain/dashboard.ts'
import type { NewsletterEdition, NewsletterIssue, NewsletterItem } from '#core/domain/newsletter-issue.ts'
import type { NewsletterReport, SendingProgress } from '#core/domain/newsletter-sending.ts'
import type { SubscriberCounts } from '#core/domain/subscriber-record.ts'
import type { Language } from '#core/i18n/languages.ts'
import { EMPTY_DESK } from './empty-desk.ts'
import type { Network, Tables } from './network.ts'
import { press } from './press.ts'

export const ISSUE_ID = '15500000-0000-4000-8000-000000000000'
export const ISSUE_PATH = `/admin/newsletter/${ISSUE_ID}`

const EMPTY = EMPTY_DESK.functions['read-desk'] as Dashboard
const MADE_AT = '2026-11-20T09:00:00Z'

/** The articles of an issue, all of them in its first section. */
export const TITLES = [
  'Harbour town audits its algorithms',
  'A bakery forecasts its bread',
  'Symbolic planning returns',
  'In praise of boring pipes',
  'Check citations in an afternoon',
]
const idOf = (kind: 'a' | 'b', index: number) => `${kind}0000000-0000-4000-8000-00000000000${index}`

const DRAFT: NewsletterIssue = {
  id: ISSUE_ID,
  slug: null,
  status: 'draft',
  origin: 'desk',
  covers_from: '2026-11-13T09:00:00Z',
  covers_until: MADE_AT,
  created_at: MADE_AT,
  created_by: null,
  updated_at: MADE_AT,
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
}

export const anEdition = (edition: Partial<NewsletterEdition> = {}): NewsletterEdition => ({
  issue_id: ISSUE_ID,
  language: 'en',
  subject: 'Ships and chips',
  preheader: 'Bread, too',
  introduction: 'Good morning.',
  content: null,
  origin: 'rules',
  model: null,
  dropped: [],
  source_hash: null,
  reviewed_at: null,
  reviewed_by: null,
  made_at: MADE_AT,
  updated_at: MADE_AT,
  ...edition,
})

/** Rows of an issue with five English articles, a draft in English unless a test says otherwise. */
export function anIssue(
  issue: Partial<NewsletterIssue> = {},
  editions: Partial<NewsletterEdition>[] = [{}],
): Tables & { newsletter_issues: NewsletterIssue[]; newsletter_items: NewsletterItem[] } {
  return {
    newsletter_issues: [{ ...DRAFT, ...issue }],
    newsletter_editions: editions.map(anEdition),
    newsletter_items: TITLES.map((_, index) => ({
      id: idOf('b', index),
      issue_id: issue.id ?? ISSUE_ID,
      article_id: idOf('a', index),
      section: 'top',
      position: index,
      pinned: false,
      left_out: null,
    })),
    newsletter_summaries: TITLES.map((title, index) => ({
      item_id: idOf('b', index),
      language: 'en' as const,
      summary: `What there is to know: ${title}.`,
      origin: 'rules' as const,
    })),
    articles: TITLES.map((title, index) => ({
      id: idOf('a', index),
      language: 'en' as const,
      slug: `article-${index}`,
      title,
      excerpt: '',
      category: 'news',
      publish_date: MADE_AT,
      published: true,
      original_article_id: null,
    })),
  }
}

/** The report of an issue that is being sent. */
export const REPORT: NewsletterReport = {
  started_at: '2026-11-22T08:00:00Z',
  audience: 53,
  sent: 50,
  failed: 0,
  uncertain: 0,
  skipped: 0,
  empty: 0,
  pending: 3,
  languages: [{ language: 'en', recipients: 53 }],
  unsubscribed: 0,
  bounced: 0,
  complained: 0,
  refusals: [],
  counts_clicks: false,
  clicks: [],
}

/** The desk's answer for this Sunday: the issue that a test has stored is for it. A test may override it. */
export const deskWith = (waiting: Partial<Waiting> = {}) => ({
  'read-desk': (_: unknown, { newsletter_issues = [], newsletter_editions = [] }: Network['tables']) => ({
    ...EMPTY,
    waiting: {
      ...EMPTY.waiting,
      issues: newsletter_issues.map((issue) => ({
        ...issue,
        subject: newsletter_editions[0]?.subject ?? null,
        is_for_sunday: issue.origin !== 'demo',
      })),
      ...waiting,
    },
  }),
})

/** Confirmed subscribers, by language. */
export function readers(counts: Partial<Record<Language, number>>): SubscriberCounts {
  const languages = Object.entries(counts).map(([language, active]) => ({
    language: language as Language,
    active,
  }))
  const active = languages.reduce((sum, one) => sum + one.active, 0)
  return { total: active, active, pending: 0, unsubscribed: 0, languages }
}

/** The progress of sending the issue. */
export function progressOf(
  issue: Pick<NewsletterIssue, 'status' | 'into_outbox'>,
  counts: Partial<SendingProgress['counts']>,
  reasons: SendingProgress['reasons'] = [],
): SendingProgress {
  const all = { pending: 0, sending: 0, sent: 0, failed: 0, uncertain: 0, skipped: 0, empty: 0, ...counts }
  return {
    issueId: ISSUE_ID,
    status: issue.status,
    intoOutbox: issue.into_outbox,
    heldReason: null,
    audience: Object.values(all).reduce((sum, count) => sum + count, 0),
    counts: all,
    perSecond: 0,
    secondsLeft: null,
    nextTryAt: null,
    waiting: null,
    startedAt: '2026-11-22T08:00:00Z',
    endedAt: null,
    reasons,
  }
}

export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
/** The subject of the edition that is shown. */
export const subject = () => page.getByRole('textbox', { name: /^Subject/ })

export const stepHeader = (title: string) =>
  page.getByRole('heading', { level: 3, name: new RegExp(`^${title}`) }).getByRole('button')

/** Opens a step of the issue by keyboard, unless it is open. Its header stays in view when a step above it closes. */
export async function openStep(title: string): Promise<void> {
  const header = stepHeader(title)
  await expect.element(header).toBeVisible()
  if (header.element().getAttribute('aria-expanded') === 'true') return
  await press(header)
  await expect.element(header).toHaveAttribute('aria-expanded', 'true')
  await expect.element(header).toBeInViewport()
}
