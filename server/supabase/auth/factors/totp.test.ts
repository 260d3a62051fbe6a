import { randomUUID } from 'node:crypto'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  createFactorSecrets,
  findTotpStep,
  newTotpSecret,
  qrCodeSvg,
  totpUri,
} from '#server/supabase/auth/factors/totp.ts'

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

test.each([
  ['ordinary', 'news.example.org', 'nora@example.org'],
  ['the longest', 'Ä'.repeat(64), `${'n'.repeat(64)}@${'example.'.repeat(23)}org`],
])('the code can be decoded: %s', async (_what, issuer, account) => {
  const uri = totpUri({ secret: SECRET, issuer, account })
  const { data, info } = await sharp(Buffer.from(qrCodeSvg(uri)), { density: 72 * 6 })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(decodeQR({ data, width: info.width, height: info.height })).toBe(uri)
})

test('the SVG can be put into a data URL unencoded', () => {
  const svg = qrCodeSvg(totpUri({ secret: SECRET, issuer: '#1 "news" <%20>', account: 'nora@example.org' }))
  expect(svg).not.toMatch(/[#%\n]/)
  expect(svg).toMatch(/^<svg [^>]*>.*<\/svg>$/)
})
const box = createFactorSecrets('a secret of the site, long enough')
const factorId = randomUUID()

test('a sealed secret opens again, also in another process with the same JWT secret', () => {
  const sealed = box.seal(factorId, SECRET)
  expect(box.open(factorId, sealed)).toBe(SECRET)
  expect(createFactorSecrets('a secret of the site, long enough').open(factorId, sealed)).toBe(SECRET)
})

test('a sealed text does not contain the secret, and is different each time', () => {
  const [one, other] = [box.seal(factorId, SECRET), box.seal(factorId, SECRET)]
  expect(one).not.toBe(other)
  expect(Buffer.from(one.slice(3), 'base64url').toString('latin1')).not.toContain(SECRET.slice(0, 4))
})

test.each<[string, (sealed: string) => string]>([
  ['cut', (sealed) => sealed.slice(0, -1)],
  ['changed at its start', (sealed) => `v1.${sealed[3] === 'A' ? 'B' : 'A'}${sealed.slice(4)}`],
  ['of another format', (sealed) => sealed.replace('v1.', 'v2.')],
  ['in clear', () => SECRET],
  ['empty', () => ''],
  ['only its prefix', () => 'v1.'],
])('a sealed text that is %s does not open', (_what, change) => {
  expect(() => box.open(factorId, change(box.seal(factorId, SECRET)))).toThrow(/cannot be decrypted/)
})

test('a secret opens neither for another factor nor with another JWT secret, and no error shows it', () => {
  const sealed = box.seal(factorId, SECRET)
  expect(() => box.open(randomUUID(), sealed)).toThrow(/cannot be decrypted/)
  try {
    createFactorSecrets('another secret of a site').open(factorId, sealed)
    expect.unreachable()
  } catch (error) {
    expect(String(error)).toContain('remove-factors')
    expect(String(error)).not.toContain(sealed)
  }
})
