import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMarkedPieces, type MarkedPieces } from './contract-articles.ts'
import { type Caller, type ContractProject, openContractProject } from './contract-project.ts'

let project: ContractProject
let pieces: MarkedPieces

beforeAll(async () => {
  project = await openContractProject()
  pieces = await addMarkedPieces(project)
})
afterAll(() => project.stop())

interface Asked {
  path: string
  method?: string
  as?: Caller
  headers?: Record<string, string>
  body?: string
}

test.each<[string, Asked, number, string]>([
  ['an unknown table', { path: '/nothing' }, 404, 'PGRST205'],
  ['an unknown path', { path: '/articles/x' }, 404, 'PGRST125'],
  ['an unknown column in select', { path: '/articles?select=nothing' }, 400, '42703'],
  ['an unknown column in a filter', { path: '/articles?nothing=eq.1' }, 400, '42703'],
  ['an unknown column in a group', { path: '/articles?or=(nothing.eq.1)' }, 400, '42703'],
  ['an unknown column in order', { path: '/articles?order=nothing' }, 400, '42703'],
  ['a filter of an embedded table', { path: '/articles?nothing.id=eq.1' }, 400, 'PGRST108'],
  ['a table that cannot be embedded', { path: '/articles?select=*,nothing(*)' }, 400, 'PGRST200'],
  ['an aggregate', { path: '/articles?select=count()' }, 400, 'PGRST123'],
  ['an aggregate of a column', { path: '/articles?select=slug.max()' }, 400, 'PGRST123'],
  ['an unknown operator', { path: '/articles?title=noop.1' }, 400, 'PGRST100'],
  ['a filter without operator', { path: '/articles?title=1' }, 400, 'PGRST100'],
  ['an unknown is', { path: '/articles?title=is.nothing' }, 400, 'PGRST100'],
  ['in without parentheses', { path: '/articles?title=in.a,b' }, 400, 'PGRST100'],
  ['a list that does not end', { path: '/articles?title=in.(a,b' }, 400, 'PGRST100'],
  ['an empty group', { path: '/articles?or=()' }, 400, 'PGRST100'],
  ['a group that does not begin', { path: '/articles?or=title.eq.a' }, 400, 'PGRST100'],
  ['a group of nothing known', { path: '/articles?or=(not.xor(title.eq.a))' }, 400, 'PGRST100'],
  ['an order of nothing known', { path: '/articles?order=title.up' }, 400, 'PGRST100'],
  ['an order without columns', { path: '/articles?order=' }, 400, 'PGRST100'],
  ['columns without names', { path: '/articles?columns=', method: 'POST', body: '[]' }, 400, 'PGRST100'],
  ['another schema', { path: '/articles', headers: { 'accept-profile': 'auth' } }, 406, 'PGRST106'],
  ['another media type', { path: '/articles', headers: { accept: 'audio/mpeg' } }, 406, 'PGRST107'],
  [
    'an unknown preference, strictly',
    { path: '/articles', headers: { prefer: 'handling=strict, wait=10' } },
    400,
    'PGRST122',
  ],
  ['a word for a uuid', { path: '/articles?id=eq.x' }, 400, '22P02'],
  ['a word for a time', { path: '/articles?publish_date=gt.soon' }, 400, '22007'],
  ['a word for a boolean', { path: '/articles?published=eq.maybe' }, 400, '22P02'],
  ['is true of a text', { path: '/articles?title=is.true' }, 400, '42804'],
  ['a pattern for a uuid', { path: '/articles?id=like.x' }, 404, '42883'],
  ['an update without a filter', { path: '/articles', method: 'PATCH', body: '{"title":"x"}' }, 400, '21000'],
  ['a deletion without a filter', { path: '/articles', method: 'DELETE' }, 400, '21000'],
  ['a table that is closed to visitors', { path: '/user_roles' }, 401, '42501'],
  ['a verb that is closed to visitors', { path: '/articles?slug=eq.x', method: 'DELETE' }, 401, '42501'],
  [
    'a verb that is closed to the signed-in',
    { path: '/user_roles', method: 'POST', as: 'reader', body: '{"role":"admin"}' },
    403,
    '42501',
  ],
  [
    'a body that is no XML either',
    {
      path: '/articles',
      method: 'POST',
      headers: { 'content-type': 'audio/mpeg' },
      body: 'x',
    },
    400,
    'PGRST102',
  ],
])('%s', async (_what, { path, ...init }, status, code) => {
  const response = await project.request(path, init)
  const error = await response.json()
  expect({ status: response.status, code: error.code }).toEqual({ status, code })
  expect(Object.keys(error).sort()).toEqual(['code', 'details', 'hint', 'message'])
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null)
})

test.each<[string, Asked, object]>([
  [
    'a table',
    { path: '/zzz' },
    { message: "Could not find the table 'public.zzz' in the schema cache", details: null },
  ],
  [
    'a column',
    { path: '/articles?select=zzz' },
    { message: 'column articles.zzz does not exist', details: null },
  ],
  [
    'a schema',
    { path: '/articles', headers: { 'accept-profile': 'zzz' } },
    { message: 'Invalid schema: zzz' },
  ],
  [
    'an embedded table',
    { path: '/articles?zzz.id=eq.1' },
    {
      message: "'zzz' is not an embedded resource in this request",
      hint: "Verify that 'zzz' is included in the 'select' query parameter.",
    },
  ],
  [
    'a right',
    { path: '/articles?slug=eq.x', method: 'DELETE' },
    { message: 'permission denied for table articles' },
  ],
  [
    'preferences',
    { path: '/articles', headers: { prefer: 'handling=strict, wait=10' } },
    { message: 'Invalid preferences given with handling=strict', details: 'Invalid preferences: wait=10' },
  ],
  ['a filter', { path: '/articles', method: 'DELETE' }, { message: 'DELETE requires a WHERE clause' }],
])('the message about %s', async (_what, { path, ...init }, words) => {
  expect(await (await project.request(path, init)).json()).toMatchObject(words)
})

test('by HEAD an error has no body', async () => {
  const { status, error } = await project
    .as('anonymous')
    .from('user_roles')
    .select('*', { head: true, count: 'exact' })
  expect([status, error?.message]).toEqual([401, ''])
})

describe('more rows than expected', () => {
  const change = () => project.as('administrator').from('articles')
  const mine = () => pieces.harbour.author

  test('roll back an update with single', async () => {
    const { status, error } = await change()
      .update({ category: 'hack' })
      .eq('author', mine())
      .select()
      .single()
    expect([status, error?.code, error?.details]).toEqual([406, 'PGRST116', 'The result contains 9 rows'])
    const { count } = await change()
      .select('*', { count: 'exact', head: true })
      .eq('author', mine())
      .eq('category', 'hack')
    expect(count).toBe(1)
  })

  test('roll back a deletion with max-affected', async () => {
    const { status, error } = await change().delete().eq('author', mine()).maxAffected(8)
    expect([status, error?.code, error?.details]).toEqual([400, 'PGRST124', 'The query affects 9 rows'])
    const kept = await change().update({ category: 'hack' }).eq('slug', pieces.draft.slug).maxAffected(1)
    expect([kept.status, kept.error]).toEqual([204, null])
  })

  test('are counted in Content-Range for methods without a limit', async () => {
    const send = async (method: string, headers: Record<string, string>) => {
      const response = await project.request(`/articles?slug=eq.${pieces.citations.slug}&select=slug`, {
        method,
        as: 'administrator',
        headers,
        ...(method === 'PATCH' ? { body: '{"subtitle":"By hand"}' } : {}),
      })
      const { status } = response
      const range = response.headers.get('content-range')
      return { status, range, applied: response.headers.get('preference-applied') }
    }
    expect(await send('PATCH', {})).toEqual({ status: 204, range: '0-0/*', applied: null })
    expect(await send('PATCH', { prefer: 'count=exact,return=representation' })).toEqual({
      status: 200,
      range: '0-0/1',
      applied: 'return=representation, count=exact',
    })
    expect(await send('DELETE', { prefer: 'count=exact' })).toEqual({
      status: 204,
      range: '*/1',
      applied: 'count=exact',
    })
    expect(await send('DELETE', { prefer: 'return=representation' })).toMatchObject({
      status: 200,
      range: '*/*',
    })
    expect(await send('PATCH', { prefer: 'count=exact' })).toMatchObject({ status: 204, range: '*/0' })
  })
})
