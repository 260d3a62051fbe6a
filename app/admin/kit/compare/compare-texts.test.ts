import * as diff from 'diff'
import { expect, test } from 'vitest'
import { compareTexts } from './compare-texts.ts'

const compare = (before: string, after: string) =>
  compareTexts(diff, before, after)?.map(({ kind, texts }) => `${kind[0]}:${texts.join('…')}`)

test('texts are compared word by word', () => {
  expect(compare('It was on Monday, in Kiel.', 'It was on Tuesday, in Kiel.')).toEqual([
    's:It was on ',
    'r:Monday',
    'a:Tuesday',
    's:, in Kiel.',
  ])
  expect(compare('', 'New')).toEqual(['a:New'])
  expect(compare('Same', 'Same')).toEqual(['s:Same'])
})

test('a long text that stayed the same is folded around what changed', () => {
  const long = 'word '.repeat(1000)
  const pieces = compareTexts(diff, `${long}old ${long}`, `${long}new ${long}`)
  expect(pieces?.map(({ kind, hidden }) => [kind, hidden > 4000])).toEqual([
    ['same', true],
    ['removed', false],
    ['added', false],
    ['same', true],
  ])
  const shown = pieces?.flatMap(({ texts }) => texts).join('').length ?? 0
  const hidden = pieces?.reduce((sum, piece) => sum + piece.hidden, 0) ?? 0
  expect(shown + hidden).toBe(2 * long.length + 'oldnew '.length)
})

test('a megabyte that has nothing in common with another is given up or cut, and no character is cut in two', () => {
  const one = Array.from({ length: 60_000 }, (_, n) => `a${n}😀`).join('\n')
  const other = Array.from({ length: 60_000 }, (_, n) => `b${n * 7}👩‍🚀`).join('\n')
  const pieces = compareTexts(diff, one, other) ?? []
  expect(pieces.length).toBeLessThan(10)
  for (const { texts } of pieces) for (const text of texts) expect(text.length).toBeLessThanOrEqual(20_000)
  const [added] = compareTexts(diff, '', '😀'.repeat(30_001)) ?? []
  expect(added?.texts[0].isWellFormed()).toBe(true)
  const odd = `x${'😀'.repeat(500)}`
  for (const { texts } of compareTexts(diff, `${odd} a ${odd}`, `${odd} b ${odd}`) ?? [])
    for (const text of texts) expect(text.isWellFormed()).toBe(true)
})

test('two long texts that differ in one line are compared', () => {
  const lines = Array.from({ length: 20_000 }, (_, n) => `Line ${n} of a long text`)
  const changed = lines.with(777, 'Another line')
  expect(compareTexts(diff, lines.join('\n'), changed.join('\n'))?.map(({ kind }) => kind)).toEqual([
    'same',
    'removed',
    'added',
    'same',
  ])
})
