import { expect, test } from 'vitest'
import { spokenParts } from '#server/features/speech/spoken-parts.ts'

const VOICE = { model: 'a-voice', voice: 'mara' }
const partsOf = (content: string, voice = VOICE) =>
  spokenParts({ title: 'The harbour', subtitle: null, content, language: 'en' }, voice)

test('blocks are in order, and headings begin chapters', () => {
  const parts = partsOf('It is open.\n\n## Next\n\nThe ferry.\n\n## Next\n\nThe end.')
  expect(parts.map(({ text, heading }) => [text, heading])).toEqual([
    ['The harbour', 'The harbour'],
    ['It is open.', null],
    ['Next', 'Next'],
    ['The ferry.', null],
    ['Next', 'Next'],
    ['The end.', null],
  ])
  expect(new Set(parts.map(({ block }) => block)).size).toBe(6)
})

test('the same text in the same voice has the same hash, and another voice another', () => {
  const [one = expect.fail()] = partsOf('It is open.').slice(1)
  expect(partsOf('Before.\n\nIt is open.')[2]?.hash).toBe(one.hash)
  expect(partsOf('It is open.', { ...VOICE, voice: 'jonas' })[1]?.hash).not.toBe(one.hash)
  expect(partsOf('It is open.', { ...VOICE, model: 'other' })[1]?.hash).not.toBe(one.hash)
})

test.each([
  ['sentences', 'This is a sentence. '.repeat(200), /\.$/],
  ['words', 'word '.repeat(900), /word$/],
  ['nothing but letters', 'a'.repeat(4_500), /a$/],
  ['letters of two code units', '𐐀'.repeat(2_400), /^(?:𐐀)+$/u],
])('a long block of %s is cut, and loses nothing', (_what, text, end) => {
  const [, ...parts] = partsOf(text)
  expect(parts.length).toBeGreaterThan(1)
  for (const part of parts) {
    expect(part.text.length).toBeLessThanOrEqual(2_000)
    expect(part.text).toMatch(end)
  }
  expect(parts.map(({ block }) => block !== null)).toEqual([true, ...parts.slice(1).map(() => false)])
  expect(
    parts
      .map((part) => part.text)
      .join('')
      .replaceAll(' ', ''),
  ).toBe(text.trim().replaceAll(' ', ''))
})
