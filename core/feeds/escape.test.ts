import MarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { cdata, cleanText, escapeMarkdown, singleLine, xml } from '#core/feeds/escape.ts'
import { HOSTILE_TEXTS } from '#core/feeds/testing/feed-fixtures.ts'

test('strings in a template are escaped, in elements and in attributes', () => {
  const title = `<b>"Q&A"</b> ]]> 'x'`
  expect(xml`<a href="${title}">${title}</a>`.xml).toBe(
    `<a href="&lt;b&gt;&quot;Q&amp;A&quot;&lt;/b&gt; ]]&gt; 'x'">&lt;b&gt;&quot;Q&amp;A&quot;&lt;/b&gt; ]]&gt; 'x'</a>`,
  )
})

test('templates can be nested, lists are joined with line breaks, null is left out', () => {
  const items = ['one', 'two'].map((name) => xml`<item>${name}</item>`)
  expect(xml`<list>${items}${null}${xml`<end/>`}</list>`.xml).toBe(
    '<list><item>one</item>\n<item>two</item><end/></list>',
  )
  expect(xml`<list>${[]}</list>`.xml).toBe('<list></list>')
})

test('control characters are removed', () => {
  expect(xml`<a b="${'x\u0001y'}">${'x\u001Fy'}</a>`.xml).toBe('<a b="xy">xy</a>')
  expect(cdata('x\u0001y').xml).toBe('<![CDATA[xy]]>')
})

test('the end marker of a CDATA section inside a text is split over two sections', () => {
  expect(cdata('a]]>b').xml).toBe('<![CDATA[a]]]]><![CDATA[>b]]>')
  expect(cdata(']]>]]>').xml).toBe('<![CDATA[]]]]><![CDATA[>]]]]><![CDATA[>]]>')
})

test('control characters are removed, line ends and tabs stay', () => {
  expect(cleanText('a\u0001b\u0008c\u007Fd\u0085e\uFFFEf\uFFFFg')).toBe('abcdefg')
  expect(cleanText('a\r\n\tb')).toBe('a\r\n\tb')
})

test('emoji, direction marks and combining marks stay as they are', () => {
  const text = '👩🏽‍👩🏽‍👧🏽 \u202Eabc\u200F שלום e\u0301'
  expect(cleanText(text)).toBe(text)
})

test('half of a character becomes the replacement character', () => {
  expect(cleanText('a\uD83Db')).toBe('a\uFFFDb')
})

test('a title has one line and no space around it', () => {
  expect(singleLine(' Harbour\r\n town\t\u0001 audits ')).toBe('Harbour town audits')
})

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
