import { expect, test } from 'vitest'
import {
  announceQuarter,
  countToImport,
  describeDuration,
  describeLanguages,
  describeRule,
  groupByPlace,
  NOTES,
  OUTCOMES,
  sortNotes,
} from '#app/admin/operations/imports/describe-import.ts'
import { type ImportNote, NOTE_KINDS, type NoteKind } from '#core/domain/site-import.ts'

test('every kind of note, and what becomes of it, has words of its own', () => {
  expect(Object.keys(NOTES).toSorted()).toEqual([...NOTE_KINDS].toSorted())
  for (const texts of [Object.values(NOTES), Object.values(OUTCOMES)])
    expect(new Set(texts).size).toBe(texts.length)
})

test('counts what an import would write', () => {
  const known = { unchanged: 290, changed: 4, touched: 6, deleted: 2 }
  expect(countToImport({ articles: 312, known })).toBe(14)
  expect(countToImport({ articles: 3, known })).toBe(0)
})

test('says about how long it takes', () => {
  expect([2, 59, 190, 3600, 7300].map(describeDuration)).toEqual([
    'less than a minute',
    'about 1 minute',
    'about 3 minutes',
    'about 60 minutes',
    'about 2 hours',
  ])
})

test('names languages, and those that nobody knows last', () => {
  const languages = [
    { language: null, articles: 1200 },
    { language: 'de', articles: 24 },
    { language: '__proto__', articles: 1 },
  ]
  expect(describeLanguages(languages)).toBe('German (24), __proto__ (1), not said (1,200)')
})

test('names a finding, also of a rule that this page does not know', () => {
  expect(describeRule('missing_alt')).toBe('An image without a description')
  expect(describeRule('constructor')).toBe('Constructor')
})

test('errors come first, then what there is most of', () => {
  const group = (kind: NoteKind, count: number, severity: ImportNote['severity']) => ({
    kind,
    count,
    first: [
      { severity, kind, place: { file: '', title: '', sourceId: '' }, what: '', becomes: 'link' } as const,
    ],
  })
  const groups = [group('embed', 3, 'info'), group('gallery', 9, 'info'), group('unreadable', 1, 'error')]
  expect(sortNotes(groups).map(({ kind }) => kind)).toEqual(['unreadable', 'gallery', 'embed'])
})

test('puts the notes of an article together', () => {
  const note = (title: string, what: string, file = 'a.json'): ImportNote => ({
    ...{ severity: 'info', kind: 'embed', what, becomes: 'link' },
    place: { file, title, sourceId: title },
  })
  const notes = [note('Harbour', 'a'), note('Harbour', 'b'), note('', 'c', 'b.json'), note('Harbour', 'd')]
  expect(groupByPlace(notes).map(({ place, notes: own }) => [place, ...own.map(({ what }) => what)])).toEqual(
    [
      ['Harbour', 'a', 'b'],
      ['b.json', 'c'],
      ['Harbour', 'd'],
    ],
  )
})

test('announces quarters only', () => {
  expect([0, 0.2, 0.26, 0.49, 0.5, 1, 1.2].map(announceQuarter)).toEqual([
    '',
    '',
    '25 percent',
    '25 percent',
    '50 percent',
    '100 percent',
    '100 percent',
  ])
})
