import { expect, test } from 'vitest'
import { socialBlockInput } from '#core/domain/social-web.ts'

test.each([
  [' Spam.Example ', 'spam.example'],
  ['müll.example', 'xn--mll-hoa.example'],
  ['127.0.0.1:3000', '127.0.0.1:3000'],
  ['mara@Social.Example', '@mara@social.example'],
  ['@Mara@social.example', '@Mara@social.example'],
  ['https://Social.Example/users/mara', 'https://social.example/users/mara'],
  // The database refuses all others.
  ['spam.example/about', 'spam.example/about'],
  ['two words', 'two words'],
])('%s is blocked as %s', (typed, whom) => {
  expect(socialBlockInput.parse({ whom: typed })).toEqual({ whom })
})

test('nothing, and more than an address has, is refused', () => {
  expect(socialBlockInput.safeParse({ whom: '  ' }).success).toBe(false)
  expect(socialBlockInput.safeParse({ whom: 'a'.repeat(1001) }).success).toBe(false)
})
