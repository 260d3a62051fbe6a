import { describe, expect, test } from 'vitest'
import { findWeakness } from '#server/supabase/auth/passwords/find-weakness.ts'

const reasonOf = async (password: string, email = 'nora@example.org') =>
  (await findWeakness(password, email))?.reason ?? null

describe('a password is too easy to guess when it is', () => {
  test.each([
    ['the most common of all', 'password'],
    ['digits in a row', '12345678'],
    ['a common one, dressed up', 'P@ssw0rd123'],
    ['a row of keys', 'qwertzuiop'],
    ['letters in a row', 'abcdefgh'],
    ['one letter, over and over', 'aaaaaaaaaaaa'],
    ['one letter, as often as it may', 'é'.repeat(128)],
    ['one word, as often as it fits', 'password'.repeat(16)],
    ['one emoji, over and over', '😀'.repeat(64)],
    ['a date', '21.11.2026'],
    ['a city and a year', 'Berlin2026'],
    ['the address of its user', 'nora@example.org'],
    ['the name of its user and a year', 'nora2026'],
    ['the name of this site', 'ai watch'],
  ])('%s', async (_what, password) => {
    expect(await reasonOf(password)).toBe('pwned')
  })
})

describe('a password is good enough when it is', () => {
  test.each([
    ['three words', 'correct horse battery'],
    ['eight characters by chance', 'x7Kq2mVp'],
    ['a sentence in German', 'ich lese gern die Zeitung'],
    ['a sentence in Japanese', '吾輩は猫である名前はまだ無い'],
    ['a common one with a secret after it', `${'password'.repeat(8)}x7Kq2mVp-zt4`],
    [
      '64 emoji',
      Array.from({ length: 64 }, (_, n) => String.fromCodePoint(0x1f600 + ((n * 37) % 64))).join(''),
    ],
    ['keys of objects', '__proto__ constructor'],
  ])('%s', async (_what, password) => {
    expect(await reasonOf(password)).toBeNull()
  })
})

test.each([
  ['7 characters', 'x7Kq2mV', 'length', /at least 8 characters/],
  ['129 characters', 'x7Kq2mVp-'.repeat(15).slice(0, 129), 'length', /longer than 128 characters/],
  ['NUL', 'x7Kq2mVp\0', 'characters', /cannot be stored/],
  ['half a surrogate pair', 'x7Kq2mVp\uD83D', 'characters', /cannot be stored/],
])('%s: refused with the reason %s', async (_what, password, reason, message) => {
  expect(await findWeakness(password, 'nora@example.org')).toEqual({
    reason,
    message: expect.stringMatching(message),
  })
})

test('an e-mail address with odd characters does not change the estimate', async () => {
  expect(await reasonOf('x7Kq2mVp', '__proto__@constructor')).toBeNull()
  expect(await reasonOf('x7Kq2mVp', '')).toBeNull()
  expect(await reasonOf('password', '(.*)+@[')).toBe('pwned')
})
