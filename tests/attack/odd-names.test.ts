import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { addArticle, anArticle } from '../support/articles.ts'
import { TEST_SECRETS } from '../support/test-settings.ts'

/** Names of properties that every JavaScript object has. */
const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'constructor.prototype',
  '__proto__.polluted',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
]

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await addArticle(app.service(), anArticle())
})
afterAll(() => app.stop())

const headers = { apikey: TEST_SECRETS.publishableKey }
const json = { ...headers, 'content-type': 'application/json' }

/** All requests in which a caller can choose a name. */
function requestsWith(name: string): [string, RequestInit][] {
  const rest = '/rest/v1'
  const get = (query: string, more: Record<string, string> = {}): [string, RequestInit] => [
    `${rest}/articles?${query}`,
    { headers: { ...headers, ...more } },
  ]
  const post = (path: string, body: unknown, more: Record<string, string> = {}): [string, RequestInit] => [
    rest + path,
    {
      method: 'POST',
      headers: { ...json, ...more },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    },
  ]
  const nested = `{"${name}":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}`
  return [
    [`${rest}/${name}`, { headers }],
    [`${rest}/rpc/${name}`, { method: 'POST', headers: json, body: '{}' }],
    get(`${name}=eq.1`),
    get(`${name}.polluted=eq.1`),
    get(`${name}.order=role`),
    get(`${name}.limit=1`),
    get(`a.${name}.order=role`),
    get(`select=${name}`),
    get(`select=id,${name}:articles!original_article_id(id)&${name}.NODE_OPTIONS.limit=--import=data:`),
    get(`select=${name}(id)`),
    get(`select=id&order=${name}.asc`),
    get(`order=id.${name}`),
    get(`limit=${name}`),
    get(`offset=${name}`),
    get(`or=(${name}.eq.1)`),
    get(`or=(id.${name}.1)`),
    get(`and=(not.${name}(id.eq.1))`),
    get(`title=${name}.1`),
    get(`title=not.${name}.1`),
    get(`title=eq.${name}`),
    get(`title=in.(${name})`),
    get(`columns=${name}`),
    get(`on_conflict=${name}`),
    get('select=id', { prefer: name }),
    get('select=id', { prefer: `${name}=exact` }),
    get('select=id', { accept: name }),
    get('select=id', { range: name }),
    get('select=id', { 'accept-profile': name }),
    get('select=id', { authorization: `Bearer ${name}` }),
    post('/articles', { [name]: 1 }),
    post('/articles', nested),
    post(`/articles?columns=${name}`, [{ title: 'x' }]),
    post(`/articles?on_conflict=${name}`, { title: 'x' }, { prefer: 'resolution=merge-duplicates' }),
    post('/rpc/subscribe_newsletter', { [name]: 'x', p_email: 'x@example.org' }),
    post('/rpc/subscribe_newsletter', nested),
    post('/rpc/search_articles', { p_query: name, [name]: 1 }),
    [`${rest}/rpc/search_articles?p_query=x&${name}=eq.1`, { headers }],
    [`${rest}/articles?${name}=eq.1`, { method: 'PATCH', headers: json, body: `{"${name}":1}` }],
    [`${rest}/articles?${name}=eq.1`, { method: 'DELETE', headers }],
    [`/auth/v1/${name}`, { method: 'POST', headers: json, body: nested }],
    [`/auth/v1/token?grant_type=${name}`, { method: 'POST', headers: json, body: nested }],
    ['/auth/v1/token?grant_type=password', { method: 'POST', headers: json, body: nested }],
    ['/auth/v1/token?grant_type=refresh_token', { method: 'POST', headers: json, body: nested }],
    [`/functions/v1/${name}`, { method: 'POST', headers: json, body: nested }],
    ['/functions/v1/send-confirmation-email', { method: 'POST', headers: json, body: nested }],
    [`/functions/v1/rss-feed?lang=${name}`, {}],
    [`/${name}`, {}],
    [`/article/${name}`, {}],
    [`/?lang=${name}&${name}=1`, {}],
    [`/news?page=${name}`, {}],
    [`/search?q=${name}&${name}=x`, {}],
    [`/feeds/${name}.xml`, {}],
    [`/share/${name}/${name}.png`, {}],
    [`/images/${name}/640/demo/x.webp`, {}],
    ['/subscribe', { method: 'POST', body: new URLSearchParams({ [name]: 'x', email: name }) }],
  ]
}

test.each(NAMES)('%s anywhere in a request affects only its own response', async (name) => {
  const properties = Object.getOwnPropertyNames(Object.prototype).sort()
  const wellKnown = Object.getOwnPropertyNames(Function.prototype).sort()
  for (const [path, init] of requestsWith(name)) {
    const response = await fetch(app.url + path, init)
    const body = await response.text()
    expect(response.status, `${init.method ?? 'GET'} ${path}: ${body.slice(0, 200)}`).toBeLessThan(500)
    if (path.startsWith('/rest/') && !response.ok) {
      expect(Object.keys(JSON.parse(body)).sort(), path).toEqual(['code', 'details', 'hint', 'message'])
    }
  }
  expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(properties)
  expect(Object.getOwnPropertyNames(Function.prototype).sort()).toEqual(wellKnown)
  expect('polluted' in {}).toBe(false)
  // Other requests are served as before.
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
  expect((await app.anonymous().from('articles').select('slug').throwOnError()).data).toHaveLength(1)
})
