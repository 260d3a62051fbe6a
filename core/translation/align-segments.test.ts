import { expect, test } from 'vitest'
import { alignSegments } from '#core/translation/align-segments.ts'

const texts = (...lines: string[]) => lines.map((text) => ({ context: 'paragraph', text }))
const pairs = (older: string[], newer: string[]) =>
  alignSegments(texts(...older), texts(...newer)).map(({ old, isSame }) =>
    old === null ? 'new' : `${isSame ? '=' : '~'}${old}`,
  )

const [A, B, C] = ['The harbour is open.', 'Ships wait outside.', 'Nobody knows for how long.']

test.each<[string, string[], string[], string[]]>([
  ['nothing', [A, B, C], [A, B, C], ['=0', '=1', '=2']],
  ['a change', [A, B, C], [A, 'Ships wait inside.', C], ['=0', '~1', '=2']],
  ['a change of all words', [A, B, C], [A, 'It rains', C], ['=0', '~1', '=2']],
  ['a new one', [A, C], [A, B, C], ['=0', 'new', '=1']],
  ['one that is gone', [A, B, C], [A, C], ['=0', '=2']],
  ['a new one before a change', [A, B], ['It rains.', 'The harbour is closed.', B], ['new', '~0', '=1']],
  ['one that is gone before a change', [A, B, C], ['Ships wait inside.', C], ['~1', '=2']],
  ['everything', [], [A], ['new']],
])('%s between two versions', (_what, older, newer, expected) => {
  expect(pairs(older, newer)).toEqual(expected)
})

test('a text that is another kind of text is a new one', () => {
  const older = [{ context: 'heading', text: A }]
  expect(alignSegments(older, texts(A))).toEqual([{ old: null, isSame: false }])
})

test('of two long texts that have nothing in common, beginning and end are found, and the order is kept', () => {
  const many = (word: string) => Array.from({ length: 3_000 }, (_, index) => `${word} ${index}`)
  const found = pairs([A, ...many('old'), C], [A, ...many('new'), C])
  expect(found.slice(0, 2)).toEqual(['=0', '~1'])
  expect(found.slice(-2)).toEqual(['~3000', '=3001'])
})
