import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation, PIECES } from '../../../tests/support/articles.ts'
import { parseDocument } from '../../../tests/support/read-head.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  for (const piece of Object.values(PIECES)) {
    const original = await addArticle(app.service(), anArticle(piece))
    await addArticle(app.service(), aTranslation(original, 'de'))
  }
})
afterAll(() => app.stop())

async function open(path: string) {
  const response = await fetch(app.url + path)
  expect(response.status).toBe(404)
  return parseDocument(await response.text())
}

test.each([
  ['/article/nothing-here', 'Article Not Found', 'may have been unpublished'],
  ['/article/nothing-here', 'Article Not Found', 'nothing-here'],
  ['/gossip', 'Article Not Found', "The article you're looking for doesn't exist."],
  ['/a/b/c', 'Page Not Found', "The page you're looking for doesn't exist."],
])('%s is 404 with a link to the home page: %s, %s', async (path, title, text) => {
  const main = (await open(path)).querySelector('main')
  expect(main?.querySelector('h1')?.textContent).toBe(title)
  expect(main?.textContent).toContain(text)
  const home = [...(main?.querySelectorAll('a') ?? [])].find((link) => link.textContent === 'Back to Home')
  expect(home?.getAttribute('href')).toBe('/')
})

test('a page that does not exist offers the newest articles and the search, in its language', async () => {
  const document = await open('/article/nothing-here?lang=de')
  const heading = [...document.querySelectorAll('main h2')].find(
    (one) => one.textContent === 'Neueste Nachrichten',
  )
  const newest = [...(heading?.closest('section')?.querySelectorAll('li a') ?? [])]
  expect(newest).toHaveLength(4)
  for (const link of newest) expect(link.getAttribute('href')).toMatch(/^\/article\/.+-de\?lang=de$/)
  const search = document.querySelector('main form[role=search]')
  expect(search?.getAttribute('action')).toBe('/search')
  expect(search?.querySelector('input[name=lang]')?.getAttribute('value')).toBe('de')
  expect(search?.querySelector('input[type=search]')?.getAttribute('name')).toBe('q')
})
