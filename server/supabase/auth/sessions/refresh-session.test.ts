import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect, type Sql } from '#server/platform/database/connection.ts'
import { findUserId } from '#server/supabase/auth/accounts.ts'
import { refreshSession } from '#server/supabase/auth/sessions/refresh-session.ts'
import { startSession } from '#server/supabase/auth/sessions/sessions.ts'
import { createRefreshTokenChain, hashToken } from '#server/supabase/auth/tokens.ts'
import { createAdministrator } from '../../../../tests/support/accounts.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts'

const DEVICE = { userAgent: 'A browser', ip: '192.0.2.1' }

let database: TestDatabase
let sql: Sql
/** A separate connection pool, like that of another process. */
let elsewhere: Sql
let userId: string
let first: string
let sessionId: string

beforeAll(async () => {
  database = await createTestDatabase()
  sql = database.sql
  elsewhere = connect(database.address)
  await createAdministrator(sql, 'nora@example.org', 'correct horse battery')
  userId = (await findUserId(sql, 'nora@example.org')) ?? ''
})
afterAll(async () => {
  await elsewhere.end()
  await database.drop()
})
beforeEach(async () => {
  await sql`update auth.users set banned_until = null`
  const started = await sql.transaction((transaction) =>
    startSession(transaction, { userId, method: 'password', device: DEVICE }),
  )
  first = started.refreshToken
  sessionId = started.sessionId
})

const refresh = (token: string, { on = sql, secret = 'a secret' } = {}) =>
  refreshSession(on, { token, device: DEVICE, nextRefreshToken: createRefreshTokenChain(secret) })

/** The next token, or the reason for a refusal. */
async function next(token: string, options?: Parameters<typeof refresh>[1]): Promise<string> {
  const refreshed = await refresh(token, options)
  return refreshed.outcome === 'refreshed' ? refreshed.refreshToken : refreshed.outcome
}

const isAlive = async () => (await sql`select 1 from auth.sessions where id = ${sessionId}`).length === 1
/** Makes every token of the session older. */
const pass = (seconds: number) =>
  sql`update auth.refresh_tokens set updated_at = updated_at - make_interval(secs => ${seconds})
      where session_id = ${sessionId}`

describe('a refresh', () => {
  test('returns a new token of 256 bits each time, and its user', async () => {
    const tokens = [first]
    for (let n = 0; n < 5; n++) tokens.push(await next(tokens.at(-1) ?? ''))
    expect(new Set(tokens).size).toBe(6)
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(await refresh(tokens.at(-1) ?? '')).toMatchObject({
      outcome: 'refreshed',
      user: { id: userId, email: 'nora@example.org' },
      session: { id: sessionId, aal: 'aal1', amr: [{ method: 'password', timestamp: expect.any(Number) }] },
    })
  })

  test('stores only hashes of tokens, of which one is active', async () => {
    const second = await next(first)
    const rows = await sql`
      select token, parent, revoked from auth.refresh_tokens where session_id = ${sessionId} order by revoked`
    expect(rows).toEqual([
      { token: hashToken(second), parent: hashToken(first), revoked: false },
      { token: hashToken(first), parent: null, revoked: true },
    ])
    expect(await next(hashToken(second))).toBe('not_found')
    const [dump] = await sql<[{ all: string }]>`
      select (select jsonb_agg(t) from auth.refresh_tokens t)::text || (select jsonb_agg(s) from auth.sessions s)::text as all`
    expect(dump.all).not.toContain(first)
    expect(dump.all).not.toContain(second)
  })

  test('stores the device and the time', async () => {
    await sql`update auth.sessions set user_agent = 'Another', ip = null, refreshed_at = null where id = ${sessionId}`
    await next(first)
    const [row] = await sql`
      select user_agent, host(ip) as ip, now() at time zone 'utc' - refreshed_at < interval '1 minute' as is_now
      from auth.sessions where id = ${sessionId}`
    expect(row).toEqual({ user_agent: 'A browser', ip: '192.0.2.1', is_now: true })
  })

  test.each(['', 'unknown', 'a'.repeat(500), '%', '__proto__', '\uFFFD'])(
    'with %j finds nothing',
    async (token) => {
      expect(await next(token)).toBe('not_found')
      expect(await isAlive()).toBe(true)
    },
  )
})

describe('a token that is used again', () => {
  test('by ten concurrent requests in two processes returns the same token to all', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 10 }, (_, n) => next(first, { on: n % 2 ? sql : elsewhere })),
    )
    expect(new Set(tokens).size).toBe(1)
    expect(await next(tokens[0] ?? '')).toMatch(/^[\w-]{43}$/)
  })

  test('because the response was lost returns the lost token, however late', async () => {
    const lost = await next(first)
    await pass(86_400)
    expect(await next(first)).toBe(lost)
    expect(await next(lost)).not.toBe(lost)
  })

  test('within seconds returns the active token, however many came between', async () => {
    let active = first
    for (let n = 0; n < 5; n++) active = await next(active)
    expect(await next(first)).toBe(active)
    expect(await next(active)).not.toBe(active)
  })

  test('out of order within seconds returns the active token', async () => {
    const second = await next(first)
    const third = await next(second)
    expect([await next(second), await next(first), await next(second)]).toEqual([third, third, third])
    expect(await isAlive()).toBe(true)
  })

  test('later ends the session with all its tokens', async () => {
    const second = await next(first)
    const third = await next(second)
    await pass(11)
    expect(await next(first)).toBe('already_used')
    expect(await isAlive()).toBe(false)
    for (const token of [first, second, third]) expect(await next(token)).toBe('not_found')
    expect(await sql`select 1 from auth.refresh_tokens where session_id = ${sessionId}`).toEqual([])
  })

  test('later ends that session and no other', async () => {
    const other = await sql.transaction((transaction) =>
      startSession(transaction, { userId, method: 'password', device: DEVICE }),
    )
    await next(await next(first))
    await pass(11)
    expect(await next(first)).toBe('already_used')
    expect(await next(other.refreshToken)).toMatch(/^[\w-]{43}$/)
  })

  test('while others use the active one is still detected', async () => {
    const second = await next(first)
    await next(second)
    await pass(11)
    const outcomes = await Promise.all([next(first), next(first, { on: elsewhere }), next(second)])
    expect(outcomes).toContain('already_used')
    expect(await isAlive()).toBe(false)
  })

  test('after the secret was changed is treated as a copy', async () => {
    await next(first)
    expect(await next(first, { secret: 'another secret' })).toBe('already_used')
  })
})

test('the active token still works when the secret was changed', async () => {
  const second = await next(first)
  expect(await next(second, { secret: 'another secret' })).toMatch(/^[\w-]{43}$/)
})

describe('a refresh is refused', () => {
  test('when the session has expired', async () => {
    await sql`update auth.sessions set not_after = now() - interval '1 second' where id = ${sessionId}`
    expect(await next(first)).toBe('expired')
    await sql`update auth.sessions set not_after = null where id = ${sessionId}`
    expect(await next(first)).toMatch(/^[\w-]{43}$/)
  })

  test('while the user is banned', async () => {
    await sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${userId}`
    expect(await next(first)).toBe('banned')
    await sql`update auth.users set banned_until = now() - interval '1 second' where id = ${userId}`
    expect(await next(first)).toMatch(/^[\w-]{43}$/)
  })

  test('when the user was deleted', async () => {
    await createAdministrator(sql, 'gone@example.org', 'correct horse battery')
    const id = (await findUserId(sql, 'gone@example.org')) ?? ''
    const { refreshToken } = await sql.transaction((transaction) =>
      startSession(transaction, { userId: id, method: 'password', device: DEVICE }),
    )
    await sql`delete from auth.users where id = ${id}`
    expect(await next(refreshToken)).toBe('not_found')
  })

  test('when the session is ended concurrently or just before', async () => {
    const [outcome] = await Promise.all([
      next(first),
      elsewhere`delete from auth.sessions where id = ${sessionId}`,
    ])
    if (outcome !== 'not_found') expect(await next(outcome)).toBe('not_found')
    expect(await next(first)).toBe('not_found')
  })
})

describe('a user', () => {
  test('has at most a hundred sessions; the one that was unused longest ends', async () => {
    await sql`delete from auth.sessions where user_id = ${userId}`
    await sql`
      insert into auth.sessions (id, user_id, created_at, refreshed_at)
      select gen_random_uuid(), ${userId}, now() - interval '2 days',
        case when n > 1 then (now() - interval '1 day') at time zone 'utc' end
      from generate_series(1, 100) n`
    const { refreshToken } = await sql.transaction((transaction) =>
      startSession(transaction, { userId, method: 'password', device: DEVICE }),
    )
    const [row] = await sql`
      select count(*)::int as sessions, count(*) filter (where refreshed_at is null)::int as never_refreshed
      from auth.sessions where user_id = ${userId}`
    expect(row).toEqual({ sessions: 100, never_refreshed: 1 })
    expect(await next(refreshToken)).toMatch(/^[\w-]{43}$/)
  })

  test('who signs in loses expired sessions', async () => {
    await sql`update auth.sessions set not_after = now() - interval '1 second' where id = ${sessionId}`
    await sql.transaction((transaction) =>
      startSession(transaction, { userId, method: 'password', device: DEVICE }),
    )
    expect(await isAlive()).toBe(false)
  })
})
