import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { articleOfRun } from './contract-articles.ts'
import { type ContractProject, openContractProject } from './contract-project.ts'

let project: ContractProject

beforeAll(async () => {
  project = await openContractProject()
})
afterAll(() => project.stop())

const mails = () => project.as('service').from('outbox_mails')
let sent = 0
const aMail = (more: object = {}) => ({
  message_id: `${++sent}@${project.runId}.example.org`,
  sender: 'news@example.org',
  recipient: 'ada@example.org',
  subject: 'Types',
  body_text: 'Text',
  body_html: '<p>Text</p>',
  ...more,
})

describe('a JSON column', () => {
  test.each<[string, unknown]>([
    ['an object', { to: ['ada', 'grace'], nested: { deep: [1, 2.5, null, true] } }],
    ['a list', [1, 'two', { three: 3 }]],
    ['a text', 'a "quoted" \\ text'],
    ['a number', 12.5],
    ['false', false],
    ['an object with odd keys', { '': 1, 'a b': 2, __proto__x: 3, '👩🏽‍🚀': 4 }],
  ])('stores %s', async (_what, headers) => {
    const { data, error } = await mails()
      .insert(aMail({ headers }) as never)
      .select('headers')
      .single()
    expect(error).toBeNull()
    expect(data).toEqual({ headers })
  })

  test('has a default, can be filtered as a whole, and can be changed', async () => {
    const { data } = await mails()
      .insert(aMail() as never)
      .select('id, headers')
      .single()
      .throwOnError()
    expect(data.headers).toEqual({})
    const changed = await mails()
      .update({ headers: { a: 1, b: [2] } })
      .eq('id', data.id)
      .select('headers')
    expect(changed.data).toEqual([{ headers: { a: 1, b: [2] } }])
    const same = mails().select('id').eq('id', data.id)
    expect((await same.filter('headers', 'eq', '{"b": [2], "a": 1}')).data).toEqual([{ id: data.id }])
    const broken = await mails().select('id').filter('headers', 'eq', '{"b":')
    expect([broken.status, broken.error?.code]).toEqual([400, '22P02'])
  })
})

describe('a bigint', () => {
  test('is a number, and is compared as a number', async () => {
    const { data } = await mails()
      .insert([aMail(), aMail()] as never)
      .select('id')
      .throwOnError()
    const ids = (data as { id: number }[]).map(({ id }) => id)
    expect(ids.map((id) => typeof id)).toEqual(['number', 'number'])
    expect((await mails().select('id').in('id', ids).order('id', { ascending: false })).data).toEqual(
      ids.map((id) => ({ id })).reverse(),
    )
    expect(
      (
        await mails()
          .select('id')
          .gte('id', ids[0] ?? 0)
          .lt('id', (ids[1] ?? 0) + 1)
          .order('id')
      ).data,
    ).toEqual(ids.map((id) => ({ id })))
    expect(
      (
        await mails()
          .delete()
          .eq('id', ids[0] ?? 0)
          .select('id')
      ).data,
    ).toEqual([{ id: ids[0] }])
  })

  test.each([
    ['9223372036854775807', 200],
    ['9223372036854775808', 400],
    ['1.5', 400],
    ['', 400],
  ])('of %j: %i', async (id, status) => {
    expect((await project.request(`/outbox_mails?select=id&id=eq.${id}`, { as: 'service' })).status).toBe(
      status,
    )
  })

  test('that PostgreSQL generates cannot be set', async () => {
    const { error, status } = await mails().insert(aMail({ id: 1 }) as never)
    expect([status, error?.code]).toEqual([400, '428C9'])
  })
})

describe('a time', () => {
  test.each([
    ['2026-11-20T15:18:35.65Z', '2026-11-20T15:18:35.65+00:00'],
    ['2026-11-20T15:18:35.000Z', '2026-11-20T15:18:35+00:00'],
    ['2026-11-20T15:18:35.123456Z', '2026-11-20T15:18:35.123456+00:00'],
    ['2026-11-20T16:18:35+01:00', '2026-11-20T15:18:35+00:00'],
    ['2026-11-20 15:18', '2026-11-20T15:18:00+00:00'],
  ])('%s comes back as %s', async (sent, back) => {
    const slug = `${project.runId}-${sent.match(/\d+/g)?.join('-')}`
    const { data } = await project
      .as('service')
      .from('articles')
      .upsert({ ...articleOfRun(project), slug, publish_date: sent }, { onConflict: 'slug,language' })
      .select('publish_date')
      .single()
    expect(data).toEqual({ publish_date: back })
    const found = project.as('service').from('articles').select('slug').eq('slug', slug)
    expect((await found.eq('publish_date', sent)).data).toEqual([{ slug }])
  })
})
