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
