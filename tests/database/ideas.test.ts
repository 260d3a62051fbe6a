import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Sql } from '#server/platform/database/connection.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { addPerson, asPerson, type Person } from '../support/sessions-of-roles.ts'

let database: TestDatabase
let sql: Sql
let admin: Person
let editor: Person
let author: Person
let other: Person
let translator: Person
let mailer: Person

beforeAll(async () => {
  database = await createTestDatabase()
  sql = database.sql
  admin = await addPerson(sql, { name: 'ada', role: 'admin' })
  editor = await addPerson(sql, { name: 'edith', role: 'editor' })
  author = await addPerson(sql, { name: 'aud', role: 'author' })
  other = await addPerson(sql, { name: 'otto', role: 'author' })
  translator = await addPerson(sql, { name: 'tim', role: 'translator', languages: ['de'] })
  mailer = await addPerson(sql, { name: 'mai', role: 'newsletter' })
})
afterAll(() => database.drop())
beforeEach(async () => {
  await sql`delete from public.articles`
  await sql`delete from public.article_trash`
  await sql`delete from public.article_workflow`
  await sql`delete from public.ideas`
})

async function addIdea(
  idea: { title?: string; person?: string; made_by?: string; planned_on?: string; section?: null } = {},
) {
  const { title = 'Of quaggas', person = null, made_by = null, planned_on = null, section = 'tech' } = idea
  const [row] = await sql<[{ id: string }]>`
    insert into public.ideas (title, person, made_by, planned_on, section)
    values (${title}, ${person}, ${made_by}, ${planned_on}, ${section}) returning id`
  return row.id
}

const countAs = (person: Person | null) =>
  asPerson(sql, person, async (transaction) => (await transaction`select from public.ideas`).length)

const renameAs = (person: Person, id: string) =>
  asPerson(
    sql,
    person,
    async (transaction) =>
      (await transaction`update public.ideas set title = 'Other' where id = ${id} returning id`).length,
  )

const begin = (person: Person, id: string) =>
  asPerson(sql, person, async (transaction) => {
    const [row] = await transaction<[{ answer: { status: string; article_id?: string; slug?: string } }]>`
      select public.begin_draft(${id}) as answer`
    return row.answer
  })

test('those who plan read ideas, and nobody else', async () => {
  await addIdea()
  expect(await Promise.all([admin, editor, author, other, mailer].map(countAs))).toEqual([1, 1, 1, 1, 1])
  expect(await countAs(translator)).toBe(0)
  expect(await countAs(null)).toBe(0)
})

test('who writes originals adds ideas in their own name', async () => {
  for (const person of [admin, editor, author]) {
    const [row] = await asPerson(
      sql,
      person,
      (transaction) =>
        transaction<
          { made_by: string }[]
        >`insert into public.ideas (title) values ('Mine') returning made_by`,
    )
    expect(row?.made_by).toBe(person.id)
  }
  for (const person of [translator, mailer]) {
    await expect(
      asPerson(sql, person, (transaction) => transaction`insert into public.ideas (title) values ('Mine')`),
    ).rejects.toMatchObject({ code: '42501' })
  }
  for (const column of ['made_by', 'made_at', 'article_id'] as const) {
    await expect(
      asPerson(sql, admin, (transaction) =>
        transaction.script(`insert into public.ideas (title, ${column}) values ('Mine', null)`),
      ),
    ).rejects.toMatchObject({ code: '42501' })
  }
})

test('an author changes what they had or were given, an editor everything', async () => {
  const ideas = [
    await addIdea({ made_by: author.id }),
    await addIdea({ person: author.id }),
    await addIdea({ made_by: other.id, person: other.id }),
    await addIdea(),
  ]
  const outcomes = (person: Person) => Promise.all(ideas.map((id) => renameAs(person, id)))
  expect(await outcomes(author)).toEqual([1, 1, 0, 0])
  expect(await outcomes(mailer)).toEqual([0, 0, 0, 0])
  expect(await outcomes(translator)).toEqual([0, 0, 0, 0])
  expect(await outcomes(editor)).toEqual([1, 1, 1, 1])
})

test.each([
  [{ title: '' }, '23514'],
  [{ title: 'a\nb' }, '23514'],
  [{ title: 'x'.repeat(201) }, '23514'],
  [{ why: 'x'.repeat(2001) }, '23514'],
  [{ links: ['javascript:alert(1)'] }, '23514'],
  [{ links: ['https://example.org/a b'] }, '23514'],
  [{ links: ['data:text/html,x', 'https://example.org'] }, '23514'],
  [{ links: Array(11).fill('https://example.org') }, '23514'],
  [{ language: 'xx' }, '23503'],
  [{ section: 'nowhere' }, '23503'],
  [{ planned_on: '1999-12-31' }, '23514'],
])('an idea that breaks a rule is refused (%#)', async (change, code) => {
  const idea = {
    title: 'Of quaggas',
    why: '',
    links: [] as string[],
    language: null,
    section: null,
    planned_on: null,
    ...change,
  }
  await expect(
    asPerson(
      sql,
      admin,
      (transaction) => transaction`
        insert into public.ideas (title, why, links, language, section, planned_on)
        values (${idea.title}, ${idea.why}, ${idea.links}, ${idea.language}, ${idea.section}, ${idea.planned_on})`,
    ),
  ).rejects.toMatchObject({ code })
})

test('an idea is for somebody who writes', async () => {
  const id = await addIdea()
  for (const person of [translator.id, mailer.id]) {
    await expect(
      asPerson(
        sql,
        editor,
        (transaction) => transaction`update public.ideas set person = ${person} where id = ${id}`,
      ),
    ).rejects.toMatchObject({ code: '23514', constraint: 'ideas_person' })
  }
})

test('two who begin an idea at once get the same draft, with its person, its day and its section', async () => {
  const id = await addIdea({ title: 'Die Quaggas: warum?', person: author.id, planned_on: '2026-12-04' })
  const answers = await Promise.all([begin(editor, id), begin(author, id), begin(admin, id)])
  expect(new Set(answers.map(({ article_id }) => article_id)).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 'begun', slug: 'die-quaggas-warum' })
  expect(
    await sql`
      select title, category, content, published, owner, to_char(due_on, 'YYYY-MM-DD') as due_on
      from public.articles join public.article_workflow on article_id = id`,
  ).toEqual([
    {
      title: 'Die Quaggas: warum?',
      category: 'tech',
      content: '',
      published: false,
      owner: author.id,
      due_on: '2026-12-04',
    },
  ])
  expect(await renameAs(editor, id)).toBe(0)
})

test('a draft of an idea without a section goes to the first one that is not the page of all', async () => {
  await sql`update public.categories set position = -1 where slug = 'news'`
  onTestFinished(async () => void (await sql`update public.categories set position = 5 where slug = 'news'`))
  const { article_id } = await begin(editor, await addIdea({ section: null }))
  expect(await sql`select category from public.articles where id = ${article_id ?? ''}`).toEqual([
    { category: 'business' },
  ])
})

test('a draft belongs to who began it, where the idea was nobody’s', async () => {
  const { article_id } = await begin(author, await addIdea({ made_by: editor.id }))
  expect(await sql`select owner from public.article_workflow where article_id = ${article_id ?? ''}`).toEqual(
    [{ owner: author.id }],
  )
})

test('nobody begins what is for another author, was dropped, or lies in the trash', async () => {
  const id = await addIdea({ person: other.id, made_by: author.id })
  for (const person of [author, translator, mailer]) {
    await expect(begin(person, id)).rejects.toMatchObject({ code: '42501' })
  }
  await sql`update public.ideas set dropped_at = now() where id = ${id}`
  expect(await begin(other, id)).toEqual({ status: 'dropped' })
  await sql`update public.ideas set dropped_at = null where id = ${id}`
  const { article_id } = await begin(other, id)
  await sql`delete from public.articles where id = ${article_id ?? ''}`
  expect(await begin(other, id)).toEqual({ status: 'in_trash' })
  expect(await begin(other, randomUUID())).toEqual({ status: 'gone' })
})

test('titles without a letter of the English alphabet, and those that were taken, get a slug of their own', async () => {
  expect((await begin(editor, await addIdea({ title: '量子コンピュータ' }))).slug).toMatch(
    /^draft-[0-9a-f]{8}$/,
  )
  expect((await begin(editor, await addIdea({ title: 'Écoles' }))).slug).toBe('ecoles')
  expect((await begin(editor, await addIdea({ title: 'Écoles!' }))).slug).toBe('ecoles-2')
})

test('the idea of a draft is shown to those who read the draft', async () => {
  const { article_id } = await begin(author, await addIdea({ person: author.id }))
  const find = (person: Person) =>
    asPerson(sql, person, async (transaction) => {
      const [row] = await transaction<[{ idea: { title: string } | null }]>`
        select public.find_idea_of(${article_id ?? ''}) as idea`
      return row.idea?.title ?? null
    })
  expect(await Promise.all([editor, author, other, translator, mailer].map(find))).toEqual([
    'Of quaggas',
    'Of quaggas',
    null,
    null,
    null,
  ])
})

test('there are no more than 2,000 open ideas, and who leaves passes theirs on', async () => {
  await sql`insert into public.ideas (title, person) select 'Idea ' || n, ${other.id} from generate_series(1, 1999) as n`
  const dropped = await addIdea()
  await sql`update public.ideas set dropped_at = now() where id = ${dropped}`
  await addIdea()
  await expect(addIdea()).rejects.toMatchObject({ code: '54000' })
  await expect(sql`update public.ideas set dropped_at = null where id = ${dropped}`).rejects.toMatchObject({
    code: '54000',
  })
  await sql`select private.pass_on_ideas(${other.id}, ${author.id})`
  expect(await sql`select distinct person from public.ideas where person is not null`).toEqual([
    { person: author.id },
  ])
})

test('the ideas of somebody who leaves, or writes no originals any more, go to whoever takes over, or to anybody', async () => {
  const leaver = await addPerson(sql, { name: 'lea', role: 'author' })
  const id = await addIdea({ person: leaver.id })
  const personOf = async () =>
    (await sql<{ person: string | null }[]>`select person from public.ideas where id = ${id}`)[0]?.person
  await asPerson(
    sql,
    admin,
    (transaction) =>
      transaction`select public.change_member(${leaver.id}, 'newsletter', '{}', '{}', ${other.id})`,
  )
  expect(await personOf()).toBe(other.id)
  await sql`update public.user_roles set role = 'author' where user_id = ${leaver.id}`
  await sql`update public.ideas set person = ${leaver.id} where id = ${id}`
  await asPerson(sql, admin, (transaction) => transaction`select public.remove_member(${leaver.id})`)
  expect(await personOf()).toBeNull()
})

test('ideas follow their section to another address', async () => {
  const id = await addIdea()
  await sql.transaction(async (transaction) => {
    await transaction`insert into public.categories (slug, position) values ('machines', 99)`
    await transaction`update public.categories set retired_to = 'machines', position = null where slug = 'tech'`
    expect(await transaction`select section from public.ideas where id = ${id}`).toEqual([
      { section: 'machines' },
    ])
    await transaction`update public.ideas set section = 'tech' where id = ${id}`
    expect(await transaction`select section from public.ideas where id = ${id}`).toEqual([
      { section: 'machines' },
    ])
    await transaction`update public.categories set retired_to = null, position = 2 where slug = 'tech'`
    await transaction`delete from public.ideas`
    await transaction`delete from public.categories where slug = 'machines'`
  })
})
