import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anArticle } from '../support/articles.ts'
import { type AuditedWorld, openAuditedWorld, sentences } from '../support/audit.ts'

let world: AuditedWorld
beforeAll(async () => {
  world = await openAuditedWorld()
})
afterAll(() => world.app.stop())
beforeEach(() => world.sql`truncate public.articles, public.article_trash, public.settings cascade`)

test('nothing is written for drafts, nor for a save that changes nothing', async () => {
  const { sql, admin, add, change } = world
  const { id } = await add({ published: false })
  const other = await add({ title: 'Other', slug: 'other' })
  await sql`truncate public.audit_log`
  await change(id, { content: 'More.', slug: 'still-a-draft' })
  await change(other.id, { content: anArticle({ title: 'Other' }).content })
  await admin.from('settings').insert({ key: 'welcome', value: 'dismissed' }).throwOnError()
  expect(await sentences(sql)).toEqual([])
})

test('what fails or is rolled back leaves no entry', async () => {
  const { sql, admin, add, change } = world
  const { id } = await add()
  await sql`truncate public.audit_log`
  await expect(change(id, { title: '' })).rejects.toMatchObject({ code: '23514' })
  const taken = await add({ title: 'Two', slug: 'two', published: false })
  await expect(change(id, { slug: taken.slug })).rejects.toMatchObject({ code: '23505' })
  const rolledBack = sql.transaction(async (transaction) => {
    await transaction`update public.articles set title = 'Three' where id = ${id}`
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  const conflict = [
    { key: 'site_name', before: null, after: 'A' },
    { key: 'tagline', before: { en: 'never' }, after: { en: 'B' } },
  ]
  await admin.rpc('save_settings', { p_changes: conflict as never }).throwOnError()
  expect(await admin.rpc('remove_member', { p_user_id: randomUUID() }).throwOnError()).toMatchObject({
    data: { removed: false },
  })
  expect(await sentences(sql)).toEqual([])
})

test('an entry says what was changed, from what to what', async () => {
  const { sql, admin, add, change } = world
  const { id } = await add()
  await admin
    .from('settings')
    .insert({ key: 'translation_review', value: { de: true, fr: true } })
    .throwOnError()
  await sql`truncate public.audit_log`
  await change(id, { slug: 'two', author: 'Ada', content: 'New.' })
  await admin
    .from('settings')
    .update({ value: { de: true, fr: false } })
    .eq('key', 'translation_review')
    .throwOnError()
  await admin.from('settings').delete().eq('key', 'translation_review').throwOnError()
  const rows = await sql`select kind, details from public.audit_log order by id`
  expect(rows).toEqual([
    {
      kind: 'articles',
      details: {
        changed: 'text',
        address: { before: 'one', now: 'two' },
        author: { before: 'Mara Lindqvist', now: 'Ada' },
      },
    },
    { kind: 'settings', details: { value: { before: 'de: on; fr: on', now: 'de: on; fr: off' } } },
    { kind: 'settings', details: { value: { before: 'de: on; fr: off', now: 'the default' } } },
  ])
})
