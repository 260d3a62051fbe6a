import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Sql } from '#server/platform/database/connection.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { HANDED_IN, MINE, type Newsroom, openNewsroom } from '../support/newsroom.ts'

let database: TestDatabase
let sql: Sql
let room: Newsroom

beforeAll(async () => {
  database = await createTestDatabase()
  sql = database.sql
  room = openNewsroom(sql)
})
afterAll(() => database.drop())
beforeEach(async () => {
  await room.reset()
  await sql`truncate public.ideas, public.article_notes`
})

const addIdea = async (title: string, articleId: string | null = null) => {
  const [{ id }] = await sql<[{ id: string }]>`
    insert into public.ideas (title, why, links, person, made_by, article_id)
    values (${title}, 'Because', ${['https://source.example/a']}, ${room.ids.emil}, ${room.ids.emil}, ${articleId}) returning id`
  return id
}

test('an author who makes newsletters now reads nothing of an own article that is unpublished', async () => {
  const id = await room.article({ owner: 'emil', state: 'ready', published: true })
  await sql`
    insert into public.article_notes (id, article_id, original_id, language, kind, body, made_by, made_by_name)
    values (${randomUUID()}, ${id}, ${id}, 'en', 'note', 'Who says so?', ${room.ids.nora}, 'nora')`
  await sql`update public.article_workflow set due_on = current_date where article_id = ${id}`
  await sql`update public.user_roles set role = 'newsletter' where user_id = ${room.ids.emil}`
  const read = () =>
    room.as('emil', async (request) => {
      const [counts] = await request<Record<string, number | boolean>[]>`
        select (select count(*) from public.articles where not published)::integer as drafts,
          (select count(*) from public.article_notes)::integer as notes,
          (select count(*) from public.article_workflow)::integer as workflows,
          (select count(*) from public.article_revisions)::integer as versions,
          (public.list_my_desk(current_date) -> 'mine' -> 'count')::integer as mine,
          (public.list_my_desk(current_date) -> 'late' -> 'count')::integer as late,
          jsonb_array_length(public.list_calendar(current_date, current_date) -> 'items') as days`
      return counts
    })
  const nothing = { drafts: 0, notes: 0, workflows: 0, versions: 0, mine: 0, late: 0 }
  expect(await read()).toMatchObject(nothing)
  await sql`update public.articles set published = false where id = ${id}`
  expect(await read()).toMatchObject({ ...nothing, days: 0 })
  await expect(
    room.as('emil', (request) => request`select public.add_note(${randomUUID()}, ${id}, 'Still here')`),
  ).rejects.toMatchObject({ code: '42501' })
  expect(await room.handOver('emil', id, { to: null, state: 'handed_in' })).toMatchObject({ status: 'gone' })
})

test('a text that is removed for good goes from the idea that it began with', async () => {
  const id = await room.article(MINE)
  await addIdea('A secret of the plant', id)
  await room.as('mara', (request) => request`select public.purge_article_text(${id}, 'A court')`)
  expect(await sql`select title, why, links from public.ideas`).toEqual([{ title: '…', why: '', links: [] }])
})

test('a draft of an idea takes no address that leads to another article', async () => {
  const id = await room.article({ published: true })
  await sql`update public.articles set slug = 'old-address' where id = ${id}`
  await sql`update public.articles set slug = 'new-address' where id = ${id}`
  const idea = await addIdea('Old address')
  const [{ answer }] = await room.as(
    'emil',
    (request) => request<[{ answer: { slug: string } }]>`select public.begin_draft(${idea}) as answer`,
  )
  expect(answer.slug).toBe(`old-address-${idea.slice(0, 8)}`)
})

test('of two who take, hand on or begin the same at once, one does', async () => {
  const id = await room.article(HANDED_IN)
  const takes = await Promise.all(
    (['nora', 'edda', 'mara'] as const).map((name) =>
      room.as(
        name,
        (request) => request<[{ answer: { status: string } }]>`select public.take_article(${id}) as answer`,
      ),
    ),
  )
  expect(takes.map(([{ answer }]) => answer.status).sort()).toEqual(['changed', 'changed', 'taken'])
  const version = await room.versionOf(id)
  const given = await Promise.all(
    (['nora', 'edda', 'mara'] as const).map((name) =>
      room.handOver(name, id, { to: 'emil', state: 'in_edit', version }),
    ),
  )
  expect(given.map(({ status }) => status).sort()).toEqual(['changed', 'changed', 'handed_over'])

  const idea = await addIdea('Twice')
  const begun = await Promise.all(
    (['emil', 'nora', 'edda'] as const).map((name) =>
      room.as(
        name,
        (request) =>
          request<[{ answer: { article_id: string } }]>`select public.begin_draft(${idea}) as answer`,
      ),
    ),
  )
  expect(new Set(begun.map(([{ answer }]) => answer.article_id)).size).toBe(1)
})
