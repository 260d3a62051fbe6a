import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { HandoverAnswer } from '#core/domain/handover.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { untilSomebodyWaits } from '../support/lock-waits.ts'
import { HANDED_IN, IN_EDIT, MINE, type Newsroom, openNewsroom, type Person } from '../support/newsroom.ts'

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

describe('taking what is handed in', () => {
  const take = async (name: Person, id: string) => {
    const [row] = await room.as(name, (request) => request`select public.take_article(${id}) as answer`)
    return row?.answer
  }

  test('makes an editor the one who edits it, and says so', async () => {
    const id = await room.article(HANDED_IN)
    expect(await take('nora', id)).toMatchObject({
      status: 'taken',
      workflow: { state: 'in_edit', next_person: room.ids.nora, next_from: room.ids.emil },
    })
    const [entry] = await sql`select did from public.audit_log`
    expect(entry?.did).toBe('took “Chips”')
  })

  test('is for one of two editors', async () => {
    const id = await room.article(HANDED_IN)
    const answers = await Promise.all([take('nora', id), take('edda', id)])
    expect(answers.map(({ status }) => status).sort()).toEqual(['changed', 'taken'])
    expect(answers.find(({ status }) => status === 'changed').by).toMatch(/^(nora|edda)@/)
  })

  test.each(['emil', 'theo', 'lena', 'left'] as const)('is not for %s', async (name) => {
    const id = await room.article(HANDED_IN)
    await expect(take(name, id)).rejects.toMatchObject({ code: '42501' })
  })
})

describe('people, owner and due day', () => {
  const call = async (name: Person, text: (sql: Session) => Promise<{ answer: { status: string } }[]>) => {
    try {
      return (await room.as(name, text))[0]?.answer.status
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  const add = (name: Person, id: string, who: Person) =>
    call(name, (request) => request`select public.add_person(${id}, ${room.ids[who]}) as answer`)
  const remove = (name: Person, id: string, who: Person) =>
    call(name, (request) => request`select public.remove_person(${id}, ${room.ids[who]}) as answer`)
  const own = (name: Person, id: string, who: Person | null) =>
    call(name, (request) => request`select public.change_owner(${id}, ${who && room.ids[who]}) as answer`)
  const due = (name: Person, id: string, day: string | null) =>
    call(name, (request) => request`select public.set_due(${id}, ${day}) as answer`)

  test('people are added by editors, and by authors to drafts of their own', async () => {
    const id = await room.article(MINE)
    expect(await add('emil', id, 'ida')).toBe('added')
    expect(await add('ida', id, 'theo')).toBe('42501')
    expect(await add('nora', id, 'theo')).toBe('added')
    expect(await add('nora', id, 'lena')).toBe('cannot_do')
    expect(await add('nora', id, 'left')).toBe('no_role')
    expect(await add('lena', id, 'theo')).toBe('gone')
    expect(await add('left', id, 'ida')).toBe('42501')
    const other = await room.article(IN_EDIT)
    expect(await add('emil', other, 'ida')).toBe('42501')
  })

  test('an article has at most twenty', async () => {
    const id = await room.article(MINE)
    await sql`
      with made as (insert into auth.users (id, email) select gen_random_uuid(), 'p' || n || '@example.org' from generate_series(1, 20) as n returning id)
      insert into public.article_people (article_id, user_id) select ${id}, id from made`
    expect(await add('nora', id, 'ida')).toBe('too_many')
  })

  test('a person leaves by themselves, and is removed by who may add them', async () => {
    const id = await room.article({ ...MINE, people: ['ida', 'theo'] })
    expect(await remove('ida', id, 'theo')).toBe('42501')
    expect(await remove('ida', id, 'ida')).toBe('removed')
    expect(await remove('emil', id, 'theo')).toBe('removed')
    expect(await sql`select 1 from public.article_people`).toHaveLength(0)
  })

  test('another owner is chosen by editors, among those who write', async () => {
    const id = await room.article(MINE)
    expect(await own('emil', id, 'ida')).toBe('42501')
    expect(await own('nora', id, 'theo')).toBe('cannot_do')
    expect(await own('nora', id, 'left')).toBe('no_role')
    expect(await own('nora', id, 'ida')).toBe('changed')
    const [entry] = await sql`select did, details from public.audit_log`
    expect(entry).toEqual({
      did: 'changed who owns “Chips”',
      details: { owner: { before: 'emil@example.org', now: 'ida@example.org' } },
    })
    expect(await own('nora', id, null)).toBe('changed')
  })

  test('the day is set by editors, and by authors for drafts of their own', async () => {
    const id = await room.article(MINE)
    expect(await due('emil', id, '2030-01-01')).toBe('changed')
    expect(await due('ida', id, '2030-01-01')).toBe('gone')
    expect(await due('nora', id, null)).toBe('changed')
    expect(await due('nora', id, '9999-01-01')).toBe('P0001')
    expect(await due('emil', await room.article(IN_EDIT), '2030-01-01')).toBe('42501')
  })
})

describe('what happens elsewhere:', () => {
  test('publishing ends the state, and unpublishing leaves no draft of the author', async () => {
    const id = await room.article(IN_EDIT)
    await sql`update public.articles set published = true where id = ${id}`
    await sql`update public.articles set published = false where id = ${id}`
    const [work] = await sql`select state, next_person, next_task, owner from public.article_workflow`
    expect(work).toEqual({ state: 'ready', next_person: null, next_task: null, owner: room.ids.emil })
    const writable = await room.as('emil', (request) => request`select private.writable_drafts()`)
    expect(writable).toHaveLength(0)
  })

  test('who loses the role leaves their work to the editors', async () => {
    const id = await room.article({ ...IN_EDIT, people: ['ida'] })
    await sql`delete from public.user_roles where user_id = ${room.ids.nora}`
    await sql`update public.user_roles set role = 'newsletter' where user_id = ${room.ids.ida}`
    const [work] = await sql`select state, next_person from public.article_workflow where article_id = ${id}`
    expect(work).toEqual({ state: 'handed_in', next_person: null })
    expect(await sql`select 1 from public.article_people`).toHaveLength(0)
  })

  test('a role that goes at the moment of a hand-over is not handed anything', async () => {
    const id = await room.article(HANDED_IN)
    const version = await room.versionOf(id)
    let waiting: Promise<HandoverAnswer> | undefined
    await sql.transaction(async (removal) => {
      await removal`delete from public.user_roles where user_id = ${room.ids.edda}`
      waiting = room.handOver('nora', id, { to: 'edda', state: 'in_edit', version })
      await untilSomebodyWaits(sql)
    })
    expect((await waiting)?.status).toBe('no_role')
  })

  test('the trash brings everything back, and forgets it in the end', async () => {
    const id = await room.article({ ...HANDED_IN, people: ['ida'] })
    await room.handOver('nora', id, { to: 'emil', state: 'draft' })
    await sql`delete from public.articles`
    expect((await room.handOver('nora', id, { to: 'emil', state: 'draft' })).status).toBe('gone')
    const [trashed] = await sql<[{ id: string }]>`select id from public.article_trash`
    await room.as('mara', (request) => request`select public.restore_article(${trashed.id})`)
    const rows = () => sql`
      select (select count(*)::int from public.article_workflow) as work, (select count(*)::int from public.article_people) as people,
        (select count(*)::int from public.handovers) as handovers, (select count(*)::int from private.work_notices) as notices`
    expect(await rows()).toEqual([{ work: 1, people: 1, handovers: 1, notices: 1 }])
    await sql`delete from public.articles`
    await sql`delete from public.article_trash`
    expect(await rows()).toEqual([{ work: 0, people: 0, handovers: 0, notices: 0 }])
  })

  test('removing a text for good removes what people wrote about it', async () => {
    const id = await room.article(HANDED_IN)
    await room.handOver('nora', id, { to: 'emil', state: 'draft', sentence: 'the secret' })
    await room.as('mara', (request) => request`select public.purge_article_text(${id}, 'A court')`)
    const [left] = await sql`
      select (select string_agg(to_jsonb(h)::text, '') from public.handovers h)
        || (select string_agg(to_jsonb(w)::text, '') from public.article_workflow w)
        || coalesce((select string_agg(to_jsonb(n)::text, '') from private.work_notices n), '')
        || (select string_agg(did, '') from public.audit_log) as text`
    expect(left?.text).not.toContain('secret')
  })
})
