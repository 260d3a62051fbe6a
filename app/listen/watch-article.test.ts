import { parseHTML } from 'linkedom'
import { beforeEach, expect, test, vi } from 'vitest'
import { watchArticle } from '#app/listen/watch-article.ts'

let told: string[]
let document: Document
let article: Element
/** What a browser calls when these elements have changed; nothing when nobody listens. */
let change: (...targets: (Element | null)[]) => void

beforeEach(() => {
  told = []
  document = parseHTML('<body><article><p>Text</p></article><aside></aside></body>').document
  article = document.querySelector('article') as Element
  vi.stubGlobal('document', document)
  vi.stubGlobal('location', { pathname: '/article/a', search: '' })
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(report: (records: { target: Element | null }[]) => void) {
        change = (...targets) => report(targets.map((target) => ({ target })))
      }
      observe() {}
      disconnect() {
        change = () => {}
      }
    },
  )
})

const watch = () =>
  watchArticle(article, { onChange: () => told.push('change'), onLeave: () => told.push('leave') })

test('tells once that something in the article has changed, and nothing of what has elsewhere', () => {
  const watched = watch()
  change(document.querySelector('aside'))
  expect(told).toEqual([])
  change(document.querySelector('aside'), article, article.querySelector('p'))
  expect(told).toEqual(['change'])
  watched.close()
  change(article)
  expect(told).toEqual(['change'])
})

test('tells that the article is gone', () => {
  watch()
  article.remove()
  change(document.body)
  expect(told).toEqual(['leave'])
})

test('tells that the page is another one, which can be in the same element', () => {
  watch()
  vi.stubGlobal('location', { pathname: '/article/b', search: '' })
  change(article)
  expect(told).toEqual(['leave'])
})
