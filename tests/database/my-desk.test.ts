import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MyDesk } from '#core/domain/article-workflow.ts'
import type { Waiting } from '#core/domain/dashboard.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import {
  BACK_WITH_AUTHOR,
  HANDED_IN,
  IN_EDIT,
  MINE,
  type Newsroom,
  openNewsroom,
  type Person,
} from '../support/newsroom.ts'

let database: TestDatabase
let sql: Sql
let room: Newsroom

beforeAll(async () => {
  database = await createTestDatabase()
  sql = database.sql
  room = openNewsroom(sql)
})
afterAll(() => database.drop())
beforeEach(() => room.reset())

describe('my desk', () => {
  const desk = async (name: Person) => {
    const [row] = await room.as(
      name,
      (request) => request<{ answer: MyDesk }[]>`select public.list_my_desk('2030-06-15') as answer`,
    )
    const lists = Object.entries(row?.answer ?? {})
    return Object.fromEntries(
      lists.map(([list, { rows }]) => [list, rows.map(({ id }: { id: string }) => id)]),
    )
  }

  test('has what is MINE, what waits for me, what I wait for and what is late', async () => {
    const draft = await room.article(MINE)
    const waiting = await room.article({ ...HANDED_IN, due: '2030-06-14' })
    const edited = await room.article(IN_EDIT)
    const back = await room.article({ ...BACK_WITH_AUTHOR, owner: 'ida', due: '2030-06-15' })
    await room.article({ ...MINE, owner: 'ida' })
    await room.article({ ...MINE, published: true })
    const emil = await desk('emil')
    expect(new Set(emil.mine)).toEqual(new Set([draft, waiting, edited]))
    expect(emil).toMatchObject({ waits_for_me: [back], late: [waiting] })
    expect(new Set(emil.i_wait_for)).toEqual(new Set([waiting, edited]))
    expect(await desk('nora')).toMatchObject({ mine: [], late: [waiting], i_wait_for: [back] })
    expect(new Set((await desk('nora')).waits_for_me)).toEqual(new Set([waiting, edited]))
    expect(await desk('edda')).toMatchObject({ waits_for_me: [waiting], late: [waiting] })
    expect(await desk('theo')).toEqual({ mine: [], waits_for_me: [], i_wait_for: [], late: [] })
    await expect(desk('left')).rejects.toMatchObject({ code: '42501' })
  })

  test('has what was handed in or over for the dashboard, with its sentence, until it is published', async () => {
    const handIns = async (name: Person) => {
      const [row] = await room.as(
        name,
        (request) => request<{ desk: { waiting: Pick<Waiting, 'handIns'> } }[]>`
          select private.read_desk('2030-06-16', '2030-06-16', null, null) as desk`,
      )
      return row?.desk.waiting.handIns.map(({ article, state, by, sentence }) => [
        article.id,
        state,
        by,
        sentence,
      ])
    }
    const id = await room.article(MINE)
    const sentence = 'please check the numbers'
    await room.handOver('emil', id, { to: null, state: 'handed_in', sentence })
    for (const name of ['nora', 'edda', 'mara'] as const)
      expect(await handIns(name)).toEqual([[id, 'handed_in', 'emil@example.org', sentence]])
    for (const name of ['emil', 'ida', 'theo', 'lena'] as const) expect(await handIns(name)).toEqual([])
    await room.handOver('nora', id, { to: 'emil', state: 'draft', sentence: 'the second is wrong' })
    expect(await handIns('nora')).toEqual([])
    expect(await handIns('emil')).toEqual([[id, 'draft', 'nora@example.org', 'the second is wrong']])
    await sql`update public.articles set published = true where id = ${id}`
    expect(await handIns('emil')).toEqual([])
  })

  test('shows a hundred, and counts to a thousand', async () => {
    await sql`
      with made as (
        insert into public.articles (slug, title, excerpt, content, category)
        select 'n-' || n, 'N', 'E', 'T', 'tech' from generate_series(1, 1100) as n returning id)
      insert into public.article_workflow (article_id, owner) select id, ${room.ids.emil} from made`
    const [row] = await room.as(
      'emil',
      (request) => request<{ answer: MyDesk }[]>`select public.list_my_desk('2030-06-15') as answer`,
    )
    expect(row?.answer.mine.rows).toHaveLength(100)
    expect(row?.answer.mine.count).toBe(1000)
  })
})
