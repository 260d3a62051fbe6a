import { describe, expect, test } from 'vitest'
import { renderDocument, renderMarkdown } from '#core/markdown/render-markdown.ts'

const paragraph = (inner: string) => `<p>${inner}</p>`
const outside = 'target="_blank" rel="noopener noreferrer"'

describe('headings', () => {
  test('keep their levels where none competes with the title of the page', () => {
    expect(renderMarkdown('## Two\n\n### Three\n\n###### Six')).toBe(
      '<h2>Two</h2>\n<h3>Three</h3>\n<h6>Six</h6>',
    )
  })

  test('all move down by one when there is an h1 among them', () => {
    expect(renderMarkdown('## Two\n\n# One\n\n##### Five\n\n###### Six')).toBe(
      '<h3>Two</h3>\n<h2>One</h2>\n<h6>Five</h6>\n<h6>Six</h6>',
    )
  })

  test.each(['> # Quoted', '- # Listed', '> - > # Deep', 'Underlined\n==='])(
    'leave the h1 to the page also with %j',
    (markdown) => {
      const html = renderMarkdown(`${markdown}\n\n## Two`)
      expect(html).not.toContain('<h1')
      expect(html).toContain('<h2>')
      expect(html).toContain('<h3>Two</h3>')
    },
  )
})

describe('raw HTML', () => {
  test.each([
    ['<script>alert(1)</script>', ''],
    ['a <b>bold</b> word', paragraph('a bold word')],
    ['a <img src=x onerror=alert(1)> b', paragraph('a  b')],
    ['<svg onload=alert(1)></svg>', paragraph('')],
    ['<script', ''],
    ['<iframe src="https://example.org"></iframe>', ''],
    ['<!-- a comment -->', ''],
    ['<style>p { display: none }</style>', ''],
    ['a <a href="javascript:alert(1)">link</a>', paragraph('a link')],
    ['<div style="position:fixed">\n\n**text**\n\n</div>', '<p><strong>text</strong></p>'],
    ['<![CDATA[ <script> ]]>', ''],
    ['<?php echo 1 ?>', ''],
    ['a <span\nonclick="alert(1)">b</span>', paragraph('a b')],
    ['*a <b title="*">b*', paragraph('<em>a b</em>')],
  ])('%s is dropped', (markdown, html) => {
    expect(renderMarkdown(markdown).trim()).toBe(html)
  })

  test('is dropped in cells, headings and the text of links and images too', () => {
    const hostile = 'a <b onclick=x>b</b> <script>c</script>'
    const html = renderMarkdown(`# ${hostile}\n\n| ${hostile} |\n|---|\n\n[${hostile}](/d)`)
    expect(html.match(/a b c/g)).toHaveLength(3)
    expect(html).not.toMatch(/<b|<script|onclick/)
    expect(renderMarkdown(`![${hostile}](/d)`)).toContain('alt="a b c"')
  })

  test('that is no HTML by CommonMark is text', () => {
    expect(renderMarkdown('<svg/onload=alert(1)>')).toBe(paragraph('&lt;svg/onload=alert(1)&gt;'))
  })

  test('in code is text', () => {
    expect(renderMarkdown('`<script>` &lt;b&gt;')).toBe(paragraph('<code>&lt;script&gt;</code> &lt;b&gt;'))
    const coloured = renderMarkdown('```html\n<script>alert(1)</script>\n```')
    expect(coloured).not.toMatch(/<(?!\/?(div|span|pre|code)\b)/)
    expect(coloured.replace(/<[^>]*>/g, '')).toBe('HTML&lt;script&gt;alert(1)&lt;/script&gt;\n')
  })
})

describe('a link', () => {
  test.each([
    'https://example.org/a?b=c#d',
    'http://example.org',
    'irc://irc.example.org/ai',
    'ircs://irc.example.org/ai',
    'mailto:news@example.org',
    'xmpp:news@example.org',
    '/article/harbour?lang=de',
    'article/harbour',
    './a:b',
    '../harbour',
    '?lang=de:at',
    '//example.org/a',
  ])('to %s is allowed and opens in a new tab', (url) => {
    expect(renderMarkdown(`[text](${url})`)).toBe(paragraph(`<a href="${url}" ${outside}>text</a>`))
  })

  test.each([
    ['HTTPS://Example.org/A', 'https://Example.org/A'],
    ['Http://example.org', 'http://example.org'],
    ['MailTo:news@example.org', 'mailto:news@example.org'],
  ])('to %s is allowed, because protocols are case-insensitive', (url, href) => {
    expect(renderMarkdown(`[text](${url})`)).toBe(paragraph(`<a href="${href}" ${outside}>text</a>`))
  })

  test('to a place of the same page stays in the tab', () => {
    expect(renderMarkdown('[text](#place)')).toBe(paragraph('<a href="#place">text</a>'))
  })

  test('that opens a new tab says so to screen readers, and no other link does', () => {
    const said = '<span class="sr-only"> (R&amp;D)</span>'
    expect(
      renderMarkdown('[a](/a) [b](#b) [c](javascript:c) ![[d](/d)](/e)\n\n- www.example.org', {
        newTab: '(R&D)',
      }),
    ).toBe(
      `<p><a href="/a" ${outside}>a${said}</a> <a href="#b">b</a> <a>c</a> ` +
        '<img src="/e" alt="d" loading="lazy" decoding="async"></p>\n' +
        `<ul>\n<li><a href="http://www.example.org" ${outside} data-address="">www.example.org${said}</a></li>\n</ul>`,
    )
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'javascript&#58;alert(1)',
    'javascript&#x3a;alert(1)',
    'javascript&colon;alert(1)',
    '&#106;avascript:alert(1)',
    'java&Tab;script:alert(1)',
    'java&NewLine;script:alert(1)',
    '<java\tscript:alert(1)>',
    '< javascript:alert(1)>',
    '<\u0001javascript:alert(1)>',
    '<\u00a0javascript:alert(1)>',
    '<\u200bjavascript:alert(1)>',
    'java\\script:alert(1)',
    'javascript\\:alert(1)',
    'java\u0000script:alert(1)',
    'javascript://example.org/%0Aalert(1)',
    'feed:javascript:alert(1)',
    'view-source:https://example.org',
    'data:text/html,<script>alert(1)</script>',
    'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
    'DATA:image/svg+xml,x',
    'vbscript:msgbox(1)',
    'VBScript:msgbox(1)',
    'file:///etc/passwd',
    'ftp://example.org',
    'tel:+41446681800',
    'blob:https://example.org/1',
    'about:blank',
    'httpsx://example.org',
    'xhttps://example.org',
  ])('to %j is emptied', (url) => {
    expect(renderMarkdown(`[text](${url})`)).toBe(paragraph('<a>text</a>'))
  })

  test('is emptied wherever the protocol is hidden: behind a reference, in angle brackets, around an image', () => {
    expect(renderMarkdown('[text][ref]\n\n[ref]: javascript:alert(1)')).toBe(paragraph('<a>text</a>'))
    expect(renderMarkdown('<javascript:alert(1)>')).toBe(paragraph('<a>javascript:alert(1)</a>'))
    expect(renderMarkdown('[![alt](/a.png)](vbscript:x)')).toMatch(/^<p><a><img [^>]*><\/a><\/p>$/)
  })

  test('that begins with the reference of a control character is a place of the site', () => {
    const [, href = ''] = /href="([^"]+)"/.exec(renderMarkdown('[text](&#1;javascript:alert(1))')) ?? []
    expect(new URL(href.replaceAll('&amp;', '&'), 'https://site.test').protocol).toBe('https:')
  })

  test('cannot bring attributes of its own', () => {
    expect(renderMarkdown('[text](https://example.org "a\\" onclick=\\"alert(1)")')).toBe(
      paragraph(`<a href="https://example.org" title="a&quot; onclick=&quot;alert(1)" ${outside}>text</a>`),
    )
    expect(renderMarkdown('[text](https://example.org/"onclick="alert)')).not.toContain('"onclick')
  })
})

describe('an image', () => {
  test('loads when it is near, from our own host or over http', () => {
    expect(renderMarkdown('![A chart](/demo/chart.webp "Title") a')).toBe(
      paragraph('<img src="/demo/chart.webp" alt="A chart" title="Title" loading="lazy" decoding="async"> a'),
    )
    expect(renderMarkdown('![](https://example.org/a.png)')).toContain('src="https://example.org/a.png"')
  })

  test.each(['javascript:alert(1)', 'data:image/svg+xml;base64,PHN2Zz4=', 'mailto:a@example.org', 'irc://a'])(
    'from %s is emptied',
    (url) => {
      expect(renderMarkdown(`![alt](${url})`)).toBe(
        paragraph('<img alt="alt" loading="lazy" decoding="async">'),
      )
    },
  )
})

describe('GitHub’s additions', () => {
  test('a table with its alignment is in a scrollable element that can be focused', () => {
    expect(renderMarkdown('| a | b | c |\n|:--|:-:|--:|\n| 1 | **2** | 3 \\| 4 |')).toBe(
      [
        '<div data-table="" tabindex="0" role="group"><table>',
        '<thead>',
        '<tr>',
        '<th align="left">a</th>',
        '<th align="center">b</th>',
        '<th align="right">c</th>',
        '</tr>',
        '</thead>',
        '<tbody>',
        '<tr>',
        '<td align="left">1</td>',
        '<td align="center"><strong>2</strong></td>',
        '<td align="right">3 | 4</td>',
        '</tr>',
        '</tbody>',
        '</table></div>',
      ].join('\n'),
    )
  })

  test('every table has a frame of its own, also in quotes and lists', () => {
    const table = '| a |\n|---|\n| 1 |'
    const html = renderMarkdown(`${table}\n\n> | b |\n> |---|\n\n- | c |\n  |---|\n`)
    expect(html.match(/<div data-table="" tabindex="0" role="group"><table>/g)).toHaveLength(3)
    expect(html.match(/<table>/g)).toHaveLength(3)
    expect(html.match(/<\/table><\/div>/g)).toHaveLength(3)
  })

  test('a task list has disabled checkboxes, labelled by their text', () => {
    expect(renderMarkdown('- [ ] open\n- [x] done')).toBe(
      [
        '<ul class="contains-task-list">',
        '<li class="task-list-item"><label><input type="checkbox" disabled> open</label></li>',
        '<li class="task-list-item"><label><input type="checkbox" checked disabled> done</label></li>',
        '</ul>',
      ].join('\n'),
    )
  })

  test('strikethrough is marked', () => {
    expect(renderMarkdown('~~gone~~ and ~one~')).toBe(paragraph('<del>gone</del> and <del>one</del>'))
  })

  test('addresses in the text become links', () => {
    expect(renderMarkdown('See www.example.org, https://example.org/a. and news@example.org!')).toBe(
      paragraph(
        `See <a href="http://www.example.org" ${outside} data-address="">www.example.org</a>, ` +
          `<a href="https://example.org/a" ${outside} data-address="">https://example.org/a</a>. and ` +
          `<a href="mailto:news@example.org" ${outside}>news@example.org</a>!`,
      ),
    )
  })
})

describe('code', () => {
  test('keeps the class of its language and takes focus', () => {
    expect(renderMarkdown('```python title="x"\nprint(1)\n```')).toBe(
      '<div data-code=""><span>Python</span><pre tabindex="0"><code class="language-python">' +
        '<span class="tok-name">print</span>(<span class="tok-number">1</span>)\n</code></pre></div>',
    )
    expect(renderMarkdown('```c++\n```')).toContain('class="language-c++"')
  })

  test.each(['````', '~~~~~', '``````'])('in a fence of %s may contain fences', (fence) => {
    expect(renderMarkdown(`${fence}md\n\`\`\`ts\n~~~\n${fence}`)).toBe(
      '<div data-code=""><pre tabindex="0"><code class="language-md">```ts\n~~~\n</code></pre></div>',
    )
  })

  test('keeps its blank lines, its indentation and what looks like Markdown', () => {
    expect(renderMarkdown('```\n  a\n\n\n\t*b* [c](d)\n```')).toContain('>  a\n\n\n\t*b* [c](d)\n</code>')
  })

  test('cannot smuggle other classes or attributes in its language', () => {
    expect(renderMarkdown('```"onclick="x\ncode\n```')).not.toMatch(/ onclick/)
    expect(renderMarkdown('```a b\ncode\n```')).toContain('<code class="language-a">')
  })
})

test('ordinary CommonMark comes out as it should', () => {
  expect(
    renderMarkdown('*a* **b** `c`  \nd\\\ne\n\n> q\n\n1. x\n2. y\n\n5) z\n\n* * *\n\n- i\n  - j'),
  ).toMatchInlineSnapshot(`
    "<p><em>a</em> <strong>b</strong> <code>c</code><br>
    d<br>
    e</p>
    <blockquote>
    <p>q</p>
    </blockquote>
    <ol>
    <li>x</li>
    <li>y</li>
    </ol>
    <ol start="5">
    <li>z</li>
    </ol>
    <hr>
    <ul>
    <li>i
    <ul>
    <li>j</li>
    </ul>
    </li>
    </ul>"
  `)
})

test('odd Unicode stays, and the NUL character becomes the replacement character', () => {
  expect(renderMarkdown('👩🏽‍👧🏽 \u202Eabc\u200F שלום e\u0301')).toBe(
    '<p dir="auto">👩🏽‍👧🏽 \u202Eabc\u200F שלום e\u0301</p>',
  )
  expect(renderMarkdown('a\u0000b')).toBe(paragraph('a\uFFFDb'))
})

test('links of a site document stay in the tab, and those inside the site in the language', () => {
  expect(
    renderDocument('# Terms\n\n[Contact](/contact), [//a](//example.org), <https://example.org>', 'de', {
      marks: MARKS,
    }),
  ).toBe(
    '<h2>Terms</h2>\n<p><a href="/contact?lang=de">Contact</a>, <a href="//example.org">//a</a>, ' +
      '<a href="https://example.org" data-address="">https://example.org</a></p>',
  )
})

const MARKS = {
  site_name: '*Le* <b>Monde</b> {site_url}',
  contact_address: "o'neil(x)@example.org",
  responsible: '[Nora](javascript:alert(1))',
  site_url: 'https://le-monde.example',
  newsletter_time: 'at 9:00',
  languages: 'English',
}

test('what stands for a mark is text, whatever it contains, and an address where it is in one', () => {
  const html = renderDocument(
    '## By {site_name}\n\n{responsible} {other} `{site_name}`\n\n[{contact_address}](mailto:{contact_address}) [site]({site_url}) [odd]({responsible})\n\n![{site_name}](/a.jpg "{site_name}")',
    'en',
    { marks: MARKS },
  )
  const name = '*Le* &lt;b&gt;Monde&lt;/b&gt; {site_url}'
  expect(html).toContain(`<h2>By ${name}</h2>`)
  expect(html).toContain('<p>[Nora](javascript:alert(1)) {other} <code>{site_name}</code></p>')
  expect(html).toContain(`<a href="mailto:o'neil(x)@example.org">o'neil(x)@example.org</a>`)
  expect(html).toContain('<a href="https://le-monde.example">site</a>')
  expect(html).toContain('<a href="%5BNora%5D(javascript%3Aalert(1))">odd</a>')
  expect(html).toContain(`alt="${name}"`)
})

test('a text of nothing but marks stays small', () => {
  const html = renderDocument('{responsible}![{site_name}]({site_name})'.repeat(6_000), 'en', {
    marks: { ...MARKS, responsible: '&'.repeat(200), site_name: '🎉'.repeat(60) },
  })
  expect(html).toContain('<p>&amp;&amp;')
  expect(html).toContain('{responsible}')
  expect(html.length).toBeLessThan(2_000_000)
})

test('powers, indices and breaks of HTML stay, and other HTML is left out', () => {
  expect(renderMarkdown('10<sup>25</sup> FLOP, CO<sub>2</sub>, 1<sup>er</sup> <u>mars</u>')).toBe(
    '<p>10²⁵ FLOP, CO₂, 1er mars</p>',
  )
  expect(renderMarkdown('a<br>b<BR/>c')).toBe('<p>a<br>\nb<br>\nc</p>')
  expect(renderMarkdown('![10<sup>6</sup>](/a.png)')).toContain('alt="10⁶"')
})
