import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { picturesWithoutSite, UPLOADS } from '#server/features/export/own-addresses.ts'
import { sanitiseHtml } from '#server/features/newsletter/render/sanitise-html.ts'
import { openSpeech } from '#server/features/speech/testing/open-speech.ts'
import { assemble, createAnswerCheck, cutArticle, planTranslation } from '#server/features/translation/cut.ts'
import { inputOf } from '#server/features/translation/review/testing/open-reviews.ts'
import { MODEL, translateAll } from '#server/features/translation/testing/open-translations.ts'
import { addArticle, anArticle, aTranslation } from '../support/articles.ts'
import { emptyTables } from '../support/empty-tables.ts'
import { expectShortTurns, type LongTexts, OR_REFUSED, openLongTexts } from '../support/long-texts.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { startPublisher } from '../support/publisher.ts'
import { addSentNewsletter } from '../support/sent-newsletters.ts'
import { worstFeedLists, worstHtml, worstMixtures } from '../support/worst-texts.ts'

const publisher = await startPublisher()
let model: ModelServer
let speech: Awaited<ReturnType<typeof openSpeech>>
let site: LongTexts

beforeAll(async () => {
  model = await startModelServer()
  model.answerWith(translateAll)
  speech = await openSpeech()
  const { baseUrl } = model
  site = await openLongTexts({
    ai: { provider: 'openai-compatible', model: MODEL, baseUrl, key: null, variables: [] },
    newsroom: { isOn: true, allowsPrivate: true },
  })
})
afterAll(async () => {
  await site.app.stop()
  await speech.stop()
  await model.stop()
})

async function emptySpeech() {
  await speech.reset()
  await speech.setModel()
}

/** A text where a model, a review, the speech and the newsroom find it. */
async function store(text: string) {
  const { app } = site
  await emptyTables(app.database.sql, 'public.articles, public.news_items')
  await emptySpeech()
  const service = app.service()
  const article = await addArticle(service, anArticle({ content: text }))
  const german = await addArticle(service, aTranslation(article, 'de', { content: text }))
  await app.database.sql`
    insert into public.article_translations (translation_id, original_id, language, origin, model, stale_since)
    values (${german.id}, ${article.id}, 'de', 'machine', 'a-model', now())`
  publisher.serve('/page', text, { headers: { 'content-type': 'text/html; charset=utf-8' } })
  const translation = { articleId: article.id, language: 'de' }
  const review = await (await site.call('read-translation-review', translation)).json()
  await speech.addArticle({ content: text })
  return {
    text,
    review: JSON.stringify(inputOf(review, { approvesAll: true })),
    question: { ...translation, revision: review.revision, position: 0, hint: '' },
  }
}

/** The ways in which the desk, a model and the newsroom work through a text of any length. */
const DOORS: [name: string, work: (stored: Awaited<ReturnType<typeof store>>) => Promise<unknown>][] = [
  ['ask-translation-segment', ({ question }) => callOrBeRefused('ask-translation-segment', question)],
  ['save-translation-review', ({ review }) => callOrBeRefused('save-translation-review', review)],
  [
    'a run of a translation',
    async ({ text }) => {
      const cut = await cutArticle({ title: 'T', subtitle: null, excerpt: 'E', content: text })
      await planTranslation(cut, [], null)
      const texts = new Map(cut.segments.map((segment) => [segment.id, segment.text]))
      await createAnswerCheck(cut, { language: 'de', glossary: null }).all(texts)
      await assemble(cut, texts)
    },
  ],
  ['speech', () => speech.work()],
  [
    'the pictures of an export',
    ({ text }) => picturesWithoutSite(`${text}\n\n![a](${site.app.url}${UPLOADS}a.png)`, site.app.url),
  ],
  ['the page reader', () => callOrBeRefused('add-source-address', { address: `${publisher.url}/page` })],
]

function callOrBeRefused(name: string, body: object | string) {
  return site.call(name, body, { statuses: OR_REFUSED })
}

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

describe.each(worstHtml())('no turn is long for a newsletter of %s', (_, html) => {
  const another = () => `<p>${randomUUID()}</p>${html}`

  test('its preview', async () => {
    const newsletter = { issueId: site.issueId, language: 'en', content: another() }
    const storeAnother = async () => {
      newsletter.content = another()
    }
    await expectShortTurns(() => site.call('preview-newsletter', newsletter), storeAnother)
  })

  test('its speech', async () => {
    const storeAnother = async () => {
      await emptySpeech()
      await addSentNewsletter(speech.sql, { messages: { en: { content: sanitiseHtml(another()) } } })
    }
    await storeAnother()
    await expectShortTurns(() => speech.workOnNewsletters(), storeAnother)
  })
})

test.each(worstFeedLists())('no turn is long for a list of feeds of %s', async (_, feeds) => {
  let list = feeds
  const storeAnother = async () => {
    list = `<!-- ${randomUUID()} -->${feeds}`
  }
  const options = { type: 'text/x-opml', statuses: OR_REFUSED }
  await expectShortTurns(() => site.call('import-news-feeds', list, options), storeAnother)
})
