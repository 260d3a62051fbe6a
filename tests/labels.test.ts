import { Parser } from 'htmlparser2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newsletterIssuePath, preferencesPath, unsubscribePath } from '#core/paths.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { addArticle, anArticle, aTranslation, PIECES } from './support/articles.ts'
import { addSentNewsletter } from './support/sent-newsletters.ts'
import { setSettings } from './support/settings.ts'
import { addSubscriber, type TestSubscriber } from './support/subscribers.ts'

// Words that only styles separate are one word without them, such as in a text browser, a search engine or a clipboard.

let app: TestApp
let ada: TestSubscriber

beforeAll(async () => {
  app = await startTestApp()
  const service = app.service()
  const harbour = await addArticle(service, anArticle({ ...PIECES.harbour, slug: 'harbour', featured: true }))
  for (const piece of [PIECES.planning, PIECES.bakery, PIECES.citations, PIECES.pipes])
    await addArticle(service, anArticle(piece))
  for (let count = 0; count < 20; count++)
    await addArticle(
      service,
      anArticle({ title: `Story ${count}`, slug: `story-${count}`, category: 'tech' }),
    )
  await addArticle(service, aTranslation(harbour, 'de', { slug: 'hafen' }))
  await addSentNewsletter(app.database.sql, { messages: { en: {}, de: {} } })
  await app.database
    .sql`insert into public.article_corrections (article_id, text) values (${harbour.id}, 'Not so.')`
  ada = await addSubscriber(app.database.sql)
  await setSettings(await app.administrator(), { social_web: true })
})
afterAll(() => app.stop())

const PATHS = [
  '/',
  '/article/harbour',
  '/article/hafen?lang=de',
  '/article/hafen?lang=de&beside=en',
  '/article/harbour?lang=fr',
  '/article/nothing',
  '/author/mara-lindqvist',
  '/news',
  '/tech',
  '/tech?page=2',
  '/search',
  '/search?q=harbour',
  '/search?q=harbour&category=tech&lang=de',
  '/search?q=xylophonist',
  '/corrections',
  '/saved',
  '/newsletter',
  '/newsletter/issues',
  '/subscribe',
  '/confirm-subscription',
  '/newsletter/erase?token=x',
  '/about',
  '/privacy',
  '/contact',
  '/preview?token=x',
  '/nothing/at/all',
  '/admin',
  '/admin/forgot-password',
]

test('texts beside each other have a space between them, on every kind of page', async () => {
  const own = [
    newsletterIssuePath('2026-11-15', 'en'),
    preferencesPath(ada.preferences, 'de'),
    unsubscribePath(ada.unsubscribe, 'en'),
  ]
  for (const path of [...PATHS, ...own]) {
    const html = await (await fetch(app.url + path)).text()
    expect([path, joinedTexts(html)]).toEqual([path, []])
  }
})

test('joined texts are found', () => {
  expect(joinedTexts('<p><span>New</span><time>Nov 20</time> <a>x</a> y</p><p>z<b>w</b></p>')).toEqual([
    'New|Nov',
  ])
})

const LABELS = new Set(['a', 'bdi', 'button', 'input', 'label', 'select', 'small', 'span', 'time'])
/** These may begin and end inside of a word. */
const MARKS = new Set(['abbr', 'b', 'code', 'em', 'i', 'mark', 'strong', 'sub', 'sup', 'wbr'])
const UNSHOWN = new Set(['head', 'noscript', 'script', 'style', 'svg', 'template'])

/** Pairs of words that are in different elements of a line, and would be one word without styles. */
function joinedTexts(html: string): string[] {
  const found: string[] = []
  let unshown = 0
  let before = ''
  let isApart = false
  const at = (name: string) => {
    if (LABELS.has(name)) isApart = true
    else if (!MARKS.has(name)) before = ''
  }
  const parser = new Parser({
    onopentag(name) {
      if (UNSHOWN.has(name)) unshown += 1
      else at(name)
    },
    ontext(text) {
      if (unshown > 0 || text === '') return
      const [after] = /^[\p{L}\p{N}·]+/u.exec(text) ?? []
      if (after && isApart && before) found.push(`${before}|${after}`)
      before = /[\p{L}\p{N}·]+$/u.exec(text)?.[0] ?? ''
      isApart = false
    },
    onclosetag(name) {
      if (UNSHOWN.has(name)) unshown -= 1
      else at(name)
    },
  })
  parser.end(html)
  return found
}
