import { expect, test } from 'vitest'
import { safeHtml } from '#core/markdown/safe-html.ts'

const html = (markdown: string) => safeHtml(markdown, () => {})
/** The content of a paragraph with its links in brackets, to make the expectations readable. */
const linked = (markdown: string) =>
  html(markdown)
    .replace(/^<p>|<\/p>$/g, '')
    .replace(/<a href="[^"]*">(.*?)<\/a>/g, '[$1]')

test.each([
  ['www.commonmark.org/help', 'http://www.commonmark.org/help'],
  ['WWW.example.org', 'http://WWW.example.org'],
  ['http://commonmark.org', 'http://commonmark.org'],
  ['HTTPS://Example.org', 'https://Example.org'],
  ['http://localhost:3000/a', 'http://localhost:3000/a'],
  ['https://münchen.de/straße', 'https://m%C3%BCnchen.de/stra%C3%9Fe'],
  ['https://a.b/c_d_*e*_f', 'https://a.b/c_d_*e*_f'],
])('%s is a link', (text, href) => {
  expect(html(text)).toBe(`<p><a href="${href}">${text}</a></p>`)
})

test.each([
  ['See www.a.bc, www.d.ef. and http://g.hi!', 'See [www.a.bc], [www.d.ef]. and [http://g.hi]!'],
  ['(http://a.bc/d(e)) http://a.bc/(d)))', '([http://a.bc/d(e)]) [http://a.bc/(d)]))'],
  ['http://a.bc/(d http://a.bc/d?e=(f))+g', '[http://a.bc/(d] [http://a.bc/d?e=(f))+g]'],
  ['http://a.bc/d&amp; http://a.bc/d;', '[http://a.bc/d]&amp; [http://a.bc/d];'],
  ['http://a.bc<d', '[http://a.bc]&lt;d'],
  ['"http://a.bc" “http://a.bc/d”', '&quot;[http://a.bc]&quot; “[http://a.bc/d]”'],
  ['„http://a.bc“, « www.d.ef », «http://g.hi/j»…', '„[http://a.bc]“, « [www.d.ef] », «[http://g.hi/j]»…'],
  ['see http://a.bc/d_e_, www.a.bc_', 'see [http://a.bc/d_e]_, [www.a.bc]_'],
])('%s links no more than the address', (text, expected) => {
  expect(linked(text)).toBe(expected)
})

test('emphasis around an address is emphasis', () => {
  expect(linked('**http://a.bc** *http://a.bc* _www.a.bc_ ~~http://a.bc~~')).toBe(
    '<strong>[http://a.bc]</strong> <em>[http://a.bc]</em> <em>[www.a.bc]</em> <del>[http://a.bc]</del>',
  )
})

test('an address in brackets that lead nowhere is a link', () => {
  expect(linked('[http://a.bc] [see www.d.ef]')).toBe('[[http://a.bc]] [see [www.d.ef]]')
})

test.each([
  'http:// https://. http://- www. www.. www.-a',
  'xhttp://a.bc 1http://a.bc wwww.a.bc',
  'http://a_b.cd www.a.b_c http://a.b_c.d',
  'example.org ftp://a.bc',
  'whole hours at home with httpd',
])('%s holds no link', (text) => {
  expect(html(text)).toBe(`<p>${text}</p>`)
})

test.each([
  ['`www.a.bc`', '<code>www.a.bc</code>'],
  ['[www.a.bc](/d) [see http://a.bc](/d)', '[www.a.bc] [see http://a.bc]'],
  ['![www.a.bc](/d)', '<img src="/d" alt="www.a.bc">'],
  ['<http://a.bc>', '[http://a.bc]'],
])('an address in %s is not linked again', (markdown, expected) => {
  expect(linked(markdown)).toBe(expected)
})

test.each<[string, string]>([
  ['one long address', `http://a.bc/${'x'.repeat(1_000_000)}`],
  ['addresses without an end', 'http://a.bc/('.repeat(50_000)],
  ['punctuation at the end of an address', `http://a.bc/${'?!.)'.repeat(100_000)}`],
  ['references at the end of an address', `http://a.bc/${'&amp;'.repeat(100_000)}`],
  ['hosts that are refused', 'www.a_b.cd|'.repeat(50_000)],
  ['hosts in hosts that are refused', `${'www.a.'.repeat(50_000)}_`],
  ['beginnings of addresses', 'http://'.repeat(50_000)],
  ['hosts of nothing but www', 'www.'.repeat(100_000)],
])('%s take time linear in their length', (_what, markdown) => {
  expect(html(markdown).length).toBeGreaterThan(markdown.length)
})
