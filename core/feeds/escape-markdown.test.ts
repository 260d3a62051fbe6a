import MarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { singleLine } from '#core/feeds/clean-text.ts'
import { escapeMarkdown } from '#core/feeds/escape-markdown.ts'
import { HOSTILE_TEXTS } from '#core/feeds/testing/feed-fixtures.ts'

const commonmark = new MarkdownIt('commonmark')

/** Parses a text as CommonMark: returns the element of its only block, the address of its first link, and its text. */
function read(markdown: string) {
  const [block, inline, ...others] = commonmark.parse(markdown, {})
  if (!block || !inline || others.length !== 1) throw new Error('Not one block')
  const pieces = (inline.children ?? []).map(({ type, content }) => (type === 'text' ? content : `<${type}>`))
  return { element: block.tag, href: inline.children?.[0]?.attrGet('href'), text: pieces.join('') }
}

const TITLES = [
  ...HOSTILE_TEXTS,
  'What *is* _this_ `code` [link](x) ![image](y) ~~gone~~',
  'C# and F #',
  '# # #',
  'a \\ b \\* c',
  '<https://example.org>',
  'snake_case_name',
]

test.each(TITLES)('%j is shown literally in a heading', (title) => {
  expect(read(`# ${escapeMarkdown(title)}`)).toMatchObject({ element: 'h1', text: singleLine(title) })
})

test.each(TITLES)('%j is shown literally in the text of a link', (title) => {
  expect(read(`[${escapeMarkdown(title)}](/a)`)).toMatchObject({
    href: '/a',
    text: `<link_open>${singleLine(title)}<link_close>`,
  })
})
