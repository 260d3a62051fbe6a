import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { picturesWithoutSite, UPLOADS } from '#server/features/export/own-addresses.ts'
import { sanitiseHtml } from '#server/features/newsletter/render/sanitise-html.ts'
import { openSpeech } from '#server/features/speech/testing/open-speech.ts'
import { assemble, createAnswerCheck, cutArticle, planTranslation } from '#server/features/translation/cut.ts'
import { inputOf } from '#server/features/translation/review/testing/open-reviews.ts'
import { MODEL, translateAll } from '#server/features/translation/testing/open-translations.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { addArticle, anArticle, aTranslation } from '../support/articles.ts'
import { emptyTables } from '../support/empty-tables.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { startPublisher } from '../support/publisher.ts'
import { addSentNewsletter } from '../support/sent-newsletters.ts'
import { longestTurnOf } from '../support/turn-meter.ts'
import { worstFeedLists, worstHtml, worstTexts } from '../support/worst-texts.ts'

/** The same as for the doors of long-texts.long.test.ts. */
const LONGEST_TURN_MS = 400

const publisher = await startPublisher()
let app: TestApp
let model: ModelServer
let speech: Awaited<ReturnType<typeof openSpeech>>
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
  await app.stop()
  await speech.stop()
  await model.stop()
})
beforeEach(async () => {
  await emptyTables(app.database.sql, 'public.articles, public.news_items')
  await speech.reset()
  await speech.useModel()
})

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
async function longTurns(entries: EntryPoint[]) {
  const turns: [name: string, milliseconds: number][] = []
  for (const [name, work, prepare] of entries) {
    await prepare?.()
    turns.push([name, (await longestTurnOf(work)).milliseconds])
  }
  return turns.filter(([, milliseconds]) => milliseconds > LONGEST_TURN_MS)
}

/** The ways in which the desk, a model and the newsroom work through a text of any length. */
async function entryPoints(text: string): Promise<EntryPoint[]> {
  const service = app.service()
  const article = await addArticle(service, anArticle({ content: text }))
  const german = await addArticle(service, aTranslation(article, 'de', { content: text }))
  await app.database.sql`
    insert into public.article_translations (translation_id, original_id, language, origin, model, stale_since)
    values (${german.id}, ${article.id}, 'de', 'machine', 'a-model', now())`
  publisher.serve('/page', text, { headers: { 'content-type': 'text/html; charset=utf-8' } })
  const translation = { articleId: article.id, language: 'de' }
  let review = ''
  let question = {}
  const readReview = async () => {
    const read = await (await call('read-translation-review', translation)).json()
    review = JSON.stringify(inputOf(read, { approvesAll: true }))
    question = { ...translation, revision: read.revision, position: 0, hint: '' }
  }
  return [
    [
      'save-translation-review',
      () => call('save-translation-review', review, { statuses: OR_REFUSED }),
      readReview,
    ],
    ['ask-translation-segment', () => call('ask-translation-segment', question, { statuses: OR_REFUSED })],
    [
      'a run of a translation',
      async () => {
        const cut = await cutArticle({ title: 'T', subtitle: null, excerpt: 'E', content: text })
        await planTranslation(cut, [], null)
        const texts = new Map(cut.segments.map((segment) => [segment.id, segment.text]))
        await createAnswerCheck(cut, { language: 'de', glossary: null }).all(texts)
        await assemble(cut, texts)
      },
    ],
    [
      'speech',
      () => speech.work(),
      // The engine that speaks takes seconds for each part, so it gets a tenth.
      () => speech.addArticle({ content: text.slice(0, text.length / 10) }),
    ],
    [
      'the pictures of an export',
      () => picturesWithoutSite(`${text}\n\n![a](${app.url}${UPLOADS}a.png)`, app.url),
    ],
    [
      'the page reader',
      () => call('add-source-address', { address: `${publisher.url}/page` }, { statuses: OR_REFUSED }),
    ],
  ]
}

test('each place answers a short text, for which the program is loaded', async () => {
  for (const [, work, prepare] of await entryPoints('## A heading\n\nA short text.')) {
    await prepare?.()
    await work()
  }
})

test.each(worstTexts())('no turn is long for a text of %s', async (_, text) => {
  expect(await longTurns(await entryPoints(text))).toEqual([])
})

test.each(worstHtml())('no turn is long for a newsletter of %s', async (_, content) => {
  const messages = { en: { content: sanitiseHtml(content) } }
  const entries: EntryPoint[] = [
    ['preview-newsletter', () => call('preview-newsletter', { issueId, language: 'en', content })],
    ['its speech', () => speech.workOnNewsletters(), () => addSentNewsletter(speech.sql, { messages })],
  ]
  expect(await longTurns(entries)).toEqual([])
})

test.each(worstFeedLists())('no turn is long for a list of feeds of %s', async (_, list) => {
  const entries: EntryPoint[] = [
    [
      'import-news-feeds',
      () => call('import-news-feeds', list, { type: 'text/x-opml', statuses: OR_REFUSED }),
    ],
  ]
  expect(await longTurns(entries)).toEqual([])
})
