import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Caller } from '#server/supabase/auth/bearer-token.ts'
import { handleRequest } from '#server/supabase/rest/handle-request.ts'
import { createPrepareRequest } from '#server/supabase/rest/prepare-request.ts'
import { openRequestPools, type RequestPools } from '#server/supabase/rest/request-pools.ts'
import { RestError } from '#server/supabase/rest/rest-error.ts'
import type { RestRequest, RestResponse } from '#server/supabase/rest/rest-request.ts'
import { generateRequests } from '#server/supabase/rest/testing/generate-requests.ts'
import { catalog } from '../../../tests/support/catalog.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { emptyTables } from '../../../tests/support/empty-tables.ts'
import { TEST_SECRETS } from '../../../tests/support/test-settings.ts'

const SERVICE: Caller = { kind: 'service' }
const VISITOR: Caller = { kind: 'anonymous' }
const prepare = createPrepareRequest(catalog)

let database: TestDatabase
let pools: RequestPools

beforeAll(async () => {
  database = await createTestDatabase()
  pools = await openRequestPools(database.address, database.sql, TEST_SECRETS)
})
afterAll(async () => {
  await pools.close()
  await database.drop()
})
beforeEach(async () => {
  await emptyTables(database.sql, 'public.articles')
})

async function addArticles(count: number, contentLength = 4) {
  await database.sql`
    insert into public.articles (slug, title, excerpt, content, category, reading_time, published)
    select 'article-' || n, 'Title ' || n, 'Excerpt', repeat('x', ${contentLength}), 'tech', '1 min read', true
    from generate_series(1, ${count}::int) as n`
}

interface Asked extends Partial<Omit<RestRequest, 'header'>> {
  prefer?: string
  caller?: Caller
}

async function send({ prefer, caller = VISITOR, ...asked }: Asked): Promise<RestResponse | RestError> {
  const header = (name: string) => (name === 'prefer' ? prefer : null)
  const request = { method: 'GET', path: '/articles', query: '', body: '', ...asked, header }
  try {
    return await handleRequest({ pools, prepare }, request, { caller, clientIp: '192.0.2.1' })
  } catch (error) {
    if (error instanceof RestError) return error
    throw error
  }
}

const outcomeOf = (result: RestResponse | RestError) =>
  result instanceof RestError ? [result.status, result.body.code] : result.status

describe('a response', () => {
  test('has at most a thousand rows, and Content-Range says so when the count is asked for', async () => {
    await addArticles(1_002)
    const page = (await send({ query: 'select=slug&order=slug', prefer: 'count=exact' })) as RestResponse
    expect([page.status, page.headers['content-range']]).toEqual([206, '0-999/1002'])
    expect(JSON.parse(page.body ?? '')).toHaveLength(1_000)
    const many = (await send({ query: 'select=slug&limit=999999999' })) as RestResponse
    expect(JSON.parse(many.body ?? '')).toHaveLength(1_000)
    const rest = (await send({ query: 'select=slug&order=slug&offset=1000&limit=5000' })) as RestResponse
    expect(JSON.parse(rest.body ?? '')).toHaveLength(2)
    const head = (await send({ method: 'HEAD', prefer: 'count=exact' })) as RestResponse
    expect([head.status, head.headers['content-range'], head.body]).toEqual([206, '0-999/1002', null])
  })

  test('has at most a hundred whole texts for a stranger, and as many as are asked for otherwise', async () => {
    await addArticles(102)
    const countRows = async (asked: Asked) =>
      JSON.parse(((await send(asked)) as RestResponse).body ?? '').length
    for (const query of ['', 'select=content&limit=500'])
      expect([await countRows({ query }), await countRows({ query, caller: SERVICE })]).toEqual([100, 102])
    expect(await countRows({ query: 'select=content&limit=7' })).toBe(7)
    const rest = (await send({ query: 'order=slug&offset=100', prefer: 'count=exact' })) as RestResponse
    expect(rest.headers['content-range']).toBe('100-101/102')
  })

  test('has at most sixteen megabytes, and one that is larger rolls its write back', async () => {
    // The triggers would take longer on such texts than everything that is tested here.
    await database.sql.script('alter table public.articles disable trigger user')
    onTestFinished(() => database.sql.script('alter table public.articles enable trigger user'))
    await addArticles(17, 1_024 * 1_024)
    // A stranger has a second, in which a busy machine does not read so much.
    const asked = { caller: SERVICE, query: 'select=content' }
    const whole = (await send(asked)) as RestError
    expect([whole.status, whole.body]).toEqual([
      413,
      expect.objectContaining({ code: 'PGRST100', hint: expect.stringContaining('limit') }),
    ])
    expect(outcomeOf(await send({ ...asked, query: 'select=content&limit=15' }))).toBe(200)
    expect(outcomeOf(await send({ query: 'select=slug' }))).toBe(200)
    expect(outcomeOf(await send({ ...asked, method: 'HEAD' }))).toBe(200)
    const change = {
      method: 'PATCH',
      body: '{"subtitle":"New"}',
      caller: SERVICE,
      query: 'published=is.true',
    }
    expect(outcomeOf(await send({ ...change, prefer: 'return=representation' }))).toEqual([413, 'PGRST100'])
    const changed = 'select=slug&subtitle=eq.New'
    expect(((await send({ query: changed })) as RestResponse).body).toBe('[]')
    expect(outcomeOf(await send(change))).toBe(204)
    expect(
      outcomeOf(await send({ ...change, prefer: 'return=representation', query: 'slug=eq.article-1' })),
    ).toBe(200)
  })
})

describe('max-affected', () => {
  test('applies without handling=strict, and to inserts', async () => {
    await addArticles(3)
    const deletion = {
      method: 'DELETE',
      query: 'published=is.true',
      caller: SERVICE,
      prefer: 'max-affected=2',
    }
    expect(outcomeOf(await send(deletion))).toEqual([400, 'PGRST124'])
    const rows = [1, 2].map((n) => ({
      slug: `new-${n}`,
      title: 'T',
      excerpt: 'E',
      content: 'C',
      category: 'tech',
    }))
    const insertion = {
      method: 'POST',
      body: JSON.stringify(rows),
      caller: SERVICE,
      prefer: 'max-affected=1',
    }
    expect(outcomeOf(await send(insertion))).toEqual([400, 'PGRST124'])
    expect(
      JSON.parse(((await send({ query: 'select=slug', caller: SERVICE })) as RestResponse).body ?? ''),
    ).toHaveLength(3)
  })
})

test('nobody sees the details of an error of PostgreSQL, which quote rows', async () => {
  const query = 'title=like(any).x'
  const bodyOf = async (caller: Caller) => ((await send({ query, caller })) as RestError).body
  for (const caller of [VISITOR, SERVICE])
    expect(await bodyOf(caller)).toMatchObject({ code: '22P02', details: null })
})

test('a read that takes too long is cancelled, and its connection serves the next request', async () => {
  await addArticles(1)
  const ended = await database.sql.transaction(async (transaction) => {
    await transaction`lock table public.articles in access exclusive mode`
    return send({ query: 'select=slug' })
  })
  expect(outcomeOf(ended)).toEqual([500, '57014'])
  expect(outcomeOf(await send({ query: 'select=slug' }))).toBe(200)
})

describe('generated requests', () => {
  const seed = Number(process.env.REST_SEED ?? Math.floor(Math.random() * 2 ** 32))

  test.each([
    ['an anonymous caller', VISITOR],
    ['the service role', SERVICE],
    [
      'a signed-in user',
      {
        kind: 'user',
        userId: '6ae9f2e0-ea71-4510-b3cf-f8d13133364f',
        claims: { sub: '6ae9f2e0-ea71-4510-b3cf-f8d13133364f' },
      },
    ],
  ] as [string, Caller][])('of %s are either executed or refused as invalid', async (_who, caller) => {
    console.info(`requests of seed ${seed}`)
    await addArticles(5)
    const requests = generateRequests(seed, catalog)
    for (let n = 0; n < 1_500; n++) {
      const request = requests.next().value as RestRequest
      const what = `seed ${seed}, request ${n}: ${request.method} ${request.path}?${request.query} ${request.body}`
      try {
        const { status, headers, body } = await handleRequest({ pools, prepare }, request, {
          caller,
          clientIp: '',
        })
        expect([200, 201, 204, 206], what).toContain(status)
        expect(headers['content-range'], what).toMatch(/^(\*|\d+-\d+)\/(\*|\d+)$/)
        if (body !== null) expect(() => JSON.parse(body), what).not.toThrow()
      } catch (error) {
        if (!(error instanceof RestError)) throw new Error(what, { cause: error })
        // The compiled SQL itself is never wrong: no syntax error, no ambiguous name, no mismatched type. The database decides whether
        // columns are unique together (42P10), as with PostgREST.
        const wrong = ['42601', '42702', '42P18', '42846', 'XX000']
        if (!request.query.includes('on_conflict')) wrong.push('42P10')
        expect(wrong, what).not.toContain(error.body.code)
        expect(error.status, `${what}: ${error.message}`).toBeLessThan(500)
      }
    }
  })
})
