import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAdministrator } from '../../../../tests/support/accounts.ts'
import { ADMIN, startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { mintToken } from '../../../../tests/support/mint-token.ts'
import { TEST_SECRETS } from '../../../../tests/support/test-settings.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

async function call(body: unknown, { token = '', method = 'POST', type = 'application/json' } = {}) {
  const response = await fetch(`${app.url}/functions/v1/check-mail-domain`, {
    method,
    headers: {
      apikey: TEST_SECRETS.publishableKey,
      'content-type': type,
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

test('administrators are told what is wrong with the domain of the sender', async () => {
  const token = await mintToken(app.database.sql, ADMIN.email)
  // The sender of the tests is an example, which needs no name server.
  expect(await call({}, { token })).toEqual({
    status: 200,
    body: {
      domain: 'example.org',
      findings: [
        {
          check: 'sender',
          state: 'problem',
          code: 'sender_placeholder',
          name: 'example.org',
          found: [],
          publish: null,
        },
      ],
    },
  })
})

test('only administrators may call it, and only with an empty object', async () => {
  const { sql } = app.database
  await createAdministrator(sql, 'reader@example.org', 'a reader without a role')
  await sql`delete from public.user_roles where user_id = (select id from auth.users where email = 'reader@example.org')`
  expect((await call({})).status).toBe(401)
  expect((await call({}, { token: await mintToken(sql, 'reader@example.org') })).status).toBe(403)
  const token = await mintToken(sql, ADMIN.email)
  expect((await call({ domain: 'internal.example' }, { token })).status).toBe(400)
  expect((await call('[]', { token })).status).toBe(400)
  expect((await call({}, { token, type: 'text/plain' })).status).toBe(415)
  expect((await call(undefined, { token, method: 'GET' })).status).toBe(405)
})

test('who asks all the time has to wait', async () => {
  const { sql } = app.database
  await createAdministrator(sql, 'busy@example.org', 'correct horse battery')
  const token = await mintToken(sql, 'busy@example.org')
  for (let n = 0; n < 20; n++) expect((await call({}, { token })).status).toBe(200)
  expect((await call({}, { token })).status).toBe(429)
})
