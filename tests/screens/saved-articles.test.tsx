import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { loader as saved } from '#app/routes/saved/saved.tsx'
import { listKeptPages } from '#app/saved/kept-pages.ts'
import { savedWords } from '#app/saved/saved-words.server.ts'
import { KEPT_PAGES } from '#core/domain/kept-page.ts'
import { writeSavedFile } from '#core/domain/saved-file.ts'
import { EMPTY_LIST, type SavedArticle } from '#core/domain/saved-list.ts'
import { settingsOf } from '#core/domain/settings.ts'
import { findProblems } from './support/find-problems.ts'
import { json } from './support/network.ts'
import { anArticleRow, openArticle } from './support/open-article.tsx'
import { openPage } from './support/open-page.tsx'
import { expectToast } from './support/toasts.ts'

const { settings } = settingsOf([], { contact_address: 'news@example.org' })
/** This browser keeps no pages: journeys are about those. */
const WORDS = { ...savedWords(settings, 'en'), keeps: false }
const SAVED = { Page: saved.Page, data: WORDS }
const BAKERY = anArticleRow({ slug: 'a-bakery', title: 'A bakery' })
const BAKERY_SAVED: SavedArticle = {
  path: '/article/a-bakery',
  id: BAKERY.id,
  language: 'en',
  title: BAKERY.title,
  excerpt: BAKERY.excerpt,
  category: 'news',
  saved: '2026-11-20T09:00:00Z',
  updated: BAKERY.updated_at,
}

const store = (articles: unknown[]) =>
  localStorage.setItem('saved-articles', JSON.stringify({ ...EMPTY_LIST, articles }))
const bakery = page.getByRole('link', { name: 'A bakery', exact: true })
const empty = page.getByText(/^You have not saved any articles yet\./)
const words = ({ url }: Request) => (url.includes('/saved/words.json') ? json(WORDS) : undefined)

test('an empty list, and one with an article, are accessible and fit every screen', async () => {
  const screen = await openPage('/saved', SAVED, { tables: { articles: [BAKERY] }, respond: words })
  await expect.element(empty).toBeVisible()
  expect(await findProblems()).toEqual([])
  store([BAKERY_SAVED])
  await screen.reload()
  await expect.element(bakery).toBeVisible()
  expect(await findProblems()).toEqual([])
})

test('what was withdrawn or corrected is marked', async () => {
  const gone = { ...BAKERY_SAVED, id: crypto.randomUUID(), path: '/article/gone', title: 'Gone' }
  store([BAKERY_SAVED, gone])
  await openPage('/saved', SAVED, {
    tables: {
      articles: [BAKERY],
      article_corrections: [
        {
          article_id: BAKERY.id,
          text: 'It bakes <b>300</b> loaves, not 3,000.',
          corrected_at: '2026-11-21T09:00:00Z',
        },
      ],
    },
    respond: words,
  })
  await expect.element(page.getByText(/^Corrected on /)).toBeVisible()
  await expect.element(page.getByText('It bakes <b>300</b> loaves, not 3,000.')).toBeVisible()
  await expect.element(page.getByText(/^No longer published, as of /)).toBeVisible()
  expect(await findProblems()).toEqual([])
})

test('a list that is damaged is as good as it can be', async () => {
  const odd = { ...BAKERY_SAVED, path: '/article/odd' }
  const corrections = [{ corrected_at: '2026-11-21T09:00:00Z', text: { length: 1 } }]
  store([null, {}, { ...odd, corrections }, BAKERY_SAVED])
  await openPage('/saved', SAVED, { tables: { articles: [BAKERY] }, respond: words })
  await expect.element(bakery).toBeVisible()
})

test('a kept page of which nothing is known is as if it was not there', async () => {
  onTestFinished(async () => void (await caches.delete(KEPT_PAGES)))
  const damaged = new Response('', { headers: { 'x-kept': '{}' } })
  await (await caches.open(KEPT_PAGES)).put('/article/damaged', damaged)
  expect(await listKeptPages()).toEqual([])
})

test('a list is taken along as a file', async () => {
  store([BAKERY_SAVED])
  await openPage('/saved', SAVED, { tables: { articles: [BAKERY] }, respond: words })
  const written = vi.spyOn(URL, 'createObjectURL')
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  await page.getByRole('button', { name: 'Export the list' }).click()
  await expect.poll(() => names).toEqual(['saved-articles.json'])
  const list = JSON.parse(await new Response(written.mock.lastCall?.[0] as Blob).text())
  expect(list.articles).toMatchObject([{ address: BAKERY_SAVED.path, title: BAKERY_SAVED.title }])
})

test('a list of another browser is imported, and nothing else', async () => {
  await openPage('/saved', SAVED, { tables: { articles: [BAKERY] }, respond: words })
  await expect.element(empty).toBeVisible()
  const text = writeSavedFile({ ...EMPTY_LIST, articles: [BAKERY_SAVED] }, location.origin)
  const choose = (content: string) =>
    userEvent.upload(
      document.querySelector('input[type=file]') as Element,
      new File([content], 'list.json', { type: 'application/json' }),
    )
  for (const [content, said] of [
    ['x'.repeat(1_048_577), 'The file is larger than 1 MB'],
    ['<script>alert(1)</script>', 'The file is not a list of saved articles.'],
    [
      text.replaceAll(location.origin, 'https://other.example'),
      'This list comes from another site: other.example.',
    ],
    [text.replace('"version"', '"more": 1, "version"'), 'The list has an unknown field: more.'],
    [text.replace('A bakery', '<img src=x onerror=alert(1)>'), 'is not valid: articles.0.title.'],
  ] as const) {
    await choose(content)
    await expect.element(page.getByText(said, { exact: false })).toBeVisible()
    await expect.element(empty).toBeVisible()
  }
  await choose(text)
  await expect.element(page.getByText(/1 article imported/)).toBeVisible()
  await expect.element(bakery).toBeVisible()
})

test.each([
  ['SecurityError', 'This browser does not let the site store anything'],
  ['QuotaExceededError', 'The storage of this browser is full.'],
])('a browser that answers with a %s says so, and the article is not saved', async (name, said) => {
  await openArticle(BAKERY, { respond: words })
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('as a browser does', name)
  })
  const button = page.getByRole('button', { name: 'Save for later' })
  await button.click()
  await expectToast(said)
  await expect.element(button).toBeVisible()
})
