import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareDatabase } from '#server/platform/database/prepare-database.ts'
import { createAdministrator } from '#server/supabase/auth/accounts.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { clientFrom, requestAuth } from '../../../tests/support/auth.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { applyOldMigrations } from '../../../tests/support/database-before-baseline.ts'
import { LITE_AUTH_TABLES } from '../../../tests/support/lite-auth-tables.ts'

const OLD_USER = '01a1fffc-bbb6-728a-a153-f6a6807d551b'
const OLD_SESSION = '01a1fffc-bed2-74f8-9134-aff043e80fe9'
const OLD_TOKEN = '01a1fffc-bf0e-73fa-87ab-bbbbda0dad9a'
const OLD = { email: 'old@example.org', password: 'the old password' }

/** A signed-in user. */
const LITE_ROWS = `
  insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
  values ('${OLD_USER}', '${OLD.email}', '$2b$10$P01/5A31bvirxRlFukhrauBxBk.M2Y1PYj6S12lj6CeHfx3Gmy9bG', now(),
          to_jsonb('{"provider":"email","providers":["email"]}'::text), to_jsonb('{"email":"${OLD.email}"}'::text));
  insert into auth.identities (id, provider, provider_id, user_id, identity_data)
  values ('01a1fffc-bd2a-74cb-948a-c6ebbecaa60f', 'email', '${OLD_USER}', '${OLD_USER}', to_jsonb('{"sub":"x"}'::text));
  insert into auth.users (id, email) values ('01a1fffc-bbb6-728a-a153-f6a6807d551c', 'made-by-otp@example.org');
  insert into auth.sessions (id, user_id, aal) values ('${OLD_SESSION}', '${OLD_USER}', 'aal1');
  insert into auth.refresh_tokens (id, token, user_id, session_id)
  values ('01a1fffc-bf15-7672-a878-5d1373014b89', '${OLD_TOKEN}', '${OLD_USER}', '${OLD_SESSION}')`

let app: TestApp

beforeAll(async () => {
  const database = await createTestDatabase({ bare: true })
  await database.sql.script(LITE_AUTH_TABLES)
  await database.sql.script(LITE_ROWS)
  await applyOldMigrations(database.sql)
  await prepareDatabase(database.sql)
  app = await startTestApp({ beside: { database }, trustProxy: 1 })
})
afterAll(async () => {
  await app.stop()
  await app.database.drop()
})

const hashOf = async (email: string) =>
  (await app.database.sql`select encrypted_password as hash from auth.users where email = ${email}`)[0]?.hash

test('users who were signed in have to sign in again', async () => {
  const refused = await requestAuth(app, '/token?grant_type=refresh_token', {
    body: { refresh_token: OLD_TOKEN },
  })
  expect([refused.status, refused.body.error_code]).toEqual([400, 'refresh_token_not_found'])
  expect(await app.database.sql`select 1 from auth.refresh_tokens where token = ${OLD_TOKEN}`).toEqual([])
  expect(await app.database.sql`select 1 from auth.sessions where id = ${OLD_SESSION}`).toEqual([])
})

test('a wrong password is refused, and the bcrypt hash stays', async () => {
  const { error } = await clientFrom(app).auth.signInWithPassword({ ...OLD, password: 'The old password' })
  expect(error?.code).toBe('invalid_credentials')
  expect(await hashOf(OLD.email)).toMatch(/^\$2b\$/)
})

test('the right password signs in, also concurrently, and its hash is replaced by scrypt', async () => {
  const both = await Promise.all([
    clientFrom(app).auth.signInWithPassword(OLD),
    clientFrom(app).auth.signInWithPassword(OLD),
  ])
  expect(both.map(({ error }) => error)).toEqual([null, null])
  expect(both[0].data.user).toMatchObject({
    id: OLD_USER,
    email: OLD.email,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { email: OLD.email, email_verified: true },
    identities: [{ id: OLD_USER, identity_data: { email: OLD.email }, email: OLD.email }],
  })
  expect(await hashOf(OLD.email)).toMatch(/^\$scrypt\$/)
  expect((await clientFrom(app).auth.signInWithPassword(OLD)).error).toBeNull()
  const wrong = await clientFrom(app).auth.signInWithPassword({ ...OLD, password: 'another password' })
  expect(wrong.error?.code).toBe('invalid_credentials')
})

test('a user who was created by open sign-up has no working password until made an administrator', async () => {
  const email = 'made-by-otp@example.org'
  for (const password of ['', 'null', 'correct horse battery']) {
    const { error } = await clientFrom(app).auth.signInWithPassword({ email, password })
    expect(error?.code).toBe('invalid_credentials')
  }
})

test('the migration runs once: later sessions survive the next start', async () => {
  const client = clientFrom(app)
  await createAdministrator(app.database.sql, 'mara@example.org', 'correct horse battery')
  await client.auth.signInWithPassword({ email: 'mara@example.org', password: 'correct horse battery' })
  await prepareDatabase(app.database.sql)
  expect((await client.auth.getUser()).error).toBeNull()
  expect((await client.auth.refreshSession()).error).toBeNull()
})
