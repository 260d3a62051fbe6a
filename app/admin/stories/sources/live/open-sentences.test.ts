import { expect, test } from 'vitest'
import {
  countStates,
  nextOpen,
  type SentenceState,
  sentenceAt,
  stateOf,
} from '#app/admin/stories/sources/live/open-sentences.ts'
import type { JudgedField } from '#core/domain/sourced-article.ts'
import type { JudgedSentence } from '#core/newsroom/judge/judge.ts'

const at = (field: JudgedField, from: number, to: number): JudgedSentence => ({
  ...{ field, from, to, text: '', key: 'k', kind: 'fact', cites: [], verdict: 'green', findings: [] },
  is_signable: true,
})

test('the sentence of the cursor is the one that begins before it, also in the space after it', () => {
  const sentences = [at('title', 0, 9), at('content', 2, 10), at('content', 11, 20)]
  const found = (field: JudgedField, offset: number) => sentenceAt(sentences, { field, offset })
  expect(found('title', 4)).toBe(0)
  expect(found('content', 0)).toBe(1)
  expect(found('content', 10)).toBe(1)
  expect(found('content', 11)).toBe(2)
  expect(found('content', 99)).toBe(2)
  expect(found('excerpt', 0)).toBe(-1)
})

test('keys go from what is not covered or unclear to the next, and from the last to the first', () => {
  const states: SentenceState[] = ['green', 'amber', 'signed', 'red', 'green']
  expect(nextOpen(states, -1, 'next')).toBe(1)
  expect(nextOpen(states, 1, 'next')).toBe(3)
  expect(nextOpen(states, 3, 'next')).toBe(1)
  expect(nextOpen(states, 3, 'previous')).toBe(1)
  expect(nextOpen(states, 1, 'previous')).toBe(3)
  expect(nextOpen(['green', 'signed'], 0, 'next')).toBe(-1)
  expect(countStates(states)).toEqual({ green: 2, amber: 1, red: 1, signed: 1 })
})

test('a signature counts only for what is not covered and can be signed', () => {
  const signature = {
    ...{ article_id: '', key: 'k', text: '', reason: '', signed_by: '', signed_by_name: '', signed_at: '' },
  }
  const signatures = new Map([['k', signature]])
  const red = { ...at('content', 0, 1), verdict: 'red' as const }
  expect(stateOf(red, signatures)).toBe('signed')
  expect(stateOf({ ...red, is_signable: false }, signatures)).toBe('red')
  expect(stateOf({ ...red, key: 'other' }, signatures)).toBe('red')
  expect(stateOf({ ...red, verdict: 'amber' }, signatures)).toBe('amber')
})
