import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation, PIECES } from '../../../tests/support/articles.ts'

const app = await startTestApp()
afterAll(() => app.stop())

test('the JSON Feed of a language, of a category and of an author has its articles', async () => {
  const planning = await addArticle(app.service(), anArticle({ ...PIECES.planning, author: 'Inés Prado' }))
  await addArticle(app.service(), anArticle(PIECES.harbour))
  await addArticle(app.service(), aTranslation(planning, 'de'))
  const titlesOf = async (path: string) => {
    const response = await fetch(app.url + path)
    expect(response.headers.get('content-type')).toBe('application/feed+json')
    const feed = (await response.json()) as { feed_url: string; items: { title: string }[] }
    expect(feed.feed_url).toBe(app.url + path)
    return feed.items.map((item) => item.title)
  }
  expect(await titlesOf('/feeds/en.json')).toEqual([PIECES.harbour.title, PIECES.planning.title])
  expect(await titlesOf('/feeds/en/tech.json')).toEqual([PIECES.planning.title])
  expect(await titlesOf('/feeds/en/author/ines-prado.json')).toEqual([PIECES.planning.title])
  expect(await titlesOf('/feeds/de.json')).toEqual([`${PIECES.planning.title} (de)`])
})

test.each([
  '/feeds/xx.json',
  '/feeds/en/sports.json',
  '/feeds/en/author/nobody.json',
  '/feeds/en/author/__proto__.json',
])('there is no feed at %s', async (path) => {
  expect((await fetch(app.url + path)).status).toBe(404)
})
