import { expect, test } from 'vitest'
import { changedBlocks } from '#app/admin/editor/preview/changed-blocks.ts'

const blocksOf = (texts: string) => [...texts].map((html, line) => ({ html, line }))

test.each([
  ['abc', 'abXc', { start: 2, removed: 0, added: ['X'] }],
  ['abc', 'ac', { start: 1, removed: 1, added: [] }],
  ['aaa', 'aa', { start: 2, removed: 1, added: [] }],
  ['', 'ab', { start: 0, removed: 0, added: ['a', 'b'] }],
  ['ab', 'ab', { start: 2, removed: 0, added: [] }],
])('from %j to %j only what is different changes', (before, after, changed) => {
  const lines = [...after].map((_, line) => line)
  expect(changedBlocks(blocksOf(before), blocksOf(after))).toEqual({ ...changed, lines })
})
