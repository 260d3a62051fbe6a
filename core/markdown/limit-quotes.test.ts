import { expect, test } from 'vitest'
import { safeHtml } from '#core/markdown/safe-html.ts'

const html = (markdown: string) => safeHtml(markdown, () => {})

test('a paragraph in a quote goes on without the marker', () => {
  expect(html('> a\nb\nc\n> d')).toBe('<blockquote>\n<p>a\nb\nc\nd</p>\n</blockquote>')
})

test('thirty lines without the marker belong to a quote, and no more', () => {
  const lines = (name: string, length: number) => Array.from({ length }, (_, n) => `${name}${n}`).join('\n')
  expect(html(`> a\n${lines('b', 30)}\n${lines('c', 40)}`)).toBe(
    `<blockquote>\n<p>a\n${lines('b', 30)}</p>\n</blockquote>\n<p>${lines('c', 40)}</p>`,
  )
})

test('a table after such a quote is whole', () => {
  const result = html(`> a\n${'b\n'.repeat(60)}\n| c |\n|---|\n| d |\n| e |`)
  expect(result.match(/<tr>/g)).toHaveLength(3)
})

test.each([
  ['headings', '> # a\nb\n'],
  ['code', '> ```\n> a\nb\n'],
  ['raw HTML', '><div>\na\n'],
  ['rules', '> ---\nb\n'],
  ['quotes', '> > > # a\nb\n'],
  ['paragraphs', '> a\n\n> > a\n\n'],
])(
  'rendering %s in quotes that end at a line without the marker takes time linear in their length',
  (_what, lines) => {
    const times = 60_000 / lines.length
    expect(html(lines.repeat(times)).match(/<blockquote>/g)?.length).toBeGreaterThanOrEqual(Math.floor(times))
  },
)
