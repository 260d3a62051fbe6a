import { expect, test } from 'vitest'
import { oneLineReason } from '#server/platform/mail/mail.ts'

test('what a server says becomes one line without control characters', () => {
  expect(oneLineReason(' 550 5.1.1\r\n\tno such\u202E user\u2028here\u0000 ')).toBe(
    '550 5.1.1 no such user here',
  )
})

test('it is short, and no character is cut in half', () => {
  const line = oneLineReason(`${'a'.repeat(299)}😀`)
  expect(line).toHaveLength(300)
  expect(line.isWellFormed()).toBe(true)
})
