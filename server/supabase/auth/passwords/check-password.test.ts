import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Session } from '#server/platform/database/connection.ts'
import {
  checkPassword,
  isUnacceptable,
  type StoredPassword,
} from '#server/supabase/auth/passwords/check-password.ts'
import { type DeriveKey, hashPassword } from '#server/supabase/auth/passwords/scrypt-hash.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts'

/** Hashes of these passwords that other libraries made. */
const BCRYPT_HASHES = [
  ['the old password', '$2b$10$P01/5A31bvirxRlFukhrauBxBk.M2Y1PYj6S12lj6CeHfx3Gmy9bG'],
  ['the old password', '$2y$10$CS4d.EWVPmPoBa71ee71sOaQrzRQ9tARlrR9/XcFZAHEgMhOpZyk2'],
  ['pâté für 東京 🗼', '$2b$10$obzaCPRgCDMbIRMjovYFF.vtrO4txjeBTBT/XwwgXPn76j.4TMOXS'],
] as const

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Checks a password and counts the work: keys derived in this process, and statements sent to PostgreSQL. */
async function checkCounting(password: string, stored: StoredPassword) {
  const work = { keys: 0, statements: 0 }
  const derive: DeriveKey = async (text) => {
    work.keys += 1
    return Buffer.concat([Buffer.from(text)], 32)
  }
  const counting = (...call: Parameters<typeof database.sql>) => {
    work.statements += 1
    return database.sql(...call)
  }
  return { matches: await checkPassword(counting as Session, password, stored, derive), work }
}

test('a known and an unknown user take the same work', async () => {
  const known = await checkCounting('wrong', { hash: await hashPassword('right'), hasOldHashes: false })
  const unknown = await checkCounting('wrong', { hash: null, hasOldHashes: false })
  expect(known).toEqual({ matches: false, work: { keys: 1, statements: 0 } })
  expect(unknown).toEqual(known)
})

test('as long as any user has a bcrypt hash, every check takes the work of both', async () => {
  const [, old] = BCRYPT_HASHES[0]
  const hashes = [await hashPassword('right'), old, null]
  for (const hash of hashes) {
    const checked = await checkCounting('wrong', { hash, hasOldHashes: true })
    expect(checked).toEqual({ matches: false, work: { keys: 1, statements: 1 } })
  }
})

describe('a bcrypt hash', () => {
  const check = (password: string, hash: string) =>
    checkPassword(database.sql, password, { hash, hasOldHashes: true })

  test.each(BCRYPT_HASHES)('of %s matches that password only: %s', async (password, hash) => {
    expect(await check(password, hash)).toBe(true)
    expect(await check(`${password} `, hash)).toBe(false)
    expect(await check(password.toUpperCase(), hash)).toBe(false)
  })

  test('is still checked with the first 72 bytes, so that its owner can sign in', async () => {
    const hash = '$2b$10$wSKz1VqtYG8WZWvi9XI26.3QIc0dVW9HmzCBmf9dD.moeU5pLPFAC'
    expect(await check('é'.repeat(40), hash)).toBe(true)
    expect(await check('é'.repeat(36), hash)).toBe(true)
    expect(await check('é'.repeat(35), hash)).toBe(false)
  })

  test('with a cost that would take minutes is never computed', async () => {
    const expensive = '$2b$31$P01/5A31bvirxRlFukhrauBxBk.M2Y1PYj6S12lj6CeHfx3Gmy9bG'
    expect(await check('the old password', expensive)).toBe(false)
  })
})

test.each([
  ['129 characters', 'a'.repeat(129), true],
  ['NUL', 'a password\0', true],
  ['half a surrogate pair', 'a password\uDC00', true],
  ['too few characters, which were enough once', 'short', false],
  ['128 characters of four bytes', '😀'.repeat(128), false],
])('isUnacceptable for a password of %s: %#', (_what, password, expected) => {
  expect(isUnacceptable(password)).toBe(expected)
})
