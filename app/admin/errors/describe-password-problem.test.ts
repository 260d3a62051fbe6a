import { AuthApiError, AuthWeakPasswordError } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { describePasswordFlaw, describePasswordProblem } from './describe-password-problem.ts'

test('what cannot be a password is told before anybody is asked', () => {
  expect(describePasswordFlaw('seven c')).toBe('Use at least 8 characters.')
  expect(describePasswordFlaw('x'.repeat(129))).toBe('Use at most 128 characters.')
  expect(describePasswordFlaw('a nul \0 in it')).toContain('cannot be kept')
  expect(describePasswordFlaw('😀'.repeat(64))).toBeNull()
})

test('a weak password is refused with its reasons in words', () => {
  const weak = (reasons: string[]) =>
    describePasswordProblem(Object.assign(new AuthWeakPasswordError('weak', 422, []), { reasons }))
  expect(weak(['pwned'])).toContain('lists of passwords')
  expect(weak(['length', 'characters'])).toMatch(/8 to 128 characters.*other characters/)
  expect(weak(['constructor', 'something new'])).toBe('This password is too easy to guess.')
})

test('other errors are about something else', () => {
  expect(describePasswordProblem(new AuthApiError('no', 400, 'current_password_invalid'))).toBeNull()
  expect(describePasswordProblem(new AuthApiError('no', 422, 'same_password'))).toContain('differs')
})
