import { expect, test } from 'vitest'
import { spokenBlocks } from '#core/speech/spoken-blocks.ts'

const blocksOf = (content: string, language: 'en' | 'de' = 'en') =>
  spokenBlocks({ title: 'A title', subtitle: null, content, language }).slice(1)
const textsOf = (...args: Parameters<typeof blocksOf>) => blocksOf(...args).map(({ text }) => text)

test('an article begins with its title and its subtitle', () => {
  const blocks = spokenBlocks({ title: 'Up 5 %', subtitle: 'E.g. <here>', content: 'Text.', language: 'en' })
  expect(blocks.map(({ text }) => text)).toEqual(['Up 5 percent', 'For example <here>', 'Text.'])
  expect(blocks.every(({ language }) => language === 'en')).toBe(true)
})

test.each([
  ['paragraphs and headings', '# One\n\nTwo\n\n### Three', ['One', 'Two', 'Three']],
  ['emphasis and struck text', '**Bold** and *soft* ~~old~~', ['Bold and soft old']],
  ['the words of a link', 'See [the paper](https://example.org/a?b).', ['See the paper.']],
  ['whose a bare address is', 'See <https://www.example.org/a?b>.', ['See example dot org.']],
  ['no number of a footnote, and no footnote', 'Words.[^1]\n\n[^1]: The note.', ['Words.']],
  [
    'short code by its words',
    'Call `useState()` or `npm run --silent`.',
    ['Call use State or npm run dash silent.'],
  ],
  ['no long code', `Run \`${'x'.repeat(80)}\`.`, ['Run code.']],
  ['what a block of code is', '```ts\na\nb\n```', ['Code in TypeScript, 2 lines, on the page.']],
  [
    'each item of a list',
    '- one\n- two\n  - three 5 km\n\n1. first\n2. second',
    ['one', 'two', 'three 5 kilometers', '1: first', '2: second'],
  ],
  ['a loose list with its numbers', '3. first\n\n   more\n\n4. second', ['3: first', 'more', '4: second']],
  ['a task without its box', '- [x] done', ['done']],
  ['a quote as text', '> Said **so**.\n>\n> And so.', ['Said so.', 'And so.']],
  ['a small table by its rows', '| A | B |\n|---|---|\n| x | 5 % |\n| y |  |', ['x; B: 5 percent. y.']],
  [
    'how large a large table is',
    `| A | B |\n|---|---|\n${'| x | y |\n'.repeat(20)}`,
    ['A table with 20 rows and 2 columns, on the page.'],
  ],
  [
    'what a picture shows, and its caption',
    '![A cat](/a.png "On a mat | Ann")',
    ['Picture: A cat. On a mat'],
  ],
  ['nothing of a picture without words', '![](/a.png)\n\n---\n\nText', ['Text']],
  ['nothing of a rule, emoji or HTML', '---\n\n🎉\n\n<b>x</b>\n\n<!-- y -->', ['x']],
])('reads %s', (_, content, expected) => {
  expect(textsOf(content)).toEqual(expected)
})

test('speaks the language of the article', () => {
  expect(textsOf('```js\na\n```\n\n![Eine Katze](/a.png)', 'de')).toEqual([
    'Code in JavaScript, eine Zeile, auf der Seite.',
    'Bild: Eine Katze.',
  ])
})

test('an id stays while the text stays, and equal texts have different ones', () => {
  const [first, second, third] = blocksOf('Same.\n\nSame.\n\nOther.')
  expect(first?.id).not.toBe(second?.id)
  const [, again] = blocksOf('New.\n\nOther.')
  expect(again?.id).toBe(third?.id)
})

test.each([
  ['a paragraph', '1,'.repeat(400_000)],
  ['lists', '- a 5 km\n'.repeat(60_000)],
  ['marks', '§'.repeat(500_000)],
  ['letters', 'A'.repeat(500_000)],
  ['a table', `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(40_000)}`],
])('%s of a megabyte has an end', (_, content) => {
  const blocks = blocksOf(content)
  expect(blocks.length).toBeLessThan(2_001)
  expect(blocks.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(310_000)
})

test('a language of which nothing is known is read as it is written', () => {
  const language = 'nl' as 'en'
  const content =
    'Op `a()` 5 %, 🎉 <https://www.example.org/x>\n\n```ts\na\n```\n\n| A | B |\n|---|---|\n| x | 5 |'
  const blocks = spokenBlocks({ title: 'Titel', subtitle: null, content, language })
  expect(blocks.map(({ text }) => text)).toEqual([
    'Titel',
    'Op a() 5 %, https://www.example.org/x',
    'x; B: 5.',
  ])
})
