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

const english = (options: { count?: 'exact'; head?: boolean } = {}) =>
  project
    .as('anonymous')
    .from('articles')
    .select('slug', options)
    .eq('author', pieces.harbour.author)
    .eq('language', 'en')
    .order('publish_date', { ascending: false })
const slugsOf = (data: { slug: string }[] | null) => data?.map((row) => row.slug)

/** The Content-Range header, which the client does not expose. */
async function ask(query: string, init: Parameters<ContractProject['request']>[1] = {}) {
  const author = encodeURIComponent(pieces.harbour.author)
  const response = await project.request(
    `/articles?select=slug&author=eq.${author}&language=eq.en&${query}`,
    init,
  )
  const body = await response.text()
  return {
    status: response.status,
    range: response.headers.get('content-range'),
    type: response.headers.get('content-type'),
    applied: response.headers.get('preference-applied'),
    rows: body === '' ? null : JSON.parse(body),
  }
}
const COUNTED = { headers: { prefer: 'count=exact' } }

describe('order', () => {
  const by = async (options: { ascending?: boolean; nullsFirst?: boolean }) => {
    const { data } = await project
      .as('anonymous')
      .from('articles')
      .select('subtitle')
      .eq('author', pieces.harbour.author)
      .eq('language', 'en')
      .order('subtitle', options)
    return data?.map((row) => row.subtitle)
  }
  const [a, b] = ['An essay', 'By weight, not by feeling']

  test('has nulls last when ascending and first when descending, unless the request says otherwise', async () => {
    expect(await by({})).toEqual([a, b, null, null, null])
    expect(await by({ ascending: false })).toEqual([null, null, null, b, a])
    expect(await by({ nullsFirst: true })).toEqual([null, null, null, a, b])
    expect(await by({ ascending: false, nullsFirst: false })).toEqual([b, a, null, null, null])
  })

  test('by a second column applies where the first is equal', async () => {
    const { data } = await project
      .as('anonymous')
      .from('articles')
      .select('language, slug')
      .eq('author', pieces.harbour.author)
      .neq('language', 'en')
      .order('language', { ascending: false })
      .order('slug', { ascending: true })
    expect(slugsOf(data)).toEqual([pieces.french.slug, pieces.germanBakery.slug, pieces.german.slug])
  })

  test('is ascending by default', async () => {
    const { rows } = await ask('order=publish_date')
    expect(rows[0].slug).toBe(pieces.citations.slug)
    expect((await ask('order=subtitle.nullsfirst,slug')).rows[0].slug).toBe(pieces.citations.slug)
  })
})

describe('limit, offset and range', () => {
  test('return one page', async () => {
    const { bakery, planning, pipes, citations } = pieces
    expect(slugsOf((await english().range(1, 2)).data)).toEqual([bakery.slug, planning.slug])
    expect(slugsOf((await english().range(3, 99)).data)).toEqual([pipes.slug, citations.slug])
    expect((await english().limit(0)).data).toEqual([])
    expect((await english().range(50, 60)).data).toEqual([])
  })

  test.each([
    ['', 200, '0-4/*'],
    ['limit=2', 200, '0-1/*'],
    ['limit=2&offset=4', 200, '4-4/*'],
    ['offset=5', 200, '*/*'],
    ['offset=99', 200, '*/*'],
    ['limit=0', 200, '*/*'],
  ])('%j without a count: %i, %s', async (query, status, range) => {
    expect(await ask(query)).toMatchObject({ status, range })
  })

  test.each([
    ['', 200, '0-4/5'],
    ['limit=99', 200, '0-4/5'],
    ['limit=2', 206, '0-1/5'],
    ['limit=2&offset=4', 206, '4-4/5'],
    ['offset=5', 206, '*/5'],
    ['limit=0', 206, '*/5'],
    ['category=eq.none', 200, '*/0'],
  ])('%j with a count: %i, %s', async (query, status, range) => {
    expect(await ask(query, COUNTED)).toMatchObject({ status, range, applied: 'count=exact' })
    expect(await ask(query, { ...COUNTED, method: 'HEAD' })).toMatchObject({
      status,
      range,
      applied: 'count=exact',
      type: 'application/json; charset=utf-8',
      rows: null,
    })
  })

  test('beyond the last row, with a count, is refused with 416', async () => {
    const { status, range, rows } = await ask('offset=6', COUNTED)
    expect([status, range]).toEqual([416, '*/5'])
    expect(rows).toEqual({
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      details: 'An offset of 6 was requested, but there are only 5 rows.',
      hint: null,
    })
    expect(await ask('offset=6', { ...COUNTED, method: 'HEAD' })).toMatchObject({ status: 416, rows: null })
    const { error, count, data } = await english({ count: 'exact' }).range(6, 8)
    expect([error?.code, count, data]).toEqual(['PGRST103', null, null])
  })

  test.each([
    ['limit=-1', 'Limit should be greater than or equal to zero.'],
    ['offset=3&limit=0', 'Limit should be greater than or equal to zero.'],
  ])('%s is refused with 416', async (query, details) => {
    expect(await ask(query)).toMatchObject({ status: 416, rows: { code: 'PGRST103', details } })
  })

  test('can be given in a Range header', async () => {
    const range = (value: string) => ({ headers: { range: value, prefer: 'count=exact' } })
    expect(await ask('', range('1-2'))).toMatchObject({ status: 206, range: '1-2/5' })
    expect(await ask('', range('3-'))).toMatchObject({ status: 206, range: '3-4/5' })
    expect(await ask('', range('3-1'))).toMatchObject({ status: 416, rows: { code: 'PGRST103' } })
    expect(await ask('', { ...range('1-2'), method: 'HEAD' })).toMatchObject({ status: 200, range: '0-4/5' })
  })
})

describe('counting', () => {
  test('counts all rows that meet the conditions, also without returning them', async () => {
    const page = await english({ count: 'exact' }).limit(2)
    expect([page.status, page.count, page.data?.length]).toEqual([206, 5, 2])
    const head = await english({ count: 'exact', head: true })
    expect([head.status, head.count, head.data]).toEqual([200, 5, null])
    const none = await english({ count: 'exact', head: true }).eq('category', 'none' as 'news')
    expect([none.status, none.count]).toEqual([200, 0])
  })

  test('is off by default', async () => {
    const head = await english({ head: true })
    expect([head.status, head.count, head.data]).toEqual([200, null, null])
  })
})

describe('one row', () => {
  const OBJECT = { accept: 'application/vnd.pgrst.object+json' }

  test('is an object with its own media type', async () => {
    const { status, type, range, rows } = await ask(`slug=eq.${pieces.pipes.slug}`, { headers: OBJECT })
    expect([status, type, range]).toEqual([200, 'application/vnd.pgrst.object+json; charset=utf-8', '0-0/*'])
    expect(rows).toEqual({ slug: pieces.pipes.slug })
  })

  test('can be asked for with a limit of one', async () => {
    expect((await english().limit(1).single()).data).toEqual({ slug: pieces.harbour.slug })
    expect((await english({ count: 'exact' }).limit(1).single()).count).toBe(5)
  })

  test.each([
    ['application/json', 200, 'application/json; charset=utf-8'],
    ['application/json;charset=utf-8', 200, 'application/json; charset=utf-8'],
    ['application/vnd.pgrst.array+json', 200, 'application/json; charset=utf-8'],
    ['text/html, */*;q=0.8', 200, 'application/json; charset=utf-8'],
    ['application/json;q=0.5, application/vnd.pgrst.object+json', 406, 'application/json; charset=utf-8'],
    ['audio/mpeg', 406, 'application/json; charset=utf-8'],
  ])('asked for as %s: %i', async (accept, status, type) => {
    expect(await ask('', { headers: { accept } })).toMatchObject({ status, type })
  })
})

test('columns come as they are asked for, and all of them for an empty select and for *', async () => {
  const columns = async (select: string) => {
    const { data } = await project
      .as('anonymous')
      .from('articles')
      .select(select)
      .eq('slug', pieces.harbour.slug)
      .single()
    return Object.keys((data as object | null) ?? {})
  }
  expect(await columns('title, "slug",id')).toEqual(['title', 'slug', 'id'])
  expect((await columns('*')).sort()).toEqual((await columns('')).sort())
  expect(await columns('*')).toHaveLength(21)
})
