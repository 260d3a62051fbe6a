import { expect, test } from 'vitest'
import {
  placeSuggestions,
  suggestionsIn,
  suggestionsOf,
  wholeWords,
  withSuggestions,
} from '#app/admin/stories/notes/suggest/suggested-changes.ts'

const BEFORE = 'The harbour opened in 1921, and teh town grew.'

/** One change of the text, as an editor reports it. */
function changed(removed: string, added: string) {
  const fromA = BEFORE.indexOf(removed)
  const range = { fromA, toA: fromA + removed.length, fromB: fromA, toB: fromA + added.length }
  const text = BEFORE.slice(0, range.fromA) + added + BEFORE.slice(range.toA)
  return { base: BEFORE, text, ranges: wholeWords([range], BEFORE, text) }
}

test.each([
  ['harbour', 'port', 'harbour', 'port'],
  ['eh', 'he', 'teh', 'the'],
  [' and', '', ' and', ''],
  ['1921', '1931', '1921', '1931'],
])('replacing %j by %j suggests %j → %j', (removed, added, quote, replacement) => {
  const [suggestion] = suggestionsOf('content', changed(removed, added), [])
  expect(suggestion).toMatchObject({ anchor: { quote }, replacement })
})

test('two changes of one word are one suggestion, and a change to the same is none', () => {
  const text = BEFORE.replace('harbour', 'Harbor')
  const ranges = [
    { fromA: 4, toA: 5, fromB: 4, toB: 5 },
    { fromA: 9, toA: 10, fromB: 9, toB: 9 },
    { fromA: 20, toA: 22, fromB: 19, toB: 21 },
  ]
  expect(wholeWords(ranges, BEFORE, text)).toEqual([{ fromA: 4, toA: 11, fromB: 4, toB: 10 }])
})

test('suggestions keep their ids, and are placed in a text that was changed meanwhile', () => {
  const edited = changed('harbour', 'port')
  const first = suggestionsOf('content', edited, [])
  expect(suggestionsOf('content', edited, first)).toEqual(first)
  const now = `Once upon a time. ${BEFORE}`
  expect(placeSuggestions(now, first)).toEqual({ changes: [{ from: 22, to: 29, insert: 'port' }], lost: [] })
  expect(placeSuggestions(now.replace('harbour', 'haven'), first)).toEqual({ changes: [], lost: first })
})

test.each([
  ['The old harbour', 'The new harbour', 'old', 'new'],
  ['The old harbour', 'The old harbours', 'harbour', 'harbours'],
  ['', 'A subtitle', '', 'A subtitle'],
  ['A subtitle', '', 'A subtitle', ''],
  ['Boats 😀 leave', 'Boats 😁 leave', '😀', '😁'],
  ['aaa', 'aa', 'aaa', 'aa'],
])('typing in %j until it is %j suggests %j → %j', (base, text, quote, replacement) => {
  const suggestions = suggestionsIn('title', { base, text }, [])
  expect(suggestions).toMatchObject([{ anchor: { field: 'title', quote }, replacement }])
  expect(withSuggestions(base, suggestions)).toBe(text)
})

test('a short text that is as it was has no suggestion', () => {
  expect(suggestionsIn('title', { base: 'The same', text: 'The same' }, [])).toEqual([])
})
