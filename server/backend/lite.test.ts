import { expect, test } from 'vitest'
import { createTestDatabase } from '../../tests/support/database.ts'
import { startTestLite } from '../../tests/support/lite.ts'
import { TEST_SECRETS, TEST_SITE_URL } from '../../tests/support/test-settings.ts'

const REST = `${TEST_SITE_URL}/rest/v1`
const headers = { apikey: TEST_SECRETS.publishableKey }

async function startLite() {
  const { address, sql, drop } = await createTestDatabase()
  return { lite: await startTestLite(address, sql), sql, drop }
}

test('closing waits for what is under way, more than there are connections', async () => {
  const { lite, drop } = await startLite()
  const answers = Array.from({ length: 50 }, () =>
    lite.fetch(new Request(`${REST}/articles?select=id`, { headers })),
  )
  await lite.close()
  for (const answer of answers) expect((await answer).status).toBe(200)
  await drop()
})

test('the database is told who asks, for the length of the request', async () => {
  const { lite, sql, drop } = await startLite()
  await sql`
    create function public.context() returns jsonb stable language sql as $$
      select jsonb_object_agg(name, current_setting(name, true)) || jsonb_build_object('user', current_user)
      from unnest(array['role', 'request.jwt.claim.role', 'request.jwt.claim.sub', 'request.jwt.claims',
                        'request.method', 'request.path']) as name
    $$`
  await sql`grant execute on function public.context() to anon`
  const response = await lite.fetch(
    new Request(`${REST}/rpc/context`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{}',
    }),
  )
  expect(await response.json()).toEqual({
    user: 'anon',
    role: 'anon',
    'request.jwt.claim.role': 'anon',
    'request.jwt.claim.sub': '',
    'request.jwt.claims': expect.anything(),
    'request.method': 'POST',
    'request.path': expect.stringContaining('rpc/context'),
  })
  await lite.close()
  await drop()
})

test('a query of a stranger ends after five seconds, in the form that the official client reads', async () => {
  const { lite, sql, drop } = await startLite()
  await sql`
    create function public.limit_of_time() returns text stable language sql as $$
      select current_setting('statement_timeout')
    $$`
  await sql`
    create function public.cancelled() returns void language plpgsql as $$
      begin raise query_canceled using message = 'canceling statement due to statement timeout'; end
    $$`
  await sql`grant execute on function public.limit_of_time(), public.cancelled() to anon, service_role`
  const call = async (name: string, apikey: string) => {
    const response = await lite.fetch(
      new Request(`${REST}/rpc/${name}`, {
        method: 'POST',
        headers: { apikey, 'content-type': 'application/json' },
        body: '{}',
      }),
    )
    return { status: response.status, body: await response.text() }
  }
  expect((await call('limit_of_time', TEST_SECRETS.publishableKey)).body).toBe('"5s"')
  expect((await call('limit_of_time', TEST_SECRETS.secretKey)).body).toBe('"0"')
  const { status, body } = await call('cancelled', TEST_SECRETS.publishableKey)
  expect(status).toBe(500)
  expect(JSON.parse(body)).toEqual({
    code: '57014',
    details: null,
    hint: null,
    message: 'canceling statement due to statement timeout',
  })
  await lite.close()
  await drop()
})
