import { createClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { unwrap } from '#app/admin/kit/errors/classify-error.ts'
import { listAuthenticators, signIn, verifyCode } from '#app/admin/kit/session/sign-in.ts'
import { browserFetch } from '#app/browser-fetch.ts'
import type { Database } from '#core/data/database.ts'
import { createAdministrator } from '../../../../tests/support/accounts.ts'
import { ADMIN, startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { rowsOf } from '../../../../tests/support/fragments.ts'
import { TEST_SECRETS } from '../../../../tests/support/test-settings.ts'
import { identifyVisitor } from './identify-visitor.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.stop())

test('a visitor is unauthenticated at first, and after signing out', async () => {
  expect(await identifyVisitor(app.anonymous())).toEqual({ kind: 'unauthenticated' })
  const admin = await app.administrator()
  await identifyVisitor(admin)
  await admin.auth.signOut({ scope: 'local' })
  expect(await identifyVisitor(admin)).toEqual({ kind: 'unauthenticated' })
})

test('a user with a role is a member', async () => {
  expect(await identifyVisitor(await app.administrator())).toMatchObject({
    kind: 'member',
    email: ADMIN.email,
    member: { role: 'admin' },
  })
})

test('a session that follows the loss of the role is no member any more', async () => {
  const admin = await app.administrator()
  expect((await identifyVisitor(admin)).kind).toBe('member')
  // The last administrator could not be removed.
  await createAdministrator(app.database.sql, 'paula@example.org', ADMIN.password)
  const roles = await app.database.sql`
    delete from public.user_roles using auth.users
    where users.id = user_id and users.email = ${ADMIN.email} returning user_roles.*`
  await admin.auth.signInWithPassword(ADMIN)
  expect(await identifyVisitor(admin)).toEqual({ kind: 'not_member', email: ADMIN.email })
  await app.database.sql`insert into public.user_roles ${rowsOf(...roles)}`
})

test('a check that fails counts as no member, and is made again the next time', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const admin = await app.administrator()
  await app.database.sql`revoke execute on function public.find_my_membership() from authenticated`
  expect(await identifyVisitor(admin)).toEqual({ kind: 'not_member', email: ADMIN.email })
  expect(logged).toHaveBeenCalledWith('The role could not be found out', expect.anything())
  await app.database.sql`grant execute on function public.find_my_membership() to authenticated`
  expect((await identifyVisitor(admin)).kind).toBe('member')
})

test('a member with a second factor is one only after verifying it', async () => {
  const admin = await app.administrator()
  const { id, totp } = unwrap(await admin.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' }))
  const generator = new TOTP({ secret: totp.secret })
  await verifyCode(admin, id, generator.generate())
  expect(await identifyVisitor(admin)).toMatchObject({
    kind: 'member',
    email: ADMIN.email,
    member: { role: 'admin' },
  })

  const other = await app.administrator()
  expect(await identifyVisitor(other)).toEqual({ kind: 'needs_second_factor', email: ADMIN.email })
  expect(await signIn(app.anonymous(), ADMIN.email, ADMIN.password)).toBe('second_factor')
  expect((await listAuthenticators(other)).map(({ name }) => name)).toEqual(['Phone'])
  // The code of this half minute is used up.
  await verifyCode(other, id, generator.generate({ timestamp: Date.now() + 30_000 }))
  expect(await identifyVisitor(other)).toMatchObject({
    kind: 'member',
    email: ADMIN.email,
    member: { role: 'admin' },
  })
  unwrap(await other.auth.mfa.unenroll({ factorId: id }))
})

test('a session that was ended elsewhere counts as none, and is removed', async () => {
  const admin = await app.administrator()
  const other = await app.administrator()
  await other.auth.signOut({ scope: 'others' })
  expect(await identifyVisitor(admin)).toEqual({ kind: 'unauthenticated' })
  expect((await admin.auth.getSession()).data.session).toBeNull()
})

test.each(['list_my_sessions', 'find_my_membership'])(
  'a session that begins before %s has said that the former one ended is kept, and is the visitor’s',
  async (path) => {
    let begin: (() => Promise<unknown>) | null = null
    const client = createClient<Database>(app.url, TEST_SECRETS.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: {
        async fetch(...request) {
          const response = await fetch(...request)
          if (!begin || !String(request[0]).includes(path)) return response
          const first = begin
          begin = null
          await first()
          return response
        },
      },
    })
    const signInAgain = async () => unwrap(await client.auth.signInWithPassword(ADMIN))
    await signInAgain()
    unwrap({ data: null, ...(await (await app.administrator()).auth.signOut({ scope: 'others' })) })
    begin = signInAgain
    expect(await identifyVisitor(client)).toMatchObject({ kind: 'member', email: ADMIN.email })
    expect(begin).toBeNull()
  },
)

test('without a response the visitor is not identified, and the error is thrown', async () => {
  let isAway = false
  const client = createClient<Database>(app.url, TEST_SECRETS.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    db: { retry: false },
    global: { fetch: (...request) => (isAway ? browserFetch('http://127.0.0.1:9') : fetch(...request)) },
  })
  unwrap(await client.auth.signInWithPassword(ADMIN))
  isAway = true
  await expect(identifyVisitor(client)).rejects.toMatchObject({ name: 'NoResponseError' })
  isAway = false
  expect((await identifyVisitor(client)).kind).toBe('member')
})
