import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Sql } from '#server/platform/database/connection.ts'
import {
  createAdministrator,
  createMember,
  findUserId,
  resetPassword,
} from '#server/supabase/auth/accounts.ts'
import { followLink } from '#server/supabase/auth/endpoints/links.ts'
import { issueInvitation, withdrawInvitationToken } from '#server/supabase/auth/links/invitations.ts'
import { issueLink, type LinkType, withdrawLink } from '#server/supabase/auth/links/one-time-tokens.ts'
import { startSession } from '#server/supabase/auth/sessions/sessions.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts'

const NORA = 'nora@example.org'
const PASSWORD = 'correct horse battery'
const DEVICE = { userAgent: 'a test', ip: null }
const EXPIRED = { status: 403, code: 'otp_expired', message: 'Email link is invalid or has expired' }

let database: TestDatabase
let sql: Sql
let nora: string

beforeAll(async () => {
  database = await createTestDatabase()
  sql = database.sql
})
afterAll(() => database.drop())
beforeEach(async () => {
  await createAdministrator(sql, NORA, PASSWORD)
  await createAdministrator(sql, 'mara@example.org', PASSWORD)
  nora = (await findUserId(sql, NORA)) ?? ''
  await sql`delete from auth.sessions`
  await sql`delete from auth.one_time_tokens`
  await sql`delete from private.invitations`
  await sql`update auth.users set banned_until = null`
})

async function tokenFor(type: LinkType = 'recovery', email = NORA): Promise<string> {
  const link = await issueLink(sql, { type, email })
  return link?.token ?? ''
}
const follow = (token: string, type: LinkType | 'invite' = 'recovery') =>
  followLink(sql, { type, token, device: DEVICE })
const pass = (minutes: number) => sql`
  update auth.one_time_tokens set created_at = created_at - make_interval(mins => ${minutes})`
const banNora = () => sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${nora}`
const sessions = async () => (await sql`select from auth.sessions`).length

describe('a link', () => {
  test.each<[LinkType, string, number]>([
    ['recovery', 'recovery', 1],
    ['magiclink', 'otp', 0],
  ])('for %s starts a session with that method and the matching rights', async (type, method, resets) => {
    await sql`update auth.users set email_confirmed_at = null where id = ${nora}`
    const { user, session } = await follow(await tokenFor(type), type)
    expect(user).toMatchObject({
      id: nora,
      email_confirmed_at: expect.any(Date),
      last_sign_in_at: expect.any(Date),
    })
    expect(session).toMatchObject({ aal: 'aal1', amr: [{ method }] })
    expect(await sql`select from auth.password_resets where session_id = ${session.id}`).toHaveLength(resets)
  })

  test('has 256 bits, of which only a hash is stored', async () => {
    const token = await tokenFor()
    expect(token).toMatch(/^[\w-]{43}$/)
    const [row] = await sql`select t.*, t::text as everything from auth.one_time_tokens t`
    expect(row).toMatchObject({ user_id: nora, token_type: 'recovery_token', relates_to: NORA })
    expect(row?.token_hash).toMatch(/^[\da-f]{64}$/)
    expect(row?.everything).not.toContain(token)
    await expect(follow(row?.token_hash)).rejects.toMatchObject(EXPIRED)
  })

  test('works once', async () => {
    const token = await tokenFor()
    await follow(token)
    await expect(follow(token)).rejects.toMatchObject(EXPIRED)
    expect(await sessions()).toBe(1)
  })

  test('that is followed ten times concurrently starts one session', async () => {
    const token = await tokenFor()
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => follow(token)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(EXPIRED)
    expect(await sessions()).toBe(1)
  })

  test('works for fifteen minutes', async () => {
    const token = await tokenFor()
    await pass(14)
    expect((await follow(token)).user.id).toBe(nora)
    const late = await tokenFor()
    await pass(15)
    await expect(follow(late)).rejects.toMatchObject(EXPIRED)
  })

  test('is replaced by a newer one of its type, but not by one of another type', async () => {
    const first = await tokenFor()
    const magic = await tokenFor('magiclink')
    const second = await tokenFor()
    await expect(follow(first)).rejects.toMatchObject(EXPIRED)
    expect((await follow(second)).user.id).toBe(nora)
    expect((await follow(magic, 'magiclink')).user.id).toBe(nora)
  })

  test('does not work as a link of another type', async () => {
    await expect(follow(await tokenFor(), 'magiclink')).rejects.toMatchObject(EXPIRED)
    await expect(follow(await tokenFor('magiclink'), 'recovery')).rejects.toMatchObject(EXPIRED)
    await expect(follow(await tokenFor(), 'invite')).rejects.toMatchObject(EXPIRED)
  })

  test.each(['', 'x', '%', '__proto__', 'a'.repeat(43), '0'.repeat(64)])(
    'of %j leads nowhere',
    async (token) => {
      await tokenFor()
      await expect(follow(token)).rejects.toMatchObject(EXPIRED)
    },
  )

  test('that was withdrawn does not work', async () => {
    const token = await tokenFor()
    await withdrawLink(sql, token)
    await expect(follow(token)).rejects.toMatchObject(EXPIRED)
  })

  test('does not work after the address of its user has changed', async () => {
    const token = await tokenFor()
    await sql`update auth.users set email = 'nora@elsewhere.example' where id = ${nora}`
    await expect(follow(token)).rejects.toMatchObject(EXPIRED)
    await sql`update auth.users set email = ${NORA} where id = ${nora}`
  })

  test('of a user who was banned since is refused with that reason, and is not used up', async () => {
    const token = await tokenFor()
    await banNora()
    await expect(follow(token)).rejects.toMatchObject({ status: 403, code: 'user_banned' })
    expect(await sessions()).toBe(0)
    await sql`update auth.users set banned_until = null where id = ${nora}`
    expect((await follow(token)).user.id).toBe(nora)
  })

  test('is revoked by a change of password', async () => {
    const token = await tokenFor()
    await resetPassword(sql, NORA, 'another horse battery')
    await expect(follow(token)).rejects.toMatchObject(EXPIRED)
  })

  test('that is followed during a change of password either fails or loses its session', async () => {
    for (let round = 0; round < 5; round++) {
      const token = await tokenFor()
      await Promise.allSettled([follow(token), resetPassword(sql, NORA, PASSWORD)])
      expect(await sessions()).toBe(0)
    }
  })
})

describe('no link is created', () => {
  test.each([
    ['for nobody', 'nobody@example.org', async () => {}],
    ['for nothing', '', async () => {}],
    ['for a pattern', '%', async () => {}],
    ['for who is banned', NORA, banNora],
    ['for who is no administrator', NORA, () => sql`delete from public.user_roles where user_id = ${nora}`],
  ])('%s', async (_what, email, arrange) => {
    await arrange()
    expect(await issueLink(sql, { type: 'recovery', email })).toBeNull()
  })

  test('for an address that only looks like the stored one, which gets the mail instead', async () => {
    await createAdministrator(sql, 'kim@example.org', PASSWORD)
    const link = await issueLink(sql, { type: 'recovery', email: '\u212Aim@example.org' })
    expect(link?.email).toBe('kim@example.org')
  })
})

describe('an invitation', () => {
  async function invite(email: string, by = 'mara@example.org'): Promise<string> {
    const [row] = await sql<[{ id: string }]>`
      insert into private.invitations (email, invited_by, role)
      select ${email}, id, 'admin' from auth.users where email = ${by}
      on conflict (email) do update set id = excluded.id, token_hash = null returning id`
    return row.id
  }
  const tokenOf = async (id: string) => (await issueInvitation(sql, id))?.token ?? ''
  const freshEmail = () => `${randomUUID()}@example.org`

  test('that is accepted creates the user, the role, and a session that may set a password', async () => {
    const email = freshEmail()
    const token = await tokenOf(await invite(email))
    expect(await findUserId(sql, email)).toBeNull()
    const { user, session } = await follow(token, 'invite')
    expect(user).toMatchObject({ email, email_confirmed_at: expect.any(Date) })
    expect(session.amr).toMatchObject([{ method: 'invite' }])
    expect(await sql`select role from public.user_roles where user_id = ${user.id}`).toEqual([
      { role: 'admin' },
    ])
    expect(await sql`select from auth.password_resets where session_id = ${session.id}`).toHaveLength(1)
    await expect(follow(token, 'invite')).rejects.toMatchObject(EXPIRED)
    expect(await sql`select from private.invitations`).toHaveLength(0)
  })

  test('that is accepted ten times concurrently creates one user and one session', async () => {
    const email = freshEmail()
    const token = await tokenOf(await invite(email))
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => follow(token, 'invite')))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await sql`select from auth.users where email = ${email}`).toHaveLength(1)
    expect(await sessions()).toBe(1)
  })

  test('gives an existing user the role, and removes the former password and sessions', async () => {
    const email = freshEmail()
    await createAdministrator(sql, email, PASSWORD)
    const id = (await findUserId(sql, email)) ?? ''
    await sql`delete from public.user_roles where user_id = ${id}`
    const before = { userId: id, method: 'password', device: DEVICE } as const
    await sql.transaction((transaction) => startSession(transaction, before))
    const { user, session } = await follow(await tokenOf(await invite(email)), 'invite')
    expect(user.id).toBe(id)
    expect(await sql`select id from auth.sessions where user_id = ${id}`).toEqual([{ id: session.id }])
    expect(await sql`select encrypted_password from auth.users where id = ${id}`).toEqual([
      { encrypted_password: null },
    ])
  })

  const ends: Record<string, (email: string, id: string) => Promise<unknown>> = {
    'that is late': (email) => sql`
      update private.invitations set expires_at = now() where email = ${email}`,
    'that was withdrawn': (email) => sql`delete from private.invitations where email = ${email}`,
    'that was replaced': async (email) => tokenOf(await invite(email)),
    'that is being replaced': (email) => invite(email),
    'that was mailed once more': (_email, id) => tokenOf(id),
    'by who is banned': () => sql`
      update auth.users set banned_until = now() + interval '1 hour' where email = 'mara@example.org'`,
    'by who is no administrator any more': () => sql`
      delete from public.user_roles where user_id = (select id from auth.users where email = 'mara@example.org')`,
    'of who became an administrator meanwhile': (email) => createAdministrator(sql, email, PASSWORD),
  }
  test.each(Object.keys(ends))('%s does not work, and creates no user', async (end) => {
    const email = freshEmail()
    const id = await invite(email)
    const token = await tokenOf(id)
    await ends[end]?.(email, id)
    const before = await sql`select count(*) from auth.users`
    await expect(follow(token, 'invite')).rejects.toMatchObject(EXPIRED)
    expect(await sql`select count(*) from auth.users`).toEqual(before)
    expect(await sessions()).toBe(0)
  })

  test('of somebody who has got a role in another way ends, and does not bring them back', async () => {
    const email = freshEmail()
    const token = await tokenOf(await invite(email))
    await createMember(sql, { email, password: PASSWORD, role: 'author', languages: [], permissions: [] })
    expect(await sql`select from private.invitations where email = ${email}`).toEqual([])
    const id = await findUserId(sql, email)
    await sql`select private.end_role(${id})`
    await expect(follow(token, 'invite')).rejects.toMatchObject(EXPIRED)
    expect(await sql`select from public.user_roles where user_id = ${id}`).toEqual([])
  })

  test('whose mail was not sent waits for the next attempt', async () => {
    const id = await invite(freshEmail())
    const token = await tokenOf(id)
    await withdrawInvitationToken(sql, token)
    await expect(follow(token, 'invite')).rejects.toMatchObject(EXPIRED)
    expect((await follow(await tokenOf(id), 'invite')).user.email).toMatch(/@/)
  })

  test('of a banned user is refused with that reason, and stays', async () => {
    const email = freshEmail()
    await createAdministrator(sql, email, PASSWORD)
    const id = await findUserId(sql, email)
    await sql`delete from public.user_roles where user_id = ${id}`
    await sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${id}`
    const token = await tokenOf(await invite(email))
    await expect(follow(token, 'invite')).rejects.toMatchObject({ code: 'user_banned' })
    expect(await sql`select from public.user_roles where user_id = ${id}`).toHaveLength(0)
  })

  test('that was replaced is not mailed', async () => {
    const email = freshEmail()
    const first = await invite(email)
    await invite(email)
    expect(await issueInvitation(sql, first)).toBeNull()
    expect(await issueInvitation(sql, randomUUID())).toBeNull()
  })
})
