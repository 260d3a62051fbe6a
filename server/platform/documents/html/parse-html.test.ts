import { expect, test } from 'vitest'
import { parseHtml, TooComplex } from '#server/platform/documents/html/parse-html.ts'

test.each([
  ['<P ID=a>One<P>Two', '<p id="a">One</p><p>Two</p>'],
  ['<!doctype html><head></head><script>1</script><body class="b"><p>One</p>', '<p>One</p>'],
  ['<title>T</title><li>One<li>Two', '<li>One</li><li>Two</li>'],
  ['<table>lost<tr><td>One', 'lost<table><tbody><tr><td>One</td></tr></tbody></table>'],
  ['<b>One<p>Two</b> three', '<b>One</b><p><b>Two</b> three</p>'],
  ['<p>a &lt; b &amp;amp; c', '<p>a &lt; b &amp;amp; c</p>'],
  ['', ''],
])('is the document that browsers make of %s', (source, body) => {
  expect(parseHtml(source).body.innerHTML).toBe(body)
})

test('what is around the body has its place', () => {
  const document = parseHtml(
    'Warning<!doctype html><html LANG=fr><head><META NAME=a></head><html class=c><p>One',
  )
  expect(document.documentElement.getAttribute('lang')).toBe('fr')
  expect(document.documentElement.className).toBe('c')
  expect(document.querySelectorAll('meta[name=a]')).toHaveLength(1)
  expect(document.querySelectorAll('html, head, body')).toHaveLength(3)
})

test.each([
  '<div>'.repeat(100_000),
  '<p>'.repeat(100_000),
  `${'<span>'.repeat(30_000)}${'</b>'.repeat(30_000)}`,
  Array.from({ length: 30_000 }, (_, at) => `<b id=${at}>`).join(''),
  '<table><b>'.repeat(50_000),
  '<a><p>'.repeat(50_000),
])('what is too complex is refused at once: %.20s', (source) => {
  expect(() => parseHtml(source)).toThrow(TooComplex)
})

test('two megabytes of a page are read', () => {
  const document = parseHtml(`<p>${'<b>word</b> &amp; '.repeat(25_000)}${'text '.repeat(300_000)}`)
  expect(document.querySelectorAll('b')).toHaveLength(25_000)
})
