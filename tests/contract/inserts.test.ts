import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Article } from '#core/domain/article.ts'
import { articleOfRun } from './contract-articles.ts'
import { type ContractProject, openContractProject } from './contract-project.ts'
import { differs } from './differences.ts'

let project: ContractProject

beforeAll(async () => {
  project = await openContractProject()
})
afterAll(() => project.stop())

const articles = () => project.as('administrator').from('articles')
const article = (title: string, more: object = {}) => ({ ...articleOfRun(project, { title }), ...more })
const idOf = (n: number) => `00000000-0000-4000-8000-${project.runId}${String(n).padStart(4, '0')}`
const countOf = async (pattern: string) => {
  const { count } = await articles()
    .select('*', { count: 'exact', head: true })
    .like('slug', `${project.runId}-${pattern}`)
  return count
}

/** Headers that the client does not expose. */
async function post(query: string, body: string, prefer = '') {
  const response = await project.request(`/articles${query}`, {
    method: 'POST',
    as: 'administrator',
    headers: { prefer },
    body,
  })
  const text = await response.text()
  return {
    status: response.status,
    range: response.headers.get('content-range'),
    type: response.headers.get('content-type'),
    applied: response.headers.get('preference-applied'),
    body: text === '' ? null : JSON.parse(text),
  }
}

describe('inserting', () => {
  test('several rows returns them in their order', async () => {
    const rows = ['Many one', 'Many two', 'Many three'].map((title) => article(title))
    const { data, status, count } = await articles().insert(rows, { count: 'exact' }).select('title')
    expect([status, count]).toEqual([201, 3])
    expect(data).toEqual([{ title: 'Many one' }, { title: 'Many two' }, { title: 'Many three' }])
  })

  test('no rows returns none', async () => {
    const { data, status, error, count } = await articles().insert([], { count: 'exact' }).select()
    expect([status, data, error, count]).toEqual([201, [], null, 0])
    expect((await articles().insert([])).status).toBe(201)
    expect((await articles().insert([]).select().single()).error?.code).toBe('PGRST116')
    const visitor = await project.as('anonymous').from('articles').insert([])
    expect([visitor.status, visitor.error?.code]).toEqual([401, '42501'])
  })

  test('returns the number in Content-Range, and the applied preferences', async () => {
    const body = (title: string) => JSON.stringify(article(title))
    expect(await post('', body('Header one'))).toEqual({
      status: 201,
      range: '*/*',
      type: null,
      applied: null,
      body: null,
    })
    expect(await post('', body('Header two'), 'count=exact,return=minimal')).toMatchObject({
      status: 201,
      range: '*/1',
      applied: 'return=minimal, count=exact',
      body: null,
    })
    expect(await post('?select=title', body('Header three'), 'return=representation')).toMatchObject({
      status: 201,
      range: '*/*',
      type: 'application/json; charset=utf-8',
      applied: 'return=representation',
      body: [{ title: 'Header three' }],
    })
  })

  test('rows with different keys sets missing values to null instead of the default', async () => {
    const { author: _, ...anonymous } = article('Lacks one')
    const { error } = await articles().insert([article('Lacks none'), anonymous as Article])
    expect([error?.code, await countOf('lacks-%')]).toEqual(['23502', 0])
    const { subtitle: __, ...without } = article('Has not')
    const { data } = await articles()
      .insert([article('Has it', { subtitle: 'There' }), without])
      .select('subtitle')
    expect(data).toEqual([{ subtitle: 'There' }, { subtitle: null }])
  })

  test('rows with different keys uses the default with missing=default', async () => {
    const {
      author: _,
      reading_time: __,
      subtitle: ___,
      ...short
    } = article('Short of some', { published: false })
    const { data, error, status } = await articles()
      .insert(
        [article('Short of none', { reading_time: '9 min read', published: false }), short as Article],
        {
          defaultToNull: false,
        },
      )
      .select('author, reading_time, subtitle, language')
    expect([status, error]).toEqual([201, null])
    expect(data?.[0]).toMatchObject({ author: `Contract ${project.runId}`, reading_time: '9 min read' })
    expect(data?.[1]).toEqual({
      author: 'AI Watch Editorial',
      reading_time: '5 min read',
      subtitle: null,
      language: 'en',
    })
  })

  test('an explicit null stays null', async () => {
    const { error } = await articles().insert([article('Null'), article('Null too', { author: null })], {
      defaultToNull: false,
    })
    expect([error?.code, await countOf('null%')]).toEqual(['23502', 0])
  })

  test('accepts keys in another order', async () => {
    const one = Object.entries(article('Order one'))
    const two = Object.entries(article('Order two')).reverse()
    const body = JSON.stringify([Object.fromEntries(one), Object.fromEntries(two)])
    expect((await post('?select=title', body, 'return=representation')).body).toEqual([
      { title: 'Order one' },
      { title: 'Order two' },
    ])
  })

  test('uses the last value of a duplicate key', async () => {
    const body = JSON.stringify(article('Twice')).replace('{', '{"title":"Not this",')
    expect((await post('?select=title', body, 'return=representation')).body).toEqual([{ title: 'Twice' }])
  })

  test.each<[string, () => string, string]>([
    ['other keys without columns', () => JSON.stringify([article('A'), { title: 'B' }]), 'PGRST102'],
    ['a list of something else', () => '[1,2]', 'PGRST102'],
    ['an empty body', () => '', 'PGRST102'],
    ['half a body', () => '{"title":', 'PGRST102'],
    ['an unknown key', () => JSON.stringify({ ...article('A'), nothing: 1 }), 'PGRST204'],
    ['no value for a column that needs one', () => JSON.stringify({ title: 'A' }), '23502'],
    ['an object without keys', () => '{}', '23502'],
    ['two objects without keys', () => '[{},{}]', '23502'],
    ['a word for a boolean', () => JSON.stringify(article('A', { published: 'maybe' })), '22P02'],
    ['a word for a time', () => JSON.stringify(article('A', { publish_date: 'soon' })), '22007'],
    ['a category that is none', () => JSON.stringify(article('A', { category: 'none' })), '23514'],
  ])('%s is refused', async (_what, body, code) => {
    const { status, body: error } = await post('', body())
    expect([status, error.code]).toEqual([400, code])
    expect(Object.keys(error).sort()).toEqual(['code', 'details', 'hint', 'message'])
  })

  test('an unknown column in columns is refused', async () => {
    expect(await post('?columns=%22nothing%22', '[]')).toMatchObject({
      status: 400,
      body: {
        code: 'PGRST204',
        message: "Could not find the 'nothing' column of 'articles' in the schema cache",
        details: null,
        hint: null,
      },
    })
  })

  test('numbers and booleans become text in a text column, and text becomes a boolean', async () => {
    const odd = article('Types', {
      title: 42,
      excerpt: true,
      content: 1.5,
      published: 'false',
      featured: 'f',
    })
    const { body } = await post(
      '?select=title,excerpt,content,published',
      JSON.stringify(odd),
      'return=representation',
    )
    expect(body).toEqual([{ title: '42', excerpt: 'true', content: '1.5', published: false }])
  })

  test('several rows is all or nothing', async () => {
    const { error } = await articles().insert([article('All one'), article('All two', { category: 'none' })])
    expect([error?.code, await countOf('all-%')]).toEqual(['23514', 0])
    const single = await articles()
      .insert([article('All three'), article('All four')])
      .select()
      .single()
    expect([single.status, single.error?.code, await countOf('all-%')]).toEqual([406, 'PGRST116', 0])
    const quiet = await articles()
      .insert([article('All five'), article('All six')])
      .single()
    expect([quiet.status, quiet.error?.code, await countOf('all-%')]).toEqual([406, 'PGRST116', 0])
  })

  test('a row that exists already is a conflict', async () => {
    await articles().insert(article('There already')).throwOnError()
    // If policies apply, PostgreSQL does not reveal the key; they apply to a service role that may not bypass them.
    const { error, status } = await project.as('service').from('articles').insert(article('There already'))
    expect(status).toBe(409)
    expect(error).toEqual({
      code: '23505',
      message: 'duplicate key value violates unique constraint "articles_slug_language_key"',
      details: expect.toBeOneOf([
        `Key (slug, language)=(${project.runId}-there-already, en) already exists.`,
        null,
      ]),
      hint: null,
    })
    const orphan = article('Orphan', { language: 'de', original_article_id: idOf(99) })
    const refused = await articles().insert(orphan)
    expect([refused.status, refused.error?.code]).toEqual([409, '23503'])
  })
})

describe('upserting', () => {
  test('by the primary key inserts new rows (201) and updates existing ones (200)', async () => {
    const first = await articles()
      .upsert(article('Upsert', { id: idOf(1) }))
      .select('title')
    expect([first.status, first.data]).toEqual([201, [{ title: 'Upsert' }]])
    const again = { ...article('Upsert'), id: idOf(1), title: 'Upserted' }
    const second = await articles().upsert(again, { count: 'exact' }).select('title')
    expect([second.status, second.data, second.count]).toEqual([200, [{ title: 'Upserted' }], 1])
    const both = [again, article('Upsert more', { id: idOf(2) })]
    expect((await articles().upsert(both)).status).toBe(201)
    expect((await articles().upsert(both)).status).toBe(200)
    expect((await articles().upsert([])).status).toBe(200)
  })

  test('by another unique key', async () => {
    await articles().insert(article('By slug')).throwOnError()
    const change = { ...article('By slug'), title: 'By its slug' }
    const { data, status } = await articles().upsert(change, { onConflict: 'slug,language' }).select('title')
    expect([status, data]).toEqual([200, [{ title: 'By its slug' }]])
    const { error } = await articles().upsert(change, { onConflict: 'title' })
    expect(error?.code).toBe('42P10')
    expect((await articles().upsert(change, { onConflict: 'nothing' })).error?.code).toBe('42703')
  })

  test('that ignores existing rows returns only new ones', async () => {
    const rows = [article('Ignored'), article('Not ignored')]
    await articles().insert(rows.slice(0, 1)).throwOnError()
    const options = { onConflict: 'slug,language', ignoreDuplicates: true }
    const { data, status } = await articles().upsert(rows, options).select('title')
    expect([status, data]).toEqual([201, [{ title: 'Not ignored' }]])
    expect((await articles().upsert(rows, options).select('title')).data).toEqual([])
  })

  test('of a row that consists of its key returns it', async () => {
    const row = { article_id: idOf(9), user_id: project.userId('administrator') }
    const people = () => project.as('service').from('article_people')
    await people().insert(row).throwOnError()
    const { data, status } = await people()
      .upsert(row, { onConflict: 'article_id,user_id' })
      .select('article_id, user_id')
    expect([status, data]).toEqual([200, [row]])
  })

  test('can use defaults for missing values', async () => {
    await articles()
      .insert(article('Default upsert', { id: idOf(3) }))
      .throwOnError()
    const rows = [
      { ...article('Default upsert'), id: idOf(3), title: 'Changed' },
      article('Default upsert new'),
    ]
    const { data, status, error } = await articles()
      .upsert(rows, { defaultToNull: false })
      .select('id, title')
      .order('title')
    expect([status, error]).toEqual([201, null])
    expect(data).toEqual([
      { id: idOf(3), title: 'Changed' },
      { id: expect.stringMatching(/^[0-9a-f-]{36}$/), title: 'Default upsert new' },
    ])
  })

  test('returns its preferences in order', async () => {
    const body = JSON.stringify(article('Preferences', { id: idOf(4) }))
    const prefer = 'count=exact,return=representation,resolution=merge-duplicates,missing=default'
    expect(await post('?select=title&columns=%22id%22', body.replace(/.*/, '[]'), prefer)).toMatchObject({
      applied: 'resolution=merge-duplicates, missing=default, return=representation, count=exact',
      range: '*/0',
      status: 200,
    })
  })

  test('of one row twice is refused', async () => {
    const rows = [article('Same', { id: idOf(5) }), article('Same', { id: idOf(5) })]
    const { error, status } = await articles().upsert(rows)
    expect([status, error?.code]).toEqual([
      differs(project, 'the same row twice in an upsert') ? 400 : 500,
      '21000',
    ])
  })
})
