import { expect, test } from 'vitest'
import { followEdit } from '#core/check/follow-edit.ts'

const TEXT = 'one two three'
const TWO = { from: 4, to: 7 }

test.each<[string, string, string | null]>([
  ['nothing', TEXT, 'two'],
  ['words before', 'zero one two three', 'two'],
  ['words after', 'one two three four', 'two'],
  ['fewer words before', 'two three', 'two'],
  ['a letter in it', 'one twoo three', 'two'],
  ['the word itself', 'one 2 three', null],
  ['everything', '', null],
])('a place follows an edit of %s', (_what, after, expected) => {
  const place = followEdit(TEXT, after)(TWO)
  expect(place && after.slice(place.from, place.to)).toBe(expected)
})
