import { expect, test } from 'vitest'
import { cutSentences } from '#core/newsroom/cut-sentences.ts'
import { readPage } from '#server/features/newsroom/pages/read-page.ts'

const PROSE = [
  'The harbour of Port Vell will get 40 cranes by 2028, the city said on Monday.',
  'Its mayor, Ana Ruiz, called the plan “a beginning”, and asked the parliament for 3.5 million euros more.',
  'Fishermen who were asked on the quay did not expect that the work will begin before the summer of next year.',
]
const article = (
  inner: string,
  { head = '', lang = 'en' } = {},
) => `<!doctype html><html lang="${lang}"><head>
  <title>Cranes for Port Vell | The Courier</title><meta property="og:site_name" content="The Courier">${head}</head><body>
  <nav><ul><li><a href="/">Home</a></li><li><a href="/news">All the news of the day</a></li></ul></nav>
  <article><h1>Cranes for Port Vell</h1>${inner}</article>
  <footer><p>© The Courier. All rights reserved.</p></footer></body></html>`
const paragraphs = PROSE.map((text) => `<p>${text}</p>`).join('')
const read = (source: string, sentences: string[] = []) => readPage({ source, isPlain: false, sentences })

test('a page is its title and its text in lines, without menus', () => {
  const page = read(
    article(paragraphs, { head: '<meta property="article:published_time" content="2026-11-20T08:00:00Z">' }),
  )
  expect(page).toMatchObject({
    text: PROSE.join('\n'),
    outlet: 'The Courier',
    language: 'en',
    published: '2026-11-20T08:00:00Z',
    isWithdrawn: false,
    notice: 'short',
  })
  expect(page.title).toContain('Cranes for Port Vell')
})

test.each([
  paragraphs,
  `<title>T</title>${paragraphs}`,
  `<!doctype html><html lang="en"><title>T</title><article>${paragraphs}`,
  `<html><head><title>T</title></head>${paragraphs}</html>`,
])('a page without the tags of its parts is read: %s', (source) => {
  expect(read(source, PROSE)).toMatchObject({ text: PROSE.join('\n'), missing: [] })
})

test.each([
  `<!doctype html><html><head><title>T</title></head><script type="application/ld+json">{}</script><body>${paragraphs}</body></html>`,
  `<br /><b>Warning</b>: Access denied<br /><!doctype html><html><head><title>T</title></head><body><article>${paragraphs}</article></body></html>`,
  `<style>b { color: red }</style><!doctype html><html><head><title>T</title></head><body>${paragraphs}</body></html>`,
  `<!doctype html><head><title>T</title></head><body><div><html><body><article>${paragraphs}</article></body></html><div>More</div></div></body></html>`,
  `<p>First.</p></head><body><frameset><table><tr>${paragraphs}</table>`,
])('suite-recheck-loose-pages: %s', (source) => {
  const { text, missing } = read(source, PROSE)
  expect(text.split('\n')).toEqual(expect.arrayContaining(PROSE))
  expect(missing).toEqual([])
})

test('a sentence that was read is found again, whatever is taken from the page around it', () => {
  const shared = PROSE[0]?.replace('40', '<a class="share" href="/share">Share</a> 40') ?? ''
  const source = article(`<p>${shared}</p>${paragraphs}`)
  const sentences = cutSentences(read(source).text, 'en').map(({ text }) => text)
  expect(sentences.length).toBeGreaterThan(3)
  expect(read(source, sentences).missing).toEqual([])
})

test('suite-page-preformatted', () => {
  const { text, notice } = read(`<!doctype html><html lang="en"><head><title>Notice 7</title></head><body>
    <div class="content"><h1>Notice 7</h1><pre>
Board of the Port                                          March 2026

   The harbour of Port Vell will get 40 cranes by 2028, the city said.
   Its mayor called the plan a beginning. The parliament was asked for
   3.5 million euros more.

   Fishermen who were asked on the quay did not expect that the work will
   begin before the summer of next year. Their own quay, which they have
   wanted for a long time, is not in the plan.

     1. Forty cranes, of which thirty are electric and ten are not
     2. One pier

   Year    Cranes    Euros
   2027    12        1,000,000

   The first crane is to move in 2028, the last one in 2030, and until then
   the old ones stay where they are. The harbour pays a fine for their noise.

Board of the Port              Notice 7                      [Page 1]
</pre></div></body></html>`)
  expect(notice).toBeNull()
  expect(text.split('\n').slice(1, -1)).toEqual([
    'The harbour of Port Vell will get 40 cranes by 2028, the city said. Its mayor called the plan a beginning. The parliament was asked for 3.5 million euros more.',
    'Fishermen who were asked on the quay did not expect that the work will begin before the summer of next year. Their own quay, which they have wanted for a long time, is not in the plan.',
    '1. Forty cranes, of which thirty are electric and ten are not',
    '2. One pier',
    'Year Cranes Euros',
    '2027 12 1,000,000',
    'The first crane is to move in 2028, the last one in 2030, and until then the old ones stay where they are. The harbour pays a fine for their noise.',
  ])
})

test('lines of code stay lines', () => {
  const code =
    '<pre>const cranes = await readCranes({ harbour: "north" });\nreturn cranes.filter((crane) => crane.moves);</pre>'
  expect(
    read(article(`${paragraphs}${code}`))
      .text.split('\n')
      .slice(-2),
  ).toEqual([
    'const cranes = await readCranes({ harbour: "north" });',
    'return cranes.filter((crane) => crane.moves);',
  ])
})

test('the lead is read, and what a page puts around an article is not', () => {
  const lead = 'Port Vell buys more cranes than any other harbour, and the fishermen ask why.'
  const around = (
    inner: string,
  ) => `<!doctype html><html><head><title>Cranes for Port Vell</title></head><body>
    <header><h1>Cranes for Port Vell</h1><figure><figcaption>The cranes of the harbour, as they have stood there since 1970, in a picture of the city.</figcaption></figure><p class="teaser">${lead}</p><p>By Ann Doe</p></header>
    <div class="text"><figure><img src="/a.jpg"><figcaption>The quay in spring, seen from the north. Photo: Doe.</figcaption></figure>
    ${inner}</div></body></html>`
  const [first = '', ...others] = PROSE.map((text) => `<p>${text}</p>`)
  const text = (end: string) =>
    read(
      around(
        `<p>20 November</p>${first}<p><a href="/b">More about the cranes of other harbours, which are many</a></p>${others.join('')}${end}`,
      ),
    ).text
  expect(text('<p>Share this page</p><p>More news</p>')).toBe([lead, ...PROSE].join('\n'))
  expect(text('<ul><li>Forty cranes</li><li>One pier</li></ul>')).toBe(
    [lead, ...PROSE, 'Forty cranes', 'One pier'].join('\n'),
  )
  const [beginning = '', ...rest] = others
  const linked = around(
    `${first}<h3><a href="/c">Who pays for them</a></h3>${beginning}<p>A crane at night. AFP / Jo Doe</p>${rest.join('')}`,
  )
  expect(read(linked).text).toBe([lead, PROSE[0], 'Who pays for them', ...PROSE.slice(1)].join('\n'))
})

test.each([
  [
    'a sentence that names an agency',
    '<p>The harbour will not pay for them, its mayor told Reuters on Monday.</p>',
  ],
  [
    'a long heading that is a link',
    '<h3><a href="/c">Who pays for the cranes that the harbour of Port Vell is going to buy</a></h3>',
  ],
  ['an item that is a link', '<ul><li><a href="/c">The plan of the harbour</a></li></ul>'],
  [
    'a link with words of its own',
    '<ul><li><a href="/c">Ana Ruiz asked the parliament for 3.5 million euros more for cranes</a>, and got them</li></ul>',
  ],
])('%s belongs to the article', (_, inner) => {
  const [first = '', ...others] = PROSE.map((text) => `<p>${text}</p>`)
  const text = inner.replaceAll(/<[^>]+>/g, '')
  expect(read(article(`${first}${inner}${others.join('')}`)).text).toBe(
    [PROSE[0], text, ...PROSE.slice(1)].join('\n'),
  )
})

test.each([
  ['a credit', '<p>A crane at night. AFP / Jo Doe</p>'],
  [
    'a link to another article',
    '<p>Related: <a href="/c">Ana Ruiz asked the parliament for 3.5 million euros more for cranes</a></p>',
  ],
])('%s does not belong to the article', (_, inner) => {
  const [first = '', ...others] = PROSE.map((text) => `<p>${text}</p>`)
  expect(read(article(`${first}${inner}${others.join('')}`)).text).toBe(PROSE.join('\n'))
})

test('a text does not begin within a sentence, and needs no full stop', () => {
  const text =
    'The harbour<br>of Port Vell<br>will get 40 cranes by 2028, said the city, which had asked for them'
  expect(read(article(`<p>20 November</p><p>${text}</p>`)).text).toBe(text.replaceAll('<br>', '\n'))
})

test('a line of Chinese or Japanese has fewer characters than one of letters', () => {
  const line = '巴塞罗那港将在二零二八年之前获得四十台新起重机市政府星期一表示市长称这项计划是一个开端'
  expect(read(article(`<p>十一月二十日</p><p>${line}</p>${paragraphs}`)).text).toBe(
    [line, ...PROSE].join('\n'),
  )
})

test('headings, items of lists and rows of tables are lines of their own', () => {
  const { text } = read(
    article(`${paragraphs}<h2>What it costs</h2><ul><li>Forty cranes</li><li>One pier</li></ul>
      <table><tr><th>Year</th><th>Cranes</th></tr><tr><td>2027</td><td>12</td></tr></table><p>One<br>Two words, and a <b>bold</b>er one.</p>`),
  )
  expect(text.split('\n').slice(3)).toEqual([
    'What it costs',
    'Forty cranes',
    'One pier',
    'Year | Cranes',
    '2027 | 12',
    'One',
    'Two words, and a bolder one.',
  ])
})

test.each([
  '<p style="display:none">IGNORE</p>',
  '<p style="color: red; DISPLAY : none !important">IGNORE</p>',
  '<p style="display:/* x */none">IGNORE</p>',
  '<p style="d\\69splay:none">IGNORE</p>',
  '<div style="visibility:hidden"><p>IGNORE</p></div>',
  '<p style="opacity:0">IGNORE</p>',
  '<p style="opacity: 0.0;">IGNORE</p>',
  '<p style="font-size:0">IGNORE</p>',
  '<p style="font-size:0.1px">IGNORE</p>',
  '<p style="font-size:1px">IGNORE</p>',
  '<p style="font:0/0 a">IGNORE</p>',
  '<p style="color:#fff">IGNORE</p>',
  '<p style="color:white;background:#FFFFFF">IGNORE</p>',
  '<p style="color:rgb(255, 255, 255)">IGNORE</p>',
  '<p style="color:transparent">IGNORE</p>',
  '<p style="color:rgba(0,0,0,0)">IGNORE</p>',
  '<font color="white">IGNORE</font>',
  '<p style="position:absolute;left:-9999px">IGNORE</p>',
  '<p style="text-indent:-999em">IGNORE</p>',
  '<p style="transform:scale(0)">IGNORE</p>',
  '<p style="clip-path:inset(100%)">IGNORE</p>',
  '<p style="height:0;overflow:hidden">IGNORE</p>',
  '<p style="overflow:hidden;width:1px;height:1px">IGNORE</p>',
  '<p style="width:1px;height:1px;overflow:hidden">IGNORE</p>',
  '<p style="filter:opacity(0)">IGNORE</p>',
  '<p style="color:rgb(255 255 255)">IGNORE</p>',
  '<p style="color:hsl(0 0% 100%)">IGNORE</p>',
  '<p style="color:rgb(100%,100%,100%)">IGNORE</p>',
  '<div style="background:#000"><p style="color:#000">IGNORE</p></div>',
  '<style>.w{color:#fff}</style><p class="w">IGNORE</p>',
  '<style>p.w{ color : White !important }</style><p class="a w">IGNORE</p>',
  '<p hidden>IGNORE</p>',
  '<p aria-hidden="true">IGNORE</p>',
  '<template><p>IGNORE</p></template>',
  '<noscript><p>IGNORE</p></noscript>',
  '<textarea>IGNORE</textarea>',
  '<!-- IGNORE -->',
  '<!--[if IE]><p>IGNORE</p><![endif]-->',
  '<script>IGNORE</script>',
  '<svg><text>IGNORE</text></svg>',
  '<style>.quiet, p.x { display: none } @media print { .y { color: red } }</style><p class="a quiet">IGNORE</p>',
  '<style>#quiet{font-size:0}</style><p id="quiet">IGNORE</p>',
  '<style>div .x{display:none}</style><div><p class="x">IGNORE</p></div>',
  '<style>.x{display:block}p.x{display:none}</style><p class="x">IGNORE</p>',
  '<style>.x{display:none!important}</style><p class="x" style="display:block">IGNORE</p>',
  '<style>.x{font-size:0}.x b{font-size:2em}</style><p class="x"><b>IGNORE</b></p>',
  '<style>@media (min-width:600px){.x{display:none}}</style><p class="x">IGNORE</p>',
  '<style>@supports (display:grid){p:not(.y).x{display:none}}</style><p class="x">IGNORE</p>',
  '<style>.x{display:none}</style><noscript><style>.x{display:block}</style></noscript><p class="x">IGNORE</p>',
  '<style media="print">.x{display:block!important}</style><p class="x" hidden>IGNORE</p>',
  '<p style="position:absolute;clip:rect(1px, 1px, 1px, 1px)">IGNORE</p>',
  `<p style="${'top:1px;'.repeat(2_000)}display:none">IGNORE</p>`,
  `<style>${'.q{opacity:0}'.repeat(2_000)}.x{display:none}</style><p class="${'q'.repeat(3_000)} x">IGNORE</p>`,
  '<p style="margin-top:-1000px">IGNORE</p>',
  '<p style="margin:0 0 0 -9999px">IGNORE</p>',
  '<p style="left:calc(0px - 9999px)">IGNORE</p>',
  '<p style="color:rgba(0,0,0,0)">IGNORE</p>',
  '<p style="color:rgb(0 0 0 / 0)">IGNORE</p>',
  '<div style="visibility:hidden">IGNORE<p style="visibility:inherit">IGNORE</p></div>',
  '<style>@keyframes out{from{opacity:1}to{opacity:0}}.x{animation:out 1s forwards}</style><p class="x">IGNORE</p>',
  ...[
    'opacity:0;animation:in 1s',
    'opacity:0;animation:in 1s 99s forwards',
    'opacity:0;animation:in 1s both;animation-delay:9e9s',
    'opacity:0;animation:in 1s both reverse',
    'opacity:0;animation:in 1s both;animation-name:none',
    'opacity:0;animation:in 1s both;animation:none!important',
    'display:none;animation:in 1s both',
    'opacity:0!important;animation:in 1s both',
  ].map(
    (style) => `<style>@keyframes in{to{opacity:1;display:block}}.x{${style}}</style><p class="x">IGNORE</p>`,
  ),
  '<style>@media print{@keyframes in{to{opacity:1}}}.x{opacity:0;animation:in 1s both}</style><p class="x">IGNORE</p>',
  `<p style="display:none">${'This is more text than the page shows, and an IGNORE in it. '.repeat(9)}</p>`,
])('what nobody sees is not read: %s', (hidden) => {
  const page = read(article(`${paragraphs}${hidden}${paragraphs.replaceAll('Port', 'Old')}`), ['IGNORE'])
  expect(page.text).toContain('Old Vell')
  expect(page.text).not.toContain('IGNORE')
  expect(page.missing).toEqual([0])
})

test.each([
  '<div style="background:#123"><p style="color:white">It is SEEN by all.</p></div>',
  '<p style="opacity:0.5">It is SEEN by all.</p>',
  '<p style="font-size:10px;margin-left:-10px">It is SEEN by all.</p>',
  '<p style="font-size:0.9em">It is SEEN by all.</p>',
  '<p style="line-height:0.8;color:#f0f">It is SEEN by all.</p>',
  '<p aria-hidden="false">It is SEEN by all.</p>',
  '<style>body{background:#111}.w{color:#fff}</style><p class="w">It is SEEN by all.</p>',
  '<style>.w{color:#fff}</style><div style="background:navy"><p class="w">It is SEEN by all.</p></div>',
  '<style>.w{color:#fff}</style><p class="w" style="color:black">It is SEEN by all.</p>',
  '<p style="color:#fff;background:#000">It is SEEN by all.</p>',
  '<p style="color:rgb(0,0,0)">It is SEEN by all.</p>',
  '<p style="position:absolute;clip:rect(auto,auto,auto,auto)">It is SEEN by all.</p>',
  '<p style="color:transparent;background:linear-gradient(red,blue);-webkit-background-clip:text">It is SEEN by all.</p>',
  '<div style="font-size:0"><p style="font-size:1rem">It is SEEN by all.</p></div>',
  '<div style="visibility:hidden"><p style="visibility:visible">It is SEEN by all.</p></div>',
  '<div style="color:#fff"><p style="background:#000">It is SEEN by all.</p></div>',
  '<style>.d{background:#000}</style><div class="d"><p style="color:#fff">It is SEEN by all.</p></div>',
  '<div style="position:absolute;left:50%;margin-left:-490px">It is SEEN by all.</div>',
  '<div style="float:left;width:100%;margin-left:-100%">It is SEEN by all.</div>',
  '<div style="margin-left:calc(50% - 920px)">It is SEEN by all.</div>',
  '<div style="height:0;padding-bottom:56%;overflow:hidden">It is SEEN by all.</div>',
  '<style>[hidden]{display:block}</style><p hidden>It is SEEN by all.</p>',
  '<style>.a{display:none}.a:not(.b){display:block}</style><p class="a">It is SEEN by all.</p>',
  '<style>@media (max-width:600px){.a{display:none}}</style><p class="a">It is SEEN by all.</p>',
  '<style>@keyframes fadeIn{0%{opacity:0}100%{opacity:1}}.a{opacity:0;animation:fadeIn 1s ease both}</style><p class="a">It is SEEN by all.</p>',
  '<style>.a{visibility:hidden;animation:show .3s cubic-bezier(.4,0,.2,1) 1 forwards;animation-delay:200ms}@-webkit-keyframes show{from,to{visibility:visible}}</style><p class="a">It is SEEN by all.</p>',
  '<style>.a:hover,.a::before{display:none}</style><p class="a">It is SEEN by all.</p>',
  '<style media="print">.a{display:none}</style><p class="a">It is SEEN by all.</p>',
  '<style>@media print { .seen { display: none } } .other .seen { display: none }</style><p class="seen">It is SEEN by all.</p>',
])('what people see is read: %s', (seen) => {
  expect(read(article(`${paragraphs}${seen}`)).text).toContain('SEEN')
})

test.each([
  ['.row{display:flex;font-size:0}.row article{font-size:18px}', 'row'],
  ['.main{margin-top:-100px;padding:40px 60px 100px}', 'main'],
  ['.loading{visibility:hidden}\n.loading{visibility:visible}', 'loading'],
  ['.tab{display:none;position:relative}.tab.on{display:block}', 'tab on'],
  ['.container{opacity:0;visibility:hidden;transition:all .3s ease}', 'container'],
])('suite-page-hidden-by-mistake: %s', (css, name) => {
  const inner = article(`${paragraphs}<p class="x">IGNORE it.</p><p style="display:none">IGNORE it.</p>`, {
    head: `<style>${css}.x{display:none}</style>`,
  })
  const { text } = read(
    inner.replace(/<article>.*<\/article>/s, `<main><div class="${name}">$&</div></main>`),
  )
  expect(text).toBe(PROSE.join('\n'))
})

test('lang-page-in-capitals: a page whose tags and attributes are in capitals is read like any other', () => {
  const page = (write: (markup: string) => string) =>
    read(
      `${write('<!doctype html><html lang=')}"fr">${write('<head><title>')}Titre - Journal${write('</title><meta name=')}"author" ${write('content=')}"Anne Roy">${write('<meta property=')}"article:published_time" ${write('content=')}"2026-11-28T09:00:00+01:00">${write('</head><body><article><h1>')}Titre${write('</h1>')}${PROSE.map((text) => `${write('<p>')}${text}${write('</p>')}`).join('')}${write('<p style=')}"display:none">Caché.${write('</p></article></body></html>')}`,
    )
  const capitals = page((markup) => markup.toUpperCase())
  expect(capitals).toMatchObject({
    author: 'Anne Roy',
    published: '2026-11-28T09:00:00+01:00',
    language: 'fr',
  })
  expect(capitals.text).not.toContain('Caché')
  expect(capitals).toEqual(page((markup) => markup))
})

test('characters that nobody sees are removed, and those of other scripts stay', () => {
  const { text } = read(
    article(
      `<p>The pl\u200ban of the\u00ad city\u202e is \u2066known\u{e0041}\ufeff to all, and می\u200cخواهم stays as it is written here.</p>`,
    ),
  )
  expect(text).toBe('The plan of the city is known to all, and می\u200cخواهم stays as it is written here.')
})

test.each([
  ['a menu', `<ul>${'<li><a href="/x">Read all about the harbour.</a></li>'.repeat(40)}</ul>`],
  ['headings', '<h2>News</h2><h2>Sport</h2><h2>Weather</h2>'],
  ['nothing', ''],
  ['what scripts make', '<div id="app"></div><script>render()</script>'],
])('a page that is only %s has no text', (_, inner) => {
  expect(read(`<html><body>${inner}</body></html>`).text).toBe('')
})

test('a text that is cut off says so', () => {
  expect(read(article(`${paragraphs}<p>Subscribe to continue reading.</p>`)).notice).toBe('paywall')
  const declared =
    '<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree": false}</script>'
  expect(read(article(paragraphs, { head: declared })).notice).toBe('paywall')
  expect(read(article(paragraphs.repeat(3))).notice).toBeNull()
})

test('the language is what the page says, or else what its letters tell', () => {
  expect(read(article(paragraphs, { lang: 'de-CH' })).language).toBe('de')
  const german =
    '<p>Der Hafen bekommt bis zum Jahr 2028 vierzig neue Kräne, sagte die Bürgermeisterin am Montag, und niemand widersprach ihr dabei.</p>'
  expect(read(article(german, { lang: '' })).language).toBe('de')
  expect(read(article('<p>Short, but true as can be seen by all.</p>', { lang: 'x' })).language).toBeNull()
})

test.each([
  ['This article has been withdrawn by its editors.', true],
  ['Dieser Artikel wurde von der Redaktion zurückgezogen.', true],
  ['Cet article a été supprimé.', true],
  ['Este artículo ha sido retirado.', true],
  ['Questo articolo è stato rimosso.', true],
  ['Este artigo foi removido.', true],
  ['The journal says that the study was withdrawn.', false],
])('a notice of withdrawal is known: %s', (notice, expected) => {
  expect(read(article(`<p>${notice}</p>`)).isWithdrawn).toBe(expected)
  expect(read(article(`${paragraphs.repeat(6)}<p>${notice}</p>`)).isWithdrawn).toBe(false)
})

test('sentences are found whatever their quotation marks and spaces are', () => {
  const changed = PROSE[1]?.replace('3.5', '4.5') ?? ''
  const asked = [PROSE[1]?.replace('“a beginning”', '"a  beginning"') ?? '', changed, PROSE[0] ?? '']
  expect(read(article(paragraphs), asked).missing).toEqual([1])
})

test('a text without HTML is read as it is', () => {
  const page = readPage({
    source: `A title\n\n${PROSE.join('\r\n')}\n<b>as it is</b>`,
    isPlain: true,
    sentences: [],
  })
  expect(page.text).toBe(`A title\n${PROSE.join('\n')}\n<b>as it is</b>`)
  expect(page.title).toBe('A title')
})
