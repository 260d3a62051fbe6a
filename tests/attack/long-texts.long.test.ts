import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPreview } from '#core/data/article-previews.ts'
import type { Article } from '#core/domain/article.ts'
import { SOURCE_TEXT_MAX_LENGTH } from '#core/domain/news-item.ts'
import { CONTENT_MAX_LENGTH } from '#core/domain/newsletter-issue.ts'
import { ownPagePath, previewPath } from '#core/paths.ts'
import { problemWhenDue } from '#server/features/articles/publish-scheduled.ts'
import { addSourcedDraft } from '#server/features/judging/testing/sourced-articles.ts'
import { describeArticle } from '#server/features/social/describe-article.ts'
import { findSocialArticle } from '#server/features/social/published-articles.ts'
import { countChangedSegments } from '#server/features/translation/count-changed-segments.ts'
import { estimateTranslations } from '#server/features/translation/functions/translation-batches.ts'
import { insertAccessToken } from '../support/access-tokens.ts'
import { addArticle, anArticle, aTranslation } from '../support/articles.ts'
import { connectAssistant } from '../support/assistant.ts'
import { emptyTables } from '../support/empty-tables.ts'
import { startTestJobs, type TestJobs } from '../support/jobs.ts'
import { expectShortTurns, type LongTexts, OR_REFUSED, openLongTexts } from '../support/long-texts.ts'
import { worstMixtures } from '../support/worst-texts.ts'

/** The longest text of a page about the publication. */
const PAGE_BYTES = 262_144

let site: LongTexts
let jobs: TestJobs

beforeAll(async () => {
  site = await openLongTexts()
  jobs = await startTestJobs(site.app.database, { works: false, siteUrl: site.app.url })
})
afterAll(async () => {
  await jobs.stop()
  await site.app.stop()
})

async function read(path: string, status = 200): Promise<void> {
  const response = await fetch(site.app.url + path)
  await response.arrayBuffer()
  expect(response.status, path).toBe(status)
}

async function ask(token: string, tool: string, args: Record<string, unknown>) {
  return (await connectAssistant(site.app, { token })).call(tool, args)
}

/** A text in everything that may have it. */
async function store(text: string) {
  const { app } = site
  const { sql } = app.database
  await emptyTables(sql, 'public.articles, public.pages')
  const service = app.service()
  const article = await addArticle(service, anArticle({ content: text }))
  const german = await addArticle(service, aTranslation(article, 'de', { content: text }))
  const draft = await addArticle(service, anArticle({ title: 'A draft', published: false, content: text }))
  const sourced = await addSourcedDraft(sql, { content: text })
  await sql`
    insert into public.article_translations (translation_id, original_id, language, origin, model, stale_since)
    values (${german.id}, ${article.id}, 'de', 'machine', 'a-model', now())`
  // A character may have been cut through.
  const page = Buffer.from(text)
    .subarray(0, PAGE_BYTES)
    .toString()
    .replace(/\uFFFD$/, '')
  await sql`
    insert into public.pages (slug, language, title, content, published) values ('long', 'en', 'Long', ${page}, true)`
  const preview = await createPreview(await app.administrator(), { articleId: draft.id })
  if (preview.status !== 'created') throw new Error(preview.status)
  const token = await insertAccessToken(sql, { scopes: ['read'] })
  const [due] = await sql<[Article]>`select * from public.articles where id = ${draft.id}`
  return { text, article, german, draft, sourced, preview, token, due }
}

/** Everything that works through a text which somebody has written, as it is called from outside or by a job. */
const DOORS: [name: string, work: (stored: Awaited<ReturnType<typeof store>>) => Promise<unknown>][] = [
  ['check_draft', ({ token, draft }) => ask(token, 'check_draft', { id: draft.id })],
  ['read_draft', ({ token, draft }) => ask(token, 'read_draft', { id: draft.id })],
  ['read_article', ({ token, article }) => ask(token, 'read_article', { slug: article.slug })],
  ['judge-article', ({ sourced }) => site.call('judge-article', { articleId: sourced })],
  [
    'read-translation-review',
    ({ article }) => site.call('read-translation-review', { articleId: article.id, language: 'de' }),
  ],
  [
    'a new review',
    ({ article }) => site.call('read-translation-review', { articleId: article.id, language: 'fr' }),
  ],
  [
    'the estimate of a translation',
    ({ article }) => estimateTranslations(jobs.services, [{ articleId: article.id, language: 'fr' }]),
  ],
  ['counting changed segments', () => countChangedSegments(site.app.database.sql)],
  [
    'the check of an article that is due',
    ({ due }) => problemWhenDue(jobs.services, { version: '', article: due, accepted: [], unfinished: null }),
  ],
  [
    'the social web',
    async ({ article }) => {
      const { services } = jobs
      const social = await findSocialArticle(site.app.database.sql, article.id)
      const { fedify } = await services.openSocialWeb()
      const { imageSource } = services
      const settings = services.settings.current()
      return social && describeArticle(social, { fedify, siteUrl: site.app.url, settings, imageSource })
    },
  ],
  [
    'preview-newsletter',
    ({ text }) => {
      const content = text.slice(0, CONTENT_MAX_LENGTH).toWellFormed()
      return site.call('preview-newsletter', { issueId: site.issueId, language: 'en', content })
    },
  ],
  [
    'add-source-text',
    ({ text: whole }) => {
      const text = whole.slice(0, SOURCE_TEXT_MAX_LENGTH).toWellFormed()
      return site.call('add-source-text', { title: 'T', outlet: 'O', text }, { statuses: OR_REFUSED })
    },
  ],
  ['its Markdown', ({ article }) => read(`/article/${article.slug}.md`)],
  // Last, because what is thrown away of huge pages is collected in the turns of others.
  ['an article', ({ article }) => read(`/article/${article.slug}`)],
  ['beside its original', ({ german }) => read(`/article/${german.slug}?lang=de&beside=en`)],
  ['a feed', () => read('/feeds/en.xml')],
  ['a feed in JSON', () => read('/feeds/de.json')],
  ['a shared preview', ({ preview }) => read(previewPath(preview.token))],
  ['a page about the publication', () => read(ownPagePath('long'))],
]

test('each door answers a short text, for which the program is loaded', async () => {
  const stored = await store('## A heading\n\nA short text.')
  for (const [, work] of DOORS) await work(stored)
})

describe.each(worstMixtures())('no turn is long for a text of %s', (_, text) => {
  let stored: Awaited<ReturnType<typeof store>>
  const storeAnother = async () => {
    stored = await store(`${randomUUID()}\n\n${text}`)
  }
  beforeAll(storeAnother)

  test.each(DOORS)('%s', (_, work) => expectShortTurns(() => work(stored), storeAnother))
})
