import { expect, test } from 'vitest'
import { cutArticle } from '#core/translation/cut-article.ts'
import type { Segment } from '#core/translation/segment.ts'

const TEXTS: [what: string, markdown: string, texts: string[]][] = [
  ['emphasis', 'Some *i*, **b** and ~~s~~\n', ['Some <i1>i</i1>, <b1>b</b1> and <s1>s</s1>']],
  ['nested emphasis', '***x* y** z\n', ['<b1><i1>x</i1> y</b1> z']],
  ['links', '[a](/x "T") [b] [`c`](/y)\n\n[b]: /z\n', ['<a1>a</a1> <a2>b</a2> <a3><c1/></a3>', 'T']],
  ['addresses', 'x <https://a.bc> www.a.bc me@a.bc\n', ['x <u1/> <u2/> <u3/>']],
  ['an address in a link', '[x https://a.bc](/y)\n', ['<a1>x <u1/></a1>']],
  ['images', 'x ![*alt* `text`](/i.png "T")\n', ['x <m1/>', 'alt text', 'T']],
  ['HTML', 'H<sub>2</sub>O<!-- c -->\n', ['H<h1/>2<h2/>O<h3/>']],
  ['footnotes', 'x[^1] y[^2]:\n\n[^1]: a b\n[^2]: c\n', ['x<f1/> y<f2/>:', 'a b', 'c']],
  ['a footnote that is not defined', 'x[^1]\n', ['x<f1/>']],
  [
    'a footnote of several paragraphs',
    'x[^1]\n\n[^1]: a *b*\n    c\n\n    d[^1]\n    - e\n',
    ['x<f1/>', 'a <i1>b</i1>\nc', 'd<f1/>', 'e'],
  ],
  ['placeholders', '{{ a }} x \\{{b}} \\<b1> &lt;c1/&gt; {% y %}\n', ['<v1/> x <v2/> <v3/> <v4/> {% y %}']],
  ['breaks', 'a\\\n  b  \nc\nd\n', ['a<n1/>b<n2/>c\nd']],
  ['escapes and entities', '\\*a\\* &amp; &copy; &nbsp;b&#10;c\n', ['*a* & © \u00a0b<v1/>c']],
  ['cells', '| a \\| b | 1 |\n|-|-|\n| *c* | `d` |\n', ['a | b', '<i1>c</i1>']],
  ['tasks', '- [x] done\n- [ ] to do\n', ['done', 'to do']],
  ['what has no letter', '# 1.\n\n- 2\n\n`a`\n\n```\nb\n```\n\n    c\n\n<div>d</div>\n', []],
  ['a footnote that is a definition', 'x[^1]\n\n[^1]: https://a.bc\n', ['x<f1/>']],
]

test.each(TEXTS)('%s: what a model gets', (_what, markdown, texts) => {
  expect(cutArticle({ fields: [], content: markdown }).segments.map(({ text }) => text)).toEqual(texts)
})

test('a segment knows its block, its section, its kind and its place', () => {
  const content =
    '# One\r\n\r\nText\r\n\r\n## Two *parts*\r\n\r\n> - Item\r\n>   goes on\r\n\r\n|Cell|\r\n|-|\r\n|![Alt](/i "T")|\r\n\r\n![Fig](/f "Cap")\r\n'
  const { segments } = cutArticle({ fields: [['title', ' Title']], content })
  const short = segments.map(({ id, kind, block, section }) => [id, kind, block, section])
  expect(short).toEqual([
    ['title', 'field', 0, ''],
    ['1', 'heading', 1, ''],
    ['2', 'paragraph', 2, 'One'],
    ['3', 'heading', 3, 'One'],
    ['4', 'item', 4, 'Two parts'],
    ['5.1', 'cell', 5, 'Two parts'],
    ['6.1.m1.alt', 'alt', 6, 'Two parts'],
    ['6.1.m1.title', 'title', 6, 'Two parts'],
    ['7.m1.alt', 'alt', 7, 'Two parts'],
    ['7.m1.title', 'caption', 7, 'Two parts'],
  ])
  const places = segments.slice(1).map(({ from, to }: Segment) => content.slice(from, to))
  expect(places).toEqual([
    'One',
    'Text',
    'Two *parts*',
    'Item\r\n>   goes on',
    'Cell',
    'Alt',
    'T',
    'Fig',
    'Cap',
  ])
})

test('the title of a definition is translated once, as a caption when a figure has it', () => {
  const { segments } = cutArticle({
    fields: [],
    content:
      '![Fig][f]\n\n[x][f] [y]\n\n[f]: /f "Cap"\n[f]: /g "Other"\n[y]: /y \'Title\'\n[z]: /z "Unused"\n',
  })
  expect(segments.slice(-2)).toMatchObject([
    { id: 'ref1.title', kind: 'caption', block: 1, text: 'Cap' },
    { id: 'ref2.title', kind: 'title', block: 2, text: 'Title' },
  ])
})
