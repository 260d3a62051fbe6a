import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addNote } from '#core/data/article-notes.ts'
import { openVersion } from '#core/data/article-revisions.ts'
import { scheduleArticle } from '#core/data/article-schedules.ts'
import { restoreArticle } from '#core/data/article-trash.ts'
import { type ArticleVersion, publishArticles } from '#core/data/bulk-articles.ts'
import type { Client } from '#core/data/client.ts'
import { MEDIA_BUCKET } from '#core/data/media-files.ts'
import { saveArticle } from '#core/data/save-article.ts'
import { keepWorkingCopy } from '#core/data/working-copies.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import { DAILY_MEGABYTES } from '#core/domain/settings.ts'
import { addText } from '#server/features/newsroom/pages/add-item.ts'
import { rememberTexts } from '#server/features/translation/memory.ts'
import { clientWith, insertAccessToken } from '../support/access-tokens.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { anArticle, versionOf } from '../support/articles.ts'
import { emptyTables } from '../support/empty-tables.ts'
import { noiseOf } from '../support/images.ts'
import { addMember, type Member } from '../support/members.ts'
import { createWatchedLog } from '../support/watched-log.ts'

let app: TestApp
const people = {} as Record<'vera' | 'ben' | 'ida', Member>
let token: Client

beforeAll(async () => {
  app = await startTestApp()
  people.vera = await addMember(app, 'Vera', { role: 'admin' })
  people.ben = await addMember(app, 'Ben', { role: 'editor' })
  people.ida = await addMember(app, 'Ida', { role: 'author' })
  const options = { scopes: ['drafts' as const], email: 'vera@example.org' }
  token = clientWith(app, await insertAccessToken(app.database.sql, options))
})
afterAll(() => app.stop())
beforeEach(() =>
  emptyTables(
    app.database.sql,
    'public.articles, public.article_revisions, public.article_notes, public.ideas, public.working_copies, public.settings, private.rate_limits, public.article_translations, public.translation_runs',
  ),
)

/** Text that nothing makes shorter. */
const textOf = (bytes: number) =>
  randomBytes(Math.ceil(bytes / 2))
    .toString('hex')
    .slice(0, bytes)

async function begin(client: Client, overrides: Partial<ArticleInput> = {}): Promise<string> {
  const id = randomUUID()
  const { publish_date, ...values } = anArticle({ slug: id, published: false, ...overrides })
  await client
    .from('articles')
    .insert({ ...values, id })
    .throwOnError()
  return id
}

async function save(client: Client, id: string, values: Partial<ArticleInput>, note?: string) {
  const { updated_at: since } = await versionOf(app.service(), id)
  return saveArticle(client, { id, since, values, note })
}

/** Reads the stored versions of an article, the oldest first. */
const versionsOf = async (id: string): Promise<string[]> =>
  (
    await app.database.sql<{ content: string }[]>`
      select article ->> 'content' as content from public.article_revisions where article_id = ${id} order by id`
  ).map(({ content }) => content)

const allow = (megabytes: number) =>
  people.vera.client.from('settings').upsert({ key: 'daily_megabytes', value: megabytes }).throwOnError()

const upload = async (client: Client, bytes: number) => {
  const picture = new Blob([Uint8Array.from(await noiseOf(bytes))], { type: 'image/jpeg' })
  const { error } = await client.storage.from(MEDIA_BUCKET).upload(`articles/${randomUUID()}.jpg`, picture)
  return error as (Error & { code?: string; statusCode?: string }) | null
}

const REFUSED = {
  code: 'PT413',
  message:
    'Nothing was stored: one person may add 1 MB in a day. Try again tomorrow, or ask an administrator to raise this limit.',
}

test('what one person stores in a day counts together, whatever it is, and is refused above the budget', async () => {
  const { client } = people.ida
  await allow(1)
  const id = await begin(client)
  const kept = textOf(400_000)
  await save(client, id, { content: kept })
  expect(await upload(client, 500_000)).toBeNull()

  await expect(save(client, id, { content: kept + textOf(400_000) })).rejects.toMatchObject(REFUSED)
  expect(await upload(client, 500_000)).toMatchObject({
    ...REFUSED,
    code: 'QuotaExceeded',
    statusCode: '413',
  })
  await app.database.sql`update private.rate_limits set points = 1000 where key like 'bytes:%'`
  const note = { id: randomUUID(), articleId: id, body: 'Look at this.' }
  await expect(addNote(client, note)).rejects.toMatchObject(REFUSED)
  expect(await client.from('ideas').insert({ title: 'A harbour' })).toMatchObject({
    status: 413,
    error: REFUSED,
  })
  await expect(begin(client)).rejects.toMatchObject(REFUSED)

  // Nothing that was acknowledged has changed, and the typed text is still stored.
  expect((await versionsOf(id)).at(-1)).toBe(kept)
  expect((await client.from('articles').select('content').eq('id', id).single()).data?.content).toBe(kept)
  await keepWorkingCopy(client, { id: randomUUID(), article_id: id, since: null, form: { content: 'Typed' } })
  expect((await client.from('articles').delete().eq('id', id).select('id')).data).toHaveLength(1)
  await begin(people.ben.client, { content: textOf(400_000) })

  await allow(2)
  await begin(client, { content: textOf(400_000) })
})

test.each([false, true])(
  'what is brought back from the trash counts for who does it, and not for its author (made by the program: %s)',
  async (byProgram) => {
    const { sql } = app.database
    const article = await begin(people.ida.client, { content: textOf(600_000) })
    await sql`update public.article_revisions set by_program = ${byProgram}`
    await allow(1)
    const restore = async ({ client }: Member) => {
      const [entry] = await sql<[{ id: string; version: string }]>`
      select id, updated_at::text as version from public.article_trash where article_id = ${article}`
      await restoreArticle(client, entry)
    }
    const trash = () => people.ben.client.from('articles').delete().eq('id', article).throwOnError()
    await trash()
    await restore(people.ben)
    await trash()
    await expect(restore(people.ben)).rejects.toMatchObject(REFUSED)
    await restore(people.vera)
    const [counted] = await sql<[{ points: number }]>`
    select points from private.rate_limits where key = ${`bytes:${people.ida.id}`}`
    expect(counted.points).toBeLessThan(700)
  },
)

test('a token counts for the person who made it, and the service role for nobody', async () => {
  await allow(1)
  await begin(people.vera.client, { content: textOf(600_000) })
  const { publish_date, ...values } = anArticle({ published: false, content: textOf(600_000) })
  expect(await token.from('articles').insert(values)).toMatchObject({ status: 413, error: REFUSED })
  expect((await app.service().from('articles').insert(values)).error).toBeNull()
})

/** Rows that are stored beside articles, for good or for weeks, with the person who stores them. */
const BESIDE: [name: string, person: 'vera' | 'ben', store: () => Promise<unknown>][] = [
  [
    'an author',
    'ben',
    async () => people.ben.client.from('authors').insert({ slug: randomUUID() }).throwOnError(),
  ],
  [
    'why a finding is overridden',
    'ben',
    async () =>
      people.ben.client
        .from('article_check_overrides')
        .insert({ article_id: randomUUID(), finding: 'a', reason: textOf(400) })
        .throwOnError(),
  ],
  [
    'a page',
    'vera',
    async () =>
      people.vera.client
        .from('pages')
        .insert({ slug: `p-${randomUUID()}`, title: 'A page', content: textOf(2_000) })
        .throwOnError(),
  ],
  [
    'what a translator writes',
    'ben',
    () =>
      rememberTexts(
        app.database.sql,
        [{ context: 'paragraph', text: textOf(900), translation: textOf(900) }],
        {
          language: 'de',
          origin: 'person',
          articleId: randomUUID(),
          madeBy: people.ben.id,
        },
      ),
  ],
  [
    'a text that articles cite',
    'ben',
    () =>
      addText(
        { sql: app.database.sql, log: createWatchedLog() },
        {
          title: 'Rain',
          outlet: 'The Courier',
          url: null,
          published: null,
          text: `It rains on ${textOf(2_000)}.`,
        },
        people.ben.id,
      ),
  ],
]

test.each(BESIDE)(
  '%s counts too, and is refused above the budget and on a full disk',
  async (_, person, store) => {
    const { sql } = app.database
    const key = `bytes:${people[person].id}`
    await allow(1)
    await store()
    expect(await sql`select from private.rate_limits where key = ${key} and points > 0`).toHaveLength(1)
    await sql`update private.rate_limits set points = 1000 where key = ${key}`
    await expect(store()).rejects.toMatchObject({ code: 'PT413' })
    await sql`delete from private.rate_limits`
    await sql`
    insert into private.processes (id, host, folder, pid, role, version, started_at, memory_bytes, disk_free_bytes)
    values (gen_random_uuid(), 'here', '/data', 1, 'jobs', '1', now(), 1, 1)`
    await expect(store()).rejects.toMatchObject({ code: '53100' })
    await sql`delete from private.processes`
  },
)

test('a page can be unpublished and deleted whatever its editor has stored', async () => {
  const { client, id } = people.vera
  const slug = `p-${randomUUID()}`
  await client
    .from('pages')
    .insert({ slug, title: 'A page', content: 'Text', published: true })
    .throwOnError()
  await app.database
    .sql`update private.rate_limits set points = ${DAILY_MEGABYTES * 1000} where key = ${`bytes:${id}`}`
  await client.from('pages').update({ published: false }).eq('slug', slug).throwOnError()
  await client.from('pages').delete().eq('slug', slug).throwOnError()
})

test('an article is unpublished whatever who does it has stored, also at its time, and that of others after it, and one is published at its time', async () => {
  const { sql } = app.database
  const { client, id: ben } = people.ben
  const [now, later, others] = [await begin(client), await begin(client), await begin(people.vera.client)]
  await sql`update public.articles set published = true`
  await sql`
    insert into public.article_unpublishings (article_id, unpublish_at, zone, created_by)
    values (${later}, now() - interval '2 minutes', 'UTC', ${ben}), (${others}, now() - interval '1 minute', 'UTC', ${people.vera.id})`
  const draft = await begin(client, { hero_image: null })
  const { updated_at: version } = await versionOf(client, draft)
  await sql`
    insert into public.article_schedules (article_id, publish_at, zone, created_by) values (${draft}, now() - interval '1 minute', 'UTC', ${ben})`
  await sql`update private.rate_limits set points = ${DAILY_MEGABYTES * 1000} where key = ${`bytes:${ben}`}`
  const unpublish = (values: object) =>
    client
      .from('articles')
      .update({ ...values, published: false })
      .eq('id', now)
  expect(await unpublish({ content: 'Another text' })).toMatchObject({ status: 413 })
  await unpublish({}).throwOnError()
  for (const due of [later, others])
    expect(await sql`select private.unpublish_next_due() as due`).toEqual([{ due }])
  expect(
    await sql`select private.publish_due(${draft}, ${version}::timestamptz, null) ->> 'reason' as reason`,
  ).toEqual([{ reason: null }])
  expect((await client.from('articles').select('published').eq('id', draft).single()).data?.published).toBe(
    true,
  )
})

test('another day begins with nothing, and the default is that of the settings', async () => {
  const { client } = people.ida
  await begin(client)
  const fill = (kilobytes: number) =>
    app.database
      .sql`update private.rate_limits set points = ${kilobytes} where key = ${`bytes:${people.ida.id}`}`
  await fill(DAILY_MEGABYTES * 1000 - 1)
  await begin(client, { content: 'One kilobyte.' })
  await expect(begin(client)).rejects.toMatchObject({ code: 'PT413' })
  await app.database.sql`update private.rate_limits set expire = expire - 86400000`
  await begin(client)
})

test('twelve saves of one megabyte leave two versions, and all of what the last one says', async () => {
  const { client } = people.ida
  const id = await begin(client, { content: textOf(1_000_000) })
  let content = ''
  for (let n = 0; n < 12; n++) {
    content = textOf(1_000_000)
    await save(client, id, { content })
  }
  const [, last, ...others] = await versionsOf(id)
  expect(last).toBe(content)
  expect(others).toEqual([])
  const [{ bytes }] = await app.database.sql<[{ bytes: number }]>`
    select sum(pg_column_size(article))::int as bytes from public.article_revisions`
  expect(bytes).toBeLessThan(2_100_000)
}, 120_000)

/** Acts between saving “one” and saving “two”, within a minute of the first version. */
const BETWEEN: [name: string, work: (id: string) => Promise<unknown>, versions: string[]][] = [
  ['nothing happens', async () => {}, ['zero', 'two']],
  [
    'somebody else opens it',
    async (id) => openVersion(people.ben.client, await versionOf(people.ben.client, id).then(opened)),
    ['zero', 'one', 'two'],
  ],
  [
    'somebody else saves it',
    (id) => save(people.ben.client, id, { content: 'Ben' }),
    ['zero', 'one', 'Ben', 'two'],
  ],
  ['words go', (id) => save(people.vera.client, id, { content: '-' }), ['zero', 'one', 'two']],
  [
    'it is published, corrected and unpublished',
    async (id) => {
      await publishArticles(people.vera.client, [await versionOf(people.vera.client, id)])
      await save(people.vera.client, id, { content: 'one!' })
      await save(people.vera.client, id, { published: false })
    },
    ['zero', 'one', 'one', 'one!', 'one!', 'two'],
  ],
  [
    'it is scheduled',
    async (id) =>
      scheduleArticle(people.vera.client, {
        ...(await versionOf(people.vera.client, id).then(opened)),
        publishAt: new Date(Date.now() + 3_600_000),
        zone: 'UTC',
      }),
    ['zero', 'one', 'two'],
  ],
  [
    'it is translated',
    (id) => app.database.sql`
      insert into public.article_translations (translation_id, original_id, language, source_revision)
      select gen_random_uuid(), ${id}, 'de', max(id) from public.article_revisions where article_id = ${id}`,
    ['zero', 'one', 'two'],
  ],
  [
    'a translation of it is waiting',
    (id) => app.database.sql`insert into public.translation_runs (article_id, language) values (${id}, 'de')`,
    ['zero', 'one', 'two'],
  ],
  [
    'a minute passes',
    (id) => app.database.sql`
      update public.article_revisions set made_at = made_at - interval '1 minute' where article_id = ${id}`,
    ['zero', 'one', 'two'],
  ],
  [
    'a reason is given',
    (id) => save(people.vera.client, id, { content: 'why' }, 'A figure was wrong'),
    ['zero', 'why', 'two'],
  ],
]
const opened = ({ id, updated_at: version }: ArticleVersion) => ({ id, version })

test.each(BETWEEN)('of the versions of a draft, when %s, these stay', async (_, work, versions) => {
  const id = await begin(people.vera.client, { content: 'zero' })
  await save(people.vera.client, id, { content: 'one' })
  await work(id)
  await save(people.vera.client, id, { content: 'two' })
  expect(await versionsOf(id)).toEqual(versions)
})

test('a token replaces what it has saved itself, and not what the person has saved who made it', async () => {
  const id = await begin(people.vera.client, { content: 'zero' })
  await save(people.vera.client, id, { content: 'one' })
  for (const content of ['two', 'three', 'four']) await save(token, id, { content })
  await save(people.vera.client, id, { content: 'five' })
  expect(await versionsOf(id)).toEqual(['zero', 'one', 'three', 'four', 'five'])
})

test('who names a version that was replaced is told what has changed since the one before', async () => {
  const id = await begin(people.vera.client, { content: 'zero' })
  await save(people.vera.client, id, { content: 'one' })
  const replaced = await versionOf(people.ben.client, id)
  await save(people.vera.client, id, { content: 'two' })
  const [first, last] = await app.database.sql<{ id: string }[]>`
    select id::text from public.article_revisions where article_id = ${id} order by id`
  expect(await publishArticles(people.ben.client, [replaced])).toMatchObject([
    { status: 'changed', by: 'Vera', from: Number(first?.id), to: Number(last?.id) },
  ])
})

test('words are counted from the version that stays', async () => {
  const id = await begin(people.vera.client, { content: 'a b c' })
  await save(people.vera.client, id, { content: 'a b c d' })
  await save(people.vera.client, id, { content: 'a b d e' })
  const versions = await app.database.sql`
    select words_added, words_removed from public.article_revisions where article_id = ${id} order by id`
  expect(versions).toEqual([
    { words_added: null, words_removed: null },
    { words_added: 2, words_removed: 1 },
  ])
})
