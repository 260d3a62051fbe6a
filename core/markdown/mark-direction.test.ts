import { expect, test } from 'vitest'
import { renderMarkdown } from '#core/markdown/render-markdown.ts'

test('a block with a word from right to left has its own direction, and no other has an attribute', () => {
  expect(renderMarkdown('שלום, world.\n\nPlain.\n\n## مرحبا\n\nThe word שלום is Hebrew.\n\n> ܫܠܡܐ')).toBe(
    [
      '<p dir="auto">שלום, world.</p>',
      '<p>Plain.</p>',
      '<h2 dir="auto">مرحبا</h2>',
      '<p dir="auto">The word שלום is Hebrew.</p>',
      '<blockquote>',
      '<p dir="auto">ܫܠܡܐ</p>',
      '</blockquote>',
    ].join('\n'),
  )
})

test('a list has its markers where its first item begins, whatever is nested in it', () => {
  expect(renderMarkdown('- **שלום**\n  - one\n  - ועוד\n- two')).toBe(
    [
      '<ul dir="rtl">',
      '<li dir="auto"><strong>שלום</strong>',
      '<ul>',
      '<li>one</li>',
      '<li dir="auto">ועוד</li>',
      '</ul>',
      '</li>',
      '<li>two</li>',
      '</ul>',
    ].join('\n'),
  )
  expect(renderMarkdown('1. 2026\n2. مرحبا\n\n   שלום')).toMatch(/^<ol dir="rtl">\n<li>\n<p>2026<\/p>/)
  expect(renderMarkdown('- [ ] שלום')).toContain('<li class="task-list-item" dir="auto">')
})

test('cells of a table have their own direction beside their alignment', () => {
  const html = renderMarkdown('| مرحبا | a |\n|:--|--|\n| 1 | שלום |')
  expect(html).toContain('<th align="left" dir="auto">مرحبا</th>\n<th>a</th>')
  expect(html).toContain('<td align="left">1</td>\n<td dir="auto">שלום</td>')
})

test('the address of a link has no direction, and code none of its own', () => {
  expect(renderMarkdown('[a](/שלום)')).not.toContain('dir=')
  expect(renderMarkdown('```\nשלום\n```')).not.toContain('dir=')
})
