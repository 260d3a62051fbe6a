import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ADMIN, startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { rowsOf } from '../../../tests/support/fragments.ts'
import { identifyVisitor } from './identify-visitor.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.stop())

test('nobody is signed in at first, and nobody after signing out', async () => {
  expect(await identifyVisitor(app.anonymous())).toEqual({ kind: 'unauthenticated' })
  const admin = await app.administrator()
  await identifyVisitor(admin)
  await admin.auth.signOut({ scope: 'local' })
  expect(await identifyVisitor(admin)).toEqual({ kind: 'unauthenticated' })
})

test('a user with the role is an administrator', async () => {
  expect(await identifyVisitor(await app.administrator())).toEqual({ kind: 'admin', email: ADMIN.email })
})

test('a session that follows the loss of the role is no administrator any more', async () => {
  const admin = await app.administrator()
  expect((await identifyVisitor(admin)).kind).toBe('admin')
  const roles = await app.database.sql`delete from public.user_roles returning *`
  await admin.auth.signInWithPassword(ADMIN)
  expect(await identifyVisitor(admin)).toEqual({ kind: 'not_admin' })
  await app.database.sql`insert into public.user_roles ${rowsOf(...roles)}`
})

test('a check that fails counts as no administrator, and is made again the next time', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const admin = await app.administrator()
  await app.database.sql`revoke select on public.user_roles from authenticated`
  expect(await identifyVisitor(admin)).toEqual({ kind: 'not_admin' })
  expect(logged).toHaveBeenCalledWith('The admin check failed', expect.anything())
  await app.database.sql`grant select on public.user_roles to authenticated`
  expect((await identifyVisitor(admin)).kind).toBe('admin')
})
