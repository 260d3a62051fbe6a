import { expect, test } from 'vitest'
import { splitSentences } from '#app/listen/speak-blocks.ts'

test.each([
  ['One. Two! Three?', 'en-US', ['One. ', 'Two! ', 'Three?']],
  ['Ein Satz, 3,5 Punkte.', 'de-DE', ['Ein Satz, 3,5 Punkte.']],
  ['', 'en-US', []],
])('%j in %s', (text, locale, pieces) => {
  expect(splitSentences(text, locale)).toEqual(pieces)
})

test.each([`${'word '.repeat(200)}.`, `${'several words, '.repeat(60)}.`, 'x'.repeat(2_000)])(
  'a long sentence is read in parts, without losing a letter',
  (text) => {
    const pieces = splitSentences(text, 'en-US')
    expect(pieces.join('')).toBe(text)
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(220)
  },
)
