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

test('suggestions that are long together are refused before every desk has to load them', async () => {
  const id = await room.article(MINE)
  const suggest = () => {
    const changes = Array.from({ length: 24 }, () => ({
      id: randomUUID(),
      anchor: { field: 'content', quote: 'x', length: 1, prefix: '', suffix: '', start: 0 },
      replacement: 'ü'.repeat(20_000),
    }))
    return room.as(
      'emil',
      (request) =>
        request`select public.suggest_changes(${id}, ${JSON.stringify(changes)}::text::jsonb, ${randomUUID()})`,
    )
  }
  for (let call = 0; call < 4; call++) await suggest()
  await expect(suggest()).rejects.toThrow('The open notes on this article are too long together.')
})

test('an author does not fill the list of ideas alone', async () => {
  const add = (name: 'emil' | 'ida', count: number) =>
    room.as(
      name,
      (request) =>
        request`insert into public.ideas (title) select 'Idea ' || n from generate_series(1, ${count}::integer) as n`,
    )
  await add('emil', 500)
  await expect(add('emil', 1)).rejects.toMatchObject({ code: '54000' })
  await add('ida', 1)
  await sql`update public.ideas set dropped_at = now()`
  await sql`
    insert into public.ideas (title, made_by, dropped_at) select 'Idea', ${room.ids.emil}, now() from generate_series(1, 1500)`
  await expect(add('emil', 1)).rejects.toMatchObject({ code: '54000' })
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

test('who hands an article over sets another day only where they could set it by itself', async () => {
  const setDue = (name: 'ida' | 'theo' | 'emil', id: string, day: string) =>
    room.as(name, (request) => request`select public.set_due(${id}, ${day})`)
  const withIda = await room.article({ ...MINE, people: ['ida'], next: 'ida', due: '2030-01-01' })
  const withTheo = await room.article({ owner: 'emil', state: 'ready', next: 'theo', due: '2030-01-01' })
  for (const [name, id, state] of [
    ['ida', withIda, 'handed_in'],
    ['theo', withTheo, 'ready'],
  ] as const) {
    await expect(setDue(name, id, '2030-02-02')).rejects.toMatchObject({ code: '42501' })
    await expect(room.handOver(name, id, { to: null, state, due: '2030-02-02' })).rejects.toMatchObject({
      code: '42501',
    })
    await expect(room.handOver(name, id, { to: null, state })).rejects.toMatchObject({ code: '42501' })
    expect(await room.handOver(name, id, { to: null, state, due: '2030-01-01' })).toMatchObject({
      status: 'handed_over',
    })
  }
  const own = await room.article(MINE)
  await setDue('emil', own, '2030-02-02')
  expect(await room.handOver('emil', own, { to: null, state: 'handed_in', due: '2030-03-03' })).toMatchObject(
    {
      status: 'handed_over',
    },
  )
})

test('what is resolved and opened again, or taken and put back, does not fill the audit log', async () => {
  const id = await room.article(MINE)
  const [note, suggestion] = [randomUUID(), randomUUID()]
  const anchor = { field: 'content', quote: 'Text', length: 4, prefix: '', suffix: '', start: 0 }
  const changes = JSON.stringify([{ id: suggestion, anchor, replacement: 'Words' }])
  await room.as('emil', async (request) => {
    await request`select public.add_note(${note}, ${id}, 'Who says so?')`
    await request`select public.suggest_changes(${id}, ${changes}::text::jsonb, ${randomUUID()})`
  })
  const again = (action: string, minutes: number) => sql`
    insert into public.audit_log (actor, actor_name, action, kind, did, happened_at)
    select ${room.ids.emil}, 'Emil', ${action}, 'articles', 'did it', now() - make_interval(mins => ${minutes})
    from generate_series(1, 600)`
  const resolve = () => room.as('emil', (request) => request`select public.resolve_note(${note}, true)`)
  const refuse = () =>
    room.as(
      'emil',
      (request) => request`select public.decide_suggestions(array[${suggestion}]::uuid[], 'refused')`,
    )
  const tooOften = 'You have done this 600 times within an hour.'
  await again('resolve_note', 59)
  await expect(resolve()).rejects.toThrow(tooOften)
  await refuse()
  await sql`truncate public.audit_log`
  await again('refused_suggestions', 61)
  await resolve()
  await room.as(
    'emil',
    (request) => request`select public.decide_suggestions(array[${suggestion}]::uuid[], null)`,
  )
  await again('taken_suggestions', 1)
  await expect(refuse()).rejects.toThrow(tooOften)
})
