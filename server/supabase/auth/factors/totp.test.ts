import { expect, test } from 'vitest'
import { findTotpStep, newTotpSecret, totpUri } from '#server/supabase/auth/factors/totp.ts'

/** The secret of the test vectors in RFC 6238. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_234_567_890, '005924', 41_152_263],
  [20_000_000_000, '353130', 666_666_666],
])('the code of RFC 6238 for second %d is valid', (seconds, code, step) => {
  expect(findTotpStep(SECRET, code, seconds * 1000)).toBe(step)
})

test.each([-30, 0, 30])('a clock that is %d s off is accepted', (off) => {
  expect(findTotpStep(SECRET, '005924', (1_234_567_890 + off) * 1000)).toBe(41_152_263)
})

test.each([-90, -60, 60, 90])('a clock that is %d s off is refused', (off) => {
  expect(findTotpStep(SECRET, '005924', (1_234_567_890 + off) * 1000)).toBeNull()
})

test.each([
  '',
  '5924',
  '05924',
  '0005924',
  '００５９２４',
  '005 924',
  ' 005924',
  '005924\n',
  '00592\0',
  '-05924',
  '0x1234',
])('%j is not a valid code', (code) => {
  expect(findTotpStep(SECRET, code, 1_234_567_890_000)).toBeNull()
})

test('a secret has 160 bits, and is different each time', () => {
  const secrets = Array.from({ length: 50 }, newTotpSecret)
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(new Set(secrets).size).toBe(50)
})

test('the URI for the app encodes odd names', () => {
  const uri = new URL(
    totpUri({ secret: SECRET, issuer: 'AI: Watch & #1?', account: 'a+b&secret=x@example.org' }),
  )
  expect(uri.protocol).toBe('otpauth:')
  expect(uri.hash).toBe('')
  expect([...uri.searchParams]).toEqual([
    ['issuer', 'AI: Watch & #1?'],
    ['secret', SECRET],
    ['algorithm', 'SHA1'],
    ['digits', '6'],
    ['period', '30'],
  ])
  expect(uri.pathname.split(':').map(decodeURIComponent)).toEqual([
    '/AI: Watch & #1?',
    'a+b&secret=x@example.org',
  ])
})
