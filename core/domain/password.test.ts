import { expect, test } from 'vitest'
import { findPasswordFlaw } from '#core/domain/password.ts'

test.each<[string, string, ReturnType<typeof findPasswordFlaw>]>([
  ['7 characters', 'a'.repeat(7), 'too_short'],
  ['nothing', '', 'too_short'],
  ['8 characters', 'a'.repeat(8), null],
  ['128 characters', 'a'.repeat(128), null],
  ['129 characters', 'a'.repeat(129), 'too_long'],
  ['7 characters of four bytes', '😀'.repeat(7), 'too_short'],
  ['64 characters of four bytes', '😀'.repeat(64), null],
  ['128 characters of four bytes', '😀'.repeat(128), null],
  ['129 characters of four bytes', '😀'.repeat(129), 'too_long'],
  ['spaces around', ' 8 chars ', null],
  ['a right-to-left mark', 'eight\u200Fch', null],
  ['NUL', 'eight\0char', 'unreadable'],
  ['half a surrogate pair', 'eightch\uD83D', 'unreadable'],
])('%s', (_what, password, flaw) => {
  expect(findPasswordFlaw(password)).toBe(flaw)
})
