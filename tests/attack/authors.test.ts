import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ARTICLES, REPORT } from '../rls/articles.ts'
import { insertAnotherRole, insertFixtureRows } from '../rls/fixture-rows.ts'
import { type Person, signInPeople } from '../rls/people.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { untilSomebodyWaits } from '../support/lock-waits.ts'
import { saveRows } from '../support/saved-rows.ts'

let app: TestApp
let people: Awaited<ReturnType<typeof signInPeople>>
let restore: () => Promise<void>

beforeAll(async () => {
  app = await startTestApp()
  await insertAnotherRole(app.database.sql)
  people = await signInPeople(app)
  await insertFixtureRows(app.database.sql)
  // Texts that rest on sources are published only after they were judged.
  await app.database.sql`delete from public.sourced_articles`
  restore = await saveRows(app.database.sql)
})
beforeEach(() => restore())
afterAll(() => app.stop())

const as = (person: Person) => people[person].client
const own = ARTICLES.own as string
const handedIn = ARTICLES['handed in'] as string

async function rpc(person: Person, name: string, args: object) {
  const { data, error } = await as(person).rpc(name as never, args as never)
  return error ? error.code : (data as unknown)
}
async function addIdea(person: Person, title: string) {
  const { data } = await as(person)
    .from('ideas')
    .insert({ title } as never)
    .select('id')
    .single()
    .throwOnError()
  return (data as { id: string }).id
}

describe('an idea', () => {
  test('becomes no draft at an address that leads to another article', async () => {
    const former = `once-a-${ARTICLES.published}`
    const id = await addIdea('author', former)
    expect(await rpc('author', 'begin_draft', { p_idea_id: id })).toMatchObject({
      status: 'begun',
      slug: `${former}-${id.slice(0, 8)}`,
    })
  })

  test('tells nothing of the draft that somebody else has made of it', async () => {
    const id = await addIdea('editor', 'A secret merger')
    const { article_id } = (await rpc('editor', 'begin_draft', { p_idea_id: id })) as { article_id: string }
    expect(await rpc('author', 'begin_draft', { p_idea_id: id })).toEqual({ status: 'gone' })
    await app.database.sql`delete from public.articles where id = ${article_id}`
    expect(await rpc('author', 'begin_draft', { p_idea_id: id })).toEqual({ status: 'gone' })
  })
})

describe('the picture of an author', () => {
  const png = new Blob(
    [
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    ],
    { type: 'image/png' },
  )
  const bucket = () => as('author').storage.from('article-images')
  async function uploadFor(article: string): Promise<string> {
    const name = `${randomUUID()}.png`
    expect((await bucket().upload(name, png, { contentType: 'image/png' })).error).toBeNull()
    await app.database.sql`
      update public.articles set content = ${`![x](/storage/v1/object/public/article-images/${name})`} where id = ${article}`
    return name
  }
  const schedule = () => app.database.sql`
    insert into public.article_schedules (article_id, publish_at, zone) values (${own}, '2031-01-01', 'UTC')
    on conflict (article_id) do update set status = 'waiting', settled_at = null, publish_at = excluded.publish_at`
  const unschedule = () => app.database.sql`delete from public.article_schedules where article_id = ${own}`

  test('is not changed in any way while its article is scheduled', async () => {
    await unschedule()
    const name = await uploadFor(own)
    await schedule()
    const { error: described } = await as('author')
      .from('media_files')
      .update({ credit: 'Me' })
      .eq('name', name)
    expect(described).toMatchObject({
      code: '42501',
      message: 'The article with this picture is with the editors, so only they can change it.',
    })
    expect((await bucket().update(name, png, { contentType: 'image/png' })).error).not.toBeNull()
    expect((await bucket().move(name, `${randomUUID()}.png`)).error).not.toBeNull()
    await bucket().remove([name])
    const { data } = await bucket().list('', { search: name })
    expect(data).toHaveLength(1)

    await unschedule()
    expect((await bucket().update(name, png, { contentType: 'image/png' })).error).toBeNull()
  })

  test('is not changed while its article is with the editors, unless the author has it again', async () => {
    const { sql } = app.database
    await unschedule()
    const name = await uploadFor(own)
    const replace = async () => (await bucket().update(name, png, { contentType: 'image/png' })).error
    for (const state of ['handed_in', 'in_edit', 'ready']) {
      await sql`update public.article_workflow set state = ${state} where article_id = ${own}`
      expect(await replace()).not.toBeNull()
    }
    await sql`update public.article_workflow set next_person = ${people.author.id} where article_id = ${own}`
    expect(await replace()).toBeNull()
  })
})

test('an author takes no draft out of the trash that was no longer with them', async () => {
  const { sql } = app.database
  await sql`delete from public.article_schedules where article_id = ${handedIn}`
  await as('editor').from('articles').delete().eq('id', handedIn).throwOnError()
  const [trashed] = await sql<[{ id: string }]>`
    select id from public.article_trash where article_id = ${handedIn} order by deleted_at desc limit 1`
  const args = { p_trash_id: trashed.id, p_slug: 'another' }
  expect(await rpc('author', 'restore_article', args)).toBe('42501')
  expect(await rpc('editor', 'restore_article', args)).toMatchObject({ status: 'restored' })
})

test('an author who was added to what was published before there were colleagues changes it neither then nor later', async () => {
  const { sql } = app.database
  for (const add of [
    () => rpc('editor', 'add_person', { p_article_id: REPORT, p_user_id: people.author.id }),
    () => rpc('editor', 'change_owner', { p_article_id: REPORT, p_owner: people.author.id }),
    () => rpc('editor', 'set_due', { p_article_id: REPORT, p_due_on: '2031-01-01' }),
  ]) {
    await sql`update public.articles set published = true where id = ${REPORT}`
    await sql`delete from public.article_workflow where article_id = ${REPORT}`
    await add()
    expect(await sql`select state from public.article_workflow where article_id = ${REPORT}`).toEqual([
      { state: 'ready' },
    ])
    await sql`update public.articles set published = false where id = ${REPORT}`
    const { error } = await as('author').from('articles').update({ title: 'X' }).eq('id', REPORT).select('id')
    expect(error?.code).toBe('42501')
  }
})

test('an author with unsaved forms puts none to the draft of somebody else', async () => {
  const form = { id: randomUUID(), article_id: randomUUID(), form: { title: 'Mine' } }
  const copies = () => as('author').from('working_copies')
  await copies()
    .insert(form as never)
    .throwOnError()
  const change = async (changed: object) =>
    (
      await copies()
        .update(changed as never)
        .eq('id', form.id)
        .select('id')
    ).error?.code
  expect(await change({ article_id: ARTICLES.draft })).toBe('42501')
  const { error } = await copies().upsert({ ...form, article_id: ARTICLES.draft } as never)
  expect(error?.code).toBe('42501')
  // The form of an article that the author no longer reads stays as it was begun.
  await app.database
    .sql`update public.working_copies set article_id = ${ARTICLES.draft} where id = ${form.id}`
  expect(await change({ form: { title: 'Still mine' } })).toBeUndefined()
})

test('an author does not change the language of a draft that has translations', async () => {
  const change = async () =>
    (await as('author').from('articles').update({ language: 'fr' }).eq('id', own).select('language')).error
  await app.database.sql`
    insert into public.articles (slug, language, title, excerpt, content, category, original_article_id)
    values (${`it-${own}`}, 'it', 'Titolo', 'E', 'C', 'tech', ${own})`
  expect(await change()).toMatchObject({
    code: '42501',
    message: 'This draft has translations, so its language stays as it is.',
  })
  await app.database.sql`delete from public.articles where original_article_id = ${own}`
  expect(await change()).toBeNull()
})

test('an author does not take an address in the moment in which a published article leaves it', async () => {
  const { sql } = app.database
  const slug = `a-${REPORT}`
  let taken: PromiseLike<unknown> | undefined
  // The fixtures have every article in the trash too, where its address is kept.
  await sql`delete from public.article_trash where article_id = ${REPORT}`
  await sql.transaction(async (transaction) => {
    await transaction`update public.articles set slug = ${`b-${REPORT}`} where id = ${REPORT}`
    taken = as('author')
      .from('articles')
      .insert({ slug, title: 'T', excerpt: 'E', content: 'C', category: 'tech' } as never)
      .then(({ error }) => error)
    await untilSomebodyWaits(sql)
  })
  expect(await taken).toMatchObject({ code: '42501', message: 'This address leads to another article.' })
})
