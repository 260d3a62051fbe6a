import { expect, test } from 'vitest'
import { citesOf, createBindingPool } from '#app/admin/stories/sources/live/binding-pool.ts'
import type { JudgedSentence } from '#core/newsroom/judge/judge.ts'

const sentence = (text: string, ...cited: number[]): JudgedSentence => ({
  field: 'content',
  text,
  from: 0,
  to: text.length,
  key: text,
  kind: 'fact',
  cites: cited.map((number) => ({ source: 1, sentence: number, text: '' })),
  verdict: 'green',
  findings: [],
  is_signable: true,
})
const told = (pool: ReturnType<typeof createBindingPool>) =>
  pool.all().map(({ text, cites }) => `${text} ${cites.map(({ sentence }) => sentence).join()}`)

test('bindings follow the words of their sentences, and those that were deleted are kept for when they come back', () => {
  const pool = createBindingPool()
  pool.learn([sentence('One.', 1), sentence('Two.', 2)])
  pool.follow([sentence('Two, changed.', 2), sentence('New.')])
  expect(told(pool)).toEqual(['Two, changed. 2', 'New. ', 'One. 1', 'Two. 2'])
  pool.follow([sentence('One.', 1), sentence('New.')])
  expect(told(pool).slice(0, 2)).toEqual(['One. 1', 'New. '])
})

test('what was cited or uncited by hand stays, whatever the server says, until it has stored it', () => {
  const pool = createBindingPool()
  pool.learn([sentence('One.', 1)])
  pool.set({ text: 'One.', kind: 'fact', cites: [] })
  pool.learn([sentence('One.', 1)])
  expect(told(pool)).toEqual(['One. '])
  pool.stored()
  pool.learn([sentence('One.', 3)])
  expect(told(pool)).toEqual(['One. 3'])
})

test('what somebody else has uncited is uncited here', () => {
  const pool = createBindingPool()
  pool.learn([sentence('One.', 1)])
  pool.follow([sentence('One.', 1)])
  pool.learn([sentence('One.')])
  expect(told(pool)).toEqual(['One. '])
})

test('a pool is bounded', () => {
  const pool = createBindingPool()
  pool.learn(Array.from({ length: 5_000 }, (_, index) => sentence(`Sentence ${index}.`, 1)))
  expect(pool.all()).toHaveLength(2_000)
})

test('the server is told of sentences that rest on nothing, and not of headings', () => {
  const heading = { ...sentence('A title'), kind: 'heading' as const }
  expect(citesOf([heading, sentence('One.', 14), sentence('Two.')])).toEqual([
    { text: 'One.', kind: 'fact', cites: ['1.14'] },
    { text: 'Two.', kind: 'fact', cites: [] },
  ])
})
