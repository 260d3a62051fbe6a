import { expect, test } from 'vitest'
import { codeInput, emailInput, newPasswordInput } from '#core/domain/account.ts'

const problemsOf = (password: string) =>
  newPasswordInput.safeParse({ password }).error?.issues.map(({ message }) => message) ?? []

test('a text that cannot be a password is refused before it is sent', () => {
  expect(problemsOf('seven c')).toEqual(['Use at least 8 characters.'])
  expect(problemsOf('x'.repeat(129))).toEqual(['Use at most 128 characters.'])
  expect(problemsOf('a nul \0 in it')[0]).toContain('cannot be stored')
  expect(problemsOf('😀'.repeat(64))).toEqual([])
})

test('an address is trimmed, and only refused when it can be none', () => {
  expect(emailInput.parse({ email: ' nora@localhost ' })).toEqual({ email: 'nora@localhost' })
  for (const email of ['', ' ', 'nora', 'no ra@example.org', `${'x'.repeat(250)}@example.org`]) {
    expect(emailInput.safeParse({ email }).success, email).toBe(false)
  }
})

test('a code is read in the groups in which it is shown', () => {
  expect(codeInput.parse({ code: '123 456' })).toEqual({ code: '123456' })
  for (const code of ['12345', '1234567', '12345a', '１２３４５６']) {
    expect(codeInput.safeParse({ code }).success, code).toBe(false)
  }
})
