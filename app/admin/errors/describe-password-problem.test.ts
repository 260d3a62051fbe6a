import { AuthApiError, AuthWeakPasswordError } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { describePasswordProblem } from './describe-password-problem.ts'

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
