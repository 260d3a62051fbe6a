import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { browserFetch } from '#app/browser-fetch.ts'
import { codeOf, isRateLimited, isSessionExpired, isTemporary } from './classify-error.ts'

/** The errors that the official client makes of one response, from each of its services. */
async function errorsOf(status: number, body: string): Promise<Map<string, unknown>> {
  const server = createServer((_request, response) => response.writeHead(status).end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await askAll(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

async function askAll(url: string): Promise<Map<string, unknown>> {
  const client = createClient(url, 'a key', {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: browserFetch },
  })
  const rest = client.from('articles').select().retry(false).throwOnError()
  return new Map<string, unknown>([
    ['auth', (await client.auth.signInWithPassword({ email: 'a@example.org', password: 'x' })).error],
    ['rest', await rest.then(null, (error: unknown) => error)],
    ['functions', (await client.functions.invoke('nothing')).error],
  ])
}

test('a response of a proxy or of an overloaded server is temporary, from every service', async () => {
  for (const status of [502, 503, 504]) {
    for (const [service, error] of await errorsOf(status, '<h1>Bad gateway</h1>')) {
      expect(isTemporary(error), `${service} ${status}`).toBe(true)
    }
  }
  const busy = JSON.stringify({ code: 'PGRST000', message: 'no database', details: null, hint: null })
  for (const [service, error] of await errorsOf(503, busy)) expect(isTemporary(error), service).toBe(true)
})

test('no response at all is temporary', async () => {
  for (const [service, error] of await askAll('http://127.0.0.1:9'))
    expect(isTemporary(error), service).toBe(true)
})

test('a refusal is not temporary', async () => {
  const refusal = JSON.stringify({ code: '42501', error_code: 'invalid_credentials', message: 'no' })
  for (const [service, error] of await errorsOf(403, refusal)) expect(isTemporary(error), service).toBe(false)
})

test('a session that is over is known by its codes and by the errors of the client itself', async () => {
  for (const code of ['session_not_found', 'bad_jwt', 'invalid_jwt', 'session_expired']) {
    const errors = await errorsOf(403, JSON.stringify({ error_code: code, msg: 'in whatever words' }))
    expect(isSessionExpired(errors.get('auth')), code).toBe(true)
  }
  const errors = await errorsOf(401, JSON.stringify({ code: 'PGRST303', message: 'JWT expired' }))
  expect(isSessionExpired(errors.get('rest'))).toBe(true)
  const client = createClient('http://127.0.0.1:9', 'a key', { auth: { persistSession: false } })
  const { error } = await client.auth.updateUser({ password: 'whatever it is' })
  expect(error?.message).toBe('Auth session missing!')
  expect(isSessionExpired(error)).toBe(true)
  expect(isSessionExpired(new Error('JWT expired'))).toBe(false)
})

test('too many requests are known from every service', async () => {
  const body = JSON.stringify({ code: '42900', error_code: 'over_request_rate_limit', message: 'later' })
  for (const [service, error] of await errorsOf(429, body)) expect(isRateLimited(error), service).toBe(true)
})

test('an error of something else than the client has no code', () => {
  for (const thrown of [null, undefined, 'text', 7, {}, { code: 7 }]) {
    expect(codeOf(thrown)).toBe('')
    expect(isTemporary(thrown)).toBe(false)
    expect(isSessionExpired(thrown)).toBe(false)
  }
})
