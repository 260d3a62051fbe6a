import { parseHTML } from 'linkedom'
import { beforeEach, expect, test, vi } from 'vitest'
import { watchArticle } from '#app/listen/watch-article.ts'

let told: string[]
let article: Element
let document: Document

beforeEach(() => {
  told = []
  const { window } = parseHTML('<body><article><p>Text</p></article><aside></aside></body>')
  document = window.document
  article = document.querySelector('article') as Element
  vi.stubGlobal('document', document)
  vi.stubGlobal('MutationObserver', window.MutationObserver)
  vi.stubGlobal('location', { pathname: '/article/a', search: '' })
})

const watch = () =>
  watchArticle(article, { onChange: () => told.push('change'), onLeave: () => told.push('leave') })
const addTo = (parent: Element | null) => parent?.append(document.createElement('p'))

test('tells that something in the article has changed, and nothing of what has elsewhere', async () => {
  const watched = watch()
  addTo(document.querySelector('aside'))
  await expect.poll(() => told).toEqual([])
  addTo(article)
  await expect.poll(() => told).toEqual(['change'])
  watched.close()
  addTo(article)
  await Promise.resolve()
  expect(told).toEqual(['change'])
})

test('tells that the article is gone', async () => {
  watch()
  article.remove()
  await expect.poll(() => told).toEqual(['leave'])
})

test('tells that the page is another one, which can be in the same element', async () => {
  watch()
  vi.stubGlobal('location', { pathname: '/article/b', search: '' })
  addTo(article)
  await expect.poll(() => told).toEqual(['leave'])
})
