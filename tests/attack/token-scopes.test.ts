import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publishArticles } from '#core/data/bulk-articles.ts'
import type { Client } from '#core/data/client.ts'
import { clientWith, insertAccessToken } from '../support/access-tokens.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { versionOf } from '../support/articles.ts'

const TEXT = { title: 'Title', excerpt: 'Excerpt', content: 'Text', category: 'tech' }
const PRINTED = '1d6f3a52-7c1c-4a8e-9f0e-2b7c5d9a4e10'
const DRAFT = '2d6f3a52-7c1c-4a8e-9f0e-2b7c5d9a4e10'
const SCHEDULED = '3d6f3a52-7c1c-4a8e-9f0e-2b7c5d9a4e10'
const LATER = '2030-01-01T00:00:00Z'

let app: TestApp
let token: string
let writer: Client
let publisher: Client

beforeAll(async () => {
  app = await startTestApp()
  const { sql } = app.database
  token = await insertAccessToken(sql, { scopes: ['drafts', 'translate', 'subscribers'], name: 'Importer' })
  writer = clientWith(app, token)
  publisher = clientWith(app, await insertAccessToken(sql, { scopes: ['publish'], name: 'Publisher' }))
})
afterAll(() => app.stop())

beforeEach(async () => {
  const { sql } = app.database
  await sql`delete from public.articles`
  await sql`delete from public.article_trash`
  await sql`delete from public.article_revisions`
  await sql`
    insert into public.articles (id, slug, title, excerpt, content, category, published, publish_date) values
      (${PRINTED}, 'printed', 'Printed', 'E', 'C', 'tech', true, now()),
      (${DRAFT}, 'draft', 'Draft', 'E', 'C', 'tech', false, now()),
      (${SCHEDULED}, 'scheduled', 'Scheduled', 'E', 'C', 'tech', true, ${LATER})`
  await sql`truncate public.audit_log`
})

/** Reads everything that is published, featured or scheduled. */
async function published() {
  const { sql } = app.database
  const articles = await sql`
    select slug, title, language, published, featured, publish_date from public.articles where published or featured order by slug, language`
  const schedules =
    await sql`select article_id, publish_at, status from public.article_schedules order by article_id`
  return JSON.stringify([articles, schedules])
}

/** A draft that a client has stored. */
async function written(client: Client, values: { slug: string; revision_note?: string }) {
  const { data } = await client
    .from('articles')
    .insert({ ...TEXT, ...values })
    .select('id')
    .single()
    .throwOnError()
  return data
}

describe('a token that writes drafts', () => {
  test('writes and changes drafts, in every language, and the history and the audit log say that it did', async () => {
    await writer
      .from('articles')
      .insert({ ...TEXT, slug: 'new' })
      .throwOnError()
    await writer
      .from('articles')
      .insert({ ...TEXT, slug: 'neu', language: 'de', original_article_id: PRINTED })
      .throwOnError()
    await writer.from('articles').update({ title: 'Another' }).eq('id', DRAFT).throwOnError()
    await writer
      .from('articles')
      .upsert({ ...TEXT, slug: 'draft', title: 'A third' }, { onConflict: 'slug,language' })
      .throwOnError()
    const { sql } = app.database
    const [revision] = await sql`
      select title, note, made_by is not null as "hasMaker" from public.article_revisions where article_id = ${DRAFT} order by id desc limit 1`
    expect(revision).toEqual({
      title: 'A third',
      note: 'By Importer (access token of nora@example.org)',
      hasMaker: true,
    })
    const acts =
      await sql`select actor_name, action, subject_name, actor is not null as "hasMaker" from public.audit_log order by id`
    const act = (action: string, subject_name: string) => ({
      ...{ actor_name: 'Importer (access token of nora@example.org)', action, subject_name, hasMaker: true },
    })
    expect([...acts]).toEqual([
      act('write_draft', 'Title'),
      act('write_draft', 'Title'),
      act('write_draft', 'Another'),
      act('write_draft', 'A third'),
    ])
  })

  const change = (id: string, values: object) => () =>
    writer
      .from('articles')
      .update(values as never)
      .eq('id', id)
  const insert = (values: object, options?: object) => () =>
    options
      ? writer.from('articles').upsert({ ...TEXT, slug: 'new', ...values } as never, options)
      : writer.from('articles').insert({ ...TEXT, slug: 'new', ...values } as never)
  test.each<[string, () => PromiseLike<{ error: { code: string; message: string } | null }>]>([
    ['publishing at once', insert({ published: true })],
    ['publishing later', insert({ published: true, publish_date: LATER })],
    [
      'one of many that is published',
      () =>
        writer.from('articles').insert([
          { ...TEXT, slug: 'a', published: false },
          { ...TEXT, slug: 'b', published: true },
        ]),
    ],
    ['publishing a draft', change(DRAFT, { published: true })],
    ['publishing a draft later', change(DRAFT, { published: true, publish_date: LATER })],
    ['unpublishing', change(PRINTED, { published: false })],
    ['changing what is published', change(PRINTED, { title: 'Mine' })],
    ['everything at once', () => writer.from('articles').update({ title: 'Mine' }).neq('slug', '')],
    [
      'an upsert over what is published',
      insert({ slug: 'printed', title: 'Mine' }, { onConflict: 'slug,language' }),
    ],
    ['an upsert by id', insert({ id: PRINTED, title: 'Mine' }, { onConflict: 'id' })],
    ['featuring a draft', change(DRAFT, { featured: true })],
    ['a featured draft', insert({ featured: true })],
    ['changing what is scheduled', change(SCHEDULED, { content: 'Mine' })],
    ['moving what is scheduled', change(SCHEDULED, { publish_date: '2026-01-01T00:00:00Z' })],
    ['a translation of what is scheduled', insert({ language: 'de', original_article_id: SCHEDULED })],
    [
      'a draft that becomes a translation of what is scheduled',
      change(DRAFT, { language: 'de', original_article_id: SCHEDULED }),
    ],
  ])('is refused %s, with a sentence', async (_, attempt) => {
    const before = await published()
    const { error } = await attempt()
    expect(error).toMatchObject({
      code: '42501',
      message: expect.stringContaining('This access token writes drafts'),
    })
    expect(await published()).toBe(before)
  })

  test.each([
    ['Imported from the old site', ': Imported from the old site'],
    ['Restored from the trash', ': Restored from the trash'],
    ['  ', ''],
    ['x'.repeat(500), `: ${'x'.repeat(500)}`],
  ])('is named in the history, whatever reason it gives: %s', async (reason, after) => {
    const { id } = await written(writer, { slug: 'reasoned', revision_note: reason })
    const [revision] = await app.database
      .sql`select note, events from public.article_revisions where article_id = ${id}`
    expect(revision?.note).toBe(`By Importer (access token of nora@example.org)${after}`.slice(0, 500))
    expect(JSON.stringify(revision?.events)).toContain('created')
    expect(JSON.stringify(revision?.events)).not.toContain('restored')
  })

  test('takes the id of no article in the trash, which could not come back then', async () => {
    const administrator = await app.administrator()
    const { id } = await written(administrator, { slug: 'deleted' })
    await administrator.from('articles').delete().eq('id', id).throwOnError()
    const { error } = await writer.from('articles').insert({ ...TEXT, id, slug: 'taken' })
    expect(error).toMatchObject({ code: '23505', message: 'An article in the trash has this id.' })
    const moved = await writer.from('articles').update({ id }).eq('id', DRAFT)
    expect(moved.error?.code).toBe('23505')
    const trash = await administrator
      .from('article_trash')
      .select('id')
      .eq('article_id', id)
      .single()
      .throwOnError()
    const restored = await administrator.rpc('restore_article', { p_trash_id: trash.data.id })
    expect(restored.data).toMatchObject({ status: 'restored' })
  })

  test.each([
    ['an insert', insert({ created_at: '2020-01-01T00:00:00Z' })],
    ['an insert into the future', insert({ created_at: LATER })],
    ['an update', change(DRAFT, { created_at: '2020-01-01T00:00:00Z' })],
    ['an upsert', insert({ slug: 'draft', created_at: LATER }, { onConflict: 'slug,language' })],
    ['an upsert by id', insert({ id: DRAFT, created_at: LATER }, { onConflict: 'id' })],
  ])('dates no article itself, by %s', async (_, attempt) => {
    const dates = () => app.database.sql`select id, created_at from public.articles order by id`
    const before = await dates()
    expect((await attempt()).error).toMatchObject({
      code: '42501',
      message: 'The site dates articles itself.',
    })
    expect(await dates()).toEqual(before)
  })

  test('sends an article back as it has read it', async () => {
    const { data } = await writer.from('articles').select('*').eq('id', DRAFT).single().throwOnError()
    await writer.from('articles').upsert(data).throwOnError()
    await writer.from('articles').update({ created_at: data.created_at }).eq('id', DRAFT).throwOnError()
    const dated = { ...TEXT, slug: 'dated', created_at: '2020-01-01T00:00:00Z' }
    await publisher.from('articles').insert(dated).throwOnError()
  })

  test('is refused an original of which a translation is published', async () => {
    await app.database.sql`
      insert into public.articles (slug, language, title, excerpt, content, category, published, original_article_id)
      values ('entwurf', 'de', 'Entwurf', 'E', 'C', 'tech', true, ${DRAFT})`
    const { error } = await writer.from('articles').update({ category: 'news' }).eq('id', DRAFT)
    expect(error?.code).toBe('42501')
  })

  test.each([
    ['publish_articles', { p_ids: [DRAFT] }],
    ['schedule_article', { p_article_id: DRAFT, p_publish_at: LATER, p_zone: 'UTC' }],
    ['schedule_unpublishing', { p_article_id: PRINTED, p_unpublish_at: LATER, p_zone: 'UTC' }],
    ['add_correction', { p_article_id: PRINTED, p_text: 'Mine.' }],
    ['save_settings', { p_changes: [] }],
    ['save_categories', { p_categories: [] }],
    ['remove_member', { p_user_id: PRINTED }],
    ['list_members', {}],
    ['list_audit_log', {}],
    ['list_my_sessions', {}],
    ['list_own_drafts', {}],
    ['create_article_preview', { p_article_id: DRAFT, p_days: 7 }],
    ['restore_article', { p_id: DRAFT }],
    ['subscribe_newsletter', { p_email: 'mallory@example.org' }],
    ['has_scope', { p_scope: 'publish' }],
    ['make_access_token', {}],
    ['private.make_access_token', {}],
  ])('may not call %s', async (name, args) => {
    const before = await published()
    const { error, status } = await writer.rpc(name as never, args as never)
    expect([status, error === null]).toEqual([
      expect.toSatisfy((code) => code === 403 || code === 404 || code === 400),
      false,
    ])
    expect(await published()).toBe(before)
  })

  test('neither deletes nor sees what is no matter of a script, also not through another table', async () => {
    for (const select of [
      '*, settings(*)',
      '*, user_roles(*)',
      '*, access_tokens(*)',
      '*, working_copies(*)',
      '*, users(*)',
    ]) {
      expect((await writer.from('articles').select(select as '*')).error, select).not.toBeNull()
    }
    for (const table of [
      'access_tokens',
      'settings',
      'user_roles',
      'audit_log',
      'outbox_mails',
      'newsletter_issues',
    ] as const) {
      expect((await writer.from(table).select('*')).error?.code, table).toBe('42501')
    }
    expect((await writer.from('articles').delete().eq('id', DRAFT)).error?.code).toBe('42501')
    expect((await writer.from('newsletter_subscribers').delete().neq('email', '')).error?.code).toBe('42501')
    expect(
      (
        await writer
          .from('access_tokens')
          .update({ scopes: ['publish'] })
          .neq('name', '')
      ).error?.code,
    ).toBe('42501')
  })

  test.each([
    { 'content-profile': 'private', 'accept-profile': 'private' },
    { prefer: 'role=service_role' },
    { 'x-client-info': 'service_role', role: 'service_role', 'x-hasura-role': 'admin' },
  ])('gains nothing by the headers %j', async (headers) => {
    const response = await fetch(`${app.url}/rest/v1/settings`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
    })
    expect(response.ok).toBe(false)
  })
})

test('a token that publishes does what it says, and the audit log names it', async () => {
  expect(await publishArticles(publisher, [await versionOf(publisher, DRAFT)])).toEqual([
    { id: DRAFT, status: 'published' },
  ])
  await publisher.from('articles').update({ title: 'Changed' }).eq('id', PRINTED).throwOnError()
  expect(
    (await publisher.rpc('add_correction', { p_article_id: PRINTED, p_text: 'It was Monday.' })).data,
  ).toMatchObject({ status: 'added' })
  await publisher.from('articles').update({ published: false }).eq('id', PRINTED).throwOnError()
  await publisher
    .from('articles')
    .insert({ ...TEXT, slug: 'soon', published: true, publish_date: LATER })
    .throwOnError()
  await publisher.from('article_schedules').delete().eq('article_id', SCHEDULED).throwOnError()
  const acts = await app.database.sql`select distinct actor_name from public.audit_log`
  expect([...acts]).toEqual([{ actor_name: 'Publisher (access token of nora@example.org)' }])
})
