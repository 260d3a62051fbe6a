import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listGlossaryProposals, proposeTerm } from '#core/data/glossary.ts'
import { ARTICLES, INTERVIEW, REPORT } from '../rls/articles.ts'
import { insertAnotherRole, insertFixtureRows } from '../rls/fixture-rows.ts'
import { type Person, signInPeople } from '../rls/people.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { versionOf } from '../support/articles.ts'
import { emptyTables } from '../support/empty-tables.ts'
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
const german = ARTICLES.German as string
const germanPublished = ARTICLES['German published'] as string

async function update(person: Person, id: string, change: object) {
  const { data, error } = await as(person)
    .from('articles')
    .update(change as never)
    .eq('id', id)
    .select('id')
  return error ? `${error.code} ${error.message}` : data.length
}
async function insert(person: Person, row: object, { upsert = false } = {}) {
  const full = { slug: `a-${randomUUID()}`, title: 'T', excerpt: 'E', content: 'C', category: 'tech', ...row }
  const table = as(person).from('articles')
  const { data, error } = await (upsert ? table.upsert(full as never) : table.insert(full as never)).select(
    '*',
  )
  return error ? `${error.code} ${error.message}` : data[0]
}
async function rpc(person: Person, name: string, args: object) {
  const { data, error } = await as(person).rpc(name as never, args as never)
  return error ? error.code : (data as unknown)
}

describe('an author', () => {
  test('writes an original, is its owner, and reads it in the same request', async () => {
    const draft = (await insert('author', { id: randomUUID() })) as { id: string; published: boolean }
    expect(draft).toMatchObject({ published: false, featured: false })
    const { data } = await as('author')
      .from('article_workflow')
      .select('owner, state')
      .eq('article_id', draft.id)
    expect(data).toEqual([{ owner: people.author.id, state: 'draft' }])
    expect(await update('author', draft.id, { title: 'Another' })).toBe(1)
  })

  test.each([
    [{ published: true }, 'Authors do not publish.'],
    [{ published: true, publish_date: '2031-01-01T00:00:00Z' }, 'Authors do not publish.'],
    [{ featured: true }, 'Only editors choose what is featured.'],
    [{ publish_date: '2019-01-01T00:00:00Z' }, 'Editors decide when an article is published.'],
    [{ created_at: '2019-01-01T00:00:00Z' }, 'The site dates articles itself.'],
    [{ id: '00000000-0000-4000-8000-000000000001' }, 'An article keeps its id.'],
    [{ original_article_id: REPORT, language: 'es' }, 'Authors write originals.'],
    [{ slug: `once-a-${ARTICLES.published}` }, 'This address leads to another article.'],
  ])('does not store %j, neither in a draft nor with a new one', async (change, sentence) => {
    expect(await update('author', own, change)).toMatch(new RegExp(`^42501 ${sentence}`))
    if ('id' in change) return
    expect(await insert('author', change)).toMatch(new RegExp(`^42501 ${sentence}`))
    // An upsert takes the same way, as an insert and as an update.
    expect(await insert('author', { id: own, ...change }, { upsert: true })).toMatch(/^42501/)
  })

  test('takes neither the id of what is in the trash, nor that of a history, nor the article of another by an upsert', async () => {
    await app.database.sql`delete from public.articles where id = ${ARTICLES.draft}`
    expect(await insert('author', { id: ARTICLES.draft })).toMatch(/^23505 Another article has this id/)
    await app.database.sql`delete from public.article_trash where article_id = ${ARTICLES.draft}`
    await app.database
      .sql`insert into public.article_workflow (article_id, owner) values (${ARTICLES.draft}, ${people.editor.id}) on conflict do nothing`
    expect(await insert('author', { id: ARTICLES.draft })).toMatch(/^23505 Another article has this id/)
    expect(await insert('author', { id: ARTICLES.ready }, { upsert: true })).toMatch(/^42501/)
    expect(await insert('author', { id: ARTICLES.published }, { upsert: true })).toMatch(/^42501/)
  })

  test('takes no address of what is in the trash, nor one that leads there', async () => {
    const { sql } = app.database
    await emptyTables(sql, 'public.article_trash')
    const [before] = await sql<
      [{ slug: string }]
    >`select slug from public.articles where id = ${ARTICLES.published}`
    await sql`delete from public.articles where id = ${ARTICLES.published}`
    for (const slug of [before.slug, `once-a-${ARTICLES.published}`])
      expect(await insert('author', { slug })).toMatch(/^42501 This address leads to another article/)
    expect(await insert('editor', { slug: before.slug })).toMatchObject({ slug: before.slug })
  })

  test('is told the same of an address that a hidden draft has and of one that readers see', async () => {
    await emptyTables(app.database.sql, 'public.article_trash')
    const slugs = await app.database.sql<{ slug: string }[]>`
      select slug from public.articles where id in (${ARTICLES.draft}, ${ARTICLES.published})`
    const told = await Promise.all(slugs.map(({ slug }) => insert('author', { slug })))
    expect(told[0]).toMatch(/^23505 /)
    expect(told[1]).toBe(told[0])
    expect(told[0]).not.toContain(ARTICLES.draft)
  })

  test('changes nothing that was handed in, is scheduled, or was published once', async () => {
    const { sql } = app.database
    expect(await update('author', ARTICLES['handed in'] as string, { title: 'X' })).toMatch(
      /^42501 You cannot change this draft now/,
    )
    await rpc('editor', 'schedule_article', {
      p_article_id: own,
      p_publish_at: '2031-01-01T00:00:00Z',
      p_zone: 'UTC',
    })
    await sql`insert into public.article_schedules (article_id, publish_at, zone) values (${own}, '2031-01-01', 'UTC') on conflict do nothing`
    expect(await update('author', own, { title: 'X' })).toMatch(/^42501 You cannot change this draft now/)
    await sql`delete from public.article_schedules where article_id = ${own}`
    await sql`update public.articles set published = true where id = ${own}`
    expect(await update('author', own, { title: 'X' })).toMatch(/^42501 This article is published/)
    expect(await update('author', own, { published: false })).toMatch(/^42501/)
    await sql`update public.articles set published = false where id = ${own}`
    expect(await update('author', own, { title: 'X' })).toMatch(/^42501 You cannot change this draft now/)
  })

  test('brings an own draft back out of the trash as a draft, and nothing else', async () => {
    const { sql } = app.database
    const trashed = async (id: string | undefined) =>
      (
        await sql<
          [{ id: string }]
        >`select id from public.article_trash where article_id = ${id} order by deleted_at desc limit 1`
      )[0].id
    await emptyTables(sql, 'public.article_trash')
    await as('author').from('articles').delete().eq('id', own).throwOnError()
    expect(await rpc('author', 'restore_article', { p_trash_id: await trashed(own) })).toMatchObject({
      status: 'restored',
    })
    expect(await update('author', own, { title: 'X' })).toBe(1)
    for (const id of [ARTICLES.draft, ARTICLES.published]) {
      await sql`delete from public.articles where id = ${id}`
      expect(await rpc('author', 'restore_article', { p_trash_id: await trashed(id) })).toBe('42501')
    }
    // Even of their own, when readers saw it.
    await sql`update public.articles set published = true where id = ${own}`
    await sql`delete from public.articles where id = ${own}`
    expect(await rpc('author', 'restore_article', { p_trash_id: await trashed(own) })).toBe('42501')
  })

  test.each([
    ['publish_articles', { p_ids: [own] }],
    ['schedule_article', { p_article_id: own, p_publish_at: '2031-01-01T00:00:00Z', p_zone: 'UTC' }],
    [
      'schedule_unpublishing',
      { p_article_id: ARTICLES.published, p_unpublish_at: '2031-01-01T00:00:00Z', p_zone: 'UTC' },
    ],
    ['create_article_preview', { p_article_id: own }],
    ['add_correction', { p_article_id: ARTICLES.published, p_text: 'No.' }],
    ['export_article_record', { p_article_id: own }],
  ])('is refused %s', async (name, args) => {
    expect(await rpc('author', name, args)).toBe('42501')
  })

  test('finds no draft of others, by any way around', async () => {
    const hidden = [ARTICLES.draft, ARTICLES.ready, german] as string[]
    const read = await Promise.all([
      as('author').from('articles').select('id').in('id', hidden),
      as('author')
        .from('article_revisions')
        .select('id')
        .in('article_id', [...hidden, ARTICLES.published as string]),
      as('author').from('media_uses').select('name').in('article_id', hidden),
      as('author').from('articles_at_work').select('id').in('id', hidden),
      as('author').from('articles').select('id').in('original_article_id', hidden),
      as('author')
        .from('working_copies')
        .select('id')
        .neq('owner', people.author.id ?? ''),
    ])
    for (const { data, error } of read) expect([data, error]).toEqual([[], null])
  })
})

describe('a translator of German', () => {
  const translation = { original_article_id: INTERVIEW, language: 'de' }

  test('writes a translation, with the section, author and date of its original', async () => {
    await app.database
      .sql`update public.articles set author = 'Ida', publish_date = '2020-02-02' where id = ${INTERVIEW}`
    const made = await insert('translator', {
      ...translation,
      author: 'Me',
      publish_date: '2031-01-01T00:00:00Z',
    })
    expect(made).toMatchObject({
      author: 'Ida',
      published: false,
      publish_date: expect.stringMatching(/^2020-02-02/),
    })
    expect(await update('translator', (made as { id: string }).id, { title: 'Titel' })).toBe(1)
  })

  test.each([
    [{ ...translation, published: true }, 'You may neither publish'],
    [{ ...translation, language: 'fr' }, 'You do not translate into French.'],
    [{ ...translation, category: 'news' }, 'A translation is in the section of its original.'],
    [{ ...translation, featured: true }, 'Only editors choose'],
    [
      { ...translation, original_article_id: ARTICLES.draft, language: 'de' },
      'The original is neither published nor ready',
    ],
    [{}, 'Translators write translations'],
  ])('does not add %j', async (row, sentence) => {
    expect(await insert('translator', row)).toMatch(new RegExp(`^42501 ${sentence}`))
    expect(await insert('translator', row, { upsert: true })).toMatch(/^42501/)
  })

  test.each([
    { language: 'fr' },
    { category: 'news' },
    { author: 'Me' },
    { featured: true },
    { publish_date: '2031-01-01T00:00:00Z' },
    { original_article_id: INTERVIEW },
    { original_article_id: null },
    { published: true },
    { created_at: '2019-01-01T00:00:00Z' },
    { slug: `once-a-${germanPublished}` },
  ])('does not change a translation by %j', async (change) => {
    expect(await update('translator', german, change)).toMatch(/^42501/)
  })

  test('gives a translation no picture and no shared link that its review does not show', async () => {
    const { sql } = app.database
    const evil = {
      hero_image: 'https://evil.example/a.jpg',
      social_image: 'https://evil.example/b.jpg',
      social_title: 'Buy this',
      social_description: 'Now',
    }
    await sql`update public.articles set hero_image = '/of-original.jpg' where id in (${INTERVIEW}, ${ARTICLES.published})`
    const made = (await insert('translator', { ...translation, ...evil })) as { id: string }
    expect(made).toMatchObject({
      hero_image: '/of-original.jpg',
      social_image: null,
      social_title: null,
      social_description: null,
    })
    for (const [field, value] of Object.entries(evil))
      for (const id of [made.id, german])
        expect(await update('translator', id, { [field]: value })).toMatch(
          /^42501 The picture of a translation/,
        )
    // A value set by an editor stays with a change of the text, and the picture of the original may come back.
    await sql`update public.articles set hero_image = '/other.jpg', social_title = 'Kurz' where id = ${german}`
    expect(
      await update('translator', german, { title: 'Titel', hero_image: '/other.jpg', social_title: 'Kurz' }),
    ).toBe(1)
    expect(await update('translator', german, { hero_image: '/of-original.jpg' })).toBe(1)
    expect(await update('translator who publishes', german, evil)).toBe(1)
  })

  test('reads no translation into another language of an original that is ready, nor what happened to it', async () => {
    const french = ARTICLES['French of a ready draft'] as string
    const ready = ARTICLES.ready as string
    const { data } = await as('translator').from('articles').select('id').in('id', [ready, french])
    expect(data).toEqual([{ id: ready }])
    expect(await rpc('translator', 'list_article_history', { p_article_id: french })).toBeNull()
    const history = await rpc('translator', 'list_article_history', { p_article_id: ready })
    expect(history).toMatchObject({ is_full: true, entries: [{ action: 'publish_article' }] })
    expect(await rpc('editor', 'list_article_history', { p_article_id: ready })).toMatchObject({
      entries: [{}, {}],
    })
    const joined = (id: string) =>
      new Promise((resolve) =>
        as('translator')
          .channel(`article:${id}`, { config: { private: true } })
          .subscribe(resolve),
      )
    expect(await joined(ready)).toBe('SUBSCRIBED')
    expect(await joined(french)).toBe('CHANNEL_ERROR')
    await as('translator').removeAllChannels()
  })

  test.each(['published', 'ready', 'French published', 'German published'] as const)(
    'does not change what is %s',
    async (kind) => {
      expect(await update('translator', ARTICLES[kind] as string, { title: 'X' })).toMatch(/^42501/)
    },
  )

  test('publishes what an administrator has allowed, of what is published in English', async () => {
    expect(await update('translator who publishes', germanPublished, { title: 'X' })).toBe(1)
    const { updated_at } = await versionOf(as('editor'), german)
    const named = { p_ids: [german], p_versions: [updated_at] }
    expect(await rpc('translator', 'publish_articles', named)).toBe('42501')
    expect(await rpc('translator who publishes', 'publish_articles', named)).toEqual([
      { id: german, status: 'published' },
    ])
    for (const id of [ARTICLES.French, ARTICLES.ready]) {
      named.p_versions = [(await versionOf(as('editor'), id ?? '')).updated_at]
      expect(await rpc('translator who publishes', 'publish_articles', { ...named, p_ids: [id] })).toEqual(
        id === ARTICLES.ready ? '42501' : [{ id, status: 'gone' }],
      )
    }
    const early = (await insert('translator who publishes', {
      original_article_id: ARTICLES.ready,
      language: 'de',
    })) as { id: string }
    expect(await update('translator who publishes', early.id, { published: true })).toMatch(
      /^42501 The original is not published yet/,
    )
  })

  test('is not published by the clock without somebody who may', async () => {
    const { sql } = app.database
    await sql`insert into public.settings (key, value) values ('translation_review', '{"de": false}')`
    await sql`update public.article_translations set stale_since = null where translation_id = ${german}`
    expect(await update('translator', german, { title: 'Titel' })).toBe(1)
    const reasonOf = async () =>
      (await sql<[{ reason: string | null }]>`select private.unfinished_reason(${german}, 'de') as reason`)[0]
        .reason
    expect(await reasonOf()).toBe('unreviewed')
    expect(await update('editor', german, { title: 'Ein Titel' })).toBe(1)
    expect(await reasonOf()).toBeNull()
  })

  test('is read by nobody who takes it out of the trash', async () => {
    const { sql } = app.database
    const throughTrash = async () => {
      await as('editor').from('articles').delete().eq('id', german).throwOnError()
      const [trashed] = await sql<[{ id: string }]>`
        select id from public.article_trash where article_id = ${german} order by deleted_at desc limit 1`
      expect(await rpc('editor', 'restore_article', { p_trash_id: trashed.id })).toMatchObject({
        status: 'restored',
      })
      const [last] = await sql<[{ made_by: string; by_program: boolean; what: unknown; alone: boolean }]>`
        select made_by, by_program, jsonb_path_query_array(events, '$[*].what') as what,
          jsonb_path_query_array(events, '$[*].by') as by, private.is_by_translator_alone(article_id) as alone
        from public.article_revisions where article_id = ${german} order by id desc limit 1`
      return last
    }
    const { id: translator } = people.translator
    const { id: editor } = people.editor
    expect(await update('translator', german, { title: 'Kauft bei mir' })).toBe(1)
    const unread = { made_by: translator, by_program: false, what: ['restored'], by: [editor], alone: true }
    expect(await throughTrash()).toEqual(unread)
    await sql`update public.article_revisions set by_program = true where article_id = ${german}`
    expect(await throughTrash()).toEqual({ ...unread, by_program: true })
    await sql`select private.note_event(${german}, ${JSON.stringify({ what: 'reviewed', by: editor })}::jsonb)`
    expect(await throughTrash()).toMatchObject({ what: ['restored', 'reviewed'], alone: false })
  })

  test('changes nothing of what is scheduled that readers would get unseen', async () => {
    const { sql } = app.database
    await sql`delete from public.article_schedules where article_id = ${german}`
    await sql`insert into public.article_schedules (article_id, publish_at, zone, created_at)
      values (${german}, now() - interval '1 minute', 'UTC', now() - interval '1 hour')`
    expect(await update('translator', german, { title: 'Kauft bei mir' })).toBe(1)
    const [settled] = await sql<[{ outcome: object }]>`
      select private.publish_due(id, updated_at, null) as outcome from public.articles where id = ${german}`
    expect(settled.outcome).toMatchObject({
      status: 'failed',
      reason: 'It was changed after it was scheduled, by the program or by somebody who may not publish.',
    })
    expect(await sql`select published from public.articles where id = ${german}`).toEqual([
      { published: false },
    ])
  })

  test('is told nothing of an article of others by an upsert that names it', async () => {
    const told = await insert('translator', { ...translation, id: ARTICLES.draft }, { upsert: true })
    expect(told).toMatch(/^42501 new row violates row-level security policy/)
  })

  test('changes no role and no languages, of themselves or of others', async () => {
    const { error } = await as('translator')
      .from('user_roles')
      .update({ languages: ['de', 'fr'] } as never)
      .not('id', 'is', null)
    expect(error?.code).toBe('42501')
    expect(
      await rpc('translator', 'change_member', { p_user_id: people.translator.id, p_role: 'admin' }),
    ).toBe('42501')
  })

  test('proposes terms of their languages, in their own name, and decides on none', async () => {
    const propose = (row: object) =>
      as('translator')
        .from('glossary_proposals')
        .insert(row as never)
        .select('id, proposed_by, status')
    const { data } = await propose({ language: 'de', before: 'Modell', after: 'KI-Modell', term: 'model' })
    expect(data).toMatchObject([{ proposed_by: people.translator.id, status: 'open' }])
    const reasoned = {
      language: 'de',
      term: 'weights',
      wording: 'Gewichte',
      instead: null,
      why: 'As in papers.',
    } as const
    expect(await proposeTerm(as('translator'), reasoned)).toBe('proposed')
    expect(await proposeTerm(as('translator'), reasoned)).toBe('known')
    const { proposals } = await listGlossaryProposals(as('editor'))
    expect(proposals).toContainEqual(
      expect.objectContaining({ before: 'weights', after: 'Gewichte', why: 'As in papers.', examples: [] }),
    )
    expect(proposals.find(({ term }) => term === 'weights')?.proposed_by).toBeTruthy()
    for (const row of [
      { language: 'fr', before: 'a', after: 'b' },
      { language: 'de', before: 'c', after: 'd', status: 'accepted' },
      { language: 'de', before: 'c', after: 'd', proposed_by: people.editor.id },
    ]) {
      expect((await propose(row)).error?.code).toBe('42501')
    }
    for (const words of ['Zwei\nZeilen', '\u202Enetsre', '   ', 'a '.repeat(13).trim()])
      expect((await propose({ language: 'de', before: 'a', after: words })).error?.code).toBe('23514')
  })
})

describe('pictures of an author', () => {
  const describePicture = (name: string) =>
    as('author').from('media_files').update({ credit: 'Me' }).eq('name', name).select('name')

  test('are described by the author until readers see them', async () => {
    expect((await describePicture('own.png')).data).toEqual([{ name: 'own.png' }])
    expect((await describePicture('theirs.png')).data).toEqual([])
    expect((await describePicture('shown.png')).error).toMatchObject({
      code: '42501',
      message: 'Readers see this picture, so only editors can change it.',
    })
  })

  test('are told by the library from those that others change', async () => {
    const changeable = async (person: Person) => {
      const { data } = await as(person)
        .from('media_library')
        .select('name')
        .eq('changeable', true)
        .in('name', ['own.png', 'shown.png', 'theirs.png'])
        .order('name')
        .throwOnError()
      return data.map(({ name }) => name)
    }
    expect(await changeable('author')).toEqual(['own.png'])
    expect(await changeable('editor')).toEqual(['own.png', 'shown.png', 'theirs.png'])
    expect(await changeable('translator')).toEqual([])
    expect(await changeable('newsletter')).toEqual([])
  })

  test('are neither replaced nor removed by the storage interface while readers see them', async () => {
    const bucket = as('author').storage.from('article-images')
    const { error } = await bucket.update('shown.png', new Blob(['x'], { type: 'image/png' }), {
      contentType: 'image/png',
    })
    expect(error).not.toBeNull()
    await bucket.remove(['shown.png', 'theirs.png'])
    const { data } = await as('editor').storage.from('article-images').list()
    expect(data?.map(({ name }) => name)).toEqual(expect.arrayContaining(['shown.png', 'theirs.png']))
  })
})

test('an editor takes the id of no article in the trash, which could not come back then', async () => {
  await app.database.sql`delete from public.articles where id = ${ARTICLES.draft}`
  expect(await insert('editor', { id: ARTICLES.draft })).toMatch(/^23505 An article in the trash has this id/)
  expect(await insert('editor', { id: ARTICLES.draft }, { upsert: true })).toMatch(
    /^23505 An article in the trash/,
  )
  expect(await update('editor', own, { id: ARTICLES.draft })).toMatch(
    /^23505 An article in the trash has this id/,
  )
  const [trashed] = await app.database.sql<[{ id: string }]>`
    select id from public.article_trash where article_id = ${ARTICLES.draft} order by deleted_at desc limit 1`
  expect(await rpc('editor', 'restore_article', { p_trash_id: trashed.id })).toMatchObject({
    status: 'restored',
  })
})

test('somebody for the newsletter reads no draft, no address, and changes no article', async () => {
  expect(await update('newsletter', own, { title: 'X' })).toBe(0)
  expect(await update('newsletter', ARTICLES.published as string, { title: 'X' })).toBe(0)
  expect(await insert('newsletter', {})).toMatch(/^42501/)
  const { data: subscribers } = await as('newsletter').from('newsletter_subscribers').select('email')
  const { data: deliveries } = await as('newsletter').from('newsletter_deliveries').select('email')
  expect([subscribers, deliveries]).toEqual([[], []])
  const { data: items } = await as('newsletter').from('newsletter_items').select('article_id').throwOnError()
  const { data: articles } = await as('newsletter').from('articles').select('id').throwOnError()
  // An issue names drafts by their ids, and tells nothing else of them.
  expect(items.length).toBeGreaterThan(articles.length)
  expect(articles.map(({ id }) => id)).not.toContain(ARTICLES.draft)
})
