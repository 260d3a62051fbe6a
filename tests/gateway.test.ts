import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN, startTestApp, type TestApp } from './support/app.ts'
import { connectTo } from './support/raw-connection.ts'
import { TEST_SECRETS } from './support/test-settings.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await app.database.sql`
    insert into public.articles (slug, title, excerpt, content, category, published, publish_date)
    values ('one', 'One', 'Excerpt', 'Text', 'tech', true, '2026-11-20 15:18:35.65+00')`
})
afterAll(() => app.stop())

const key = (secret: string) => new TextEncoder().encode(secret)
const claims = (extra: Record<string, unknown> = {}) =>
  new SignJWT({ iss: `${app.siteUrl}/auth/v1`, role: 'authenticated', aud: 'authenticated', ...extra })
    .setSubject('6ae9f2e0-ea71-4510-b3cf-f8d13133364f')
    .setProtectedHeader({ alg: 'HS256' })
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600

async function get(path: string, headers: Record<string, string> = {}) {
  return fetch(app.url + path, { headers: { apikey: TEST_SECRETS.publishableKey, ...headers } })
}

test('three hundred searches from one address are served, the next gets 429', async () => {
  const search = () => get('/rest/v1/rpc/search_articles?p_query=one&p_language=en')
  const statuses = new Set<number>()
  for (let n = 0; n < 300; n++) statuses.add((await search()).status)
  expect([...statuses]).toEqual([200])
  const refused = await search()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({
    code: '42900',
    message: expect.stringContaining('Too many searches'),
  })
  expect((await fetch(`${app.url}/search?q=one`)).status).toBe(429)
  expect((await fetch(`${app.url}/tech`)).status).toBe(200)
})

describe('a path in another spelling than the official client’s', () => {
  test.each([
    '/rest/v1/rpc/subscribe_newsletter%2F',
    '/rest/v1/rpc/subscribe_newsletter/',
    '/rest/v1/rpc//subscribe_newsletter',
    '/rest/v1//rpc/subscribe_newsletter',
    '/rest/v1/rpc%2Fsubscribe_newsletter',
    '/rest/v1/rpc/subscribe%5Fnewsletter',
    '/rest/v%31/rpc/subscribe_newsletter',
    '/rest/v1/rpc/search_articles%2F',
    '/rest/v1/articles/x',
  ])('%s responds with 404', async (path) => {
    const response = await fetch(app.url + path, {
      method: 'POST',
      headers: { apikey: TEST_SECRETS.publishableKey, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'PGRST125', details: null, hint: null })
  })
})

test('a search with another spelling of the path counts for the same address', async () => {
  for (const path of ['/Search', '/%73earch', '/search/']) {
    expect((await fetch(`${app.url}${path}?q=one`)).status, path).toBe(429)
  }
})

describe('a bearer token', () => {
  const forged: Record<string, () => Promise<string> | string> = {
    'with alg none': () =>
      `${btoa('{"alg":"none"}')}.${btoa('{"role":"service_role","aud":"authenticated"}')}.`,
    'signed with another key': () =>
      claims().setExpirationTime('1h').sign(key('another-secret-of-enough-length-0123456789')),
    'that has expired': () => claims().setExpirationTime(1).sign(key(TEST_SECRETS.jwtSecret)),
    'for another audience': () =>
      claims({ aud: 'somebody' }).setExpirationTime('1h').sign(key(TEST_SECRETS.jwtSecret)),
    'of another site': () =>
      claims({ iss: 'https://other.example/auth/v1' })
        .setExpirationTime('1h')
        .sign(key(TEST_SECRETS.jwtSecret)),
    'that never ends': () => claims().sign(key(TEST_SECRETS.jwtSecret)),
    'that is no JWT': () => 'abc',
    'that is a key of another site': () => 'sb_secret_somebodyelseskeysomebodyelses',
  }
  test.each(Object.keys(forged))('%s gets 401 from the data and auth services', async (name) => {
    const authorization = `Bearer ${await forged[name]?.()}`
    const rest = await get('/rest/v1/articles', { authorization })
    expect(rest.status).toBe(401)
    const code = name === 'that has expired' ? 'PGRST303' : 'PGRST301'
    expect(await rest.json()).toMatchObject({ code, details: null, hint: null })
    expect((await get('/auth/v1/user', { authorization })).status).toBe(401)
  })

  test('of a real user is accepted', async () => {
    const token = await claims().setExpirationTime(inAnHour()).sign(key(TEST_SECRETS.jwtSecret))
    expect((await get('/rest/v1/articles', { authorization: `Bearer ${token}` })).status).toBe(200)
  })
})

describe('the data service', () => {
  test('writes timestamps as PostgREST does', async () => {
    const { data } = await app.anonymous().from('articles').select('publish_date').single().throwOnError()
    expect(data.publish_date).toBe('2026-11-20T15:18:35.65+00:00')
  })

  test('responds with PostgREST’s codes and statuses', async () => {
    const client = app.anonymous()
    const none = await client.from('articles').select('*').eq('slug', 'none').single()
    expect([none.status, none.error?.code]).toEqual([406, 'PGRST116'])
    const table = await client.from('nothing' as 'articles').select('*')
    expect([table.status, table.error?.code]).toEqual([404, 'PGRST205'])
    const procedure = await client.rpc('nothing' as 'subscribe_newsletter', {} as never)
    expect([procedure.status, procedure.error?.code]).toEqual([404, 'PGRST202'])
    const refused = await app
      .service()
      .from('articles')
      .insert({ slug: 'Not A Slug', title: 'One', excerpt: 'Excerpt', content: 'Text', category: 'tech' })
    expect([refused.status, refused.error?.code]).toEqual([400, '23514'])
    const duplicate = await app.service().from('articles').insert({
      slug: 'one',
      title: 'One',
      excerpt: 'Excerpt',
      content: 'Text',
      category: 'tech',
      language: 'en',
    })
    expect([duplicate.status, duplicate.error?.code]).toEqual([409, '23505'])
  })

  test('needs an API key', async () => {
    expect((await fetch(`${app.url}/rest/v1/articles`)).status).toBe(401)
  })

  test('refuses a body over four megabytes', async () => {
    const response = await fetch(`${app.url}/rest/v1/articles`, {
      method: 'POST',
      headers: { apikey: TEST_SECRETS.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ content: 'x'.repeat(4 * 1024 * 1024) }),
    })
    expect(response.status).toBe(413)
  })

  test('reads more than 16 kB only for an administrator whose session is alive', async () => {
    const client = await app.administrator()
    const { data } = await client.auth.getSession()
    const save = (body: string | ReadableStream) =>
      fetch(`${app.url}/rest/v1/articles?slug=eq.none`, {
        method: 'PATCH',
        headers: {
          apikey: TEST_SECRETS.publishableKey,
          authorization: `Bearer ${data.session?.access_token}`,
          'content-type': 'application/json',
        },
        body,
        duplex: 'half',
      } as RequestInit)
    const large = JSON.stringify({ content: 'x'.repeat(20 * 1024) })
    expect((await save(large)).status).toBe(204)
    await client.auth.signOut()
    for (const body of [large, new Blob([large]).stream()]) {
      const refused = await save(body)
      expect([refused.status, await refused.json()]).toMatchObject([403, { code: '42501' }])
    }
  })

  test('cannot be read by pages of another origin', async () => {
    const response = await get('/rest/v1/articles', { origin: 'https://elsewhere.example' })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('the auth service', () => {
  test('signs the administrator in, returns the user, and signs out', async () => {
    const client = await app.administrator()
    expect((await client.auth.getUser()).data.user?.email).toBe(ADMIN.email)
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect((await client.auth.signOut()).error).toBeNull()
    expect((await client.auth.getSession()).data.session).toBeNull()
  })

  test('refuses sign-up with GoTrue’s own code', async () => {
    const { error } = await app
      .anonymous()
      .auth.signUp({ email: 'new@example.org', password: 'a fine password' })
    expect(error?.code).toBe('signup_disabled')
  })

  test.each(['', 'x', 'token/x', 'factors/x/y', 'user/x'])('does not know /auth/v1/%s', async (path) => {
    expect((await get(`/auth/v1/${path}`)).status).toBe(404)
  })

  test.each(['admin/users', 'sso', 'authorize', 'callback', 'passkeys'])(
    'reaches no account by /auth/v1/%s',
    async (path) => {
      const response = await get(`/auth/v1/${path}`)
      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(response.status).toBeLessThan(500)
    },
  )
})

test.each([
  '/_system',
  '/studio',
  '/storage/v1x',
  '/storage/v2/bucket',
  '/graphql/v1',
  '/.git/config',
  '/.env',
  '/rest/v2/articles',
])('%s responds with 404', async (path) => {
  expect((await get(path)).status).toBe(404)
})

test('only the first part of a path names a service', async () => {
  const service = await get('/graphql/v1')
  expect(await service.json()).toEqual({ message: 'no Route matched with those values' })
  const image = await get('/images/avif/400/storage/v1/object/public/article-images/none.png')
  expect(image.status).toBe(404)
  expect(await image.text()).not.toContain('no Route matched')
})

test.each([
  ['PUT /about', 405],
  ['TRACE /', 405],
  ['POST /subscribe', 413],
  ['POST /rest/v1/rpc/subscribe_newsletter', 413],
  ['POST /functions/v1/translate-article', 401],
  ['POST /auth/v1/token?grant_type=password', 413],
  ['POST /storage/v1/object/article-images/a.png', 400],
  ['POST /mcp', 413],
])('%s is refused before its body has arrived, and the connection ends with that', async (line, status) => {
  const head = `${line} HTTP/1.1\r\nHost: ${new URL(app.url).host}\r\napikey: ${TEST_SECRETS.publishableKey}\r\nContent-Type: application/json\r\n`
  const part = 'x'.repeat(1024 * 1024)
  for (const body of [
    `Content-Length: ${64 * part.length}\r\n\r\n${part}`,
    `Transfer-Encoding: chunked\r\n\r\n100000\r\n${part}\r\n100000\r\n${part}\r\n`,
  ]) {
    const connection = await connectTo(app.url)
    connection.socket.on('error', () => {}).write(head + body)
    const answer = await connection.ended
    connection.socket.destroy()
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toMatch(/^connection: close\r$/im)
  }
})
