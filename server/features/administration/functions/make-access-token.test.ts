import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { isAccessToken } from '#server/supabase/auth/access-token.ts'
import { clientWith } from '../../../../tests/support/access-tokens.ts'
import { ADMIN, startTestApp, type TestApp } from '../../../../tests/support/app.ts'

let app: TestApp
let administrator: Client
beforeAll(async () => {
  app = await startTestApp()
  administrator = await app.administrator()
})
afterAll(() => app.stop())

const input = { name: ' Nightly import ', scopes: ['publish'], days: 7, password: ADMIN.password }

async function make(body: object) {
  const { data, error } = await administrator.functions.invoke<{ id: string; token: string }>(
    'make-access-token',
    { body: { ...input, ...body } },
  )
  return { data, refusal: error && [error.context.status, (await error.context.json()).error] }
}

test('a token is made, shown once, stored as a hash, and recorded', async () => {
  const { data } = await make({})
  expect(isAccessToken(data?.token ?? '')).toBe(true)
  const { sql } = app.database
  const [row] = await sql`
    select to_jsonb(access_tokens)::text as everything, name, scopes, hint, ends_at - created_at as "goodFor"
    from public.access_tokens where id = ${data?.id ?? ''}`
  expect(row).toMatchObject({
    name: 'Nightly import',
    scopes: ['read', 'drafts', 'publish'],
    goodFor: { days: 7 },
  })
  expect(row?.everything).not.toContain(data?.token.slice(8, -4))
  const [act] =
    await sql`select actor_name, did, details from public.audit_log where action = 'make_access_token'`
  expect(act).toMatchObject({ actor_name: ADMIN.email, did: 'made the access token “Nightly import”' })
  expect(
    (
      await clientWith(app, data?.token ?? '')
        .from('articles')
        .select('id')
    ).error,
  ).toBeNull()
  const { data: seen } = await administrator.from('access_tokens').select('*').throwOnError()
  expect(Object.keys(seen?.[0] ?? {})).not.toContain('hash')
  await administrator
    .from('access_tokens')
    .delete()
    .eq('id', data?.id ?? '')
    .throwOnError()
  const [revoked] =
    await sql`select actor_name, did from public.audit_log where action = 'revoke_access_token'`
  expect(revoked).toEqual({ actor_name: ADMIN.email, did: 'revoked the access token “Nightly import”' })
})

test.each<[object, number, RegExp]>([
  [{ password: 'not it' }, 400, /^The password is wrong\.$/],
  [{ password: undefined }, 400, /^Send a name/],
  [{ scopes: [] }, 400, /^Send a name/],
  [{ scopes: ['administrators'] }, 400, /^Send a name/],
  [{ days: 366 }, 400, /^Send a name/],
  [{ days: 0 }, 400, /^Send a name/],
  [{ name: '\n' }, 400, /^Send a name/],
  [{ name: 'x'.repeat(61) }, 400, /^Send a name/],
  [{ made_by: randomUUID() }, 400, /^Send a name/],
])('%j is refused', async (body, status, sentence) => {
  expect((await make(body)).refusal).toEqual([status, expect.stringMatching(sentence)])
})

test('there are at most fifty', async () => {
  const { sql } = app.database
  await sql`
    insert into public.access_tokens (name, hint, hash, scopes, made_by, ends_at)
    select 'Token ' || n, 'aiw_aaaa…bbbb', encode(sha256(n::text::bytea), 'hex'), '{read}', id, now() + interval '1 day'
    from generate_series(1, 50) as n, auth.users where email = ${ADMIN.email}`
  expect((await make({})).refusal).toEqual([
    409,
    expect.stringContaining('There are 50 access tokens already.'),
  ])
  await sql`delete from public.access_tokens`
})

test('a session that has not shown the second factor makes none, and neither does the database without the server', async () => {
  const { sql } = app.database
  const call = administrator.rpc('make_access_token' as never, {} as never)
  expect((await call).status).toBe(404)
  await sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status)
    select ${randomUUID()}::uuid, id, 'totp', 'verified' from auth.users where email = ${ADMIN.email}`
  expect((await make({})).refusal).toEqual([403, 'Only administrators can do this.'])
})
