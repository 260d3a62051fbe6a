import { describe, expect, test } from 'vitest'
import {
  type DeriveKey,
  hashPassword,
  isOutdated,
  isSamePassword,
  matchesScrypt,
} from '#server/supabase/auth/passwords/scrypt-hash.ts'

/** A fast key derivation that records its arguments. */
function recordingDerive() {
  const asked: { password: string; ln: number; r: number; p: number }[] = []
  const derive: DeriveKey = async (password, salt, cost) => {
    asked.push({ password, ...cost })
    return Buffer.concat([Buffer.from(password), salt], 32)
  }
  return { asked, derive }
}

describe('a hash', () => {
  test('names its parameters, is different each time, and matches only its password', async () => {
    const [one, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
    expect(one).toMatch(/^\$scrypt\$ln=15,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(other).not.toBe(one)
    expect(await matchesScrypt('correct horse', one)).toBe(true)
    expect(await matchesScrypt('correct horse', other)).toBe(true)
    expect(await matchesScrypt('Correct horse', one)).toBe(false)
    expect(isOutdated(one)).toBe(false)
  })

  test('depends on every character, even the 128th of four bytes', async () => {
    const start = '😀'.repeat(127)
    const hash = await hashPassword(`${start}😀`)
    expect(await matchesScrypt(`${start}😀`, hash)).toBe(true)
    expect(await matchesScrypt(`${start}😁`, hash)).toBe(false)
    expect(await matchesScrypt(start, hash)).toBe(false)
  })

  test('matches the password in another Unicode form', async () => {
    const hash = await hashPassword('Caf\u00e9 de Flore')
    expect(await matchesScrypt('Cafe\u0301 de Flore', hash)).toBe(true)
    expect(await matchesScrypt('Ｃafé de Flore', hash)).toBe(true)
    expect(await matchesScrypt('Cafe de Flore', hash)).toBe(false)
    expect(isSamePassword('Caf\u00e9', 'Cafe\u0301')).toBe(true)
    expect(isSamePassword('Café', 'Cafe')).toBe(false)
  })

  test('with other parameters is checked with them, and is outdated', async () => {
    const { asked, derive } = recordingDerive()
    const salt = Buffer.alloc(16, 7)
    const key = Buffer.concat([Buffer.from('a password'), salt], 32)
    const encoded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
    const old = `$scrypt$ln=14,r=8,p=2$${encoded(salt)}$${encoded(key)}`
    expect(await matchesScrypt('a password', old, derive)).toBe(true)
    expect(asked).toEqual([{ password: 'a password', ln: 14, r: 8, p: 2 }])
    expect(isOutdated(old)).toBe(true)
  })
})

test.each([
  ['nobody', null],
  ['an empty hash', ''],
  ['a bcrypt hash', '$2b$10$P01/5A31bvirxRlFukhrauBxBk.M2Y1PYj6S12lj6CeHfx3Gmy9bG'],
  ['a hash that would need too much memory', `$scrypt$ln=30,r=8,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`],
  ['a hash that would take too long', `$scrypt$ln=15,r=8,p=99$${'A'.repeat(22)}$${'A'.repeat(43)}`],
  ['a hash without work', `$scrypt$ln=0,r=0,p=0$${'A'.repeat(22)}$${'A'.repeat(43)}`],
  ['a hash that was cut', '$scrypt$ln=15,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$'],
  ['a constructor', 'constructor'],
])('for %s the same work is done as for a user, and no password matches', async (_what, stored) => {
  const { asked, derive } = recordingDerive()
  expect(await matchesScrypt('a password', stored, derive)).toBe(false)
  expect(asked).toEqual([{ password: 'a password', ln: 15, r: 8, p: 1 }])
  expect(isOutdated(stored ?? '')).toBe(true)
})
