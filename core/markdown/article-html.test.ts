import { expect, test, vi } from 'vitest'
import { articleHtml } from '#core/markdown/article-html.ts'
import { renderMarkdown } from '#core/markdown/render-markdown.ts'

test('an article is what its Markdown is rendered to, the first time and after', () => {
  const texts = ['A [link](https://example.org).', 'Another **text**.', '']
  for (const newTab of ['opens a new tab', 'öffnet einen neuen Tab', 'opens a new tab']) {
    for (const text of texts) expect(articleHtml(text, { newTab })).toBe(renderMarkdown(text, { newTab }))
  }
})

test('a text of any length is rendered', () => {
  const long = 'A word and another.\n\n'.repeat(20_000)
  expect(articleHtml(long, { newTab: 'x' })).toBe(articleHtml(long, { newTab: 'x' }))
})

test('a text that takes long to render is rendered once, however often its page is asked for', () => {
  const pictures = new Map()
  const find = vi.spyOn(pictures, 'get')
  const long = `![A picture](/demo/a.png)\n\n${'# Heading\n\n'.repeat(90_000)}`
  const first = articleHtml(long, { newTab: 'x', pictures })
  expect(find).toHaveBeenCalled()
  find.mockClear()
  expect(articleHtml(long, { newTab: 'x', pictures })).toBe(first)
  expect(find).not.toHaveBeenCalled()
})
