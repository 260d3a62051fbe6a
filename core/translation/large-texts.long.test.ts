import { expect, test } from 'vitest'
import { hostileTexts } from '#core/markdown/testing/hostile-texts.ts'
import { compareStructure } from '#core/translation/cut-texts.ts'
import { MAX_SEGMENTS } from '#core/translation/segment.ts'
import { shout, translate } from '#core/translation/testing/translate.ts'

/** At thirty levels the parser reads markers as text, and escaped text there is read in another way. */
const TOO_DEEP = ['lists in each other', 'quotes in each other']

// Long enough for quadratic time to be minutes.
test.each(hostileTexts(30_000))(
  '%s stay as they are, and are refused where they are too long',
  (what, markdown) => {
    expect(translate(markdown, (text) => text).content).toBe(markdown)
    const { content, problems, cut } = translate(markdown, shout)
    const unexpected = problems.filter(({ code }) => code !== 'huge_segment' && code !== 'too_many_segments')
    expect(unexpected).toEqual([])
    expect(cut.segments.length).toBeLessThan(MAX_SEGMENTS + 1000)
    if (!TOO_DEEP.includes(what)) expect(compareStructure(markdown, content)).toEqual([])
  },
)

test('an article of a megabyte is translated whole', () => {
  const part = 'A **bold** claim about [models](/models "Title") and `code`.\n\n- An item, *with* more\n\n'
  const markdown = part.repeat(1_000_000 / part.length)
  const { content, problems } = translate(markdown, shout)
  const [first] = problems
  // It has more segments than are translated, and the problem names the first missing one.
  expect(first?.code).toBe('too_many_segments')
  expect(first?.block).toBeGreaterThan(10_000)
  expect(compareStructure(markdown, content)).toEqual([])
})

test('paragraphs of a megabyte are translated whole', () => {
  const markdown = `${'Small models keep **getting** better, and `cheaper`. '.repeat(30)}\n\n`.repeat(600)
  const { content, problems, cut } = translate(markdown, shout)
  expect(markdown.length).toBeGreaterThan(900_000)
  expect(problems).toEqual([])
  expect(cut.segments).toHaveLength(600)
  expect(compareStructure(markdown, content)).toEqual([])
})

test('a table of five hundred rows is translated cell by cell', () => {
  const rows = Array.from(
    { length: 500 },
    (_, row) => `| name ${row} | \`a \\| b\` or *more* | ${row} | [x](/${row}) |\n`,
  )
  const markdown = `| Name | What | Number | Link |\n|---|:-:|--:|---|\n${rows.join('')}`
  const { content, problems, cut } = translate(markdown, shout)
  expect(problems).toEqual([])
  expect(cut.segments).toHaveLength(4 + 3 * 500)
  expect(cut.segments.at(-1)).toMatchObject({ id: '501.4', kind: 'cell', block: 501, text: '<a1>x</a1>' })
  expect(compareStructure(markdown, content)).toEqual([])
})

test.each(['*', '_', '~', '`', '[', '>', '#', '-', '|', 'a', ' ', '\n', '{', '<', '@', '\\'])(
  'a hundred thousand %j as a translation are refused or written',
  (character) => {
    const answer = character.repeat(100_000)
    const { problems } = translate('A text\n', () => answer)
    expect(problems.map(({ code }) => code).join()).toMatch(/^(?:too_long|empty)$/)
  },
)
