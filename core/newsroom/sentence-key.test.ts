import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sentenceKey, sha256 } from '#core/newsroom/sentence-key.ts'

test('the same words have the same key', () => {
  expect(sentenceKey(' He said:\n“It’s  5.5%.” ')).toBe(sentenceKey('He said: "It\'s 5.5%."'))
  for (const other of ['He said: "It\'s 55%."', 'He said: "It\'s 5.5."', 'he said: "It\'s 5.5%."'])
    expect(sentenceKey(other)).not.toBe(sentenceKey('He said: "It\'s 5.5%."'))
})

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])(
  'SHA-256 of %i characters is that of Node',
  (length) => {
    const text = 'aé𝒜'.repeat(400).slice(0, length)
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
  },
)
