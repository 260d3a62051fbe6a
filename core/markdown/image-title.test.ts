import { expect, test } from 'vitest'
import { readImageTitle, writeImageTitle } from '#core/markdown/image-title.ts'
import { processorMs } from '../../tests/support/processor-time.ts'

test.each([
  ['', '', ''],
  ['The bridge at night', 'The bridge at night', ''],
  ['The bridge at night | Nora Nordhaven', 'The bridge at night', 'Nora Nordhaven'],
  ['| Nora Nordhaven', '', 'Nora Nordhaven'],
  ['  |  Nora Nordhaven ', '', 'Nora Nordhaven'],
  ['Left | right | Nora', 'Left | right', 'Nora'],
  ['Left | right |', 'Left | right', ''],
  ['a|b', 'a|b', ''],
  ['P(A | B)', 'P(A', 'B)'],
  ['Growth © 2026 dpa', 'Growth © 2026 dpa', ''],
  ['|', '', ''],
])('%j is the caption %j and the credit %j', (title, caption, credit) => {
  expect(readImageTitle(title)).toEqual({ caption, credit })
})

test.each([
  { caption: '', credit: '' },
  { caption: 'The bridge', credit: '' },
  { caption: 'The bridge', credit: 'Nora / dpa' },
  { caption: '', credit: 'Nora' },
  { caption: 'Left | right', credit: '' },
  { caption: 'Left | right', credit: 'Nora' },
  { caption: '|', credit: '' },
  { caption: 'ends |', credit: 'x' },
])('%j can be read again', (title) => {
  expect(readImageTitle(writeImageTitle(title))).toEqual(title)
})

test('a bar in a credit would begin another one, and a line break ends no title', () => {
  expect(writeImageTitle({ caption: 'a\n\nb', credit: 'Nora | dpa' })).toBe('a b | Nora / dpa')
})

test('a title of many bars and spaces is read at once', () => {
  const started = processorMs()
  for (const part of [' |', '| ', ' ', '|']) readImageTitle(part.repeat(200_000))
  readImageTitle(`a |${' '.repeat(200_000)}|x`)
  expect(processorMs() - started).toBeLessThan(1000)
})
