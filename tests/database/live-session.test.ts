import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Sql } from '#server/platform/database/connection.ts'
import { createAdministrator, findUserId } from '#server/supabase/auth/accounts.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
let sql: Sql
let nora: string
let mara: string
const session = randomUUID()

beforeAll(async () => {
  database = await createTestDatabase()
  sql = database.sql
  await createAdministrator(sql, 'nora@example.org', 'correct horse battery')
  await createAdministrator(sql, 'mara@example.org', 'correct horse battery')
  nora = (await findUserId(sql, 'nora@example.org')) ?? ''
  mara = (await findUserId(sql, 'mara@example.org')) ?? ''
})
afterAll(() => database.drop())
beforeEach(async () => {
  await sql`delete from auth.sessions`
  await sql`insert into auth.sessions (id, user_id) values (${session}, ${nora})`
})

/** Calls the database functions in a request with these claims. */
async function ask(claims: object) {
  return sql.transaction(async (transaction) => {
    await transaction`set local role authenticated`
    await transaction`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
    const [row] = await transaction<[{ alive: boolean; admin: boolean; roles: number }]>`
      select private.session_is_alive() as alive, private.is_admin() as admin,
        (select count(*)::int from public.user_roles) as roles`
    return row
  })
}

const NOBODY = { alive: false, admin: false, roles: 0 }

test('an administrator has the rights while the session of the token is alive', async () => {
  const claims = { sub: nora, session_id: session, role: 'authenticated' }
  expect(await ask(claims)).toEqual({ alive: true, admin: true, roles: 1 })
  await sql`update auth.sessions set not_after = now() + interval '1 hour'`
  expect(await ask(claims)).toEqual({ alive: true, admin: true, roles: 1 })
  await sql`update auth.sessions set not_after = now() - interval '1 second'`
  expect(await ask(claims)).toEqual(NOBODY)
  await sql`delete from auth.sessions`
  expect(await ask(claims)).toEqual(NOBODY)
})

test('a banned user has no rights until the ban is over', async () => {
  const claims = { sub: nora, session_id: session }
  await sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${nora}`
  expect(await ask(claims)).toEqual(NOBODY)
  await sql`update auth.users set banned_until = now() - interval '1 second' where id = ${nora}`
  expect(await ask(claims)).toEqual({ alive: true, admin: true, roles: 1 })
})

describe('with a second factor', () => {
  const addFactor = (userId: string, status = 'verified') =>
    sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status)
      values (${randomUUID()}, ${userId}, 'totp', ${status})`
  afterEach(() => sql`delete from auth.mfa_factors`)
  const OPEN = { alive: true, admin: true, roles: 1 }
  const SHUT = { alive: true, admin: false, roles: 1 }

  test.each([
    [null, undefined, SHUT],
    ['aal1', 'aal1', SHUT],
    ['aal1', 'aal2', SHUT],
    ['aal2', 'aal1', SHUT],
    ['aal2', undefined, SHUT],
    ['aal2', ['aal2'], SHUT],
    ['aal2', null, SHUT],
    ['aal2', 'AAL2', SHUT],
    ['aal3', 'aal2', SHUT],
    ['aal2', 'aal2', OPEN],
  ])('a session of level %j and a token of level %j give %j', async (row, claim, expected) => {
    await addFactor(nora)
    await sql`update auth.sessions set aal = ${row}`
    expect(await ask({ sub: nora, session_id: session, aal: claim })).toEqual(expected)
  })

  test('that is unverified, or belongs to another user, nothing changes', async () => {
    await addFactor(nora, 'unverified')
    await addFactor(mara)
    expect(await ask({ sub: nora, session_id: session, aal: 'aal1' })).toEqual(OPEN)
  })

  test('an ended session, a ban and a lost role still end the rights', async () => {
    await addFactor(nora)
    await sql`update auth.sessions set aal = 'aal2'`
    const claims = { sub: nora, session_id: session, aal: 'aal2' }
    await sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${nora}`
    expect(await ask(claims)).toEqual(NOBODY)
    await sql`update auth.users set banned_until = null where id = ${nora}`
    expect(await ask(claims)).toEqual(OPEN)
    await sql`update auth.sessions set not_after = now() - interval '1 second'`
    expect(await ask(claims)).toEqual(NOBODY)
  })
})

test('a user who lost the role is signed in, but not an administrator', async () => {
  await sql`delete from public.user_roles where user_id = ${nora}`
  const asked = await ask({ sub: nora, session_id: session })
  await sql`insert into public.user_roles (user_id, role) values (${nora}, 'admin')`
  expect(asked).toEqual({ alive: true, admin: false, roles: 0 })
})

test.each<[string, () => object]>([
  ['no session', () => ({ sub: nora })],
  ['a session of another user', () => ({ sub: mara, session_id: session })],
  ['a session that is none', () => ({ sub: nora, session_id: randomUUID() })],
  ['a session of no form', () => ({ sub: nora, session_id: 'x' })],
  ['an empty session', () => ({ sub: nora, session_id: '' })],
  ['null', () => ({ sub: nora, session_id: null })],
  ['a pattern', () => ({ sub: nora, session_id: '%' })],
  ['a list of sessions', () => ({ sub: nora, session_id: [session] })],
  ['an object', () => ({ sub: nora, session_id: { session } })],
  ['a number', () => ({ sub: nora, session_id: 1 })],
  ['no user', () => ({ session_id: session })],
  ['nothing', () => ({})],
])('a token with %s has no user', async (_what, claims) => {
  expect(await ask(claims())).toEqual(NOBODY)
})

test('without claims there is no user', async () => {
  const [row] = await sql`select private.session_is_alive() as alive, private.is_admin() as admin`
  expect(row).toEqual({ alive: false, admin: false })
})
