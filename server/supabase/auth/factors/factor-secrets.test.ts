import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createFactorSecrets } from '#server/supabase/auth/factors/factor-secrets.ts'

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
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
  ['changed at its start', (sealed) => `v1.A${sealed.slice(4)}B`],
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
