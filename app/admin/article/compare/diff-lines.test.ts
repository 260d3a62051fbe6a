import { expect, test } from 'vitest'
import { diffLines, diffMiddleOf } from './diff-lines.ts'

const lines = (...texts: string[]) => texts.join('\n')

test('finds the lines that were changed, added and removed', () => {
  expect(diffLines(lines('a', 'b', 'c', 'd'), lines('a', 'B', 'c', 'd', 'e'))).toEqual([
    { kind: 'same', lines: ['a'] },
    { kind: 'changed', left: ['b'], right: ['B'] },
    { kind: 'same', lines: ['c', 'd'] },
    { kind: 'changed', left: [], right: ['e'] },
  ])
  expect(diffLines(lines('a', 'b'), lines('b'))).toEqual([
    { kind: 'changed', left: ['a'], right: [] },
    { kind: 'same', lines: ['b'] },
  ])
})

test('finds nothing in equal texts, and everything in an empty one', () => {
  expect(diffLines('a', 'a')).toEqual([{ kind: 'same', lines: ['a'] }])
  expect(diffLines('', 'a')).toEqual([{ kind: 'changed', left: [''], right: ['a'] }])
})

test('both versions can be put together again from any two texts', () => {
  const texts = ['', '\n', 'a\nb\n\nc', 'c\n\nb\na', 'x\na\nx\nb\nx', 'b\nb\nb', '__proto__\r\n\u202E👩‍🚀']
  for (const left of texts) {
    for (const right of texts) {
      const blocks = diffLines(left, right)
      expect(blocks.flatMap((block) => (block.kind === 'same' ? block.lines : block.left)).join('\n')).toBe(
        left,
      )
      expect(blocks.flatMap((block) => (block.kind === 'same' ? block.lines : block.right)).join('\n')).toBe(
        right,
      )
    }
  }
})

test('long texts that have nothing in common are one change', () => {
  const many = (letter: string) => Array.from({ length: 20_000 }, (_, index) => letter + index).join('\n')
  expect(diffLines(many('a'), many('b'))).toHaveLength(1)
})

test('what is the same around a change is told apart, without splitting a character', () => {
  expect(diffMiddleOf('one two three', 'one 2 three')).toEqual({
    before: 'one ',
    left: 'two',
    right: '2',
    after: ' three',
  })
  expect(diffMiddleOf('👍', '👎')).toEqual({ before: '', left: '👍', right: '👎', after: '' })
  expect(diffMiddleOf('aa', 'aaa')).toEqual({ before: 'aa', left: '', right: 'a', after: '' })
})
