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
