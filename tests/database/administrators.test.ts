import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import { createAdministrator, findUserId } from '#server/supabase/auth/accounts.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { untilSomebodyWaits } from '../support/lock-waits.ts'

const PASSWORD = 'correct horse battery'
const LAST = { code: '23001', message: 'The last administrator cannot be removed.' }

let database: TestDatabase
let sql: Sql
let nora: string
let mara: string

beforeAll(async () => {
  database = await createTestDatabase()
  sql = database.sql
})
afterAll(() => database.drop())
beforeEach(async () => {
  for (const email of ['nora@example.org', 'mara@example.org'])
    await createAdministrator(sql, email, PASSWORD)
  nora = (await findUserId(sql, 'nora@example.org')) ?? ''
  mara = (await findUserId(sql, 'mara@example.org')) ?? ''
  await sql`delete from auth.users where id not in (${nora}, ${mara})`
  await sql`update auth.users set banned_until = null`
  await sql`delete from private.invitations`
})

/** Runs `work` like a request of a user, in one transaction. */
async function as<T>(userId: string, work: (sql: Session) => Promise<T>, begin?: string): Promise<T> {
  const session = randomUUID()
  await sql`insert into auth.sessions (id, user_id) values (${session}, ${userId})`
  return sql.transaction(async (transaction) => {
    if (begin) await transaction.script(begin)
    const claims = JSON.stringify({ sub: userId, session_id: session, role: 'authenticated', aal: 'aal1' })
    await transaction`select set_config('request.jwt.claims', ${claims}, true)`
    return work(transaction)
  })
}

const remove = (remover: string, removed: string, begin?: string) =>
  as(remover, (request) => request`select public.remove_member(${removed})`, begin)
const administrators = async () => {
  const rows = await sql<{ user_id: string }[]>`select user_id from public.user_roles where role = 'admin'`
  return rows.map((row) => row.user_id)
}

describe('the last administrator', () => {
  const ways: Record<string, (userId: string) => Promise<unknown>> = {
    'removed by itself': (id) => remove(id, id),
    'whose role is deleted': (id) => sql`delete from public.user_roles where user_id = ${id}`,
    'whose role is deleted with all others': () => sql`delete from public.user_roles`,
    'whose role goes to a banned user': async (id) => {
      await sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${mara}`
      return sql`update public.user_roles set user_id = ${mara} where user_id = ${id}`
    },
    'who is deleted': (id) => sql`delete from auth.users where id = ${id}`,
    'deleted with all users': () => sql`delete from auth.users`,
    'in a table that is emptied': () => sql`truncate public.user_roles`,
    'in tables that are emptied': () => sql`truncate auth.users cascade`,
  }
  test.each(Object.keys(ways))('%s cannot be removed', async (way) => {
    await sql`delete from public.user_roles where user_id = ${mara}`
    await expect(ways[way]?.(nora)).rejects.toMatchObject(LAST)
    expect(await administrators()).toEqual([nora])
    expect(await findUserId(sql, 'nora@example.org')).toBe(nora)
  })

  test('is the last one also when all others are banned', async () => {
    await sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${mara}`
    await expect(remove(nora, nora)).rejects.toMatchObject(LAST)
    expect(await administrators()).toHaveLength(2)
  })

  test('can hand the role to another user', async () => {
    await sql`delete from public.user_roles where user_id = ${mara}`
    await sql`update public.user_roles set user_id = ${mara} where user_id = ${nora}`
    expect(await administrators()).toEqual([mara])
  })

  test.each([
    '',
    'set transaction isolation level repeatable read',
    'set transaction isolation level serializable',
  ])('remains when two remove each other concurrently %s', async (begin) => {
    let bothHaveLooked = () => {}
    const looked = new Promise<void>((resolve) => {
      bothHaveLooked = resolve
    })
    let waiting = 2
    const removeAfterLooking = (remover: string, removed: string) =>
      as(
        remover,
        async (request) => {
          await request`select count(*) from public.user_roles`
          waiting -= 1
          if (waiting === 0) bothHaveLooked()
          await looked
          return request`select public.remove_member(${removed})`
        },
        begin,
      )
    const outcomes = await Promise.allSettled([
      removeAfterLooking(nora, mara),
      removeAfterLooking(mara, nora),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await administrators()).toHaveLength(1)
  })

  test('remains when one removes the other, who deletes the first', async () => {
    const outcomes = await Promise.allSettled([
      remove(nora, mara),
      sql`delete from auth.users where id = ${nora}`,
      sql`delete from public.user_roles where user_id = ${nora}`,
    ])
    expect(outcomes.filter(({ status }) => status === 'rejected')).not.toEqual([])
    expect(await administrators()).toHaveLength(1)
  })

  test('does not matter where there is none', async () => {
    const empty = await createTestDatabase()
    await empty.sql`delete from public.user_roles`
    await empty.sql`delete from auth.users`
    await empty.drop()
  })
})

describe('a removed administrator', () => {
  test('has no rights, no session and no valid link', async () => {
    await sql`insert into auth.sessions (id, user_id) values (${randomUUID()}, ${mara})`
    await sql`
      insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
      values (${randomUUID()}, ${mara}, 'recovery_token', 'hash', 'mara@example.org')`
    const [row] = await remove(nora, mara)
    expect(row).toEqual({ remove_member: { removed: true } })
    expect(await administrators()).toEqual([nora])
    expect(await sql`select from auth.sessions where user_id = ${mara}`).toHaveLength(0)
    expect(await sql`select from auth.one_time_tokens where user_id = ${mara}`).toHaveLength(0)
    expect(await findUserId(sql, 'mara@example.org')).toBe(mara)
  })

  test('loses the pending invitations', async () => {
    await as(mara, (request) => request`select private.invite_member('eve@example.org', 'admin', '{}', '{}')`)
    await as(nora, (request) => request`select private.invite_member('ada@example.org', 'admin', '{}', '{}')`)
    await remove(nora, mara)
    expect(await sql`select email from private.invitations`).toEqual([{ email: 'ada@example.org' }])
  })

  test('loses an invitation that is created at the same time', async () => {
    let removal: Promise<unknown> | undefined
    await as(mara, async (request) => {
      await request`select private.invite_member('eve@example.org', 'admin', '{}', '{}')`
      removal = remove(nora, mara)
      await untilSomebodyWaits(sql)
    })
    await removal
    expect(await sql`select from private.invitations`).toHaveLength(0)
  })

  test('can be removed again without effect', async () => {
    await remove(nora, mara)
    expect(await remove(nora, mara)).toEqual([{ remove_member: { removed: false } }])
    expect(await remove(nora, randomUUID())).toEqual([{ remove_member: { removed: false } }])
  })
})

describe('an invitation', () => {
  const invite = (by: string, email: string) =>
    as(
      by,
      (request) =>
        request<{ id: string }[]>`select private.invite_member(${email}, 'admin', '{}', '{}') as id`,
    )

  test('creates no user, and is replaced by a later one', async () => {
    const [first] = await invite(nora, 'ada@example.org')
    await sql`update private.invitations set token_hash = 'mailed'`
    const [second] = await invite(mara, 'ada@example.org')
    expect(second?.id).not.toBe(first?.id)
    expect(await sql`select id, email, invited_by, token_hash from private.invitations`).toEqual([
      { id: second?.id, email: 'ada@example.org', invited_by: mara, token_hash: null },
    ])
    expect(await findUserId(sql, 'ada@example.org')).toBeNull()
  })

  test('of an administrator is refused', async () => {
    await expect(invite(nora, 'mara@example.org')).rejects.toMatchObject({ code: '23505' })
  })

  test('is listed beside the administrators until it expires', async () => {
    await invite(nora, 'ada@example.org')
    const list = () =>
      as(nora, (request) => request`select user_id, email, status, has_factor from public.list_members()`)
    const both = [
      { user_id: mara, email: 'mara@example.org', status: 'active', has_factor: false },
      { user_id: nora, email: 'nora@example.org', status: 'active', has_factor: false },
    ]
    expect(await list()).toEqual([
      ...both,
      { user_id: null, email: 'ada@example.org', status: 'invited', has_factor: false },
    ])
    await sql`update private.invitations set expires_at = now()`
    expect(await list()).toEqual(both)
  })

  test('can be withdrawn once', async () => {
    await invite(nora, 'ada@example.org')
    const withdraw = () =>
      as(mara, (request) => request`select public.withdraw_invitation('Ada@example.org') as result`)
    expect(await withdraw()).toEqual([{ result: { withdrawn: true } }])
    expect(await withdraw()).toEqual([{ result: { withdrawn: false } }])
  })
})

describe('a user who is not an administrator', () => {
  const REFUSED = { code: '42501' }
  const calls: Record<string, (userId: string) => Promise<unknown>> = {
    'cannot see who is one': (id) => as(id, (request) => request`select from public.list_members()`),
    'cannot remove one': (id) => remove(id, nora),
    'cannot remove itself': (id) => remove(id, id),
    'cannot withdraw an invitation': (id) =>
      as(id, (request) => request`select public.withdraw_invitation('a@example.org')`),
    'cannot invite': (id) =>
      as(id, (request) => request`select private.invite_member('a@example.org', 'admin', '{}', '{}')`),
  }
  test.each(Object.keys(calls))('%s', async (call) => {
    await sql`delete from public.user_roles where user_id = ${mara}`
    await expect(calls[call]?.(mara)).rejects.toMatchObject(REFUSED)
    await sql`insert into public.user_roles (user_id, role) values (${mara}, 'admin')`
    await sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${mara}`
    await expect(calls[call]?.(mara)).rejects.toMatchObject(REFUSED)
  })

  test('cannot either without any claims', async () => {
    await expect(sql`select public.remove_member(${nora})`).rejects.toMatchObject(REFUSED)
    await expect(
      sql`select private.invite_member('a@example.org', 'admin', '{}', '{}')`,
    ).rejects.toMatchObject(REFUSED)
  })
})
