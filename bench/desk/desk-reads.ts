import { listActivity } from '#core/data/activity.ts'
import { loadMyDesk } from '#core/data/article-workflow.ts'
import { listCalendar } from '#core/data/calendar.ts'
import type { Client } from '#core/data/client.ts'
import { loadDesk } from '#core/data/dashboard.ts'
import {
  type DeskListOptions,
  findDeskArticleBySlug,
  listDeskArticles,
  listDrafts,
} from '#core/data/desk-articles.ts'
import { listMedia } from '#core/data/media-files.ts'
import { listNewsletterIssues } from '#core/data/newsletter-issues.ts'
import { listSettings } from '#core/data/settings.ts'
import { listTranslationQueue } from '#core/data/translation-claims.ts'
import { listTranslationCoverage } from '#core/data/translation-coverage.ts'
import { listTranslationsToReview } from '#core/data/translation-review.ts'

type Read = (client: Client) => Promise<unknown>

const ARTICLES: DeskListOptions = {
  published: true,
  language: 'en',
  category: null,
  featured: null,
  search: '',
  sort: { by: 'publish_date', descending: true },
  page: 1,
  pageSize: 25,
}

const articles =
  (change: Partial<DeskListOptions>): Read =>
  (client) =>
    listDeskArticles(client, { ...ARTICLES, ...change })

/** The lists of the desk that one of any version has, as its screens ask for them. */
const COMMON_LISTS: Record<string, Read> = {
  'articles in English': articles({}),
  'articles in all languages': articles({ language: null }),
  'articles in all languages, page 200': articles({ language: null, page: 200 }),
  'articles, an author of all': articles({ language: null, search: 'lindqvist' }),
  'articles, a word of one': articles({ language: null, search: 'zq500 ' }),
  'articles and drafts': articles({ language: null, published: null }),
  drafts: (client) =>
    listDrafts(client, { ...ARTICLES, language: null, sort: { by: 'created_at', descending: true } }),
  coverage: (client) =>
    listTranslationCoverage(client, {
      search: '',
      category: null,
      published: true,
      days: null,
      states: null,
      language: null,
      descending: true,
      page: 1,
      pageSize: 25,
    }),
  'to review': (client) => listTranslationsToReview(client, { language: null, page: 1, pageSize: 25 }),
  media: (client) =>
    listMedia(client, {
      search: '',
      use: null,
      described: null,
      sort: { by: 'uploaded_at', descending: true },
      page: 1,
      pageSize: 24,
    }),
  'issues of the newsletter': (client) =>
    listNewsletterIssues(client, { statuses: [], page: 1, pageSize: 25 }),
}

/** The lists of the desk, with those of colleagues. */
export const LISTS: Record<string, Read> = {
  ...COMMON_LISTS,
  'drafts in edit': (client) =>
    listDrafts(client, {
      ...ARTICLES,
      language: null,
      sort: { by: 'created_at', descending: true },
      work: { state: 'in_edit', owner: null, next: null },
    }),
  'translations that wait': (client) =>
    listTranslationQueue(client, { language: null, person: null, isFree: false, page: 1, pageSize: 25 }),
  'my desk': (client) => loadMyDesk(client, daysFromToday(0)),
  calendar: (client) =>
    listCalendar(client, {
      from: daysFromToday(-15),
      until: daysFromToday(15),
      zone: 'Europe/Rome',
      person: null,
      language: null,
      section: null,
    }),
  'what colleagues did': (client) => listActivity(client, { most: 50 }),
}

function daysFromToday(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

/** A page of pictures in two requests, as `listMedia`, with whatever columns the version has. */
async function listAllOfMedia(client: Client): Promise<void> {
  const pictures = client.from('media_library').select('id', { count: 'exact' })
  const { data } = await pictures
    .order('uploaded_at', { ascending: false })
    .order('id')
    .range(0, 23)
    .throwOnError()
  const ids = data.map(({ id }) => id)
  await client.from('media_library').select('*').in('id', ids).throwOnError()
}

/** What a desk reads all day, of what one of any version has: the articles of the drafts without who has them. */
export const READS: Record<string, Read> = {
  ...COMMON_LISTS,
  drafts: articles({ published: false, language: null, sort: { by: 'created_at', descending: true } }),
  media: listAllOfMedia,
  'one article': (client) => findDeskArticleBySlug(client, { slug: 'en-500', language: 'en' }),
  'one draft': (client) => findDeskArticleBySlug(client, { slug: 'en-20', language: 'en' }),
  settings: listSettings,
  'badges of the menu': loadDesk,
}
