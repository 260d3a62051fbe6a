import {
  AuthApiError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthWeakPasswordError,
  PostgrestError,
} from '@supabase/supabase-js'
import { afterEach, expect, test, vi } from 'vitest'
import { describeError, describePasswordProblem, describeWait } from '#app/admin/kit/errors/describe-error.ts'
import { browserFetch } from '#app/browser-fetch.ts'

afterEach(() => vi.unstubAllGlobals())

const authError = (code: string, status = 400) => new AuthApiError('in the words of the server', status, code)

test('an error is described by its code, without the message of the server', () => {
  for (const code of [
    'mfa_verification_failed',
    'mfa_factor_name_conflict',
    'insufficient_aal',
    'session_not_found',
    'an_unknown_code',
  ]) {
    const text = describeError(authError(code))
    expect(text, code).toMatch(/^[A-Z].*\.$/)
    expect(text).not.toContain('in the words of the server')
  }
  expect(describeError(authError('mfa_verification_failed'))).toContain('code is not right')
  expect(describeError(new AuthSessionMissingError())).toContain('session has ended')
  expect(describeError(new AuthRetryableFetchError('Bad Gateway', 502))).toContain('cannot be reached')
  expect(describeError('anything')).toBe('Something went wrong. Please try again.')
})

test.each(['P0001', '55000'])(
  'an error of a database rule, %s, has the message of the rule, which is written for users',
  (code) => {
    const error = new PostgrestError({
      code,
      message: 'Only one of these can be.',
      details: '',
      hint: '',
    })
    expect(describeError(error)).toBe('Only one of these can be.')
  },
)

test.each(['PT413', 'QuotaExceeded'])('%s, a used-up budget, is said with what to do', (code) => {
  const error = new PostgrestError({ code, message: 'Nothing was stored', details: '', hint: '' })
  expect(describeError(error)).toMatch(
    /as much today as one person may.*ask an administrator to raise the limit\.$/,
  )
})

test('too many attempts are described with the time to wait', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 429, headers: { 'retry-after': '600' } }))
  await browserFetch('http://127.0.0.1/auth/v1/recover')
  expect(describeError(authError('over_request_rate_limit', 429))).toBe(
    'Too many attempts. Please try again in 10 minutes.',
  )
})

test.each([
  [0, 'Please wait a few minutes and try again.'],
  [1, 'Please try again in 1 second.'],
  [30, 'Please try again in 30 seconds.'],
  [91, 'Please try again in 2 minutes.'],
  [7200, 'Please try again in 2 hours.'],
])('%d seconds to wait are said in words', (seconds, words) => {
  expect(describeWait(seconds)).toBe(`Too many attempts. ${words}`)
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
