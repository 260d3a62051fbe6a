import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { expect, test } from 'vitest'
import { singleLine } from '#core/feeds/clean-text.ts'
import { escapeMarkdown } from '#core/feeds/escape-markdown.ts'
import { HOSTILE_TEXTS } from '#core/feeds/testing/feed-fixtures.ts'

/** What CommonMark makes of a text, as the types of its nodes and their words. */
function read(markdown: string) {
  const [block, ...others] = unified().use(remarkParse).parse(markdown).children
  if (!block || !('children' in block) || others.length > 0) throw new Error('Not one block')
  const text = block.children.map((node) => (node.type === 'text' ? node.value : `<${node.type}>`)).join('')
  return { type: block.type, text }
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

test.each(TITLES)('%j is shown as it is in a heading', (title) => {
  expect(read(`# ${escapeMarkdown(title)}`)).toEqual({ type: 'heading', text: singleLine(title) })
})

test.each(TITLES)('%j is shown as it is in the text of a link', (title) => {
  const [block] = unified()
    .use(remarkParse)
    .parse(`[${escapeMarkdown(title)}](/a)`).children
  const link = block && 'children' in block ? block.children[0] : undefined
  expect(link).toMatchObject({ type: 'link', url: '/a', children: [{ value: singleLine(title) }] })
})
