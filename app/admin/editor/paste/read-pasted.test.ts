import { parseHTML } from 'linkedom'
import { expect, test } from 'vitest'
import { isQuickToParse, readPasted } from '#app/admin/editor/paste/read-pasted.ts'
import { writePasted } from '#app/admin/editor/paste/write-pasted.ts'
import type { Language } from '#core/i18n/languages.ts'
import { renderMarkdown } from '#core/markdown/render-markdown.ts'

function convert(html: string, language?: Language): string | null {
  const events = readPasted(parseHTML(`<!doctype html><html><body>${html}</body></html>`).document, language)
  return events && writePasted(events, '').text
}

test('a web page becomes Markdown', () => {
  expect(
    convert(`<h2>Two</h2><p>A <b>bold</b>, <i>italic</i>, <s>wrong</s> and <code>a*b</code>
      <a href="https://example.org/a(b)" onclick="alert(1)" title="x">link</a>.</p>
      <ul><li>one<ul><li>deeper</li></ul></li><li><p>two</p></li></ul>
      <ol start="3"><li>three</li><li>four</li></ol><blockquote><p>said</p></blockquote><hr>
      <pre><code class="language-ts">const a = 1\n</code></pre><img src="https://example.org/a.png" alt="A">`),
  ).toBe(
    [
      '## Two',
      'A **bold**, *italic*, ~~wrong~~ and `a*b` [link](https://example.org/a(b) "x").',
      '- one\n  - deeper\n- two',
      '3. three\n4. four',
      '> said',
      '---',
      '```ts\nconst a = 1\n```',
      '![A](https://example.org/a.png)',
    ].join('\n\n'),
  )
})

test('tables inside tables, as mails have them, are converted once', () => {
  const depth = 40
  const html = `${'<table><tr><td>a</td><td>'.repeat(depth)}<b>deep</b>${'</td></tr></table>'.repeat(depth)}`
  expect(convert(html)).toContain('**deep**')
  const frames = `${'<table><tr><td>'.repeat(depth)}<b>deep</b>${'</td></tr></table>'.repeat(depth)}`
  expect(convert(frames)).toBe('**deep**')
})

test('the items of a very long list are counted once', () => {
  expect(convert(`<ol>${'<li>a</li><li> </li>'.repeat(5_000)}</ol>`)?.endsWith('\n5000. a')).toBe(true)
})

test('quotes are no deeper inside each other than readers would see them', () => {
  const quotes = convert(
    `${'<blockquote>'.repeat(50)}a${'</blockquote>'.repeat(50)}<blockquote>b</blockquote>`,
  )
  expect(quotes).toBe(`${'> '.repeat(24)}a\n\n> b`)
})

test('a long run of whitespace is read in linear time', () => {
  expect(convert(`<b>a</b>${' \n'.repeat(200_000)}<i>b</i>`)).toBe('**a** *b*')
  expect(convert(`<b>a${'\u00a0'.repeat(500_000)}b</b>`)).toMatch(/^\*\*a\u00a0+b\*\*$/)
  expect(convert(`<pre>a${'\n '.repeat(500_000)}b</pre>`)).toHaveLength(1_000_010)
})

test('a style of a megabyte is not read to its end', () => {
  const style = 'text-decoration'.repeat(60_000)
  expect(convert(`<span style="font-weight:bold;${style}">a</span>`)).toBe('**a**')
  const item = (level: string) => `<p style="mso-list:l0 level1 ${level}">a</p>`
  expect(convert(item('lfo1') + item('mso-list:'.repeat(100_000)))).toBe('- a\n- a')
})

/** The form in which Word 365 writes it to the clipboard, shortened. */
const WORD = `<!--StartFragment-->
<p class=MsoTitle>Report<o:p></o:p></p>
<h1>Summary<o:p></o:p></h1>
<p class=MsoNormal>Some <b><span lang=EN-GB style='mso-ansi-language:EN-GB'>bold</span></b> and
<i>italic</i> text.<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1"><span class=MsoFootnoteReference>[1]</span></a><o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>First<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o<span>&nbsp; </span></span>Deeper<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp; </span></span>Second<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span>One</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>2.<span>&nbsp; </span></span>Two</p>
<table class=MsoTableGrid border=1><tr><td><p class=MsoNormal><b>Year</b></p></td><td><p>Sum</p></td></tr>
<tr><td><p class=MsoNormal>2026</p></td><td><p>1|2</p><p>3</p></td></tr></table>
<p><img width=10 src="file:///C:/Users/x/clip_image001.png"></p>
<span style='display:none;mso-hide:all'>hidden</span>
<!--EndFragment-->`

test('a text from Word keeps its headings, lists, tables and nothing else', () => {
  expect(convert(WORD)).toBe(
    [
      '## Report',
      '## Summary',
      'Some **bold** and *italic* text.[1]',
      '- First\n  - Deeper\n- Second',
      '1. One\n2. Two',
      '| **Year** | Sum    |\n| -------- | ------ |\n| 2026     | 1\\|2 3 |',
    ].join('\n\n'),
  )
})

/** The form in which Google Docs writes it to the clipboard, shortened. */
const DOCS = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1f2a">
<h1 dir="ltr"><span style="font-size:20pt;font-weight:400;">Title</span></h1>
<p dir="ltr"><span style="font-weight:400;">Plain, </span><span style="font-weight:700;font-style:normal;">bold</span><span style="font-weight:400;font-style:italic;">, italic</span>
<a href="https://www.google.com/url?q=https://example.org/a?b%3Dc&sa=D&ust=1" style="text-decoration:none;"><span style="text-decoration:underline;">link</span></a></p><br>
<ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>one</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr"><span>deeper</span></p></li></ul><li><p>two</p></li></ul></b>`

test('a text from Google Docs keeps what its styles mean', () => {
  expect(convert(DOCS)).toBe(
    [
      '## Title',
      'Plain, **bold**, *italic* [link](https://example.org/a?b=c)',
      '- one\n  - deeper\n- two',
    ].join('\n\n'),
  )
})

test('hostile HTML leaves nothing that acts', () => {
  const markdown =
    convert(`<b>a</b><script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">b</a>
    <a href=" jAvAsCrIpT:alert(1)">c</a><iframe src="https://example.org"></iframe><svg onload=alert(1)><title>t</title></svg>
    <img src="data:image/svg+xml,x"><style>p{}</style><object data=x></object><p>&lt;img src=x onerror=alert(1)&gt; &amp;lt;</p>`)
  expect(markdown).not.toMatch(/script:|\]\(|data:|p\{/)
  expect(renderMarkdown(String(markdown))).toContain('&lt;img src=x onerror=alert(1)&gt; &amp;lt;')
})

test('what looks like Markdown in a text stays text', () => {
  const text = '1. a * b * c _d_ ~e~ `f` [g](h) <i> # &amp; | > x'
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const html = renderMarkdown(String(convert(`<p><b>A</b></p><p>${escaped}</p>`)))
  expect(html).toBe(`<p><strong>A</strong></p>\n<p>${escaped.replaceAll('>', '&gt;')}</p>`)
})

test('addresses in a text keep their underscores', () => {
  expect(convert('<b>a</b> https://example.org/a_b_c')).toBe('**a** https://example.org/a_b_c')
})

test('figures keep their captions', () => {
  expect(
    convert(
      '<p>a</p><figure><picture><img src="https://example.org/a.png" alt="A"></picture><figcaption>Two <b>words</b></figcaption></figure>',
    ),
  ).toBe('a\n\n![A](https://example.org/a.png "Two words")')
})

test.each([
  ['text without formats', '<p>a</p><p>b</p>'],
  [
    'code from an editor',
    '<div style="font-family: monospace;white-space: pre;"><div><b>**a**</b></div></div>',
  ],
  ['too many elements', '<b>a</b>'.repeat(30_000)],
  ['too deep', `${'<div>'.repeat(300)}<b>a</b>`],
  ['nothing', ''],
])('%s is pasted as plain text', (_what, html) => {
  expect(convert(html)).toBeNull()
})

test('what would keep a browser busy for minutes is not even parsed', () => {
  expect(isQuickToParse('<div>'.repeat(150_000))).toBe(false)
  expect(isQuickToParse('a'.repeat(2_000_001))).toBe(false)
  expect(isQuickToParse(`<p>${'1 < 2 '.repeat(100_000)}</p>`)).toBe(true)
  expect(isQuickToParse('<li><b>One</b> of many'.repeat(9_000))).toBe(true)
})

test.each([
  [
    '<p>Models above 10<sup>25</sup> FLOP (<b>Article 51</b>), 5 km<sup>2</sup>, CO<sub>2</sub>, the 1<sup>er</sup> mars.</p>',
    'Models above 10²⁵ FLOP (**Article 51**), 5 km², CO₂, the 1er mars.',
  ],
  ['<p>E = mc<span style="font-size:9pt; vertical-align: super">2</span></p>', 'E = mc²'],
  ["<p>No <b style='mso-bidi-font-weight:normal'>mean</b> feat</p>", 'No **mean** feat'],
  [
    "<p>No <b style='mso-bidi-font-weight:bold;font-weight:normal'>mean</b> <i>feat</i></p>",
    'No mean *feat*',
  ],
])('lang-paste-superscript: powers and the bold of Word stay in %j', (html, markdown) => {
  expect(convert(html)).toBe(markdown)
})

/** The form in which Word 365 writes quotations, in paragraphs of the styles Quote and Intense Quote. */
const WORD_QUOTES = `<p class=MsoNormal>She said: <span lang=DE>„Wir sagen <b style='mso-bidi-font-weight:normal'>‚nein‘</b>.“</span><o:p></o:p></p>
<p class=MsoQuote><i>The tide turned.<o:p></o:p></i></p>
<p class=MsoQuote>Nobody “noticed”.<o:p></o:p></p>
<p class=MsoNormal>Then:<o:p></o:p></p>
<p class=MsoIntenseQuote align=center style='text-align:center'>«&nbsp;Jamais&nbsp;!&nbsp;»<o:p></o:p></p>
<p class=MsoBlockTextCxSpFirst>Out.</p>`

/** Quotations as Google Docs and browsers copy them. */
const QUOTES: [html: string, markdown: string, language?: 'de' | 'fr' | 'es'][] = [
  ['<p>She said <q>no</q>.</p>', 'She said “no”.'],
  ['<p>She said <q>he said <q>no</q> <b>twice</b></q>.</p>', 'She said “he said ‘no’ **twice**”.'],
  ['<p>Sie sagte <q lang="en"><em>no</em> and <q>never</q></q>.</p>', 'Sie sagte „*no* and ‚never‘“.', 'de'],
  ['<p>Elle dit <q>non</q>.</p>', 'Elle dit «\u00A0non\u00A0».', 'fr'],
  ['<p>Dijo <q><q>no</q>, y punto</q>.</p>', 'Dijo «“no”, y punto».', 'es'],
  ['<p>She said “<q>no</q>” and <q>«never»</q>, <b>twice</b>.</p>', 'She said “no” and «never», **twice**.'],
  [
    '<blockquote cite="https://example.org"><p>One “two”.</p><blockquote><p>Three.</p></blockquote><footer>— <cite>Ida</cite></footer></blockquote>',
    '> One “two”.\n>\n> > Three.\n>\n> — *Ida*',
  ],
  ['<ul><li>a<blockquote>b</blockquote></li></ul>', '- a\n\n  > b'],
  [
    '<table><tr><th>Who</th><th>What</th></tr><tr><td>Ida</td><td><blockquote><p>No.</p><p>Never.</p></blockquote></td></tr></table>',
    '| Who | What         |\n| --- | ------------ |\n| Ida | “No. Never.” |',
  ],
  [
    '<figure><blockquote><p>Yes</p></blockquote><figcaption>Ida, <q>the pilot</q></figcaption></figure>',
    '> Yes\n\nIda, “the pilot”',
  ],
  [
    '<figure><img src="https://example.org/a.png" alt=""><figcaption>The <q>Anna</q></figcaption></figure>',
    '![](https://example.org/a.png "The “Anna”")',
  ],
  [
    `<b style="font-weight:normal;" id="docs-internal-guid-1"><p><span style="font-weight:700">“Yes,”</span><span> she said, ‘no’.</span></p></b>`,
    '**“Yes,”** she said, ‘no’.',
  ],
  [
    WORD_QUOTES,
    [
      'She said: „Wir sagen **‚nein‘**.“',
      '> *The tide turned.*\n>\n> Nobody “noticed”.',
      'Then:',
      '> «\u00A0Jamais\u00A0!\u00A0»\n>\n> Out.',
    ].join('\n\n'),
  ],
]

test.each(QUOTES)('quotations stay quotations in %j', (html, markdown, language) => {
  expect(convert(html, language)).toBe(markdown)
})

test('the marks of quotations that are deep inside each other alternate', () => {
  expect(convert(`${'<q>a'.repeat(150)}${'</q>'.repeat(150)}`)).toBe(`${'“a‘a'.repeat(75)}${'’”'.repeat(75)}`)
})
