import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { translatorFor } from '#core/feeds/testing/feed-fixtures.ts'
import type { Heading } from '#core/markdown/headings.ts'
import { TableOfContents } from './table-of-contents.server.tsx'

const heading = (text: string, level = 2): Heading => ({ id: `h-${text}`, text, level })
const contents = (...headings: Heading[]) =>
  renderToStaticMarkup(<TableOfContents headings={headings} t={translatorFor('de')} />)
const many = (count: number, level = 2) => Array.from({ length: count }, (_, n) => heading(`a${n}`, level))

test('an article with three headings has no table of contents, and one with four has', () => {
  expect(contents(...many(3))).toBe('')
  expect(contents(...many(3), heading('deep', 4))).toBe('')
  expect(contents(...many(4))).toMatch(/^<nav class="article-contents" aria-label="In diesem Artikel">/)
})

test('parts are inside their section, and those before the first section stand alone', () => {
  const list = contents(
    heading('a', 3),
    heading('b'),
    heading('c', 3),
    heading('d', 3),
    heading('e', 4),
    heading('f'),
  ).replace(/ (role|dir)="\w+"/g, '')
  const item = (name: string, inside = '') => `<li><a href="#h-${name}">${name}</a>${inside}</li>`
  expect(list).toContain(`<ol>${item('a')}${item('b', `<ol>${item('c')}${item('d')}</ol>`)}${item('f')}</ol>`)
})

test('nothing of a heading is markup', () => {
  expect(contents(...many(3), { id: 'h-x', text: '<b onclick="x">', level: 2 })).toContain(
    '>&lt;b onclick=&quot;x&quot;&gt;</a>',
  )
})

test('no more than a hundred are listed', () => {
  expect(contents(...many(1_000)).match(/<li>/g)).toHaveLength(100)
})
