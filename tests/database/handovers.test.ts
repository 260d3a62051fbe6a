import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { WorkflowState } from '#core/domain/article-workflow.ts'
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
  type Start,
  type Step,
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

const outcome = async (name: Person, start: Start, step: Step) => {
  const id = await room.article(start)
  try {
    return (await room.handOver(name, id, step)).status
  } catch (error) {
    return (error as { code: string }).code
  }
}

const withTranslator: Start = { owner: 'emil', state: 'ready', next: 'theo', from: 'nora' }

/** The handovers: the person who hands an article over, its state before, the recipient, and the result. */
const RULES: [
  who: Person,
  from: string,
  start: Start,
  to: Person | null,
  state: WorkflowState,
  is: string,
][] = [
  ['emil', 'a draft of their own', MINE, null, 'handed_in', 'handed_over'],
  ['emil', 'a draft of their own', MINE, 'nora', 'handed_in', 'handed_over'],
  ['emil', 'a draft of their own', MINE, 'mara', 'handed_in', 'handed_over'],
  ['emil', 'a draft of their own', MINE, 'ida', 'handed_in', 'cannot_do'],
  ['emil', 'a draft of their own', MINE, 'lena', 'handed_in', 'cannot_do'],
  ['emil', 'a draft of their own', MINE, 'left', 'handed_in', 'no_role'],
  ['emil', 'a draft of their own', MINE, 'nora', 'in_edit', 'not_allowed'],
  ['emil', 'a draft of their own', MINE, 'emil', 'ready', 'not_allowed'],
  ['emil', 'a draft of their own', MINE, null, 'ready', 'not_allowed'],
  ['emil', 'a draft of their own', MINE, 'ida', 'draft', 'not_allowed'],
  ['emil', 'a draft with Ida', { ...MINE, people: ['ida'] }, 'ida', 'draft', 'handed_over'],
  ['ida', 'a draft with Ida', { ...MINE, people: ['ida'] }, null, 'handed_in', 'handed_over'],
  [
    'ida',
    'a draft with Ida that Emil has',
    { ...MINE, people: ['ida'], next: 'emil' },
    null,
    'handed_in',
    'not_allowed',
  ],
  ['ida', 'a draft that she has', { ...MINE, people: ['ida'], next: 'ida' }, 'emil', 'draft', 'handed_over'],
  ['ida', 'a draft of somebody else', MINE, null, 'handed_in', 'gone'],
  ['emil', 'what they handed in', HANDED_IN, 'emil', 'draft', 'handed_over'],
  ['emil', 'what they handed in', HANDED_IN, 'ida', 'draft', 'not_allowed'],
  ['emil', 'what they handed in', HANDED_IN, 'nora', 'handed_in', 'not_allowed'],
  ['emil', 'what an editor has begun', IN_EDIT, 'emil', 'draft', 'not_allowed'],
  ['emil', 'what an editor has begun', IN_EDIT, null, 'handed_in', 'not_allowed'],
  ['emil', 'what was given back', BACK_WITH_AUTHOR, null, 'handed_in', 'handed_over'],
  ['emil', 'what was given back', BACK_WITH_AUTHOR, 'nora', 'handed_in', 'handed_over'],
  ['emil', 'what was given back', BACK_WITH_AUTHOR, 'nora', 'in_edit', 'not_allowed'],
  ['emil', 'what is ready', { ...MINE, state: 'ready' }, null, 'handed_in', 'not_allowed'],
  ['nora', 'what is handed in', HANDED_IN, 'nora', 'in_edit', 'handed_over'],
  ['nora', 'what is handed in', HANDED_IN, 'emil', 'draft', 'handed_over'],
  ['nora', 'what is handed in', HANDED_IN, 'emil', 'in_edit', 'handed_over'],
  ['nora', 'what is handed in', HANDED_IN, null, 'in_edit', 'needs_person'],
  ['nora', 'what is handed in', HANDED_IN, 'lena', 'ready', 'cannot_do'],
  ['nora', 'what is handed in', HANDED_IN, 'lena', 'in_edit', 'cannot_do'],
  ['nora', 'what is handed in', HANDED_IN, 'theo', 'draft', 'cannot_do'],
  ['nora', 'what is handed in', HANDED_IN, 'theo', 'ready', 'handed_over'],
  ['nora', 'what is handed in', HANDED_IN, 'left', 'ready', 'no_role'],
  ['nora', 'what she edits', IN_EDIT, null, 'ready', 'handed_over'],
  ['edda', 'what another editor edits', IN_EDIT, 'edda', 'in_edit', 'handed_over'],
  ['mara', 'a draft of an author', MINE, 'mara', 'ready', 'handed_over'],
  ['theo', 'what was handed to them', withTranslator, 'nora', 'ready', 'handed_over'],
  ['theo', 'what was handed to them', withTranslator, null, 'ready', 'handed_over'],
  ['theo', 'what was handed to them', withTranslator, 'nora', 'in_edit', 'not_allowed'],
  ['theo', 'what was handed to them', withTranslator, 'emil', 'ready', 'not_allowed'],
  ['theo', 'what is ready', { ...MINE, state: 'ready' }, 'theo', 'ready', 'not_allowed'],
  ['theo', 'a draft', MINE, 'nora', 'handed_in', 'gone'],
  ['lena', 'a draft', MINE, 'nora', 'handed_in', 'gone'],
  ['lena', 'what is published', { ...MINE, published: true }, 'nora', 'handed_in', 'published'],
  ['left', 'a draft', MINE, 'nora', 'handed_in', '42501'],
  ['nora', 'what is published', { ...MINE, published: true }, 'emil', 'draft', 'published'],
]

describe('handing over:', () => {
  test.each(RULES)('%s brings %s %o to %s as %s: %s', async (who, _, start, to, state, is) => {
    expect(await outcome(who, start, { to, state })).toBe(is)
  })

  test.each(['', '   ', 'x'.repeat(301), 'two\nlines', 'a‮b'])(
    'a sentence such as %j is refused',
    async (sentence) => {
      expect(await outcome('emil', MINE, { to: null, state: 'handed_in', sentence })).toBe('23514')
    },
  )

  test('a state that is none is refused', async () => {
    expect(await outcome('nora', MINE, { to: null, state: 'published' as WorkflowState })).toBe('22023')
  })

  test('a translation has no state of its own', async () => {
    const original = await room.article()
    const id = randomUUID()
    await sql`
      insert into public.articles (id, slug, language, title, excerpt, content, category, original_article_id)
      values (${id}, ${id}, 'de', 'Chips', 'Excerpt', 'Text', 'tech', ${original})`
    expect((await room.handOver('nora', id, { to: 'nora', state: 'in_edit' })).status).toBe('gone')
  })

  test('what is published by itself stays ready', async () => {
    const id = await room.article({ state: 'ready' })
    await sql`
      insert into public.article_schedules (article_id, publish_at, zone) values (${id}, now() + interval '1 day', 'UTC')`
    expect((await room.handOver('nora', id, { to: 'emil', state: 'draft' })).status).toBe('scheduled')
    expect((await room.handOver('nora', id, { to: 'theo', state: 'ready' })).status).toBe('handed_over')
  })

  test('stores who has it, what for and until when, and one row of its history', async () => {
    const id = await room.article(MINE)
    const sentence = 'please check the numbers: 5%s of 100 %'
    await room.handOver('emil', id, {
      to: 'nora',
      state: 'handed_in',
      sentence: ` ${sentence} `,
      due: '2030-01-02',
    })
    const [work] = await sql`
      select owner, state, next_person, next_task, next_from, due_on::text, changed_by from public.article_workflow`
    const { emil, nora } = room.ids
    expect(work).toEqual({
      owner: emil,
      state: 'handed_in',
      next_person: nora,
      next_task: sentence,
      next_from: emil,
      due_on: '2030-01-02',
      changed_by: emil,
    })
    const history = await room.as('emil', (request) => request`select * from public.handovers`)
    expect(history).toMatchObject([
      {
        made_by: emil,
        from_person: null,
        to_person: nora,
        state_before: 'draft',
        state_after: 'handed_in',
        sentence,
      },
    ])
    const [entry] = await sql`select actor, kind, action, did, details from public.audit_log`
    expect(entry).toMatchObject({
      actor: emil,
      kind: 'work',
      action: 'hand_over',
      did: `handed “Chips” to nora@example.org: ${sentence}`,
      details: { state: { before: 'draft', now: 'handed in' } },
    })
  })

  test('nobody changes the history, and only who reads the article reads it', async () => {
    const id = await room.article(MINE)
    await room.handOver('emil', id, { to: null, state: 'handed_in' })
    await expect(room.as('nora', (request) => request`delete from public.handovers`)).rejects.toMatchObject({
      code: '42501',
    })
    await expect(
      room.as('nora', (request) => request`update public.handovers set sentence = 'x'`),
    ).rejects.toMatchObject({ code: '42501' })
    const read = (name: Person) => room.as(name, (request) => request`select 1 from public.handovers`)
    expect(await read('nora')).toHaveLength(1)
    expect(await read('ida')).toHaveLength(0)
    expect(await read('theo')).toHaveLength(0)
    expect(await read('lena')).toHaveLength(0)
  })

  test('who comes second is told who was faster', async () => {
    const id = await room.article(HANDED_IN)
    const version = await room.versionOf(id)
    await room.handOver('nora', id, { to: 'emil', state: 'draft', version })
    expect(await room.handOver('edda', id, { to: 'theo', state: 'ready', version })).toMatchObject({
      status: 'changed',
      by: 'nora@example.org',
      workflow: { next_person: room.ids.emil },
    })
    expect((await room.handOver('edda', id, { to: 'theo', state: 'ready', version: null })).status).toBe(
      'changed',
    )
  })

  test('of two at the same moment one wins', async () => {
    const id = await room.article(HANDED_IN)
    const version = await room.versionOf(id)
    const answers = await Promise.all(
      (['nora', 'edda'] as const).map((name) =>
        room.handOver(name, id, { to: name, state: 'in_edit', version }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual(['changed', 'handed_over'])
  })

  test('an article without a workflow gets one', async () => {
    const id = await room.article()
    await sql`delete from public.article_workflow`
    expect((await room.handOver('nora', id, { to: 'emil', state: 'draft', version: null })).status).toBe(
      'handed_over',
    )
  })

  test('a person has two hundred an hour', async () => {
    const id = await room.article(HANDED_IN)
    await sql`
      insert into public.handovers (article_id, made_by, to_person, state_before, state_after)
      select ${id}, ${room.ids.nora}, ${room.ids.nora}, 'draft', 'draft' from generate_series(1, 200)`
    await expect(room.handOver('nora', id, { to: 'emil', state: 'draft' })).rejects.toMatchObject({
      code: '54000',
    })
  })
})
