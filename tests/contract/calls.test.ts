import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMarkedPieces, type MarkedPieces } from './contract-articles.ts'
import { type ContractProject, openContractProject } from './contract-project.ts'

let project: ContractProject
let pieces: MarkedPieces

beforeAll(async () => {
  project = await openContractProject()
  pieces = await addMarkedPieces(project)
})
afterAll(() => project.stop())

/** A search that finds all English articles of this run, by their author. */
const found = () => ({ p_query: project.runId, p_language: 'en' })
const search = (options: { get?: boolean; head?: boolean; count?: 'exact' } = {}) =>
  project.as('anonymous').rpc('search_articles', found(), options)

/** Headers that the client does not expose. */
async function call(name: string, init: Parameters<ContractProject['request']>[1] = {}) {
  const response = await project.request(`/rpc/${name}`, init)
  const text = await response.text()
  const header = (name: string) => response.headers.get(name)
  return {
    status: response.status,
    range: header('content-range'),
    type: header('content-type'),
    applied: header('preference-applied'),
    body: text === '' ? null : JSON.parse(text),
  }
}
const post = (args: object, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers,
  body: JSON.stringify(args),
})

describe('a function that returns rows', () => {
  test.each([{}, { get: true }])('is called with %j', async (options) => {
    const { data, status, error, count } = await search(options)
    expect([status, error, count, data?.length]).toEqual([200, null, null, 5])
    expect(data?.[0]).toMatchObject({ language: 'en', total: 5, headline: expect.any(String) })
  })

  test('can be called by HEAD for the count', async () => {
    const { data, status, count, error } = await search({ head: true, count: 'exact' })
    expect([status, error, data, count]).toEqual([200, null, null, 5])
    expect((await search({ head: true })).count).toBeNull()
  })

  test.each([{}, { get: true }])('can be filtered and ordered like a table with %j', async (options) => {
    const { data, count, status } = await search({ ...options, count: 'exact' })
      .neq('slug', pieces.pipes.slug)
      .order('slug', { ascending: false })
      .range(0, 1)
      .select('slug, category')
    expect([status, count]).toEqual([206, 4])
    expect(data).toEqual([
      { slug: pieces.planning.slug, category: 'tech' },
      { slug: pieces.harbour.slug, category: 'news' },
    ])
  })

  test('can be asked for one row', async () => {
    const { data } = await search().eq('slug', pieces.bakery.slug).single()
    expect(data).toMatchObject({ slug: pieces.bakery.slug })
    const several = await search().single()
    expect([several.status, several.error?.code]).toEqual([406, 'PGRST116'])
    expect((await search().eq('slug', 'none').maybeSingle()).data).toBeNull()
  })

  test('returns its range, and accepts a Range header by GET only', async () => {
    const query = `search_articles?p_query=${project.runId}`
    expect(await call(query)).toMatchObject({ status: 200, range: '0-4/*', applied: null })
    const ranged = { range: '1-2', prefer: 'count=exact' }
    expect(await call(query, { headers: ranged })).toMatchObject({ status: 206, range: '1-2/5' })
    expect(await call('search_articles', post(found(), ranged))).toMatchObject({
      status: 200,
      range: '0-4/5',
    })
    expect(await call(`${query}&offset=9`, { headers: { prefer: 'count=exact' } })).toMatchObject({
      status: 416,
      range: '*/5',
      body: { code: 'PGRST103' },
    })
  })

  test('uses defaults for missing arguments, and accepts text for numbers', async () => {
    const { data } = await project.as('anonymous').rpc('search_articles', { p_query: project.runId })
    expect(data).toHaveLength(5)
    const two = await call(`search_articles?p_query=${project.runId}&p_limit=2&p_offset=1`)
    expect(two.body).toHaveLength(2)
    const texts = await call('search_articles', post({ ...found(), p_limit: '2' }))
    expect(texts.body).toHaveLength(2)
    expect(await call('search_articles', post({ ...found(), p_limit: 'many' }))).toMatchObject({
      status: 400,
      body: { code: '22P02' },
    })
  })

  test('honours max-affected', async () => {
    const refused = await search().maxAffected(4)
    expect([refused.status, refused.error?.code]).toEqual([400, 'PGRST124'])
    expect((await search().maxAffected(5)).data).toHaveLength(5)
    const prefer = 'handling=strict,max-affected=5'
    expect((await call('search_articles', post(found(), { prefer }))).applied).toBe(
      'handling=strict, max-affected=5',
    )
  })
})

describe('a function that returns one value', () => {
  const confirm = 'confirm_newsletter_subscription'
  const unknown = { p_token: 'unknown' }

  test('has a range of one', async () => {
    expect(await call(confirm, post(unknown))).toMatchObject({
      status: 200,
      range: '0-0/*',
      type: 'application/json; charset=utf-8',
      body: { success: false },
    })
    expect(await call(confirm, post(unknown, { prefer: 'count=exact' }))).toMatchObject({
      status: 200,
      range: '0-0/1',
      applied: 'count=exact',
    })
  })

  test('returns an object with its own media type when asked for', async () => {
    const accept = 'application/vnd.pgrst.object+json'
    expect(await call(confirm, post(unknown, { accept }))).toMatchObject({
      status: 200,
      type: `${accept}; charset=utf-8`,
      body: { success: false },
    })
  })

  test.each(['GET', 'HEAD'])('that writes cannot be called by %s', async (method) => {
    const { status, body } = await call(`${confirm}?p_token=unknown`, { method })
    expect(status).toBe(405)
    expect(body?.code).toBe(method === 'GET' ? '25006' : undefined)
  })

  test('has no rows that could be counted', async () => {
    const { error, status } = await project.as('anonymous').rpc(confirm, unknown).maxAffected(1)
    expect([status, error?.code]).toEqual([400, 'PGRST128'])
  })
})

describe('a call that matches no function', () => {
  const missing = (args: string, details: string, post = '') => ({
    status: 404,
    body: {
      code: 'PGRST202',
      message: `Could not find the function public.${args} in the schema cache`,
      details: `Searched for the function public.${details}${post}, but no matches were found in the schema cache.`,
    },
  })
  const unnamed = ' or with a single unnamed json/jsonb parameter'

  test('by its name', async () => {
    expect(await call('nothing', post({}))).toMatchObject(
      missing('nothing without parameters', 'nothing without parameters', unnamed),
    )
    expect(await call('nothing', post({ b: 1, a: 2 }))).toMatchObject(
      missing('nothing(a, b)', 'nothing with parameters a, b', unnamed),
    )
    expect(await call('nothing?a=1')).toMatchObject(missing('nothing(a)', 'nothing with parameter a'))
  })

  test('by its arguments', async () => {
    const hint =
      'Perhaps you meant to call the function public.search_articles(p_author, p_category, p_from, p_language, p_limit, p_offset, p_query, p_until)'
    const words = await call('search_articles', post({ words: 'x' }))
    expect(words).toMatchObject(
      missing('search_articles(words)', 'search_articles with parameter words', unnamed),
    )
    const more = await call('search_articles?p_query=x&p_more=y')
    expect(more).toMatchObject(
      missing('search_articles(p_more, p_query)', 'search_articles with parameters p_more, p_query'),
    )
    expect(more.body.hint).toBe(hint)
    expect((await call('search_articles')).status).toBe(404)
  })

  test.each(['PUT', 'PATCH', 'DELETE'])('by %s', async (method) => {
    expect(await call('search_articles', { method })).toMatchObject({
      status: 405,
      body: { code: 'PGRST101', message: `Cannot use the ${method} method on RPC` },
    })
  })

  test.each(['[', '"x"x', '{"p_query":}'])('by a body of %s', async (body) => {
    expect(await call('search_articles', { method: 'POST', body })).toMatchObject({
      status: 400,
      body: { code: 'PGRST102' },
    })
  })
})
