import { expect, test } from 'vitest'
import { spokenText } from '#core/speech/spoken-blocks.ts'
import { problemOfParts, spokenParts } from '#server/features/speech/spoken-parts.ts'

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

test('each part is there as it is written as well', () => {
  const content =
    'ChatGPT cost $20 in the U.S.\n\nCall `useState()`.\n\n1. first\n2. second 5 km\n\n| A | B |\n|---|---|\n| x | 5 % |\n\n![A cat](/a.png)\n\n```ts\na\n```'
  expect(partsOf(content).map(({ written }) => written)).toEqual([
    'The harbour',
    'ChatGPT cost $20 in the U.S.',
    'Call useState().',
    '1. first',
    '2. second 5 km',
    'x; B: 5 %.',
    'Picture: A cat.',
    'Code in TypeScript, one line, on the page.',
  ])
})

test('what is written of a long block is cut where what is said is cut', () => {
  const sentences = Array.from(
    { length: 150 },
    (_, index) => `In 2026, GPT-${index} of the U.S. cost $${index}/month.`,
  )
  const [, ...parts] = partsOf(sentences.join(' '))
  expect(parts.length).toBeGreaterThan(3)
  expect(parts.map(({ written }) => written).join(' ')).toBe(sentences.join(' '))
  for (const { written, text } of parts) expect(spokenText(written, 'en')).toBe(text)
  const [, ...letters] = partsOf('a'.repeat(4_500))
  expect(letters.map(({ written }) => written)).toEqual(letters.map(({ text }) => text))
})

test('what is too long to be read aloud is not cut', () => {
  const parts = partsOf('Words. '.repeat(100_000))
  expect(parts).toHaveLength(2)
  expect(problemOfParts(parts, 'article')).toMatch(/^This article is too long to be read aloud/)
})
