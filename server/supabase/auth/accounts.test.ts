import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sql } from '#server/platform/database/connection.ts'
import type { Limits } from '#server/platform/limits/limits.ts'
import {
  createAdministrator,
  findUserId,
  hasAdministrator,
  randomPassword,
  resetPassword,
} from '#server/supabase/auth/accounts.ts'
import { createSignInThrottle } from '#server/supabase/auth/sign-in-throttle.ts'
import { ADMIN, startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { isAdministrator } from '../../../tests/support/is-administrator.ts'
import { testHash } from '../../../tests/support/test-settings.ts'

let app: TestApp
let sql: Sql

beforeAll(async () => {
  app = await startTestApp()
  sql = app.database.sql
})
afterAll(() => app.stop())

/** Limits that allow everything. */
const openForAll: Limits = { take: async () => 0, refund: async () => {}, reset: async () => {} }

/** Signs in with the official client; returns the client, or the error code. */
async function signIn(email: string, password: string) {
  const client = app.anonymous()
  const { error } = await client.auth.signInWithPassword({ email, password })
  return { client, refused: error?.code ?? null }
}

describe('a random password', () => {
  test('has twenty letters and digits, and is different each time', () => {
    const passwords = Array.from({ length: 200 }, randomPassword)
    expect(passwords.filter((password) => !/^[A-Za-z0-9]{20}$/.test(password))).toEqual([])
    expect(new Set(passwords).size).toBe(200)
  })
})

describe('a new administrator', () => {
  test('can sign in at once, with the address in any case, and is an administrator', async () => {
    await createAdministrator(sql, 'Idris@Example.org', 'eight eight eight')
    const { client, refused } = await signIn('idris@example.ORG', 'eight eight eight')
    expect(refused).toBeNull()
    const user = (await client.auth.getUser()).data.user
    expect(user).toMatchObject({
      id: await findUserId(sql, 'IDRIS@example.org'),
      email: 'idris@example.org',
      role: 'authenticated',
      app_metadata: { provider: 'email' },
    })
    expect(await isAdministrator(client, user?.id ?? '')).toBe(true)
  })

  test('cannot sign in with another password', async () => {
    await createAdministrator(sql, 'mara@example.org', 'correct horse')
    for (const wrong of ['Correct horse', 'correct horse ', 'correct', '']) {
      expect((await signIn('mara@example.org', wrong)).refused).not.toBeNull()
    }
  })

  test('has no readable password in the database', async () => {
    await createAdministrator(sql, 'tomas@example.org', 'a password in clear')
    const [user] = await sql`select * from auth.users where email = 'tomas@example.org'`
    expect(user?.encrypted_password).toMatch(/^\$scrypt\$/)
    expect(JSON.stringify(user)).not.toContain('a password in clear')
  })

  test('may have a password of 128 characters, all of which matter', async () => {
    const start = 'é'.repeat(127)
    await createAdministrator(sql, 'long@example.org', `${start}a`)
    expect((await signIn('long@example.org', `${start}a`)).refused).toBeNull()
    expect((await signIn('long@example.org', `${start}b`)).refused).toBe('invalid_credentials')
    expect((await signIn('long@example.org', start)).refused).toBe('invalid_credentials')
    expect((await signIn('long@example.org', `${start}ab`)).refused).toBe('invalid_credentials')
  })

  test('who was a user already keeps the old password', async () => {
    await createAdministrator(sql, 'reader@example.org', 'the first password')
    await sql`delete from public.user_roles where user_id = (select id from auth.users where email = 'reader@example.org')`
    await createAdministrator(sql, 'READER@example.org', 'another password')
    expect((await signIn('reader@example.org', 'another password')).refused).toBe('invalid_credentials')
    const { client, refused } = await signIn('reader@example.org', 'the first password')
    expect(refused).toBeNull()
    const id = await findUserId(sql, 'reader@example.org')
    expect(await isAdministrator(client, id ?? '')).toBe(true)
  })

  test('who is created twice is one user with one role', async () => {
    await createAdministrator(sql, 'twice@example.org', 'eight eight')
    await createAdministrator(sql, 'twice@example.org', 'eight eight')
    const rows = await sql`
      select count(distinct u.id)::int as users, count(r.*)::int as roles, count(distinct i.id)::int as identities
      from auth.users u join auth.identities i on i.user_id = u.id left join public.user_roles r on r.user_id = u.id
      where u.email = 'twice@example.org'`
    expect([...rows]).toEqual([{ users: 1, roles: 1, identities: 1 }])
  })
})

test('whether there is an administrator depends on the roles, not on the users', async () => {
  expect(await hasAdministrator(sql)).toBe(true)
  const other = await createTestDatabase()
  await other.sql`insert into auth.users (id, email) values (gen_random_uuid(), 'reader@example.org')`
  expect(await hasAdministrator(other.sql)).toBe(false)
  await createAdministrator(other.sql, 'reader@example.org', 'eight eight')
  expect(await hasAdministrator(other.sql)).toBe(true)
  await other.drop()
})

test('a user is found by the address in any case, and not by a pattern', async () => {
  expect(await findUserId(sql, ADMIN.email.toUpperCase())).toMatch(/^[0-9a-f-]{36}$/)
  expect(await findUserId(sql, '%')).toBeNull()
  expect(await findUserId(sql, '')).toBeNull()
})

describe('a reset password', () => {
  test('replaces the old one and ends all sessions of that user only', async () => {
    await createAdministrator(sql, 'vera@example.org', 'the old password')
    const laptop = (await signIn('vera@example.org', 'the old password')).client
    const telephone = (await signIn('vera@example.org', 'the old password')).client
    const somebodyElse = await app.administrator()

    expect(await resetPassword(sql, 'Vera@example.org', 'the new password')).toBe(true)
    const id = await findUserId(sql, 'vera@example.org')
    expect(await sql`select 1 from auth.sessions where user_id = ${id}`).toHaveLength(0)

    expect((await signIn('vera@example.org', 'the old password')).refused).toBe('invalid_credentials')
    expect((await signIn('vera@example.org', 'the new password')).refused).toBeNull()
    for (const client of [laptop, telephone]) {
      const refresh = await client.auth.refreshSession()
      expect(refresh.error?.status).toBe(400)
      expect(refresh.data.session).toBeNull()
    }
    expect((await somebodyElse.auth.refreshSession()).error).toBeNull()
  })

  test('works even if guesses had locked the account', async () => {
    await createAdministrator(sql, 'lena@example.org', 'the old password')
    const guesses = createSignInThrottle({ sql, limits: openForAll, hashAddress: testHash })
    for (let n = 0; n < 40; n++) await guesses.take('lena@example.org', `192.0.2.${n}`)
    expect((await guesses.take('lena@example.org', '192.0.2.99')).wait).toBeGreaterThan(0)
    await resetPassword(sql, 'LENA@example.org', 'the new password')
    expect((await guesses.take('lena@example.org', '192.0.2.99')).wait).toBe(0)
  })

  test('of an unknown user changes nothing', async () => {
    const before = await sql`select id, encrypted_password from auth.users order by id`
    expect(await resetPassword(sql, 'nobody@example.org', 'the new password')).toBe(false)
    expect(await sql`select id, encrypted_password from auth.users order by id`).toEqual(before)
  })
})
