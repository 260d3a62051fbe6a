import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ArticleInput } from '#core/domain/article-input.ts'
import { articleOfRun } from './contract-articles.ts'
import { type ContractProject, openContractProject } from './contract-project.ts'

let project: ContractProject

beforeAll(async () => {
  project = await openContractProject()
})
afterAll(() => project.stop())

const articles = () => project.as('administrator').from('articles')
const written = (slug: string) =>
  project
    .as('service')
    .from('articles')
    .select('*')
    .eq('slug', slug)
    .then(({ data }) => data)

/** A stored article, with its id. */
async function add(overrides: Partial<ArticleInput>) {
  const { data } = await articles().insert(articleOfRun(project, overrides)).select().single().throwOnError()
  return data
}

describe('inserting an article', () => {
  test('returns 201 and no row without select', async () => {
    const article = articleOfRun(project, { title: 'Silent', publish_date: new Date().toISOString() })
    const { data, error, status, count } = await articles().insert(article)
    expect([status, data, error, count]).toEqual([201, null, null, null])
    expect(await written(article.slug)).toMatchObject([{ title: 'Silent' }])
  })

  test('returns the rows with select, and one object with single', async () => {
    const article = articleOfRun(project, { title: 'Told' })
    const list = await articles().insert(article).select()
    expect(list.status).toBe(201)
    expect(list.data).toEqual([{ ...list.data?.[0], ...article, publish_date: '2026-11-18T09:00:00+00:00' }])
    const one = await articles()
      .insert(articleOfRun(project, { title: 'Told again' }))
      .select('slug')
      .single()
    expect([one.status, one.data]).toEqual([201, { slug: `${project.runId}-told-again` }])
  })
})

describe('updating an article', () => {
  test('by id with all fields: 204 without select', async () => {
    const { id, slug, created_at, updated_at, ...fields } = await add({ title: 'Before' })
    const change = { ...fields, slug, title: 'After', updated_at: new Date().toISOString() }
    const { status, data, error } = await articles().update(change).eq('id', id)
    expect([status, data, error]).toEqual([204, null, null])
    expect(await written(slug)).toMatchObject([{ id, title: 'After' }])
  })

  test('by id with some fields, returning the row', async () => {
    const { id } = await add({ title: 'Moved to another category' })
    const { data, status } = await articles().update({ category: 'hack' }).eq('id', id).select().single()
    expect([status, data?.category, data?.title]).toEqual([200, 'hack', 'Moved to another category'])
  })

  test('that does not exist changes nothing', async () => {
    const nowhere = '00000000-0000-4000-8000-000000000000'
    const plain = await articles().update({ category: 'hack' }).eq('id', nowhere)
    expect([plain.status, plain.error]).toEqual([204, null])
    const told = await articles().update({ category: 'hack' }).eq('id', nowhere).select()
    expect([told.status, told.data]).toEqual([200, []])
    const single = await articles().update({ category: 'hack' }).eq('id', nowhere).select().single()
    expect([single.status, single.error?.code]).toEqual([406, 'PGRST116'])
    const maybe = await articles().update({ category: 'hack' }).eq('id', nowhere).select().maybeSingle()
    expect([maybe.status, maybe.data, maybe.error]).toEqual([200, null, null])
  })

  test('without fields changes nothing', async () => {
    const { id } = await add({ title: 'As it was' })
    expect((await articles().update({}).eq('id', id)).status).toBe(204)
    const told = await articles().update({}, { count: 'exact' }).eq('id', id).select()
    expect([told.status, told.data, told.count]).toEqual([200, [], 0])
  })

  test('sets a column to null', async () => {
    const { id } = await add({ title: 'Less', subtitle: 'More' })
    const { data } = await articles().update({ subtitle: null }).eq('id', id).select('subtitle').single()
    expect(data).toEqual({ subtitle: null })
  })
})

describe('deleting', () => {
  test('by id, and by the original: 204, and nothing is left', async () => {
    const original = await add({ title: 'Short-lived' })
    const version = { original_article_id: original.id, language: 'de' as const }
    const { slug } = await add({ title: 'Kurzlebig', ...version })
    const select = () => articles().select('*').eq('original_article_id', original.id)
    expect((await select()).data).toMatchObject([{ slug }])
    const translations = await articles().delete().eq('original_article_id', original.id)
    expect([translations.status, translations.data, translations.error]).toEqual([204, null, null])
    expect((await select()).data).toEqual([])
    const { status, data } = await articles().delete().eq('id', original.id).select('id')
    expect([status, data]).toEqual([200, [{ id: original.id }]])
    expect((await articles().delete().eq('id', original.id).select('id')).data).toEqual([])
  })

  test('several returns the rows in the requested order', async () => {
    for (const title of ['First', 'Second', 'Third']) await add({ title, category: 'opinion' })
    const { data, count } = await articles()
      .delete({ count: 'exact' })
      .like('slug', `${project.runId}-%`)
      .eq('category', 'opinion')
      .select('title')
      .order('title', { ascending: false })
    expect([data?.map((row) => row.title), count]).toEqual([['Third', 'Second', 'First'], 3])
  })
})

describe('a caller without the right to write', () => {
  test.each([
    ['anonymous', 401],
    ['reader', 403],
  ] as const)('%s is refused with %i', async (caller, status) => {
    const { id } = await add({ title: `Closed to ${caller}` })
    const refused = await project
      .as(caller)
      .from('articles')
      .insert(articleOfRun(project, { title: 'Never' }))
    expect([refused.status, refused.error?.code]).toEqual([status, '42501'])
    expect(await written(`${project.runId}-never`)).toEqual([])
    // A policy hides the row from a signed-in user; an anonymous caller has no grant for the verb at all.
    const updated = await project.as(caller).from('articles').update({ category: 'hack' }).eq('id', id)
    expect(updated.status).toBe(caller === 'anonymous' ? 401 : 204)
    const deleted = await project.as(caller).from('articles').delete().eq('id', id)
    expect(deleted.status).toBe(caller === 'anonymous' ? 401 : 204)
    expect(await written(`${project.runId}-closed-to-${caller}`)).toMatchObject([{ category: 'news' }])
  })
})
