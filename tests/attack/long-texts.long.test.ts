import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPreview } from '#core/data/article-previews.ts'
import type { Article } from '#core/domain/article.ts'
import { SOURCE_TEXT_MAX_LENGTH } from '#core/domain/news-item-input.ts'
import { CONTENT_MAX_LENGTH } from '#core/domain/newsletter-issue.ts'
import { ownPagePath, previewPath } from '#core/paths.ts'
import { problemWhenDue } from '#server/features/articles/check-when-due.ts'
import { picturesWithoutSite, UPLOADS } from '#server/features/export/own-addresses.ts'
import { sanitiseHtml } from '#server/features/newsletter/render/sanitise-html.ts'
import { addSourcedDraft } from '#server/features/newsroom/testing/sourced-articles.ts'
import { describeArticle } from '#server/features/social/describe-article.ts'
import { findSocialArticle } from '#server/features/social/published-articles.ts'
import { openSpeech } from '#server/features/speech/testing/open-speech.ts'
import { countChangedSegments } from '#server/features/translation/count-changed-segments.ts'
import { assemble, createAnswerCheck, cutArticle, planTranslation } from '#server/features/translation/cut.ts'
import { estimateTranslations } from '#server/features/translation/estimate-translations.ts'
import { inputOf } from '#server/features/translation/review/testing/open-reviews.ts'
import { MODEL, translateAll } from '#server/features/translation/testing/open-translations.ts'
import { insertAccessToken } from '../support/access-tokens.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { addArticle, anArticle, aTranslation } from '../support/articles.ts'
import { connectAssistant } from '../support/assistant.ts'
import { emptyTables } from '../support/empty-tables.ts'
import { startTestJobs, type TestJobs } from '../support/jobs.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { startPublisher } from '../support/publisher.ts'
import { addSentNewsletter } from '../support/sent-newsletters.ts'
import { longestTurnOf } from '../support/turn-meter.ts'
import { worstFeedLists, worstHtml, worstTexts } from '../support/worst-texts.ts'

/**
 * Of the processor, not of the clock: a turn does not become longer by waiting. The goal is 100 ms on a machine that does nothing else; where
 * others use its caches, and while memory is collected, the same work takes up to twice as long.
 */
const LONGEST_TURN_MS = 200
/** A page of five megabytes of HTML, such as of nothing but quotes, is written and encoded at once. */
const LONGEST_TURN_OF_HUGE_PAGES_MS = 400
const HUGE_PAGES = ['an article', 'a shared preview', 'beside its original', 'a feed', 'a feed in JSON']
const OF_HUGE_PAGES = ['nested quotes', 'code']
/** As long as the texts of a page about the publication may be. */
const PAGE_BYTES = 262_144

const publisher = await startPublisher()
let app: TestApp
let model: ModelServer
let speech: Awaited<ReturnType<typeof openSpeech>>
let jobs: TestJobs
let session: string
let issueId: string

beforeAll(async () => {
  model = await startModelServer()
  model.answerWith(translateAll)
  speech = await openSpeech()
  const { baseUrl } = model
  app = await startTestApp({
    ai: { provider: 'openai-compatible', model: MODEL, baseUrl, key: null, variables: [] },
    newsroom: { isOn: true, allowsPrivate: true },
  })
  jobs = await startTestJobs(app.database, { works: false, siteUrl: app.url })
  const admin = await app.administrator()
  session = (await admin.auth.getSession()).data.session?.access_token ?? ''
  issueId = randomUUID()
  const { sql } = app.database
  await sql`insert into public.newsletter_issues (id) values (${issueId})`
  await sql`
    insert into public.newsletter_editions (issue_id, language, subject, introduction, origin)
    values (${issueId}, 'en', 'Stored', 'Stored words.', 'rules')`
})
afterAll(async () => {
  await jobs.stop()
  await app.stop()
  await speech.stop()
  await model.stop()
})
beforeEach(async () => {
  await emptyTables(app.database.sql, 'public.articles, public.pages, public.news_items')
  await speech.reset()
  await speech.useModel()
})

async function read(path: string, status = 200): Promise<void> {
  const response = await fetch(app.url + path)
  await response.arrayBuffer()
  expect(response.status, path).toBe(status)
}

/** A text that is refused, such as for what it lacks, has been worked through as well. */
const OR_REFUSED = [200, 400, 409, 413, 422]

async function call(
  name: string,
  body: object | string,
  { type = 'application/json', statuses = [200] } = {},
): Promise<Response> {
  const response = await fetch(`${app.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': type, authorization: `Bearer ${session}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const answer = new Response(await response.arrayBuffer(), response)
  expect(statuses, name).toContain(response.status)
  return answer
}

type EntryPoint = [name: string, call: () => Promise<unknown>, prepare?: () => Promise<unknown>]

/** The entry points that have a longer turn than they may. */
async function longTurns(entries: EntryPoint[], mayTake: (name: string) => number) {
  const turns: [name: string, milliseconds: number][] = []
  for (const [name, work, prepare] of entries) {
    await prepare?.()
    turns.push([name, (await longestTurnOf(work)).milliseconds])
  }
  return turns.filter(([name, milliseconds]) => milliseconds > mayTake(name))
}

/** Everything that works through a text which somebody has written, as it is called from outside or by a job. */
async function entryPoints(text: string): Promise<EntryPoint[]> {
  const { sql } = app.database
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
  const assistant = await connectAssistant(app, { token })
  const { services } = jobs
  const social = await findSocialArticle(sql, article.id)
  const { fedify } = await services.openSocialWeb()
  const [due] = await sql<[Article]>`select * from public.articles where id = ${draft.id}`
  const english = { title: 'T', subtitle: null, excerpt: 'E', content: text }
  const withPicture = `${text}\n\n![a](${app.url}${UPLOADS}a.png)`
  publisher.serve('/page', text, { headers: { 'content-type': 'text/html; charset=utf-8' } })
  let review = ''
  let question = {}
  const readReview = async () => {
    const read = await (
      await call('read-translation-review', { articleId: article.id, language: 'de' })
    ).json()
    review = JSON.stringify(inputOf(read, { approvesAll: true }))
    const { revision } = read
    question = { articleId: article.id, language: 'de', revision, position: 0, hint: '' }
  }
  return [
    ['check_draft', () => assistant.call('check_draft', { id: draft.id })],
    ['read_draft', () => assistant.call('read_draft', { id: draft.id })],
    ['read_article', () => assistant.call('read_article', { slug: article.slug })],
    ['judge-article', () => call('judge-article', { articleId: sourced })],
    [
      'read-translation-review',
      () => call('read-translation-review', { articleId: article.id, language: 'de' }),
    ],
    [
      'save-translation-review',
      () => call('save-translation-review', review, { statuses: OR_REFUSED }),
      readReview,
    ],
    ['ask-translation-segment', () => call('ask-translation-segment', question, { statuses: OR_REFUSED })],
    [
      'a run of a translation',
      async () => {
        const cut = await cutArticle(english)
        await planTranslation(cut, [], null)
        const texts = new Map(cut.segments.map((segment) => [segment.id, segment.text]))
        await createAnswerCheck(cut, { language: 'de', glossary: null }).all(texts)
        await assemble(cut, texts)
      },
    ],
    ['speech', () => speech.work(), () => speech.addArticle({ content: text })],
    ['the pictures of an export', () => picturesWithoutSite(withPicture, app.url)],
    [
      'the page reader',
      () => call('add-source-address', { address: `${publisher.url}/page` }, { statuses: OR_REFUSED }),
    ],
    ['a new review', () => call('read-translation-review', { articleId: article.id, language: 'fr' })],
    [
      'the estimate of a translation',
      () => estimateTranslations(services, [{ articleId: article.id, language: 'fr' }]),
    ],
    ['counting changed segments', () => countChangedSegments(sql)],
    [
      'the check of an article that is due',
      () => problemWhenDue(services, { version: '', article: due, accepted: [], unfinished: null }),
    ],
    [
      'the social web',
      async () =>
        social &&
        describeArticle(social, {
          fedify,
          siteUrl: app.url,
          settings: services.settings.current(),
          imageSource: services.imageSource,
        }),
    ],
    [
      'preview-newsletter',
      () =>
        call('preview-newsletter', {
          issueId,
          language: 'en',
          content: text.slice(0, CONTENT_MAX_LENGTH).toWellFormed(),
        }),
    ],
    [
      'add-source-text',
      async () => {
        const body = { title: 'T', outlet: 'O', text: text.slice(0, SOURCE_TEXT_MAX_LENGTH).toWellFormed() }
        await fetch(`${app.url}/functions/v1/add-source-text`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${session}` },
          body: JSON.stringify(body),
        })
      },
    ],
    ['its Markdown', () => read(`/article/${article.slug}.md`)],
    // Last, because what is thrown away of huge pages is collected in the turns of others.
    ['an article', () => read(`/article/${article.slug}`)],
    ['beside its original', () => read(`/article/${german.slug}?lang=de&beside=en`)],
    ['a feed', () => read('/feeds/en.xml')],
    ['a feed in JSON', () => read('/feeds/de.json')],
    ['a shared preview', () => read(previewPath(preview.token))],
    ['a page about the publication', () => read(ownPagePath('long'))],
  ]
}

test('each place answers a short text, for which the program is loaded', async () => {
  for (const [, work, prepare] of await entryPoints('## A heading\n\nA short text.')) {
    await prepare?.()
    await work()
  }
})

test.each(worstTexts())('no turn is long for a text of %s', async (kind, text) => {
  const entries = await entryPoints(text)
  const mayTake = (name: string) =>
    OF_HUGE_PAGES.includes(kind) && HUGE_PAGES.includes(name)
      ? LONGEST_TURN_OF_HUGE_PAGES_MS
      : LONGEST_TURN_MS
  expect(await longTurns(entries, mayTake)).toEqual([])
})

test.each(worstHtml())('no turn is long for a newsletter of %s', async (_, content) => {
  const messages = { en: { content: sanitiseHtml(content) } }
  const entries: EntryPoint[] = [
    ['preview-newsletter', () => call('preview-newsletter', { issueId, language: 'en', content })],
    ['its speech', () => speech.workOnNewsletters(), () => addSentNewsletter(speech.sql, { messages })],
  ]
  expect(await longTurns(entries, () => LONGEST_TURN_MS)).toEqual([])
})

test.each(worstFeedLists())('no turn is long for a list of feeds of %s', async (_, list) => {
  const entries: EntryPoint[] = [
    [
      'import-news-feeds',
      () => call('import-news-feeds', list, { type: 'text/x-opml', statuses: OR_REFUSED }),
    ],
  ]
  expect(await longTurns(entries, () => LONGEST_TURN_MS)).toEqual([])
})
