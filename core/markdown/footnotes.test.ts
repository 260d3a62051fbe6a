import { parseHTML } from 'linkedom'
import { describe, expect, test } from 'vitest'
import { renderArticle, renderMarkdown, renderMarkdownBlocks } from '#core/markdown/render-markdown.ts'
import { safeHtml } from '#core/markdown/safe-html.ts'

const WORDS = { footnotes: 'Fußnoten', backToReference: 'Zurück zur Stelle' }
const html = (markdown: string) => renderMarkdown(markdown, WORDS)
/** The text without links and ids, with its footnotes as `(1) …`. */
const plain = (markdown: string) =>
  safeHtml(markdown, () => {})
    .replace(/<sup>(\d+)<\/sup>/g, '^$1')
    .replace(/\n?<section[^>]*>\n<ol>/, '')
    .replace('\n</ol>\n</section>', '')
    .replaceAll('\n', ' ')

const reference = (number: number, id = `fnref-${number}`) =>
  `<sup><a href="#fn-${number}" id="${id}" aria-describedby="fn-title">${number}</a></sup>`
const back = (id: string, name: string, count = '') =>
  `<a href="#${id}" aria-label="Zurück zur Stelle ${name}" data-back="${count}"></a>`

test('a reference leads to its footnote, which is below the text and leads back', () => {
  expect(html('A claim.[^1]\n\n[^1]: Its *source*.\n\nThe end.')).toBe(
    [
      `<p>A claim.${reference(1)}</p>`,
      '<p>The end.</p>',
      '<section data-footnotes="" aria-labelledby="fn-title">',
      '<h2 id="fn-title">Fußnoten</h2>',
      '<ol>',
      '<li id="fn-1">',
      `<p>Its <em>source</em>. ${back('fnref-1', '1')}</p>`,
      '</li>',
      '</ol>',
      '</section>',
    ].join('\n'),
  )
})

test('a footnote leads back to each of its references', () => {
  const result = html('One[^n], two[^n] and [three[^n]](/x).\n\n[^n]: Note')
  expect(result).toContain(`One${reference(1)}, two${reference(1, 'fnref-1-2')}`)
  // A link cannot be in a link.
  expect(result).toContain('three<sup id="fnref-1-3">1</sup></a>')
  const links = [1, 2, 3].map((n) =>
    n === 1 ? back('fnref-1', '1') : back(`fnref-1-${n}`, `1-${n}`, String(n)),
  )
  expect(result).toContain(`<p>Note ${links.join(' ')}</p>`)
})

test('footnotes are numbered in the order of their first references, and those of footnotes come last', () => {
  expect(plain('[^b] [^a] [^b]\n\n[^a]: A\n\n[^b]: B[^c]\n\n[^c]: C\n\n[^d]: D\n')).toBe(
    '<p>^1 ^2 ^1</p> <li> <p>B^3</p> </li> <li> <p>A</p> </li> <li> <p>C</p> </li>',
  )
})

test('a footnote ends with its way back, also behind a list', () => {
  expect(html('A[^1]\n\n[^1]:\n    - one\n    - two')).toContain(
    `</ul>\n<p>${back('fnref-1', '1')}</p>\n</li>`,
  )
})

/** The behaviour of GitHub, as its own tests and those of micromark describe it. */
const EXAMPLES: [what: string, markdown: string, html: string][] = [
  ['a reference after an exclamation mark', 'A![^1]\n\n[^1]: B', '<p>A!^1</p> <li> <p>B</p> </li>'],
  ['a reference without a definition is text', 'A[^x]', '<p>A[^x]</p>'],
  ['a definition without a reference is not shown', 'A\n\n[^x]: B', '<p>A</p>'],
  ['inline footnotes are not part of GFM', 'A^[b]', '<p>A^[b]</p>'],
  ['labels are compared without their case', 'A[^Straße]\n\n[^STRASSE]: B', '<p>A^1</p> <li> <p>B</p> </li>'],
  ['spaces after the colon are no code', 'A[^1]\n\n[^1]:       B', '<p>A^1</p> <li> <p>B</p> </li>'],
  ['eight spaces are code', 'A[^1]\n\n[^1]:\n        B', '<p>A^1</p> <li> <pre><code>B </code></pre> </li>'],
  [
    'four spaces belong to the footnote',
    'A[^1]\n\n[^1]:\n    > B\n\n        C\n\n    D\n\nE',
    '<p>A^1</p> <p>E</p> <li> <blockquote> <p>B</p> </blockquote> <pre><code>C </code></pre> <p>D</p> </li>',
  ],
  ['a paragraph goes on without them', 'A[^1]\n\n[^1]: B\nC', '<p>A^1</p> <li> <p>B C</p> </li>'],
  ['after a blank line it does not', 'A[^1]\n\n[^1]: B\n\nC', '<p>A^1</p> <p>C</p> <li> <p>B</p> </li>'],
  ['a tab is as good', 'A[^1]\n\n[^1]: B\n\n\tC', '<p>A^1</p> <li> <p>B</p> <p>C</p> </li>'],
  [
    'a definition ends a paragraph and another definition',
    'A[^1][^2]\n[^1]: B\n[^2]: C',
    '<p>A^1^2</p> <li> <p>B</p> </li> <li> <p>C</p> </li>',
  ],
  ['the first definition counts', 'A[^1]\n\n[^1]: B\n\n[^1]: C', '<p>A^1</p> <li> <p>B</p> </li>'],
  ['a footnote may be empty', 'A[^1]\n\n[^1]:\n\nB', '<p>A^1</p> <p>B</p> <li> </li>'],
  ['a footnote is no definition of a link', 'A[^1]\n\n[^1]: /b', '<p>A^1</p> <li> <p>/b</p> </li>'],
  [
    'code is code, and what is escaped is text',
    '`[^1]` \\[^1] [\\^1]\n\n    [^1]\n\n[^1]: B',
    '<p><code>[^1]</code> [^1] [^1]</p> <pre><code>[^1] </code></pre>',
  ],
  ['an inline link is a link', '[^1](/b)\n\n[^1]: C', '<p><a href="/b">^1</a></p>'],
  ['a label has no space', 'A[^a b]\n\n[^a b]: C d', '<p>A[^a b]</p> <p>[^a b]: C d</p>'],
  ['a label is not empty', 'A[^]\n\n[^]: B c', '<p>A[^]</p> <p>[^]: B c</p>'],
  ['without its end it is text', 'A[^1\n\n[^1]: B\n[^1', '<p>A[^1</p>'],
  ['raw HTML in a label is no HTML', 'A[^<b>]\n\n[^<b>]: B', '<p>A^1</p> <li> <p>B</p> </li>'],
  [
    'four spaces before it make it code',
    '[^1]\n\n    [^1]: B',
    '<p>[^1]</p> <pre><code>[^1]: B </code></pre>',
  ],
  [
    'definitions may be in lists and quotes, which are not left empty',
    'A[^1][^2]\n\n- [^1]: B\n\n> > [^2]: C\n\n- D\n- ',
    '<p>A^1^2</p> <ul> <li>D</li> <li></li> </ul> <li> <p>B</p> </li> <li> <p>C</p> </li>',
  ],
  [
    'definitions may be in each other',
    '[^1][^2]\n\n[^1]: [^2]: A',
    '<p>^1^2</p> <li> </li> <li> <p>A</p> </li>',
  ],
  ['a footnote that only refers to itself is not shown', 'A\n\n[^1]: B[^1]', '<p>A</p>'],
  [
    'footnotes may refer to themselves and to each other',
    'A[^1]\n\n[^1]: B[^2][^1]\n\n[^2]: C[^1]',
    '<p>A^1</p> <li> <p>B^2^1</p> </li> <li> <p>C^1</p> </li>',
  ],
  [
    'a reference in a description of a picture is left out',
    '![A[^1]](/a.png)\n\n[^1]: B',
    '<p><img src="/a.png" alt="A"></p>',
  ],
  [
    'a bare address ends before it',
    'www.a.bc/d[^1]\n\n[^1]: B',
    '<p><a href="http://www.a.bc/d">www.a.bc/d</a>^1</p> <li> <p>B</p> </li>',
  ],
]

test.each(EXAMPLES)('%s', (_what, markdown, expected) => {
  expect(plain(markdown)).toBe(expected)
  expect(plain(markdown.replaceAll('\n', '\r\n'))).toBe(expected)
})

test.each([
  '__proto__',
  'constructor',
  'toString',
  '"><script>',
  "'",
  '&amp;',
  '%',
  '🚀',
  'سلام',
  'x'.repeat(999),
])('a footnote can have the label %s, which is in no id and no address', (label) => {
  const result = html(`A[^${label}]\n\n[^${label}]: B`)
  expect(result).toBe(html('A[^1]\n\n[^1]: B'))
  expect(html(`A[^${label}]`)).not.toContain('<sup')
})

test('a label of more than 999 characters is text', () => {
  const label = 'x'.repeat(1000)
  expect(html(`A[^${label}]\n\n[^${label}]: B`)).not.toContain('<sup')
})

describe('in an article', () => {
  test('numbers are no part of headings and their addresses', () => {
    const { headings, html: result } = renderArticle('## The harbour[^1]\n\n[^1]: ## In a note', {
      ...WORDS,
      sectionLink: 'Link',
    })
    expect(headings).toEqual([{ id: 'h-the-harbour', text: 'The harbour', level: 2 }])
    expect(result).toContain(`<h2 id="h-the-harbour">The harbour${reference(1)}</h2>`)
  })

  test('no script, no unsafe link and no HTML of a footnote reaches readers', () => {
    const result = html(
      'A[^1]\n\n[^1]: <script>alert(1)</script> <b onclick="x">b</b> [c](javascript:alert(1))\n\n    <img src=x onerror=alert(1)>',
    )
    expect(result).not.toMatch(/<script|onclick|onerror|javascript/)
  })

  test('links in footnotes open a new tab, and links to footnotes do not', () => {
    const { document } = parseHTML(`<body>${html('A[^1]\n\n[^1]: [B](https://example.org)')}</body>`)
    expect([...document.querySelectorAll('a')].map((link) => link.getAttribute('target'))).toEqual([
      null,
      '_blank',
      null,
    ])
  })

  test('every id is there once, and every link leads to one', () => {
    const { document } = parseHTML(
      `<body>${html('# A[^a] B[^b]\n\n|[^a]|\n|-|\n|[^b]|\n\n[^a]: C[^b]\n\n[^b]: D[^a][^c]\n\n[^c]: E')}</body>`,
    )
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '')
    expect(links.filter((link) => !ids.includes(link.slice(1)))).toEqual([])
    expect(links).toHaveLength(14)
  })

  test('six hundred footnotes are all shown, in order', () => {
    const count = 600
    const numbers = Array.from({ length: count }, (_, n) => n + 1)
    const result = html(
      `${numbers.map((n) => `a[^n${n}]`).join(' ')}\n\n${numbers.map((n) => `[^n${n}]: note ${n}.`).join('\n')}`,
    )
    expect(result.match(/note \d+\. <a href="#fnref-\d+"/g)).toEqual(
      numbers.map((n) => `note ${n}. <a href="#fnref-${n}"`),
    )
  })

  test('of very many references to one footnote the first five thousand are links', () => {
    const result = html(`${'a[^1] '.repeat(6_000)}\n\n[^1]: Note`)
    expect(result.match(/<sup><a /g)).toHaveLength(5_000)
    expect(result.match(/<sup>1<\/sup>/g)).toHaveLength(1_000)
    expect(result.match(/ data-back=/g)).toHaveLength(5_000)
  })
})

test('a preview has numbers and no ids, and its footnotes are one block behind the others', () => {
  const blocks = renderMarkdownBlocks('[^1]: Note\n\nA[^1]\n\n# B\n')
  expect(blocks).toEqual([
    { html: '<p>A<sup>1</sup></p>\n', line: 2 },
    { html: '<h2>B</h2>\n', line: 4 },
    {
      html: '<section data-footnotes="">\n<ol>\n<li>\n<p>Note</p>\n</li>\n</ol>\n</section>\n',
      line: 5,
    },
  ])
})
