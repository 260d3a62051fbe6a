import { expect, test } from 'vitest'
import { safeHtml } from '#core/markdown/safe-html.ts'

const html = (markdown: string) => safeHtml(markdown, () => {})
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
