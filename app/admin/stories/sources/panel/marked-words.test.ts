import { expect, test } from 'vitest'
import { likeness, markSharedWords } from '#app/admin/stories/sources/panel/marked-words.tsx'
import { findSentences } from '#app/admin/stories/sources/panel/sentence-finder.tsx'
import type { JudgedSource } from '#core/newsroom/judge/judge.ts'

const SOURCE = 'On Monday, Lumen AG said it would hire 1,200 people in Graz by 2027.'
const marked = (source: string, sentence: string) =>
  markSharedWords(source, sentence).flatMap(({ text, isShared }) => (isShared ? [text] : []))

test('the very words of a source are marked: figures, names, and the forms of other words', () => {
  expect(marked(SOURCE, 'Lumen will be hiring 1,200 people.')).toEqual(['Lumen', '1,200 people'])
  expect(marked(SOURCE, 'Nothing of it.')).toEqual([])
  expect(marked('', 'Lumen')).toEqual([])
  const parts = markSharedWords(SOURCE, 'Lumen hires in Graz')
  expect(parts.map(({ text }) => text).join('')).toBe(SOURCE)
})

test('a sentence is most like the one with its figures and names', () => {
  const sentence = 'Lumen is to hire 1,200 people.'
  expect(likeness(SOURCE, sentence)).toBeGreaterThan(
    likeness('The company is to close a plant with many people.', sentence),
  )
  expect(likeness(SOURCE, '')).toBe(0)
})

const source = (number: number, ...texts: string[]): JudgedSource => ({
  ...{ number, outlet: `Outlet ${number}`, published_at: '2026-11-27T10:00:00Z', language: 'en' },
  ...{ origin_id: 'o', state: 'present', sentences: texts.map((text, index) => ({ id: index + 1, text })) },
})

test('sentences are found by all words that are searched, or by what they have in common', () => {
  const sources = [source(1, 'It rains.', SOURCE), source(2, 'Graz has a river.')]
  const found = (search: string, like = '', only: number | null = null) =>
    findSentences(sources, { search, like, source: only }).map(
      ({ source, sentence }) => `${source}.${sentence}`,
    )
  expect(found('graz')).toEqual(['1.2', '2.1'])
  expect(found('graz river')).toEqual(['2.1'])
  expect(found('nowhere')).toEqual([])
  expect(found('', 'Lumen hires 1,200')[0]).toBe('1.2')
  expect(found('', '', 1)).toEqual(['1.1', '1.2'])
})

test('nothing is found in a source that was taken out, and lists are bounded', () => {
  const removed = { ...source(1, 'It rains.'), state: 'removed' as const }
  expect(findSentences([removed], { search: '', like: 'It rains.', source: null })).toEqual([])
  const long = source(2, ...Array.from({ length: 900 }, (_, index) => `Sentence ${index}.`))
  expect(findSentences([long], { search: '', like: 'x', source: null })).toHaveLength(40)
  expect(findSentences([long], { search: '', like: 'x', source: 2 })).toHaveLength(400)
})
