import { parseHTML } from 'linkedom'
import { describe, expect, test } from 'vitest'
import { sanitiseHtml } from '#server/features/newsletter/render/sanitise-html.ts'
import { HOSTILE_HTML } from '#server/features/newsletter/testing/hostile-html.ts'
import { readMailHtml } from '#server/platform/mail/templates/testing/read-mail-html.ts'

test('what editors write stays', () => {
  const html =
    '<h2>Markets</h2><p>One <strong>bold</strong>, <em>two</em> and <code>x &lt; y</code>.<br />CO<sub>2</sub></p>' +
    '<h3><a href="https://aiwatch.example/article/one?lang=de&amp;x=1" hreflang="en" lang="en">One</a></h3>' +
    '<ul><li>a</li><li>b</li></ul><ol start="3"><li>c</li></ol><blockquote><p>“Quote”</p></blockquote><hr />' +
    '<p lang="fr">Voilà <a href="mailto:desk@aiwatch.example">écrire</a> <a href="/tech?lang=fr">ici</a></p>' +
    '<img src="https://images.example/a.png" alt="A &quot;chart&quot;" width="300" />' +
    '<p><small>Ada, 22 November</small></p>'
  expect(sanitiseHtml(html)).toBe(html)
})

test.each([
  ['<h1>One</h1><h6>Two</h6>', '<h2>One</h2><h4>Two</h4>'],
  ['<b>One</b> <i>two</i> <del>three</del>', '<strong>One</strong> <em>two</em> <s>three</s>'],
  ['<p style="color:red" class="x" id="y" title="z">One</p>', '<p>One</p>'],
  ['<font color="red"><span>One</span></font>', 'One'],
  ['<table><tr><td>A</td><td>B</td></tr></table>', '<div><div>A</div><div>B</div></div>'],
  ['<p>One<p>Two', '<p>One</p><p>Two</p>'],
  ['<p>One<div>Two</div>', '<p>One</p><div>Two</div>'],
  ['<p>One<section>Two</section>', '<p>One</p><div>Two</div>'],
  ['<ul><li>One<li>Two</ul>', '<ul><li>One</li><li>Two</li></ul>'],
  ['<a>One</a>', 'One'],
  ['<a href="">One</a>', 'One'],
  ['<img src="x.png" alt="One">', ''],
  ['<img src="http://images.example/x.png">', ''],
  ['<img src="/images/x.png">', '<img src="/images/x.png" alt="" />'],
  ['<img src="/x.png" width="9000" height="1">', '<img src="/x.png" alt="" width="528" />'],
  ['<img src="/x.png" width="132" height="88">', '<img src="/x.png" alt="" width="132" height="88" />'],
  ['<p data-section="tech" data-tone="x">Tech</p>', '<p data-section="tech">Tech</p>'],
  ['<p data-section="x} .ink{">Tech</p>', '<p>Tech</p>'],
  ['<h3 data-section="tech">Tech</h3>', '<h3>Tech</h3>'],
  ['<!-- a comment --><p>One</p><![CDATA[x]]>', '<p>One</p>'],
  ['<html><head><title>T</title></head><body><p>One</p></body></html>', '<p>One</p>'],
  ['One & two < three "four"', 'One &amp; two &lt; three "four"'],
  ['<img src="/x.png" alt="a>b">', '<img src="/x.png" alt="a&gt;b" />'],
  ['<a href="/x?a=ü b">y</a>', '<a href="/x?a=%C3%BC%20b">y</a>'],
  ['<p lang="x" onclick="a">One</p>', '<p>One</p>'],
])('%s becomes %s', (html, clean) => {
  expect(sanitiseHtml(html)).toBe(clean)
})

test.each([
  'width="1" height="1"',
  'width=" 01px"',
  'height="0"',
  'style="width:1px;height:1px"',
  'style="MAX-HEIGHT : 0 ; border:0"',
  'style="display: none"',
  'style="visibility:hidden"',
])('a tracking pixel of another site is left out: %s', (attributes) => {
  expect(sanitiseHtml(`<p>a<img src="https://counts.example/open.gif" ${attributes}>b</p>`)).toBe('<p>ab</p>')
})

test.each(['<', '&', '&#', '<!'])(
  'a text of nothing but %s is read in no time, and still too large for a mail',
  (sign) => {
    const clean = sanitiseHtml(sign.repeat(400_000 / sign.length))
    expect(clean).toMatch(/^(?:(?:&lt;|&amp;)[#!]?){20000,40000}$/)
    expect(sanitiseHtml(clean)).toBe(clean)
  },
)

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' \u0001javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  'java&#x0A;script:alert(1)',
  '&#106;&#97;&#118;&#97;script:alert(1)',
  'java\uFDD0script:alert(1)',
  'java&#xFDD0;script:alert(1)',
  'java\u0000script:alert(1)',
  'java<!-- -->script:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://aiwatch.example/1',
  'ftp://x.example/',
  'tel:+4144',
  '//evil.example/',
  '/\\evil.example/',
  '\\\\evil.example/',
  '/\t/evil.example/',
  'https://aiwatch.example@evil.example/',
  'https://user:password@evil.example/',
  'relative/path',
  '#fragment',
  '?query',
  `https://x.example/${'a'.repeat(2_001)}`,
  `/${'ü'.repeat(1_000)}`,
])('a link to %j is no link', (href) => {
  expect(sanitiseHtml(`<a href="${href}">x</a>`)).toBe('x')
  expect(sanitiseHtml(`<img src="${href}" alt="y">`)).toBe('')
})

const ELEMENTS = 'p div h2 h3 h4 ul ol li blockquote pre hr br a strong em s sub sup small code img'.split(
  ' ',
)
const ATTRIBUTES = 'lang href hreflang src alt width start'.split(' ')

/** Only allowed elements, attributes and addresses, as a strict and as a forgiving parser read it. */
function expectHarmless(html: string) {
  const { elements } = readMailHtml(`<x>${html}</x>`)
  const lenient = [...parseHTML(`<html><body>${html}</body></html>`).document.body.querySelectorAll('*')]
  expect(lenient.map((element) => element.localName).filter((name) => !ELEMENTS.includes(name))).toEqual([])
  expect(
    elements
      .slice(1)
      .map(({ name }) => name)
      .filter((name) => !ELEMENTS.includes(name)),
  ).toEqual([])
  const attributes = elements.flatMap((element) => Object.entries(element.attributes))
  expect(attributes.map(([name]) => name).filter((name) => !ATTRIBUTES.includes(name))).toEqual([])
  const addresses = attributes.filter(([name]) => name === 'href' || name === 'src')
  for (const [, address] of addresses) expect(address).toMatch(/^(https?:\/\/|mailto:|\/(?![/\\]))/)
  expect(html).not.toMatch(/[\uFDD0-\uFDEF]/)
}

describe.each(HOSTILE_HTML)('%j', (vector) => {
  test.each([
    ['alone', vector],
    ['inside a paragraph', `<p>before ${vector} after</p>`],
    ['inside a link', `<a href="https://x.example/">${vector}</a>`],
    ['inside an attribute', `<img src="/a.png" alt="${vector}"><p>x</p>`],
    ['twice escaped', vector.replaceAll('&', '&amp;').replaceAll('<', '&lt;')],
  ])('is harmless %s', (_place, html) => {
    const clean = sanitiseHtml(html)
    expectHarmless(clean)
    expect(sanitiseHtml(clean)).toBe(clean)
  })
})

/** Pieces of HTML in random order; the seed is part of the failure. */
const PIECES = [
  ...HOSTILE_HTML.filter((vector) => vector.length < 60),
  ...ELEMENTS.map((name) => `<${name}>`),
  ...ELEMENTS.map((name) => `</${name}>`),
  ...'<td> </td> <table> <section> <h1> </h1> <b> <i> <center> text &amp; " \' > ='.split(' '),
  '<a href="https://x.example/?a=1&b=2">',
  '<img src="/a.png" alt=\'"<>&\'>',
  '\n\n',
]

test.each(Array.from({ length: 300 }, (_, seed) => seed))(
  'random HTML of seed %i is harmless, and the same when sanitised again',
  (seed) => {
    let state = seed + 1
    const next = (below: number) => {
      state = (state * 48_271) % 2_147_483_647
      return state % below
    }
    const html = Array.from({ length: 1 + next(25) }, () => PIECES[next(PIECES.length)]).join('')
    const clean = sanitiseHtml(html)
    expectHarmless(clean)
    expect(sanitiseHtml(clean), html).toBe(clean)
  },
)

describe('hostile amounts', () => {
  test.each([
    ['100,000 elements in one another', '<div>'.repeat(100_000)],
    ['100,000 of them closed', '<b>'.repeat(100_000) + '</b>'.repeat(100_000)],
    ['opened by one name and closed by another', '<a>'.repeat(60_000) + '</b>'.repeat(55_000)],
    ['as many tags as are read', '<i>'.repeat(5_000) + '</b>'.repeat(4_999)],
    ['links around paragraphs', '<a href="/x"><p>'.repeat(2_500)],
    ['an element with 100,000 attributes', `<a ${'x=1 '.repeat(100_000)}>x`],
    ['100,000 comments that do not end', '<!--'.repeat(100_000)],
    ['half a million ampersands', '&'.repeat(500_000)],
    ['half a million angles', '<'.repeat(500_000)],
    ['half a million spaces in a tag', `<p${' '.repeat(500_000)}>x`],
    ['half a million quotes', `<p x=${'"'.repeat(500_000)}`],
    ['entities', '&#xFDD0;&lt;'.repeat(40_000)],
  ])('%s are sanitised', (_name, html) => {
    const clean = sanitiseHtml(html)
    readMailHtml(`<x>${clean}</x>`)
    expect(clean.length).toBeLessThan(2_500_000)
  })

  test('elements are at most 32 deep, and none of the text is lost', () => {
    const clean = sanitiseHtml(`${'<blockquote>'.repeat(60)}deep${'</blockquote>'.repeat(60)}`)
    expect(clean.match(/<blockquote>/g)?.length).toBe(32)
    expect(clean).toContain('deep')
  })

  test('a text with too many tags is shown as it is written', () => {
    expect(sanitiseHtml('<b>x</b>'.repeat(5_001))).toMatch(/^&lt;b&gt;x/)
  })
})
