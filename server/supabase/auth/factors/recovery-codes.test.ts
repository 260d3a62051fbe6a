import { expect, test } from 'vitest'
import {
  createRecoveryCodeHash,
  newRecoveryCodes,
  readRecoveryCode,
} from '#server/supabase/auth/factors/recovery-codes.ts'

test('a set is ten codes of sixteen characters, which are in normal form', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) {
    expect(code).toMatch(/^[0-9a-z]{16}$/)
    expect(readRecoveryCode(code)).toBe(code)
  }
})

test('codes use every character of the alphabet and no other', () => {
  const seen = new Set(Array.from({ length: 100 }, newRecoveryCodes).flat().join(''))
  expect([...seen].sort().join('')).toBe('0123456789abcdefghjkmnpqrstvwxyz')
})

test.each(['K4M9-X7QP-2AB8-HT30', ' k4m9 x7qp\n2ab8\tht30 ', 'k4m9x7qp2ab8ht3O', 'k4m9–x7qp—2ab8 ht3o'])(
  '%j is read as it was meant',
  (typed) => {
    expect(readRecoveryCode(typed)).toBe('k4m9x7qp2ab8ht30')
  },
)

test('letters that look like digits are read as digits', () => {
  expect(readRecoveryCode('IlLi-oO00-1111-0000')).toBe('1111000011110000')
})

test.each([
  '',
  'k4m9',
  'k4m9x7qp2ab8ht3',
  'k4m9x7qp2ab8ht300',
  'u4m9x7qp2ab8ht30',
  'ｋ4m9x7qp2ab8ht30',
  '\0k4m9x7qp2ab8ht3',
  '😀😀😀😀😀😀😀😀',
])('%j cannot be a code', (typed) => {
  expect(readRecoveryCode(typed)).toBeNull()
})

test('the hash depends on the code, the factor and the site', () => {
  const hash = createRecoveryCodeHash('one site')
  const hashes = [
    hash('a', '0000000000000000'),
    hash('b', '0000000000000000'),
    hash('a', '1000000000000000'),
    createRecoveryCodeHash('another site')('a', '0000000000000000'),
  ]
  expect(new Set(hashes).size).toBe(4)
  expect(hash('a', '0000000000000000')).toBe(hashes[0])
})
