import { expect, test } from 'vitest'
import { safeHtml } from '#core/markdown/safe-html.ts'

const html = (markdown: string) => safeHtml(markdown, () => {})

test('a long article is rendered to its end', () => {
  const paragraph = `${'A sentence with *emphasis*, `code` and [a link](/b), as people write. '.repeat(4)}\n\n`
  const text = paragraph.repeat(Math.floor(900_000 / paragraph.length))
  expect(html(`${text}# The end`)).toMatch(/<h1>The end<\/h1>$/)
})

test('after very many blocks the rest is shown as it is written, and nothing is lost', () => {
  const result = html(`${'# a\n'.repeat(200_000)}> <script>*the end*</script>`)
  expect(result).toMatch(/&gt; &lt;script&gt;\*the end\*&lt;\/script&gt;\n?<\/code><\/pre>$/)
  expect(result.match(/\ba\b/g)).toHaveLength(200_000)
  expect(result.match(/<h1>/g)?.length).toBeLessThan(50_000)
})

test.each([
  ['rows', '|a|\n', '|-|\n', '<tr>'],
  ['items', '- a\n', '', '<li>'],
])('so it is in a block of very many %s', (_what, line, second, element) => {
  const result = html(`${line}${second}${line.repeat(200_000)}\n\nThe end`)
  expect(result).toMatch(/The end\n?<\/code><\/pre>$/)
  expect(result.match(/\ba\b/g)).toHaveLength(200_001)
  expect(result.split(element).length).toBeLessThan(50_000)
})

test('after very many elements of a line the rest is shown as it is written, and nothing is lost', () => {
  const result = html(`${'*a* '.repeat(200_000)}[<script>the end](/b)`)
  expect(result).toMatch(/\*a\* \[&lt;script&gt;the end\]\(\/b\)<\/p>$/)
  expect(result.match(/\ba\b/g)).toHaveLength(200_000)
  expect(result.match(/<em>/g)?.length).toBeLessThan(100_000)
})

test('so is what may begin a picture in each other one', () => {
  const result = html(`${'!['.repeat(500_000)}](/b)`)
  expect(result).toHaveLength('<p></p>'.length + 1_000_005)
})

test('each text is counted by itself', () => {
  const text = '*a* '.repeat(10_000)
  for (let n = 0; n < 5; n++) html(text)
  expect(html(text)).toMatch(/<em>a<\/em><\/p>$/)
})

const count = (text: string, part: string) => text.split(part).length - 1

test('quotes are nested thirty deep and lists fifteen', () => {
  expect(count(html(`${'> '.repeat(30)}a`), '<blockquote>')).toBe(30)
  expect(count(html(`${'- '.repeat(15)}a`), '<ul>')).toBe(15)
})

test.each([
  ['quotes', '> '.repeat(3000)],
  ['lists', '- '.repeat(3000)],
  ['numbered lists', '1. '.repeat(3000)],
  ['quotes and lists', '> - '.repeat(3000)],
])('deeper %s are text, and the article goes on', (_what, markers) => {
  const result = html(`${markers}deep\n\nafter *that*`)
  expect(count(result, '<blockquote>') + 2 * count(result, '<li>')).toBeLessThanOrEqual(31)
  expect(result.slice(result.indexOf('deep'))).toMatch(/^deep<\/.*>\n<p>after <em>that<\/em><\/p>$/s)
})

test('lists that go deeper line by line keep every line', () => {
  const lines = Array.from({ length: 1000 }, (_, n) => `${'  '.repeat(n)}- line ${n}.`)
  const result = html(lines.join('\n'))
  expect(lines.filter((_, n) => !result.includes(`line ${n}.`))).toEqual([])
})

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
