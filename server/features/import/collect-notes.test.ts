import { expect, test } from 'vitest'
import type { ImportNote } from '#core/domain/site-import.ts'
import { collectNotes } from '#server/features/import/collect-notes.ts'

const NOTE: ImportNote = {
  severity: 'error',
  kind: 'unreadable',
  place: { file: 'a.json', title: 'T', sourceId: 'x:1' },
  what: 'w',
  becomes: 'left-out',
}

test('the first notes of each kind are kept, and all are counted', () => {
  const { report, notes, counts } = collectNotes()
  for (let n = 0; n < 10_000; n++) report({ ...NOTE, what: String(n) })
  report({ ...NOTE, kind: 'date' })
  expect(notes).toHaveLength(201)
  expect(notes[0]?.what).toBe('0')
  expect([...counts]).toEqual([
    ['unreadable', 10_000],
    ['date', 1],
  ])
})

test('what is the same at the same place is one note with its count, and each thing is named once', () => {
  const { report, notes, counts, things } = collectNotes()
  for (const title of ['A', 'A', 'B'])
    report({ ...NOTE, kind: 'shortcode', place: { file: '', title, sourceId: title }, what: '[foo]' })
  report({ ...NOTE, kind: 'shortcode', what: '[bar]' })
  expect(notes.map(({ place, what, count }) => [place.title, what, count])).toEqual([
    ['A', '[foo]', 2],
    ['B', '[foo]', undefined],
    ['T', '[bar]', undefined],
  ])
  expect(counts.get('shortcode')).toBe(4)
  expect(things.of('shortcode')).toEqual([
    { what: '[foo]', becomes: 'left-out', count: 3, place: 'A' },
    { what: '[bar]', becomes: 'left-out', count: 1, place: 'T' },
  ])
})

test('notes are short, and can be stored', () => {
  const { report, notes } = collectNotes()
  report({
    ...NOTE,
    what: `a\u0000b\ud800\n${'x'.repeat(1_000_000)}`,
    place: { ...NOTE.place, title: '👩🏽'.repeat(500) },
  })
  expect(notes[0]?.what).toMatch(/^a b x{196}…$/)
  expect([...(notes[0]?.place.title ?? '')]).toHaveLength(201)
})
