import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareDatabase } from '#server/platform/database/prepare-database.ts'
import { createAdministrator } from '#server/supabase/auth/accounts.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { clientFrom, requestAuth } from '../../../tests/support/auth.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { applyOldMigrations } from '../../../tests/support/database-before-baseline.ts'

const OLD_USER = '01a1fffc-bbb6-728a-a153-f6a6807d551b'
const OLD_SESSION = '01a1fffc-bed2-74f8-9134-aff043e80fe9'
const OLD_TOKEN = '01a1fffc-bf0e-73fa-87ab-bbbbda0dad9a'
const OLD = { email: 'old@example.org', password: 'the old password' }

/** The tables as the former library created them, with a signed-in user. */
const LITE_TABLES = `
  create schema auth;
  create table auth.users (
    id uuid primary key, aud varchar(255) default 'authenticated', role varchar(255) default 'authenticated',
    email varchar(255), encrypted_password varchar(255), phone text unique, email_confirmed_at timestamptz,
    confirmed_at timestamptz generated always as (case
      when email_confirmed_at is null then phone_confirmed_at
      when phone_confirmed_at is null then email_confirmed_at
      when email_confirmed_at < phone_confirmed_at then email_confirmed_at else phone_confirmed_at end) stored,
    invited_at timestamptz, confirmation_token varchar(255), confirmation_sent_at timestamptz,
    recovery_token varchar(255), recovery_sent_at timestamptz, phone_confirmed_at timestamptz,
    raw_app_meta_data jsonb default '{}', raw_user_meta_data jsonb default '{}', banned_until timestamptz,
    deleted_at timestamptz, is_sso_user boolean not null default false, is_anonymous boolean not null default false,
    last_sign_in_at timestamptz, created_at timestamptz default now(), updated_at timestamptz default now());
  create unique index users_email_partial_key on auth.users (email) where is_sso_user = false;
  create table auth.sessions (
    id uuid primary key, user_id uuid not null references auth.users (id) on delete cascade, not_after timestamptz,
    refreshed_at timestamp, user_agent text, ip inet, tag text, refresh_token_hmac_key text,
    refresh_token_counter bigint, scopes text check (scopes is null or length(scopes) <= 4096),
    created_at timestamptz default now(), updated_at timestamptz default now(),
    aal text check (aal in ('aal1', 'aal2', 'aal3')), factor_id uuid);
  create index sessions_user_id_idx on auth.sessions (user_id);
  create table auth.refresh_tokens (
    id text primary key, token varchar(255) not null, user_id uuid not null,
    session_id uuid references auth.sessions (id) on delete cascade, revoked boolean default false,
    parent varchar(255), created_at timestamptz default now(), updated_at timestamptz default now());
  create index refresh_tokens_token_idx on auth.refresh_tokens (token);
  create index refresh_tokens_user_id_idx on auth.refresh_tokens (user_id);
  create index refresh_tokens_session_id_revoked_idx on auth.refresh_tokens (session_id, revoked);
  create table auth.identities (
    id uuid primary key, provider text not null, provider_id text not null,
    user_id uuid not null references auth.users (id) on delete cascade, identity_data jsonb not null default '{}',
    email varchar(255) generated always as (lower(identity_data ->> 'email')) stored, last_sign_in_at timestamptz,
    created_at timestamptz default now(), updated_at timestamptz default now(), unique (provider, provider_id));
  create index identities_user_id_idx on auth.identities (user_id);
  create function auth.uid() returns uuid language sql stable
    as $$ select nullif(current_setting('request.jwt.claim.sub', true), '')::uuid $$;
  create function auth.role() returns text language sql stable
    as $$ select nullif(current_setting('request.jwt.claim.role', true), '') $$;
  create function auth.jwt() returns jsonb language sql stable
    as $$ select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb $$;

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
  await database.sql.script(LITE_TABLES)
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
