import { expect, test } from 'vitest'
import { insertTag, missingTags } from '#app/admin/languages/review/rows/tagged-text.tsx'

const PAIR = { id: 'b1', isPair: true }
const CODE = { id: 'c1', isPair: false }

/** A text with its selection between bars. */
function put(marked: string, tag: typeof PAIR): string {
  const [before = '', selected = '', after = ''] = marked.split('|')
  const from = before.length
  const next = insertTag({ text: before + selected + after, from, to: from + selected.length }, tag)
  return `${next.text.slice(0, next.from)}|${next.text.slice(next.from, next.to)}|${next.text.slice(next.to)}`
}

test('a pair is put around the selection, which stays selected', () => {
  expect(put('Ein |fettes| Wort', PAIR)).toBe('Ein <b1>|fettes|</b1> Wort')
  expect(put('Ein || Wort', PAIR)).toBe('Ein <b1>||</b1> Wort')
})

test('a single tag is put after the selection', () => {
  expect(put('Mit |npm| geht es', CODE)).toBe('Mit npm<c1/>|| geht es')
})

test('of a pair that is broken only the other half is added', () => {
  expect(put('Ein <b1>fettes|| Wort', PAIR)).toBe('Ein <b1>fettes</b1>|| Wort')
  expect(put('Ein ||fettes</b1> Wort', PAIR)).toBe('Ein <b1>||fettes</b1> Wort')
})

test('a tag is missing when it, or one half of it, is not there', () => {
  const tags = [PAIR, CODE, { id: 'b10', isPair: true }]
  expect(missingTags('<b10>a</b10>', tags).map(({ id }) => id)).toEqual(['b1', 'c1'])
  expect(missingTags('<b1>a <c1/> <b10>b</b10>', tags).map(({ id }) => id)).toEqual(['b1'])
  expect(missingTags('<b1>a</b1> <c1/> <b10>b</b10>', tags)).toEqual([])
})
