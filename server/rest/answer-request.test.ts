import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '#server/auth/bearer-token.ts'
import { answerRequest } from '#server/rest/answer-request.ts'
import { openRequestPools, type RequestPools } from '#server/rest/request-pools.ts'
import { RestError } from '#server/rest/rest-error.ts'
import type { RestAnswer, RestRequest } from '#server/rest/rest-request.ts'
import { generateRequests } from '#server/rest/testing/generate-requests.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { TEST_SECRETS } from '../../tests/support/test-settings.ts'

const SERVICE: Caller = { kind: 'service' }
const VISITOR: Caller = { kind: 'anonymous' }

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
  await database.sql`truncate public.articles cascade`
})

async function addArticles(count: number, contentLength = 4) {
  await database.sql`
    insert into public.articles (slug, title, excerpt, content, category, published)
    select 'article-' || n, 'Title ' || n, 'Excerpt', repeat('x', ${contentLength}), 'tech', true
    from generate_series(1, ${count}::int) as n`
}

interface Asked extends Partial<Omit<RestRequest, 'header'>> {
  prefer?: string
  caller?: Caller
}

async function answer({ prefer, caller = VISITOR, ...asked }: Asked): Promise<RestAnswer | RestError> {
  const header = (name: string) => (name === 'prefer' ? prefer : null)
  const request = { method: 'GET', path: '/articles', query: '', body: '', ...asked, header }
  try {
    return await answerRequest(pools, request, { caller, clientIp: '192.0.2.1' })
  } catch (error) {
    if (error instanceof RestError) return error
    throw error
  }
}

const told = (answered: RestAnswer | RestError) =>
  answered instanceof RestError ? [answered.status, answered.body.code] : answered.status

describe('an answer', () => {
  test('has a thousand rows at most, and says so where somebody counts', async () => {
    await addArticles(1_002)
    const page = (await answer({ query: 'select=slug&order=slug', prefer: 'count=exact' })) as RestAnswer
    expect([page.status, page.headers['content-range']]).toEqual([206, '0-999/1002'])
    expect(JSON.parse(page.body ?? '')).toHaveLength(1_000)
    const rest = (await answer({ query: 'select=slug&order=slug&offset=1000&limit=5000' })) as RestAnswer
    expect(JSON.parse(rest.body ?? '')).toHaveLength(2)
    const head = (await answer({ method: 'HEAD', prefer: 'count=exact' })) as RestAnswer
    expect([head.status, head.headers['content-range'], head.body]).toEqual([206, '0-999/1002', null])
  })

  test('has sixteen megabytes at most', async () => {
    await addArticles(17, 1_024 * 1_024)
    expect(told(await answer({ query: 'select=content' }))).toEqual([413, 'PGRST100'])
    expect(told(await answer({ query: 'select=content&limit=15' }))).toBe(200)
    expect(told(await answer({ query: 'select=slug' }))).toBe(200)
    expect(told(await answer({ method: 'HEAD', query: 'select=content' }))).toBe(200)
  })

  test('of a write that is too large takes the write back', async () => {
    await addArticles(17, 1_024 * 1_024)
    const change = {
      method: 'PATCH',
      body: '{"subtitle":"New"}',
      caller: SERVICE,
      query: 'published=is.true',
    }
    expect(told(await answer({ ...change, prefer: 'return=representation' }))).toEqual([413, 'PGRST100'])
    const changed = 'select=slug&subtitle=eq.New'
    expect(((await answer({ query: changed })) as RestAnswer).body).toBe('[]')
    expect(told(await answer(change))).toBe(204)
    expect(
      told(await answer({ ...change, prefer: 'return=representation', query: 'slug=eq.article-1' })),
    ).toBe(200)
  })
})

describe('max-affected', () => {
  test('holds without handling=strict, and on an insert', async () => {
    await addArticles(3)
    const deletion = {
      method: 'DELETE',
      query: 'published=is.true',
      caller: SERVICE,
      prefer: 'max-affected=2',
    }
    expect(told(await answer(deletion))).toEqual([400, 'PGRST124'])
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
    expect(told(await answer(insertion))).toEqual([400, 'PGRST124'])
    expect(
      JSON.parse(((await answer({ query: 'select=slug', caller: SERVICE })) as RestAnswer).body ?? ''),
    ).toHaveLength(3)
  })
})

test('a visitor is not told the details of an error, whoever is signed in is', async () => {
  const query = 'title=like(any).x'
  const bodyOf = async (caller: Caller) => ((await answer({ query, caller })) as RestError).body
  expect(await bodyOf(VISITOR)).toMatchObject({ code: '22P02', details: null })
  expect(await bodyOf(SERVICE)).toMatchObject({
    code: '22P02',
    details: expect.stringContaining('Array value'),
  })
})

test('a read that takes too long is ended, and its connection is good for the next', async () => {
  await addArticles(1)
  const ended = await database.sql.transaction(async (transaction) => {
    await transaction`lock table public.articles in access exclusive mode`
    return answer({ query: 'select=slug' })
  })
  expect(told(ended)).toEqual([500, '57014'])
  expect(told(await answer({ query: 'select=slug' }))).toBe(200)
})

describe('made-up requests', () => {
  const seed = Number(process.env.REST_SEED ?? Math.floor(Math.random() * 2 ** 32))

  test.each([
    ['a visitor', VISITOR],
    ['the service', SERVICE],
    [
      'somebody signed in',
      {
        kind: 'user',
        userId: '6ae9f2e0-ea71-4510-b3cf-f8d13133364f',
        claims: { sub: '6ae9f2e0-ea71-4510-b3cf-f8d13133364f' },
      },
    ],
  ] as [string, Caller][])(
    'of %s are answered by PostgreSQL, or refused for what they say',
    async (_who, caller) => {
      console.info(`requests of seed ${seed}`)
      await addArticles(5)
      const requests = generateRequests(seed)
      for (let n = 0; n < 1_500; n++) {
        const request = requests.next().value as RestRequest
        const what = `seed ${seed}, request ${n}: ${request.method} ${request.path}?${request.query} ${request.body}`
        try {
          const { status, headers, body } = await answerRequest(pools, request, { caller, clientIp: '' })
          expect([200, 201, 204, 206], what).toContain(status)
          expect(headers['content-range'], what).toMatch(/^(\*|\d+-\d+)\/(\*|\d+)$/)
          if (body !== null) expect(() => JSON.parse(body), what).not.toThrow()
        } catch (error) {
          if (!(error instanceof RestError)) throw new Error(what, { cause: error })
          // No statement of ours is wrong by itself: no syntax error, nothing ambiguous, no type that does not fit.
          expect(['42601', '42702', '42P10', '42P18', '42846', 'XX000'], what).not.toContain(error.body.code)
          expect(error.status, `${what}: ${error.message}`).toBeLessThan(500)
        }
      }
    },
  )
})
