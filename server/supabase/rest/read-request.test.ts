import { describe, expect, test } from 'vitest'
import { readRequest } from '#server/supabase/rest/read-request.ts'
import { RestError } from '#server/supabase/rest/rest-error.ts'
import type { RestRequest } from '#server/supabase/rest/rest-request.ts'
import { compileQuery } from '#server/supabase/rest/sql/compile.ts'
import { generateRequests } from '#server/supabase/rest/testing/generate-requests.ts'
import { catalog } from '../../../tests/support/catalog.ts'

interface Asked extends Partial<Omit<RestRequest, 'header'>> {
  headers?: Record<string, string>
}

function read({ headers = {}, ...asked }: Asked) {
  const header = (name: string) => new Map(Object.entries(headers)).get(name)
  return readRequest({ method: 'GET', path: '/articles', query: '', body: '', ...asked, header }, catalog)
}

function refusal(asked: Asked): [number, string] | null {
  try {
    read(asked)
    return null
  } catch (error) {
    if (error instanceof RestError) return [error.status, error.body.code]
    throw error
  }
}

describe('a path', () => {
  test.each([
    '',
    '/',
    'articles',
    '/articles/',
    '//articles',
    '/articles/1',
    '/rpc',
    '/rpc/',
    '/rpc/search_articles/',
    '/rpc//search_articles',
    '/RPC/search_articles',
    '/public.articles',
    '/articles%20',
    '/"articles"',
    `/${'a'.repeat(64)}`,
  ])('of %j is refused', (path) => {
    expect(refusal({ path })?.[0]).toBe(404)
  })

  test.each(['/Articles', '/nothing', '/__proto__', '/constructor', '/pg_class', '/users'])(
    'of %s is no table',
    (path) => {
      expect(refusal({ path })).toEqual([404, 'PGRST205'])
      expect(refusal({ path: `/rpc${path}`, method: 'POST' })).toEqual([404, 'PGRST202'])
    },
  )
})

test.each<[string, Asked, [number, string] | null]>([
  ['an unsupported method', { method: 'PUT' }, [405, 'PGRST117']],
  ['OPTIONS', { method: 'OPTIONS' }, [405, 'PGRST117']],
  ['a method that no call supports', { method: 'PUT', path: '/rpc/search_articles' }, [405, 'PGRST101']],
  ['another schema to read', { headers: { 'accept-profile': 'auth' } }, [406, 'PGRST106']],
  [
    'another schema to write',
    { method: 'POST', body: '[]', headers: { 'content-profile': 'auth' } },
    [406, 'PGRST106'],
  ],
  ['the public schema', { headers: { 'accept-profile': 'public' } }, null],
  [
    'a profile header for the other direction, which is not read',
    { headers: { 'content-profile': 'auth' } },
    null,
  ],
  ['a filter on an insert', { method: 'POST', body: '[]', query: 'slug=eq.x' }, [400, 'PGRST100']],
  ['a limit on an insert', { method: 'POST', body: '[]', query: 'limit=1' }, [400, 'PGRST100']],
  ['a limit on an update', { method: 'PATCH', body: '{}', query: 'slug=eq.x&limit=1' }, [400, 'PGRST100']],
  ['an offset on a deletion', { method: 'DELETE', query: 'slug=eq.x&offset=1' }, [400, 'PGRST100']],
  ['an update without a filter', { method: 'PATCH', body: '{}' }, [400, '21000']],
  ['a deletion without a filter', { method: 'DELETE' }, [400, '21000']],
  ['a deletion whose only group is empty', { method: 'DELETE', query: 'or=()' }, [400, 'PGRST100']],
  ['columns on a deletion', { method: 'DELETE', query: 'slug=eq.x&columns=slug' }, [400, 'PGRST100']],
  ['columns on a read', { query: 'columns=slug' }, [400, '42703']],
  ['on_conflict on a read', { query: 'on_conflict=slug' }, [400, '42703']],
  [
    'on_conflict on an update',
    { method: 'PATCH', body: '{}', query: 'slug=eq.x&on_conflict=slug' },
    [400, '42703'],
  ],
  ['several changes', { method: 'PATCH', body: '[{},{}]', query: 'slug=eq.x' }, [400, 'PGRST102']],
  ['no change', { method: 'PATCH', body: '{}', query: 'slug=eq.x' }, null],
  ['an insert into a view', { method: 'POST', body: '[]', path: '/translated_articles' }, [405, '55000']],
  [
    'an update of a view',
    { method: 'PATCH', body: '{}', path: '/translated_articles', query: 'slug=eq.x' },
    [405, '55000'],
  ],
  [
    'a deletion from a view',
    { method: 'DELETE', path: '/translated_articles', query: 'slug=eq.x' },
    [405, '55000'],
  ],
  ['a call that writes, by GET', { path: '/rpc/subscribe_newsletter', query: 'p_email=x' }, [405, '25006']],
  ['a call without a required argument', { path: '/rpc/search_articles' }, [404, 'PGRST202']],
  ['an unknown argument', { path: '/rpc/search_articles', query: 'p_query=x&p_x=1' }, [404, 'PGRST202']],
  ['an argument twice', { path: '/rpc/search_articles', query: 'p_query=x&p_query=y' }, [400, 'PGRST100']],
  [
    'a filter on a column of the returned rows',
    { path: '/rpc/search_articles', query: 'p_query=x&slug=eq.y' },
    null,
  ],
  [
    'rows of a function that has none',
    { path: '/rpc/subscribe_newsletter', method: 'POST', body: '{"p_email":"x"}', query: 'select=id' },
    [400, 'PGRST100'],
  ],
  [
    'an argument in the URL of a POST',
    { path: '/rpc/search_articles', method: 'POST', body: '{"p_query":"x"}', query: 'p_limit=1' },
    [400, '42703'],
  ],
])('%s', (_what, asked, expected) => {
  expect(refusal(asked)).toEqual(expected)
})

test('each of thousands of generated requests is either parsed or refused with a RestError', () => {
  const seed = Number(process.env.REST_SEED ?? Math.floor(Math.random() * 2 ** 32))
  console.info(`requests of seed ${seed}`)
  const requests = generateRequests(seed, catalog)
  let read = 0
  for (let n = 0; n < 5_000; n++) {
    const request = requests.next().value as RestRequest
    const told = `seed ${seed}, request ${n}: ${request.method} ${request.path}?${request.query} ${request.body}`
    try {
      const { query } = readRequest(request, catalog)
      const { text, values } = compileQuery(query)
      read += 1
      expect(text.length, told).toBeLessThan(30_000)
      // The statement contains no text of the request: only names and defaults of the catalog, and parameter numbers.
      expect(text.replaceAll(/"[a-z_ ]+"|'[A-Za-z0-9 _{}[\],]*'/g, ''), told).toMatch(
        /^[a-z0-9_\s.,:()=<>*$[\]-]+$/i,
      )
      expect(
        values.every((value) => ['string', 'number', 'object'].includes(typeof value)),
        told,
      ).toBe(true)
    } catch (error) {
      if (!(error instanceof RestError)) throw new Error(told, { cause: error })
      expect(Object.keys(error.body).sort(), told).toEqual(['code', 'details', 'hint', 'message'])
      expect(error.status, told).toBeLessThan(500)
      expect(JSON.stringify(error.body).length, told).toBeLessThan(2_000)
    }
  }
  expect(read).toBeGreaterThan(250)
})
