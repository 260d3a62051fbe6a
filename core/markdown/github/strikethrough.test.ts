import { expect, test } from 'vitest'
import { safeHtml } from '#core/markdown/safe-html.ts'

test.each([
  ['~~a~~ and ~b~', '<del>a</del> and <del>b</del>'],
  ['a~~b~~c', 'a<del>b</del>c'],
  ['**~~a~~** ~~*b* `c~~d`~~', '<strong><del>a</del></strong> <del><em>b</em> <code>c~~d</code></del>'],
  ['[~~a~~](/b) ~~[c](/d)~~', '<a href="/b"><del>a</del></a> <del><a href="/d">c</a></del>'],
  ['~~a *b~~ c*', '<del>a *b</del> c*'],
])('%s is struck through', (markdown, expected) => {
  expect(safeHtml(markdown, () => {})).toBe(`<p>${expected}</p>`)
})

test.each(['~~~a~~~ b', '~~a~ b', '~ a~', '~~ a ~~', 'a~~', '~'])(
  '%s strikes nothing through',
  (markdown) => {
    expect(safeHtml(`x ${markdown}`, () => {})).toBe(`<p>x ${markdown}</p>`)
  },
)

test('an escaped tilde is a tilde', () => {
  expect(safeHtml('\\~a~ ~~b\\~~', () => {})).toBe('<p>~a~ ~~b~~</p>')
})
