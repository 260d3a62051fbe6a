import { describe, expect, test } from 'vitest'
import { renderMarkdown } from '#core/markdown/render-markdown.ts'
import { htmlToMarkdown } from '#server/platform/documents/html/read-html.ts'
import { createRandom, randomHtml } from '#server/platform/documents/html/testing/random-html.ts'
import { seenLetters, strangeParts } from '#server/platform/documents/html/testing/rendered-text.ts'
import { processorMs } from '../../../../tests/support/processor-time.ts'

function convert(html: string, options = {}) {
  const notes: string[] = []
  const markdown = htmlToMarkdown(html, {
    report: (kind, what, becomes) => notes.push(`${kind}: ${what} → ${becomes}`),
    ...options,
  })
  return { markdown, notes }
}

describe('what the renderer can show is kept', () => {
  test.each([
    ['<h1>One</h1><h2>Two <em>x</em></h2>', '# One\n\n## Two *x*'],
    ['<p>A <b>bold</b>, <i>italic</i>, <s>wrong</s> word', 'A **bold**, *italic*, ~~wrong~~ word'],
    ['<p><strong>Bold: </strong>text', '**Bold:** text'],
    ['<p>un<b>believ</b>able <b><i>x</i></b>', 'un**believ**able ***x***'],
    ['<b>one<p>two</p></b>', '**one**\n\n**two**'],
    ['<p><code>a*b</code> <kbd>`x`</kbd>', '`a*b` `` `x` ``'],
    ['<a href="https://e.org/a(b)">x</a> <a href="/c d">y</a>', '[x](https://e.org/a(b)) [y](</c d>)'],
    ['<a href="https://e.org/">https://e.org/</a>', '<https://e.org/>'],
    ['<a href="https://e.org/" title="E">https://e.org/</a>', '[https://e.org/](https://e.org/ "E")'],
    ['<a href="/a" title="A &quot;b|c">x</a> <a href="/b" title=" y">y</a>', '[x](/a "A \\"b|c") [y](/b)'],
    ['<a href="/a.png" title="A boat"><img src="/s.png"></a>', '![](/s.png "A boat")'],
    ['<ol type="1"><li value="">a</ol>', '1. a'],
    ['<ul><li>a<ul><li>b</ul><li><p>c</p></ul>', '- a\n  - b\n- c'],
    ['<ol start="9"><li>a<li><p>b</p><p>c</p></ol>', '9. a\n\n10. b\n\n    c'],
    ['<ul><li>a</li></ul><ul><li>b</li></ul>', '- a\n\n* b'],
    ['<ul><li><input type="checkbox" checked> a<li><input type="checkbox">b</ul>', '- [x] a\n- [ ] b'],
    ['<ul>a<li>b</ul><li>c', '- a\n- b\n\nc'],
    ['<blockquote>a<p>b</p><ul><li>c</ul></blockquote>', '> a\n>\n> b\n>\n> - c'],
    ['<ul><li><hr></ul>', '- ___'],
    ['<pre><code class="language-ts">a\n  b ``` c</code></pre>', '````ts\na\n  b ``` c\n````'],
    ['<pre class="wp-block-verse">Roses\nare <em>red</em></pre>', 'Roses\\\nare *red*'],
    ['a<br>b<br><br>c<br>', 'a\\\nb\n\nc'],
    ['<img src="https://e.org/a.png" alt="A [b]">', '![A \\[b\\]](https://e.org/a.png)'],
    [
      '<figure><a href="https://e.org/a.png"><img src="https://e.org/a.png"></a><figcaption>C | <b>d</b></figcaption></figure>',
      '![](https://e.org/a.png "C | d |")',
    ],
    [
      '<figure><a href="/buy"><img src="/a.png" alt="x"></a><figcaption>C</figcaption></figure>',
      '[![x](/a.png)](/buy)\n\nC',
    ],
    [
      '<table><thead><tr><th>a<th>b</thead><tr><td>1|2<td><p>x<p>y</table>',
      '| a | b |\n| --- | --- |\n| 1\\|2 | x y |',
    ],
    ['<table><tr><td><p>alone</p></td></tr></table>', 'alone'],
    ['<details><summary>More</summary><p>text</p></details>', '**More**\n\ntext'],
    ['<dl><dt>a<dd>b<dt>c<dd>d</dl>', '**a**\n\nb\n\n**c**\n\nd'],
    ['x<sup>2</sup> H<sub>2</sub>O <sup>th</sup>', 'x² H₂O th'],
    ['a &amp;lt; b &lt;b&gt; &copy;', 'a \\&lt; b \\<b> ©'],
    ['1. a\n- b # c', '1\\. a - b # c'],
    ['<p>- a</p><p># b</p><p>+ c</p><p>=</p>', '\\- a\n\n\\# b\n\n\\+ c\n\n='],
    ['<q>said</q>', '“said”'],
    ['<img class="emoji" alt="😀" src="https://s.w.org/x.png">!', '😀!'],
    [
      '<img data-src="/lazy.png" src="data:image/gif;base64,x"><noscript><img src="/lazy.png"></noscript>',
      '![](/lazy.png)',
    ],
    ['<p>a<!-- b --><?php c ?><![CDATA[d]]></p>', 'a'],
    ['', ''],
  ])('%s', (html, markdown) => {
    const result = convert(html)
    expect(result.markdown).toBe(markdown)
    expect(result.notes).toEqual([])
  })

  test('footnotes of WordPress, Substack and Markdown programs', () => {
    const note = (reference: string, text: string) => convert(`<p>a${reference} b</p>${text}`).markdown
    const expected = 'a[^1] b\n\n[^1]: The *note*.'
    expect(
      note(
        '<sup data-fn="x" class="fn"><a href="#x" id="x-link">1</a></sup>',
        '<ol><li id="x">The <em>note</em>. <a href="#x-link">↩︎</a></li></ol>',
      ),
    ).toBe(expected)
    expect(
      note(
        '<a class="footnote-anchor" id="footnote-anchor-1" href="#footnote-1">1</a>',
        '<div class="footnote"><a id="footnote-1" href="#footnote-anchor-1" class="footnote-number">1</a><div class="footnote-content"><p>The <em>note</em>.</p></div></div>',
      ),
    ).toBe(expected)
    expect(
      note(
        '<sup class="footnote-ref"><a href="#fn1" id="fnref1">[1]</a></sup>',
        '<section class="footnotes"><ol><li id="fn1"><p>The <em>note</em>. <a href="#fnref1">↩</a></p></li></ol></section>',
      ),
    ).toBe(expected)
    expect(renderMarkdown(expected, { footnotes: 'Notes', backToReference: 'Back to' })).toContain(
      'id="fn-1"',
    )
  })

  test('lines of the classic editor', () => {
    expect(
      convert('One\ntwo\n\n<b>three</b>\r\n\r\n<ul>\n<li>a</li>\n</ul>\nfour<pre>a\n\nb</pre>', {
        hasLines: true,
      }).markdown,
    ).toBe('One\\\ntwo\n\n**three**\n\n- a\n\nfour\n\n```\na\n\nb\n```')
  })
})

describe('bold-around-spaces', () => {
  test.each([
    ['<b><i>bi</i></b><b> </b>x then <b>later</b> end', '***bi*** x then **later** end'],
    ['<b><i>bi</i> </b>x and <b>y</b>', '***bi*** x and **y**'],
    ['<i><b>b </b>a</i>c <b>d</b>', '***b** a*c **d**'],
    ['<s><b>x</b> </s>y <b>z</b>', '**~~x~~** y **z**'],
    ['<b><code>c</code> </b>x <b>y</b>', '**`c`** x **y**'],
    ['<b>a <i>b</i></b><i> c</i> d', '**a *b*** *c* d'],
    ['<b>„Ja,“</b>sagte <i>er</i>', '„**Ja**,“sagte *er*'],
    ['<b>a </b><a href="/x"><b>b </b>c</a><b> d</b>', '**a** [**b** c](/x) **d**'],
  ])('%s', (html, markdown) => {
    expect(convert(html)).toEqual({ markdown, notes: [] })
  })

  test('what no Markdown can say loses its own mark, and is named', () => {
    expect(convert('<b>a<i>b</i></b><i>c</i> d <b>y</b>')).toEqual({
      markdown: '**a*b***c d **y**',
      notes: ['format: c → text'],
    })
  })
})

describe('code-with-line-numbers', () => {
  const js = '```js\nif (a | b) {\n  c();\n}\n```'
  const lines =
    '<span class="line"><span class="keyword">if</span> (a | b) {</span><br><span class="line">  c();</span><br><span class="line">}</span><br>'
  test.each([
    [
      'Hexo',
      `<figure class="highlight js"><figcaption><span>a.js</span></figcaption><table><tbody><tr><td class="gutter"><pre><span class="line">1</span><br><span class="line">2</span><br><span class="line">3</span><br></pre></td><td class="code"><pre>${lines}</pre></td></tr></tbody></table></figure>`,
      `a.js\n\n${js}`,
    ],
    [
      'Hugo',
      '<div class="highlight"><table class="lntable"><tr><td class="lntd"><pre tabindex="0" class="chroma"><code><span class="lnt">1\n</span><span class="lnt">2\n</span></code></pre></td><td class="lntd"><pre tabindex="0" class="chroma"><code class="language-go" data-lang="go"><span class="line"><span class="cl">func main() {\n</span></span><span class="line"><span class="cl">\treturn\n</span></span></code></pre></td></tr></table></div>',
      '```go\nfunc main() {\n\treturn\n```',
    ],
    [
      'Hugo with styles, in the lines',
      '<div class="highlight"><pre><code class="language-js"><span style="display:flex"><span style="white-space:pre;-webkit-user-select:none;user-select:none">1</span><span>if (a | b) {\n</span></span><span style="display:flex"><span style="white-space:pre;user-select:none">2</span><span>  c();\n</span></span><span style="display:flex"><span style="user-select:none">3</span><span>}\n</span></span></code></pre></div>',
      js,
    ],
    [
      'Jekyll',
      '<div class="language-js highlighter-rouge"><div class="highlight"><pre class="highlight"><code><table class="rouge-table"><tbody><tr><td class="rouge-gutter gl"><pre class="lineno">1\n2\n3\n</pre></td><td class="rouge-code"><pre>if (a | b) {\n  c();\n}\n</pre></td></tr></tbody></table></code></pre></div></div>',
      js,
    ],
    [
      'Pygments',
      '<table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1\n2\n3</pre></div></td><td class="code"><div class="highlight"><pre class="lang-js">if (a | b) {\n  c();\n}\n</pre></div></td></tr></table>',
      js,
    ],
    [
      'highlight.js',
      '<pre><code class="hljs language-js"><table class="hljs-ln"><tr><td class="hljs-ln-numbers" data-line-number="1"><div data-line-number="1"></div></td><td class="hljs-ln-code">if (a | b) {</td></tr><tr><td class="hljs-ln-numbers">2</td><td>  c();</td></tr><tr><td class="hljs-ln-numbers">3</td><td>}</td></tr></table></code></pre>',
      js,
    ],
    [
      'Crayon',
      '<table class="crayon-table"><tr class="crayon-row"><td class="crayon-nums"><div class="crayon-nums-content"><div class="crayon-num">1</div><div class="crayon-num">2</div><div class="crayon-num">3</div></div></td><td class="crayon-code"><div class="crayon-pre"><div class="crayon-line">if (a | b) {</div><div class="crayon-line">  c();</div><div class="crayon-line">}</div></div></td></tr></table>',
      js.replace('js', ''),
    ],
    [
      'lines that are blocks',
      '<figure class="highlight js"><pre><div>if (a | b) {</div><div>  c();</div>}</pre></figure>',
      js,
    ],
  ])('%s', (_program, html, markdown) => {
    expect(convert(html)).toEqual({ markdown, notes: [] })
  })

  test('digits that are code stay, and code beside code is never a line of a table', () => {
    expect(convert('<pre><span class="ln">x1</span> <b class="line-number">2</b>\n3</pre>').markdown).toBe(
      '```\nx1 \n3\n```',
    )
    expect(convert('<table><tr><td><pre>a\nb</pre><td><pre>c</pre></table>')).toEqual({
      markdown: '```\na\nb\n```\n\n```\nc\n```',
      notes: ['table: code of several lines → text'],
    })
    expect(convert('<table><tr><td>1 3<td><pre>a</pre></table>').markdown).toBe(
      '| 1 3 | `a` |\n| --- | --- |',
    )
  })
})

test.each([
  [
    '<table><thead><tr><th>Item</th><th style="text-align:center">Mid</th><th align="right">Cost</th></tr></thead><tbody><tr><td>a</td><td style="text-align:center">b</td><td align="right">5.00</td></tr></tbody></table>',
    '| --- | :---: | ---: |',
  ],
  [
    '<table><tbody><tr><td class="has-text-align-left" data-align="left">x</td><td class="has-text-align-right" data-align="right">9</td></tr></tbody></table>',
    '| :--- | ---: |',
  ],
  [
    '<table><tr><th align="left">a<th>b<tr align="right"><td>c<td align="center">d</table>',
    '| ---: | :---: |',
  ],
  [
    '<table><tr><td>a<td>b<tr><td align="right">1<td align="right">2<tr><td align="right">3<td>4</table>',
    '| ---: | --- |',
  ],
  [
    '<table><tr><td><p align="right">1</p><td><center>2</center><td>x<p align="right">y</p></table>',
    '| ---: | :---: | --- |',
  ],
])('table-alignment: %s', (html, dashes) => {
  expect(convert(html).markdown.split('\n')[1]).toBe(dashes)
})

describe('what the renderer cannot show becomes a link or is left out, and is reported', () => {
  test.each([
    [
      '<iframe src="https://www.youtube.com/embed/abc?x=1"></iframe>',
      '<https://www.youtube.com/watch?v=abc>',
      'embed: https://www.youtube.com/watch?v=abc → link',
    ],
    [
      '<iframe title="A film" src="//player.vimeo.com/video/1"></iframe>',
      '[A film](https://vimeo.com/1)',
      'embed: https://vimeo.com/1 → link',
    ],
    ['<iframe srcdoc="<b>x</b>"></iframe>', '', 'embed:  → left-out'],
    [
      '<video controls><source src="/a/film.mp4">No video</video>',
      '[film.mp4](/a/film.mp4)',
      'media: /a/film.mp4 → link',
    ],
    [
      '<audio src="https://e.org/a.mp3"></audio>',
      '[a.mp3](https://e.org/a.mp3)',
      'media: https://e.org/a.mp3 → link',
    ],
    [
      '<object data="https://e.org/a.pdf">x</object>',
      '<https://e.org/a.pdf>',
      'embed: https://e.org/a.pdf → link',
    ],
    ['<form action="/s"><input name="a"><button>Send</button></form>', '', 'form: /s → left-out'],
    ['<a href="javascript:alert(1)">x</a>', 'x', 'link: javascript:alert(1) → text'],
    ['<a href="java\nscript:alert(1)">x</a>', 'x', 'link: java\nscript:alert(1) → text'],
    ['<a href="tel:+41">x</a>', 'x', 'link: tel:+41 → text'],
    ['<img src="data:image/png;base64,x">', '', 'picture: data:image/png;base64,x → left-out'],
    [
      '<figure class="wp-block-gallery"><figure><img src="/a.png"></figure><figure><img src="/b.png"><figcaption>B</figcaption></figure></figure>',
      '![](/a.png)\n\n![](/b.png "B")',
      'gallery: 2 pictures → pictures',
    ],
    [
      '<table><tr><td colspan="2">a<td>b<tr><td>1<td>2<td>3</table>',
      '| a |  | b |\n| --- | --- | --- |\n| 1 | 2 | 3 |',
      'table: cells that span columns → text',
    ],
    [
      '<table><tr><td>a<td rowspan="3">b<tr><td>c<tr><tr><td>d<td>e</table>',
      '| a | b |\n| --- | --- |\n| c |  |\n|  |  |\n| d | e |',
      'table: cells that span rows → text',
    ],
    [
      '<table><tr><td rowspan="2">a<td align="right">b<tr><td align="right">c<tr><td>d</table>',
      '| a | b |\n| --- | ---: |\n|  | c |\n| d |  |',
      'table: cells that span rows → text',
    ],
    ['<u>a</u>', 'a', 'format: u → text'],
    ['<ruby>字<rt>ji</rt></ruby>', '字ji', 'format: ruby → text'],
    ['<abbr title="For example">e.g.</abbr>', 'e.g.', 'format: title of abbr → left-out'],
    ['<blockquote cite="https://e.org">a</blockquote>', '> a', 'format: cite of blockquote → left-out'],
    ['<ol type="a"><li>a</ol>', '1. a', 'format: numbers of a list → left-out'],
    ['<ol><li value="4">a</ol>', '1. a', 'format: numbers of a list → left-out'],
    ['<a href="#b">a</a> <a href="#">c</a>', 'a c', 'link: a place in the text → text'],
    ['<a title="t">a</a>', 'a', 'format: title of a → left-out'],
    ['<input name="q">a', 'a', 'form: input → left-out'],
    ['<img src="https://e.org/t" height="1">a', 'a', 'format: picture of one pixel → left-out'],
    [
      '<figure><img src="/a.png" title="T"><figcaption>C</figcaption></figure>',
      '![](/a.png "C")',
      'format: title of img → left-out',
    ],
  ])('%s', (html, markdown, note) => {
    expect(convert(html)).toEqual({ markdown, notes: [note] })
  })

  test('what pages of others hide is hidden here too, but for pictures that wait to be loaded', () => {
    const text =
      '<p style="opacity:0">o</p><p style="position:absolute;left:-9999px">far</p><p style="clip-path:inset(50%)">cut</p><p>a <img style="opacity:0" src="https://e.org/b.jpg" alt="b"></p>'
    expect(convert(text)).toEqual({
      markdown: 'a ![b](https://e.org/b.jpg)',
      notes: Array.from({ length: 3 }, () => 'format: hidden p → left-out'),
    })
  })

  test('a video is a link without its picture', () => {
    expect(convert('<video src="/f.mp4" poster="/f.png"></video>')).toEqual({
      markdown: '[f.mp4](/f.mp4)',
      notes: ['format: poster of video → left-out', 'media: /f.mp4 → link'],
    })
  })

  test('scripts, styles, templates and what is hidden leave nothing', () => {
    const html =
      '<script>alert(1)</script><style>p{}</style><template><p>t</p></template><svg onload=x><title>t</title></svg><p hidden>h</p><p style="Display : none">n</p><img width="1" height="1" src="https://e.org/t"><p>a</p>'
    expect(convert(html)).toEqual({
      markdown: 'a',
      notes: ['script', 'style', 'svg', 'hidden p', 'hidden p', 'picture of one pixel'].map(
        (what) => `format: ${what} → left-out`,
      ),
    })
  })
})

test('the rendered Markdown of any HTML has the same text, and nothing that the renderer does not write by itself', () => {
  for (let seed = 1; seed <= 1_500; seed++) {
    const html = randomHtml(createRandom(seed))
    const { markdown } = convert(html)
    const rendered = renderMarkdown(markdown)
    expect(
      seenLetters(rendered.replace(/<div data-code=""><span>[^<]*<\/span>/g, '<div>')),
      `seed ${seed}: ${html}\n${markdown}`,
    ).toBe(seenLetters(html))
    expect(strangeParts(rendered)).toEqual([])
  }
})

test('broken HTML is read to its end, and carries nothing that acts', () => {
  for (let seed = 1; seed <= 1_500; seed++) {
    const random = createRandom(seed)
    const whole = randomHtml(random)
    const pieces = Array.from({ length: 12 }, () => {
      const at = Math.floor(random.next() * whole.length)
      return whole.slice(at, at + Math.floor(random.next() * 80))
    })
    const html = `${pieces.join('')}<p>the end`
    const rendered = renderMarkdown(convert(html).markdown)
    expect(strangeParts(rendered), `seed ${seed}: ${html}`).toEqual([])
  }
})

const LONG = 100_000
test.each([
  '<',
  '>',
  '&',
  '<a',
  '<a>',
  '</a>',
  '<b>',
  '<p>',
  '<div>',
  '<ul><li>',
  '<li>',
  '<blockquote>',
  '<table><tr><td>',
  '<td>',
  '<tr><td rowspan=999>',
  '<!--',
  '<![CDATA[',
  '<?',
  '<a href="',
  '<a href="#a" id="b">',
  '<img alt="',
  '<b></i>',
  '<a></p>',
  '<pre>',
  '<figure>',
  '<br>',
  '&nbsp;',
  '*',
  '_a',
  '`',
  '[',
  '\\',
  '|',
  ' \n',
  '<code>`',
  '<sup>',
  '<h1>',
  '<ol start=1>',
  '<script>',
  '<a b=c d=e ',
  '<em>a ',
  '\ud800',
  '\u0000',
  'https://',
  '<b>a</b>',
  '<li><a href=#x id=y>1</a>',
  'a<br>',
  '<b>a</b>b',
  '<code>a</code>b',
  '<a href="/x">a</a>b ',
  '<div><script>a</script>',
  '<img src=/a.png>',
  '\u00a0',
  '<b>a<i>b</b>c</i>',
  '<b>a</b><i>b</i>',
  '<pre><p>',
  '<pre><b class=ln>1</b>',
  '<table><tr><td><pre>a\n',
  '<a href=#b id=a>1</a><a href=#a id=b>1</a>',
])('a long text of %j takes time linear in its length', (unit) => {
  const started = processorMs()
  const { markdown } = convert(unit.repeat(LONG / unit.length))
  // A conversion that is quadratic takes minutes.
  expect(processorMs() - started).toBeLessThan(2_000)
  expect(markdown.length).toBeLessThan(8 * LONG)
})
