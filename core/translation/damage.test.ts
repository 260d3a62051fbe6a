import { expect, test } from 'vitest'
import { compareStructure } from '#core/translation/cut-texts.ts'
import { describeProblem } from '#core/translation/describe-problem.ts'
import type { ProblemCode } from '#core/translation/problem.ts'
import { translate } from '#core/translation/testing/translate.ts'

const SOURCE = `# A heading

The **bold *leaning* words** of [a link](/path), \`code\` and {{ name }}.[^1]

![Two people](/people.png "At work")

| Name | Meaning |
|------|---------|
| one  | H<sub>2</sub>O |

A long sentence that says quite a lot about small models, and what they are good for in newsrooms.
`

const DAMAGES: [what: string, id: string, text: string, code: ProblemCode, words: string][] = [
  [
    'a tag that is gone',
    '2',
    'Die <b1>fetten <i1>W</i1></b1> von <a1>L</a1> und <v1/>.<f1/>',
    'tag_missing',
    '<c1/>',
  ],
  [
    'a tag that occurs twice',
    '2',
    '<c1/> <c1/> <b1>f <i1>W</i1></b1> <a1>L</a1> <v1/>.<f1/>',
    'tag_twice',
    '<c1/>',
  ],
  ['tags that cross', '2', '<b1>f <i1>W</b1></i1> <a1>L</a1> <c1/> <v1/>.<f1/>', 'tag_crossed', '</b1>'],
  ['a tag that is not closed', '2', '<c1/> <v1/> <f1/> <a1>L</a1> <b1>f <i1>W</i1>', 'tag_unclosed', '<b1>'],
  [
    'a tag that is invented',
    '2',
    '<b1>f <i1>W</i1></b1> <a1>L</a1> <c2/> <c1/> <v1/>.<f1/>',
    'tag_unknown',
    '<c2/>',
  ],
  ['a tag in another tag', '2', '<b1>f</b1> <i1>W</i1> <a1>L</a1> <c1/> <v1/>.<f1/>', 'tag_moved', '<i1>'],
  ['a tag around nothing', '2', '<b1>f <i1></i1></b1> <a1>L</a1> <c1/> <v1/>.<f1/>', 'tag_empty', '<i1>'],
  [
    'code instead of its tag',
    '2',
    '<b1>f <i1>W</i1></b1> <a1>L</a1> `Kode` <v1/>.<f1/>',
    'tag_missing',
    '<c1/>',
  ],
  [
    'a placeholder that is translated',
    '2',
    '<b1>f <i1>W</i1></b1> <a1>L</a1> <c1/> {{ Name }}.<f1/>',
    'placeholder_added',
    '{{ Name }}',
  ],
  ['a footnote that is invented', '1', 'Ein Titel[^2]', 'placeholder_added', '[^2]'],
  [
    'an address that is added',
    '1',
    'Ein Titel auf https://example.org/x',
    'address_added',
    'https://example.org/x',
  ],
  ['a mail address that is added', '1', 'Ein Titel an me@example.org', 'address_added', 'me@example.org'],
  ['a link that is added', '1', 'Ein [Titel](/x)', 'link_added', '[Titel](/x)'],
  ['an image that is added', '1', 'Ein ![Titel](/x.png)', 'link_added', '![Titel](/x.png)'],
  ['HTML that is added', '1', 'Ein <em>Titel</em>', 'html_added', '<em>'],
  ['a script that is added', '3.m1.alt', '<script>x</script>', 'html_added', '<script>'],
  ['a comment that is added', '1', 'Ein <!-- Titel -->', 'html_added', '<!-- Titel -->'],
  ['HTML in another order', '5.2', 'H<h2/>2<h1/>O', 'tag_order', '<h2/>'],
  [
    'a text that is cut off',
    '6',
    'Ein langer Satz, der ziemlich viel sagt über kleine Modelle, und wozu sie in Redak',
    'cut_off',
    '',
  ],
  ['a text of which half is missing', '6', 'Ein langer Satz.', 'too_short', '16 %'],
  ['a text that is much longer', '1', 'Ein Titel. '.repeat(50), 'too_long', '6111 %'],
  ['an empty text', '1', '  ', 'empty', ''],
]

test.each(DAMAGES)('%s is found in its segment', (_what, id, text, code, words) => {
  const { content, problems } = translate(SOURCE, (source, segment) => (segment.id === id ? text : source))
  expect(problems.map((found) => [found.segment, found.code, found.what])).toEqual([[id, code, words]])
  expect(problems.map(describeProblem).join()).toMatch(/^[A-Z].*\.$/)
  // The source is there instead.
  expect(content).toBe(SOURCE)
})

test('a segment that is missing is named, and so is one that does not exist', async () => {
  const { cutArticle } = await import('#core/translation/cut-article.ts')
  const { spliceArticle } = await import('#core/translation/splice-article.ts')
  const cut = cutArticle({ fields: [['title', 'A title']], content: SOURCE })
  const answers = new Map(cut.segments.map(({ id, text }) => [id, text]))
  answers.delete('5.1')
  answers.set('__proto__', 'x')
  const { problems } = spliceArticle(cut, answers)
  expect(problems.map(({ segment, block, code }) => [segment, block, code])).toEqual([
    ['5.1', 5, 'missing'],
    ['__proto__', null, 'unknown_segment'],
  ])
  expect(problems[0]?.words).toBe('one')
})

const CHANGES: [what: string, from: string, to: string, code: ProblemCode, block: number | null][] = [
  ['a heading of another level', '# A heading', '## A heading', 'block_differs', 1],
  ['a heading that is added', 'The **bold', '# New\n\nThe **bold', 'block_differs', 2],
  ['an address that is changed', '](/path)', '](/other)', 'part_missing', 2],
  ['a link that is added', 'of [a link]', 'of [x](https://evil.example) [a link]', 'part_added', 2],
  ['an address that is added', 'A long', 'www.example.org A long', 'part_added', 6],
  ['an image with another target', '(/people.png', '(/others.png', 'part_missing', 3],
  ['a caption that is gone', ' "At work"', '', 'part_missing', 3],
  ['an alternative text that is gone', '![Two people]', '![]', 'part_missing', 3],
  ['code that is translated', '`code`', '`Kode`', 'part_missing', 2],
  ['emphasis that is gone', '*leaning*', 'leaning', 'part_missing', 2],
  ['a placeholder that is translated', '{{ name }}', '{{ nom }}', 'part_missing', 2],
  ['a footnote that is gone', '[^1]', '', 'part_missing', 2],
  ['HTML that is added', 'A long', 'A <script>long', 'part_added', 6],
  ['a hard break that is added', 'models, and', 'models,\\\nand', 'part_added', 6],
  ['a block of HTML that is added', 'A long', '<div>x</div>\n\nA long', 'block_differs', 6],
  ['a cell that is empty', '| one  |', '|   |', 'part_missing', 5],
  ['a column that is added', '|------|---------|', '|------|:--------|', 'block_differs', 4],
  ['a row that is gone', '| one  | H<sub>2</sub>O |\n', '', 'block_differs', 4],
  [
    'the end that is missing',
    '\nA long sentence that says quite a lot about small models, and what they are good for in newsrooms.\n',
    '',
    'block_missing',
    6,
  ],
  ['a paragraph that is added', 'newsrooms.\n', 'newsrooms.\n\nMore.\n', 'block_added', 6],
  ['a definition that is added', 'A long', '[a]: https://evil.example\n\nA long', 'definition_added', null],
]

test.each(CHANGES)(
  'the comparison finds %s, with the number of the block',
  (_what, from, to, code, block) => {
    const problems = compareStructure(
      SOURCE,
      SOURCE.replace(from, () => to),
    )
    expect(problems.map((found) => found.code)).toContain(code)
    expect(problems.find((found) => found.code === code)?.block).toBe(block)
  },
)

test('a problem has the words by which its block is found, and its line', () => {
  const [found] = compareStructure(SOURCE, SOURCE.replace('`code`', '`Kode`'))
  expect(found?.words).toBe('The bold leaning words of a link, code …')
  expect(found?.line).toBe(2)
  expect(found?.what).toBe('code code')
})

const BLOCKS: [what: string, from: string, to: string, code: ProblemCode][] = [
  ['a fence', '```js\na\n```\n', '```js\nb\n```\n', 'code_changed'],
  ['the language of a fence', '```js\na\n```\n', '```ts\na\n```\n', 'code_changed'],
  ['indented code', 'x\n\n    a\n', 'x\n\n    b\n', 'code_changed'],
  ['a block of HTML', '<div>\na\n</div>\n', '<div>\nb\n</div>\n', 'html_changed'],
  ['the start of a list', '3. a\n', '4. a\n', 'block_differs'],
  ['a tight list', '- a\n- b\n', '- a\n\n- b\n', 'block_differs'],
  ['a task', '- [ ] a\n', '- [x] a\n', 'part_missing'],
  ['a quote', '> a\n', 'a\n', 'block_differs'],
  ['the alignment of a column', '|a|\n|-|\n', '|a|\n|:-:|\n', 'block_differs'],
  ['the address of a definition', '[a]\n\n[a]: /b\n', '[a]\n\n[a]: /c\n', 'definition_added'],
]

test.each(BLOCKS)('%s that changes is found', (_what, from, to, code) => {
  expect(compareStructure(from, from)).toEqual([])
  expect(compareStructure(from, to).map((found) => found.code)).toContain(code)
})

const NOTES = `A claim[^1] and another.[^Long]

[^1]: The first note is about the harbour.

    It has a second paragraph.

[^Long]: The second note.
`
const FOOTNOTES: [what: string, from: string | RegExp, to: string, sentences: string[]][] = [
  [
    'a reference that is lost',
    '[^1] ',
    ' ',
    ['The original has in this block, and the translation does not: footnote [^1]. Put it in.'],
  ],
  [
    'a reference to another footnote',
    '[^1] ',
    '[^Long] ',
    [
      'The original has in this block, and the translation does not: footnote [^1]. Put it in.',
      'The translation has in this block, and the original does not: footnote [^Long]. Take it out.',
    ],
  ],
  [
    'a footnote that is renumbered',
    /\[\^1\]/g,
    '[^2]',
    [
      'The original has in this block, and the translation does not: footnote [^1]. Put it in.',
      'The translation has in this block, and the original does not: footnote [^2]. Take it out.',
      'The footnotes stand in another order, or have other labels, than in the original: [^1] → [^2]. Put them as they are there.',
    ],
  ],
  [
    'a footnote that is lost',
    /\[\^Long\]: .*\n/,
    '',
    ['The original goes on here, and the translation ends: footnote [^Long]. Write the rest.'],
  ],
  [
    'a footnote that becomes a paragraph',
    '[^1]: ',
    '\\[^1]: ',
    [
      'The original and the translation have different blocks here: footnote [^1] → paragraph. Take out what makes it another one, such as “#” or “-” at the beginning of a line.',
    ],
  ],
  [
    'a footnote that is added',
    /$/,
    '\n[^3]: More.\n',
    ['The translation has a block that the original does not have: footnote [^3]. Take it out.'],
  ],
]

test.each(FOOTNOTES)('the comparison names %s', (_what, from, to, sentences) => {
  const problems = compareStructure(NOTES, NOTES.replace(from, to))
  expect(problems.map(describeProblem)).toEqual(expect.arrayContaining(sentences))
})

test('a translation keeps the labels and the lines of footnotes, and references move with their words', () => {
  const translations = new Map([
    ['1', 'Und noch eine,<f2/> nach einer Behauptung.<f1/>'],
    ['2', 'Die erste Fußnote handelt vom Hafen.'],
    ['3', 'Sie hat einen zweiten Absatz.'],
    ['4', 'Die zweite Fußnote.'],
  ])
  const { content, problems } = translate(NOTES, (text, { id }) => translations.get(id) ?? text)
  expect(problems).toEqual([])
  expect(content).toBe(`Und noch eine,[^Long] nach einer Behauptung.[^1]

[^1]: Die erste Fußnote handelt vom Hafen.

    Sie hat einen zweiten Absatz.

[^Long]: Die zweite Fußnote.
`)
  expect(compareStructure(NOTES, content)).toEqual([])
})

test('a text without its reference, or with another one, is refused by name', () => {
  const refused = (text: string) => {
    const { content, problems } = translate(NOTES, (source, { id }) => (id === '1' ? text : source))
    expect(content).toBe(NOTES)
    return problems.map(describeProblem)
  }
  expect(refused('Eine Behauptung und noch eine.<f2/>')).toEqual([
    'The original has the footnote <f1/> ([^1]), and the translation does not. Insert it at its place.',
  ])
  expect(refused('Eine Behauptung<f1/> und noch eine.[^Long]<f2/>')).toEqual([
    'The translation has the placeholder or footnote “[^Long]”, and the original does not. Take it out.',
  ])
})
