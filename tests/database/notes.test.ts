import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addNote,
  decideSuggestions,
  editNote,
  listNotes,
  resolveNote,
  suggestChanges,
} from '#core/data/article-notes.ts'
import type { Client } from '#core/data/client.ts'
import type { TextAnchor } from '#core/domain/text-anchor.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { addArticle, anArticle, aTranslation } from '../support/articles.ts'
import { addMember, type Member } from '../support/members.ts'

type Name = 'admin' | 'editor' | 'owner' | 'other' | 'french' | 'german' | 'newsletter'

let app: TestApp
const cast = new Map<Name, Member>()
/** A published original with two translations, a draft of the owner, and a draft of nobody. */
let articles: Record<'published' | 'french' | 'german' | 'draft' | 'foreign', string>

const of = (name: Name): Member => {
  const member = cast.get(name)
  if (!member) throw new Error(`${name} is missing`)
  return member
}

beforeAll(async () => {
  app = await startTestApp()
  const people = {
    admin: { role: 'admin' },
    editor: { role: 'editor' },
    owner: { role: 'author' },
    other: { role: 'author' },
    french: { role: 'translator', languages: ['fr'], permissions: ['publish'] },
    german: { role: 'translator', languages: ['de'] },
    newsletter: { role: 'newsletter' },
  } satisfies Record<Name, Parameters<typeof addMember>[2]>
  for (const [name, person] of Object.entries(people))
    cast.set(name as Name, await addMember(app, name, person))
  const service = app.service()
  const published = await addArticle(service, anArticle({ title: 'Published' }))
  const [french, german, draft, foreign] = await Promise.all([
    addArticle(service, aTranslation(published, 'fr')),
    addArticle(service, aTranslation(published, 'de', { published: false })),
    addArticle(service, anArticle({ title: 'Draft', published: false })),
    addArticle(service, anArticle({ title: 'Foreign', published: false })),
  ])
  articles = {
    published: published.id,
    french: french.id,
    german: german.id,
    draft: draft.id,
    foreign: foreign.id,
  }
  const { sql } = app.database
  await sql`
    insert into public.article_workflow (article_id, owner) values (${draft.id}, ${of('owner').id})
    on conflict (article_id) do update set owner = excluded.owner`
})
afterAll(() => app.stop())

const HARBOUR: TextAnchor = {
  field: 'content',
  quote: 'harbour',
  length: 7,
  prefix: 'The ',
  suffix: ' is open.',
  start: 17,
}

async function note(client: Client, articleId: string, input: Partial<Parameters<typeof addNote>[1]> = {}) {
  const id = randomUUID()
  const answer = await addNote(client, { id, articleId, body: 'Is this so?', anchor: HARBOUR, ...input })
  return { id, answer }
}

async function suggest(client: Client, articleId: string, replacement = 'port') {
  const id = randomUUID()
  await suggestChanges(client, {
    articleId,
    changes: [{ id, anchor: HARBOUR, replacement }],
    sentWith: randomUUID(),
  })
  return id
}

const READERS: Record<keyof typeof articles, readonly Name[]> = {
  published: ['admin', 'editor', 'french', 'german'],
  french: ['admin', 'editor', 'french'],
  german: ['admin', 'editor', 'german'],
  draft: ['admin', 'editor', 'owner'],
  foreign: ['admin', 'editor'],
}

test('notes are read and written by those who work on the article, and by nobody else', async () => {
  for (const [name, readers] of Object.entries(READERS)) {
    const article = articles[name as keyof typeof articles]
    const { id } = await note(of('admin').client, article)
    for (const [member, { client }] of cast) {
      const reads = (await listNotes(client, article)).some((row) => row.id === id)
      const writes = await note(client, article).then(
        () => true,
        ({ code }: { code: string }) => code !== '42501',
      )
      const resolves = await resolveNote(client, { id, resolved: false }).then(
        () => true,
        () => false,
      )
      expect({ name, member, reads, writes, resolves }).toEqual({
        name,
        member,
        reads: readers.includes(member),
        writes: readers.includes(member),
        // Translators resolve nothing of others on an original on which they do not work.
        resolves:
          readers.includes(member) && (name !== 'published' || !['french', 'german'].includes(member)),
      })
    }
  }
  expect((await app.anonymous().from('article_notes').select('id')).error?.code).toBe('42501')
})

test('what was handed to somebody is read with its notes, and what is ready by translators', async () => {
  const { sql } = app.database
  await note(of('editor').client, articles.foreign)
  const count = async (name: Name) => (await listNotes(of(name).client, articles.foreign)).length
  expect(await count('other')).toBe(0)
  await sql`
    insert into public.article_workflow (article_id, next_person, state) values (${articles.foreign}, ${of('other').id}, 'in_edit')
    on conflict (article_id) do update set next_person = excluded.next_person, state = excluded.state`
  expect(await count('other')).toBeGreaterThan(0)
  expect(await count('french')).toBe(0)
  await sql`update public.article_workflow set next_person = null, state = 'ready' where article_id = ${articles.foreign}`
  expect(await count('other')).toBe(0)
  expect(await count('french')).toBeGreaterThan(0)
  await sql`update public.article_workflow set state = 'draft' where article_id = ${articles.foreign}`
})

test('a repeated request adds nothing, and nobody takes the id of another', async () => {
  const { client } = of('owner')
  const { id, answer } = await note(client, articles.draft)
  expect(answer).toEqual({ status: 'added', mentioned: [] })
  expect(await addNote(client, { id, articleId: articles.draft, body: 'Is this so?' })).toEqual(answer)
  expect((await listNotes(client, articles.draft)).filter((row) => row.id === id)).toHaveLength(1)
  await expect(
    addNote(of('editor').client, { id, articleId: articles.draft, body: 'Mine now' }),
  ).rejects.toMatchObject({ code: '42501' })
})

test('answers belong to a note of the same article, and end its editing', async () => {
  const { client } = of('owner')
  const { id } = await note(client, articles.draft)
  expect(await editNote(client, { id, body: 'Is it really so?' })).toEqual({ status: 'changed' })
  await expect(editNote(of('editor').client, { id, body: 'Never' })).rejects.toMatchObject({ code: '42501' })
  const answer = await note(of('editor').client, articles.draft, { parent: id, anchor: null, body: 'It is.' })
  expect(answer.answer.status).toBe('added')
  expect(await editNote(client, { id, body: 'Oh.' })).toEqual({ status: 'answered' })
  for (const parent of [answer.id, randomUUID()]) {
    const { answer: refused } = await note(client, articles.draft, { parent, anchor: null })
    expect(refused).toEqual({ status: 'gone' })
  }
  const elsewhere = await note(of('editor').client, articles.foreign)
  const { answer: moved } = await note(client, articles.draft, { parent: elsewhere.id, anchor: null })
  expect(moved).toEqual({ status: 'gone' })
  expect(await resolveNote(client, { id, resolved: true })).toEqual({ status: 'changed' })
  expect(await resolveNote(of('editor').client, { id, resolved: true })).toMatchObject({
    status: 'unchanged',
    by: 'owner',
  })
})

test('only colleagues who read the notes are mentioned', async () => {
  const mentions = [...cast.values()].map(({ id }) => id)
  const { answer } = await note(of('editor').client, articles.draft, {
    mentions: [...mentions, randomUUID()],
  })
  expect(answer).toMatchObject({ status: 'added' })
  expect('mentioned' in answer && answer.mentioned.toSorted()).toEqual(
    (['admin', 'editor', 'owner'] as const).map((name) => of(name).id).toSorted(),
  )
})

test('what is too long, malformed or too much gets a sentence', async () => {
  // Only administrators send requests as large as these.
  const { client } = of('admin')
  const sentence = { code: 'P0001' }
  await expect(note(client, articles.draft, { body: ' \u00a0' })).rejects.toMatchObject(sentence)
  await expect(note(client, articles.draft, { body: 'x'.repeat(4001) })).rejects.toMatchObject(sentence)
  await expect(note(client, articles.draft, { body: 'x'.repeat(1_048_576) })).rejects.toMatchObject({
    message: expect.any(String),
  })
  const odd = { ...HARBOUR, quote: 7 } as never
  await expect(note(client, articles.draft, { anchor: odd })).rejects.toMatchObject(sentence)
  const more = { ...HARBOUR, more: 'x' } as never
  await expect(note(client, articles.draft, { anchor: more })).rejects.toMatchObject(sentence)
  const suggestMany = (count: number, replacement = 'x') =>
    suggestChanges(client, {
      articleId: articles.draft,
      changes: Array.from({ length: count }, () => ({ id: randomUUID(), anchor: HARBOUR, replacement })),
      sentWith: randomUUID(),
    })
  await expect(suggestMany(201)).rejects.toMatchObject(sentence)
  await expect(suggestMany(0)).rejects.toMatchObject(sentence)
  await expect(suggestMany(1, 'x'.repeat(20_001))).rejects.toMatchObject(sentence)
  await expect(suggestMany(1, HARBOUR.quote)).rejects.toMatchObject(sentence)
  await expect(
    client.rpc('suggest_changes', {
      p_article_id: articles.draft,
      p_changes: { 0: 'x' } as never,
      p_sent_with: randomUUID(),
    }),
  ).resolves.toMatchObject({ error: sentence })
})

test('odd characters are stored exactly, and a script stays text', async () => {
  const { client } = of('owner')
  const body = '<script>alert(1)</script> \u202eabc\u202c 🙂 שלום'
  const { id } = await note(client, articles.draft, { body })
  expect((await listNotes(client, articles.draft)).find((row) => row.id === id)?.body).toBe(body)
})

test('of ten people who take a suggestion at once one gets it, and the others are told who', async () => {
  const ids = await Promise.all([
    suggest(of('owner').client, articles.draft),
    suggest(of('owner').client, articles.draft, 'dock'),
  ])
  const clients = Array.from({ length: 10 }, (_, index) => of(index % 2 ? 'editor' : 'admin').client)
  const answers = await Promise.all(
    clients.map((client, index) =>
      decideSuggestions(client, { ids: index % 2 ? ids : ids.toReversed(), outcome: 'taken' }),
    ),
  )
  for (const id of ids) {
    const rows = answers.map((answer) => answer.find((row) => row.id === id))
    expect(rows.filter((row) => row?.done)).toHaveLength(1)
    expect(new Set(rows.map((row) => row?.by)).size).toBe(1)
  }
  expect(await decideSuggestions(of('owner').client, { ids, outcome: null })).toMatchObject([
    { done: true, outcome: null, by: null },
    { done: true, outcome: null, by: null },
  ])
})

test('only who may write the text takes and refuses; who has sent a suggestion withdraws it', async () => {
  const french = await suggest(of('french').client, articles.published)
  const refused = { code: '42501' }
  for (const name of ['french', 'german', 'owner', 'newsletter'] as const)
    for (const outcome of ['taken', 'refused', null] as const)
      await expect(decideSuggestions(of(name).client, { ids: [french], outcome })).rejects.toMatchObject(
        refused,
      )
  await expect(
    decideSuggestions(of('editor').client, { ids: [french], outcome: 'withdrawn' }),
  ).rejects.toMatchObject(refused)
  expect(await decideSuggestions(of('french').client, { ids: [french], outcome: 'withdrawn' })).toMatchObject(
    [{ done: true, outcome: 'withdrawn' }],
  )
  expect(await decideSuggestions(of('editor').client, { ids: [french], outcome: 'taken' })).toMatchObject([
    { done: false, outcome: 'withdrawn', by: 'french' },
  ])
  const onFrench = await suggest(of('editor').client, articles.french)
  expect(await decideSuggestions(of('french').client, { ids: [onFrench], outcome: 'taken' })).toMatchObject([
    { done: true },
  ])
  const onGerman = await suggest(of('editor').client, articles.german)
  for (const ids of [[onGerman], [onGerman, onFrench], [randomUUID()], []])
    await expect(decideSuggestions(of('french').client, { ids, outcome: 'taken' })).rejects.toMatchObject(
      refused,
    )
})

test('somebody without a role writes nothing more, and their notes stay under their name', async () => {
  const gone = await addMember(app, 'gone', { role: 'editor' })
  const { id } = await note(gone.client, articles.draft)
  await app.database.sql`delete from public.user_roles where user_id = ${gone.id}`
  await expect(note(gone.client, articles.draft)).rejects.toMatchObject({ code: '42501' })
  await expect(editNote(gone.client, { id, body: 'Changed' })).rejects.toMatchObject({ code: '42501' })
  expect(await listNotes(gone.client, articles.draft)).toEqual([])
  await app.database.sql`delete from auth.users where id = ${gone.id}`
  expect((await listNotes(of('owner').client, articles.draft)).find((row) => row.id === id)).toMatchObject({
    made_by_name: 'gone',
  })
})

test('notes go into the trash with their article, come back with it, and go with it for good', async () => {
  const { sql } = app.database
  const { id: articleId } = await addArticle(app.service(), anArticle({ title: 'Short', published: false }))
  const { client } = of('admin')
  await note(client, articleId)
  const suggestion = await suggest(client, articleId)
  await client.from('articles').delete().eq('id', articleId).throwOnError()
  await expect(note(client, articleId)).rejects.toMatchObject({ code: '42501' })
  await expect(decideSuggestions(client, { ids: [suggestion], outcome: 'taken' })).rejects.toMatchObject({
    code: '42501',
  })
  const [trash] = await sql<
    { id: string }[]
  >`select id from public.article_trash where article_id = ${articleId}`
  await client.rpc('restore_article', { p_trash_id: trash?.id ?? '' }).throwOnError()
  expect(await listNotes(client, articleId)).toHaveLength(2)
  await client
    .rpc('purge_article_text', { p_article_id: articleId, p_reason: 'A court says so.' })
    .throwOnError()
  expect(await listNotes(client, articleId)).toEqual([])
  await note(client, articleId)
  await client.from('articles').delete().eq('id', articleId).throwOnError()
  await sql`delete from public.article_trash where article_id = ${articleId}`
  expect(await sql`select from public.article_notes where article_id = ${articleId}`).toHaveLength(0)
})

test('there are at most 1,000 open notes on an article, and 600 of one person in an hour', async () => {
  const { id: articleId } = await addArticle(app.service(), anArticle({ title: 'Full', published: false }))
  const { sql } = app.database
  const fill = (count: number, madeBy: string) => sql`
    insert into public.article_notes (id, article_id, original_id, language, kind, body, made_by, made_by_name)
    select gen_random_uuid(), ${articleId}, ${articleId}, 'en', 'note', 'x', ${madeBy}, 'x' from generate_series(1, ${count}::integer)`
  await fill(999, randomUUID())
  const both = await Promise.allSettled([
    note(of('editor').client, articleId),
    note(of('admin').client, articleId),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await sql`delete from public.article_notes where article_id = ${articleId}`
  await fill(600, of('editor').id)
  await expect(note(of('editor').client, articleId)).rejects.toMatchObject({ code: 'P0001' })
})
