import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ADMIN, startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { requestAuth, signToken } from '../../../tests/support/auth.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ trustProxy: 1 })
})
afterAll(() => app.stop())

const request = (path: string, options: Parameters<typeof requestAuth>[2] = {}) =>
  requestAuth(app, path, options)

describe('a token that', () => {
  const forged: Record<string, () => Promise<string> | string> = {
    'has alg none': () => `${btoa('{"alg":"none"}')}.${btoa('{"sub":"x","aud":"authenticated"}')}.`,
    'was signed with another key': () => signToken({}, { secret: 'another secret that is long enough' }),
    'has expired': () => signToken({ sub: crypto.randomUUID() }, { expires: 1 }),
    'is for another audience': () => signToken({ sub: crypto.randomUUID(), aud: 'somebody' }),
    'has no subject': () => signToken(),
    'has a subject that is no UUID': () => signToken({ sub: 'nora', session_id: crypto.randomUUID() }),
    'has a session that is no UUID': () => signToken({ sub: crypto.randomUUID(), session_id: '__proto__' }),
    'is none': () => 'abc',
  }
  test.each(Object.keys(forged))('%s is refused with 401', async (name) => {
    const token = await forged[name]?.()
    for (const [method, path] of [
      ['GET', '/user'],
      ['PUT', '/user'],
      ['POST', '/logout'],
    ] as const) {
      const response = await request(path, {
        method,
        token: token ?? '',
        ...(method === 'PUT' && { body: {} }),
      })
      expect([response.status, response.body.error_code]).toEqual([401, 'bad_jwt'])
    }
  })

  test('is missing, or an API key, is refused with 401', async () => {
    for (const more of [{}, { headers: { authorization: 'Basic bm9yYTp4' } }]) {
      const response = await request('/user', more)
      expect([response.status, response.body.error_code]).toEqual([401, 'no_authorization'])
    }
  })

  test('has no session, an unknown one, or another user’s, is refused with 403', async () => {
    const [user] = await app.database.sql`select id from auth.users`
    const own = await request('/token?grant_type=password', { body: ADMIN })
    expect(own.status).toBe(200)
    const [session] = await app.database.sql`select id from auth.sessions`
    const ask = async (claims: Record<string, unknown>) => {
      const { status, body } = await request('/user', { token: await signToken(claims) })
      return [status, body.error_code ?? body.email]
    }
    expect(await ask({ sub: user?.id, session_id: session?.id })).toEqual([200, ADMIN.email])
    expect(await ask({ sub: user?.id })).toEqual([403, 'session_not_found'])
    expect(await ask({ sub: user?.id, session_id: [session?.id] })).toEqual([403, 'session_not_found'])
    expect(await ask({ sub: user?.id, session_id: crypto.randomUUID() })).toEqual([403, 'session_not_found'])
    expect(await ask({ sub: crypto.randomUUID(), session_id: session?.id })).toEqual([403, 'user_not_found'])
  })

  test('belongs to a banned user is refused with 403', async () => {
    const { body } = await request('/token?grant_type=password', { body: ADMIN })
    await app.database.sql`update auth.users set banned_until = now() + interval '1 hour'`
    onTestFinished(async () => {
      await app.database.sql`update auth.users set banned_until = null`
    })
    const response = await request('/user', { token: body.access_token })
    expect([response.status, response.body.error_code]).toEqual([403, 'user_banned'])
  })
})
