import { expect, test, vi } from 'vitest'
import { articleHtml } from '#core/markdown/article-html.ts'
import { renderArticle } from '#core/markdown/render-markdown.ts'
import { CREDIT_PLACE } from '#core/markdown/show-pictures.ts'

const WORDS = {
  newTab: 'x',
  sectionLink: 'Link',
  copyCode: 'Copy',
  footnotes: 'Footnotes',
  backToReference: 'Back to',
  imageCredit: `Image: ${CREDIT_PLACE}`,
}

test('an article is what its Markdown is rendered to, the first time and after', () => {
  const texts = ['A [link](https://example.org).', 'Another **text**.', '']
  for (const newTab of ['opens a new tab', 'öffnet einen neuen Tab', 'opens a new tab']) {
    for (const text of texts)
      expect(articleHtml(text, { ...WORDS, newTab })).toEqual(renderArticle(text, { ...WORDS, newTab }))
  }
})

test('a text of any length is rendered', () => {
  const long = 'A word and another.\n\n'.repeat(20_000)
  expect(articleHtml(long, WORDS)).toBe(articleHtml(long, WORDS))
})

test('a text that takes long to render is rendered once, however often its page is asked for', () => {
  const pictures = new Map()
  const find = vi.spyOn(pictures, 'get')
  const long = `![A picture](/demo/a.png)\n\n${'# Heading\n\n'.repeat(90_000)}`
  const first = articleHtml(long, { ...WORDS, pictures })
  expect(find).toHaveBeenCalled()
  find.mockClear()
  expect(articleHtml(long, { ...WORDS, pictures })).toBe(first)
  expect(find).not.toHaveBeenCalled()
})

test('words of another language are rendered anew', () => {
  const text = '## A heading\n\n```\ncode\n```'
  expect(articleHtml(text, WORDS).html).toContain('aria-label="Link"')
  expect(articleHtml(text, { ...WORDS, sectionLink: 'Lien' }).html).toContain('aria-label="Lien"')
  expect(articleHtml(text, { ...WORDS, copyCode: 'Copier' }).html).toContain('>Copier</button>')
  const note = 'A claim.[^1]\n\n[^1]: Its source.'
  expect(articleHtml(note, WORDS).html).toContain('>Footnotes</h2>')
  expect(articleHtml(note, { ...WORDS, footnotes: 'Fußnoten' }).html).toContain('>Fußnoten</h2>')
  expect(articleHtml(note, { ...WORDS, backToReference: 'Zu' }).html).toContain('aria-label="Zu 1"')
  const picture = '![A](/a.png "At night | Nora")'
  expect(articleHtml(picture, WORDS).html).toContain('<small>Image: Nora</small>')
  expect(articleHtml(picture, { ...WORDS, imageCredit: `Bild: ${CREDIT_PLACE}` }).html).toContain(
    'Bild: Nora',
  )
})
