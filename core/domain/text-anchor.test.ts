import { expect, test } from 'vitest'
import { anchorAt, placeAnchors, type TextAnchor } from '#core/domain/text-anchor.ts'

const TEXT = `The harbour opened in 1921. Ships came from Lisbon, and ships came from Bergen.

Nobody knows who built the second pier. The council says that it was the fishermen, who deny it.

Today the harbour has three cranes, of which two are painted red. The third one is older than the town.`

function anchorOf(words: string, text = TEXT): TextAnchor {
  const from = text.indexOf(words)
  return anchorAt(text, { from, to: from + words.length }, { field: 'content', maxQuote: 1_000 })
}

function foundIn(text: string, words: string): string | null {
  const [place] = placeAnchors(text, [anchorOf(words)])
  return place ? text.slice(place.from, place.to) : null
}

test.each([
  ['the same text', TEXT],
  ['text before it', `A new beginning.\n\n${TEXT}`],
  ['a text that lost its first paragraph', TEXT.slice(TEXT.indexOf('Nobody'))],
  [
    'changed words on both sides',
    TEXT.replace('who built', 'what became of').replace('The council', 'The mayor'),
  ],
])('words are found again in %s', (_, text) => {
  expect(foundIn(text, 'the second pier')).toBe('the second pier')
})

test('of several places with the same words the one between the same words is found', () => {
  const moved = `Ships came from Porto. ${TEXT}`
  const from = TEXT.indexOf('ships came')
  const anchor = anchorAt(TEXT, { from, to: from + 10 }, { field: 'content', maxQuote: 1_000 })
  expect(placeAnchors(moved, [anchor])).toEqual([{ from: from + 23, to: from + 33, isExact: true }])
})

test('words that were changed are found between what stands around them', () => {
  const text = TEXT.replace(
    'three cranes, of which two are painted red',
    'four cranes, of which two are now painted red',
  )
  const [place] = placeAnchors(text, [anchorOf('three cranes, of which two are painted red')])
  expect(place && text.slice(place.from, place.to)).toBe('four cranes, of which two are now painted red')
  expect(place?.isExact).toBe(false)
})

test('words that were deleted have no place', () => {
  expect(
    foundIn(TEXT.replace('The council says that it was the fishermen, who deny it.', ''), 'the fishermen'),
  ).toBeNull()
  expect(foundIn('Something else entirely.', 'the second pier')).toBeNull()
  expect(foundIn('', 'the second pier')).toBeNull()
})

test('a place between two words is found again', () => {
  const from = TEXT.indexOf(' painted')
  const anchor = anchorAt(TEXT, { from, to: from }, { field: 'content', maxQuote: 1_000 })
  const text = `# Title\n\n${TEXT.replace('The third one', 'The last one')}`
  expect(placeAnchors(text, [anchor])).toEqual([{ from: from + 9, to: from + 9, isExact: true }])
})

test('long words are found by their beginning and by what follows', () => {
  const paragraph = Array.from({ length: 300 }, (_, word) => `word${word}`).join(' ')
  const text = `Before.\n\n${paragraph}\n\nAfter it.`
  const anchor = anchorAt(text, { from: 9, to: 9 + paragraph.length }, { field: 'content', maxQuote: 100 })
  expect(anchor.quote).toHaveLength(100)
  const longer = text.replace('word200', 'another word').replace('Before.', 'Long before.')
  const [place] = placeAnchors(longer, [anchor])
  expect(longer.slice(place?.from, place?.to)).toBe(paragraph.replace('word200', 'another word'))
})

test('an anchor cuts no character in two', () => {
  const text = `${'🙂'.repeat(40)}x${'🙂'.repeat(40)}`
  const { prefix, suffix, quote } = anchorAt(text, { from: 80, to: 161 }, { field: 'content', maxQuote: 6 })
  for (const part of [prefix, suffix, quote]) expect(part.isWellFormed()).toBe(true)
})

test('700 anchors are given up in 20,000 words that were all written anew, and in a text of one letter', () => {
  const long = (seed: number) =>
    Array.from({ length: 20_000 }, (_, word) => ((word * 7919 + seed) % 104_729).toString(36)).join(' ')
  const before = long(1)
  const anchors = Array.from({ length: 700 }, (_, index) => {
    const from = index * 100
    return anchorAt(before, { from, to: from + 60 }, { field: 'content', maxQuote: 1_000 })
  })
  expect(placeAnchors(before, anchors).every((place) => place?.isExact)).toBe(true)
  expect(placeAnchors(long(50_000), anchors).filter(Boolean).length).toBeLessThan(10)
  expect(placeAnchors('a'.repeat(120_000), anchors).every((place) => place === null)).toBe(true)
})

test('the beginning of long words whose end is looked for in a megabyte of one letter, a thousand times', () => {
  const text = 'a'.repeat(1_000_000)
  const anchor = { field: 'content', quote: 'a', length: 900_000, prefix: 'b', start: null } as const
  const anchors = Array.from({ length: 1_000 }, (_, index) => ({
    ...anchor,
    suffix: `${'a'.repeat(40 + (index % 20))}b`,
  }))
  expect(placeAnchors(text, anchors)).toHaveLength(1_000)
})
