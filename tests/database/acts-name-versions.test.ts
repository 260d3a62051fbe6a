import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openVersion } from '#core/data/article-revisions.ts'
import { scheduleArticle } from '#core/data/article-schedules.ts'
import { restoreArticle } from '#core/data/article-trash.ts'
import { type ArticleVersion, featureArticle, publishArticles } from '#core/data/bulk-articles.ts'
import type { Client } from '#core/data/client.ts'
import { saveArticle } from '#core/data/save-article.ts'
import type { ChangedVersion } from '#core/domain/article-revision.ts'
import { publishDue } from '#server/features/articles/publish-scheduled.ts'
import { clientWith, insertAccessToken } from '../support/access-tokens.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { addArticle, anArticle, askToPublish, aTranslation, versionOf } from '../support/articles.ts'
import { emptyTables } from '../support/empty-tables.ts'
import { startTestJobs, type TestJobs } from '../support/jobs.ts'
import { addMember, type Member } from '../support/members.ts'

let app: TestApp
let jobs: TestJobs
/** Vera publishes what others write. */
const people = {} as Record<'vera' | 'ben' | 'ida' | 'jonas', Member>
const tokens = {} as Record<'drafts' | 'publish', Client>

beforeAll(async () => {
  app = await startTestApp()
  jobs = await startTestJobs(app.database, { works: false })
  people.vera = await addMember(app, 'Vera', { role: 'admin' })
  people.ben = await addMember(app, 'Ben', { role: 'editor' })
  people.ida = await addMember(app, 'Ida', { role: 'author' })
  people.jonas = await addMember(app, 'Jonas', { role: 'translator', languages: ['fr'] })
  for (const scope of ['drafts', 'publish'] as const) {
    const options = { scopes: [scope], name: 'Night', email: 'vera@example.org' }
    tokens[scope] = clientWith(app, await insertAccessToken(app.database.sql, options))
  }
})
afterAll(async () => {
  await jobs.stop()
  await app.stop()
})
beforeEach(() =>
  emptyTables(app.database.sql, 'public.articles, public.article_trash, public.article_revisions'),
)

interface Target {
  id: string
  /** Its title as long as nobody has changed it. */
  title: string
}

type Answer = { status: string } & Partial<Omit<ChangedVersion, 'status'>>

/** Each makes what it needs, and says what became of it when a version is named. */
interface Act {
  make: () => Promise<Target>
  act: (version: ArticleVersion) => Promise<Answer>
  done: string
}

const draft = () => writeDraft(people.ida.client)
async function writeDraft(author: Client): Promise<Target> {
  const id = crypto.randomUUID()
  const { publish_date, ...values } = anArticle({ published: false, title: 'As seen' })
  await author
    .from('articles')
    .insert({ ...values, id })
    .throwOnError()
  return { id, title: 'As seen' }
}
const live = () => addArticle(app.service(), anArticle({ title: 'As seen', slug: 'live' }))
/** A French draft of an original that readers have. */
const french = async (original?: Target) =>
  addArticle(
    app.service(),
    aTranslation({ ...anArticle(), ...(original ?? (await live())) }, 'fr', {
      published: false,
      title: 'As seen',
      slug: 'comme-vu',
    }),
  )
const only = <Row>([row]: Row[]) => row as Row
/** A PATCH answers with the rows that it has changed, or with the reason. */
const patched = async (client: Client, { id, updated_at }: ArticleVersion) => {
  const { data, error } = await client
    .from('articles')
    .update({ published: true })
    .eq('id', id)
    .eq('updated_at', updated_at)
    .select('id')
  if (error) return { ...(JSON.parse(error.details) as ChangedVersion), status: error.code }
  return { status: data.length > 0 ? 'saved' : 'conflict' }
}
const inAnHour = () => new Date(Date.now() + 3_600_000)

const ACTS: Record<string, Act> = {
  'publishing one in a list': {
    make: draft,
    act: async (version) => only(await publishArticles(people.vera.client, [version])),
    done: 'published',
  },
  'publishing it beside another one': {
    make: draft,
    act: async (version) => {
      const other = await addArticle(app.service(), anArticle({ slug: 'other', published: false }))
      const seen = await versionOf(people.vera.client, other.id)
      const answers = await publishArticles(people.vera.client, [seen, version])
      expect(answers).toContainEqual({ id: other.id, status: 'published' })
      await app.database.sql`delete from public.articles where id = ${other.id}`
      return answers.find(({ id }) => id === version.id) ?? { status: 'none' }
    },
    done: 'published',
  },
  'publishing a translation along': {
    make: french,
    act: async (version) => only(await publishArticles(people.vera.client, [version])),
    done: 'published',
  },
  'publishing by a token': {
    make: draft,
    act: async (version) => only(await publishArticles(tokens.publish, [version])),
    done: 'published',
  },
  'publishing a translation by a token': {
    make: french,
    act: async (version) => only(await publishArticles(tokens.publish, [version])),
    done: 'published',
  },
  'publishing with the form': {
    make: draft,
    act: ({ id, updated_at: since }) =>
      saveArticle(people.vera.client, { id, since, values: { published: true } }).catch(({ code }) => ({
        status: code,
      })),
    done: 'saved',
  },
  'a PATCH of a token': { make: draft, act: (version) => patched(tokens.publish, version), done: 'saved' },
  'scheduling a draft': {
    make: draft,
    act: ({ id, updated_at: version }) =>
      scheduleArticle(people.vera.client, { id, version, publishAt: inAnHour(), zone: 'UTC' }),
    done: 'scheduled',
  },
  'scheduling a translation': {
    make: french,
    act: ({ id, updated_at: version }) =>
      scheduleArticle(people.vera.client, { id, version, publishAt: inAnHour(), zone: 'UTC' }),
    done: 'scheduled',
  },
  featuring: { make: live, act: (version) => featureArticle(people.vera.client, version), done: 'featured' },
  'restoring from the trash': {
    make: live,
    async act({ id, updated_at: version }) {
      await people.ben.client.from('articles').delete().eq('id', id).throwOnError()
      const [entry] = await app.database.sql<
        [{ id: string }]
      >`select id from public.article_trash where article_id = ${id}`
      return restoreArticle(people.vera.client, { id: entry.id, version })
    },
    done: 'restored',
  },
}

interface Writer {
  /** The writer's name in the answer. */
  by: string | null
  /** Returns whether it was stored: not everybody may change everything. */
  write: (id: string, title: string) => Promise<boolean>
}

const writing = async (client: Client, id: string, title: string) =>
  ((await client.from('articles').update({ title }).eq('id', id).select('id')).data ?? []).length > 0

const WRITERS: Record<string, Writer> = {
  'another editor': { by: 'Ben', write: (id, title) => writing(people.ben.client, id, title) },
  'an author who hands it in': {
    by: 'Ida',
    async write(id, title) {
      if (!(await writing(people.ida.client, id, title))) return false
      const { data } = await people.ida.client
        .from('article_workflow')
        .select('updated_at')
        .eq('article_id', id)
        .maybeSingle()
        .throwOnError()
      await people.ida.client
        .rpc('hand_over', {
          p_article_id: id,
          p_to: null,
          p_state: 'handed_in',
          p_sentence: 'Please check the numbers before noon.',
          p_due_on: null,
          p_version: data?.updated_at ?? null,
        })
        .throwOnError()
      return true
    },
  },
  'a token that writes drafts': {
    by: 'Night (access token of vera@example.org)',
    write: (id, title) => writing(tokens.drafts, id, title),
  },
  'a translator who may not publish': {
    by: 'Jonas',
    write: (id, title) => writing(people.jonas.client, id, title),
  },
  'the model': {
    by: null,
    async write(id, title) {
      await app.database.sql.transaction(async (store) => {
        await store`select set_config('revision.by', ${people.vera.id}, true), set_config('revision.by_program', 'on', true)`
        await store`update public.articles set title = ${title} where id = ${id}`
      })
      return true
    },
  },
}

const isPublic = async (id: string): Promise<unknown> =>
  (
    await app.database.sql`
    select published and not exists (select from public.article_schedules where article_id = id and status = 'waiting') as yes,
      title, featured from public.articles where id = ${id}`
  )[0]
const see = ({ id, updated_at: version }: ArticleVersion) => openVersion(people.vera.client, { id, version })

describe.each(Object.entries(ACTS))('%s', (name, { make, act, done }) => {
  test.each(Object.entries(WRITERS))('what %s saved before is looked at first', async (writer, { write }) => {
    const { id } = await make()
    const isStored = await write(id, 'Changed')
    const version = await versionOf(people.vera.client, id)
    if (isStored && writer.startsWith('a translator')) {
      const before = await isPublic(id)
      expect(await act(version)).toMatchObject({ status: 'changed', by: 'Jonas', from: null })
      expect(await isPublic(id)).toEqual(before)
    }
    await see(version)
    expect((await act(version)).status).toBe(done)
  })

  test.each(Object.entries(WRITERS))(
    'what %s saves in between is told, with who and when',
    async (_, { by, write }) => {
      const { id } = await make()
      const seen = await versionOf(people.vera.client, id)
      await see(seen)
      const isStored = await write(id, 'Changed')
      if (!isStored) return expect((await act(seen)).status).toBe(done)
      const answer = await act(seen)
      if (name === 'restoring from the trash') {
        expect(answer).toMatchObject({ status: 'changed', by })
        expect(await app.database.sql`select from public.articles where id = ${id}`).toEqual([])
        return
      }
      const before = await isPublic(id)
      const now = await versionOf(people.vera.client, id)
      if (!/form|PATCH/.test(name)) {
        expect(answer).toMatchObject({ status: 'changed', by, version: now.updated_at })
        const titles = await app.database.sql`
        select title, made_at from public.article_revisions where id in (${answer.from}, ${answer.to}) order by id`
        expect(titles.map(({ title }) => title)).toEqual(['As seen', 'Changed'])
        expect(new Date(answer.at ?? '')).toEqual(titles[1]?.made_at)
      } else expect(answer.status).toBe('conflict')
      // A list that shows the new version is not enough: it was opened before, and somebody else has changed it since.
      expect((await act(now)).status).toMatch(/^(changed|PT409)$/)
      expect(await isPublic(id)).toEqual(before)
      await see(now)
      expect((await act(now)).status).toBe(done)
    },
  )

  test.each(Object.entries(WRITERS))(
    'what %s saves afterwards reaches readers only by who may publish',
    async (writer, { write }) => {
      const { id } = await make()
      const seen = await versionOf(people.vera.client, id)
      await see(seen)
      expect((await act(seen)).status).toBe(done)
      const isStored = await write(id, 'Changed')
      if (done === 'scheduled') {
        await app.database.sql`update public.article_schedules set publish_at = now() - interval '1 minute'`
        await publishDue(jobs.services)
      }
      const [row] = await app.database.sql`select published, title from public.articles where id = ${id}`
      const isUnseen = row?.published && row?.title === 'Changed'
      expect(isUnseen).toBe(
        isStored && /editor|model/.test(writer) && !(done === 'scheduled' && writer === 'the model'),
      )
    },
  )
})

test('a schedule publishes of the translations what was named, and nothing that a token has put in meanwhile', async () => {
  const original = await addArticle(app.service(), anArticle({ published: false, title: 'As seen' }))
  const { id } = original
  const write = async (language: 'de' | 'fr' | 'it') =>
    versionOf(
      people.vera.client,
      (
        await addArticle(
          app.service(),
          aTranslation(original, language, { published: false, slug: language }),
        )
      ).id,
    )
  const [german, french, italian] = [await write('de'), await write('fr'), await write('it')]
  expect(await writing(tokens.drafts, french.id, 'Unseen')).toBe(true)
  const { updated_at: version } = await versionOf(people.vera.client, id)
  const schedule = async (along: ArticleVersion[]) =>
    scheduleArticle(people.vera.client, { id, version, publishAt: inAnHour(), zone: 'UTC', along })
  const never = { ...french, updated_at: '2026-01-02T03:04:05.678901+00:00' }
  await expect(schedule([never])).rejects.toMatchObject({ code: '22023' })
  expect(await schedule([german, french])).toMatchObject({ status: 'scheduled', left: ['fr'] })
  await app.database.sql`update public.article_schedules set publish_at = now() - interval '1 minute'`
  await publishDue(jobs.services)
  const rows = await app.database.sql`select language from public.articles where published order by language`
  expect(rows).toEqual([{ language: 'de' }, { language: 'en' }])
  expect(
    await app.database
      .sql`select distinct data ->> 'event' as event from pgboss.job where name = 'send-schedule-notice' and data ->> 'articleId' = ${id}`,
  ).toEqual([{ event: 'left_behind' }])
  expect(await isPublic(italian.id)).toMatchObject({ yes: false })
})

describe('a version that is none', () => {
  const NEVER = 'The article “As seen” never had the version that you name.'
  const VERSIONS: [name: string, version: () => Promise<string | null>, said: string][] = [
    [
      'is missing',
      async () => null,
      'Name the version of the article “As seen”: readers get nothing that you have not seen.',
    ],
    ['never existed', async () => '2026-01-02T03:04:05.678901+00:00', NEVER],
    ['is in the future', async () => 'infinity', NEVER],
    [
      'is of another article',
      async () => {
        const { id } = await addArticle(app.service(), anArticle({ slug: 'other', published: false }))
        return (await versionOf(people.vera.client, id)).updated_at
      },
      NEVER,
    ],
    [
      'is no date',
      async () => 'the last one',
      'The version of the article “As seen” is its updated_at, exactly as you have read it.',
    ],
    [
      'is a date that is none',
      async () => '2026-02-31T00:00:00Z',
      'The version of the article “As seen” is its updated_at, exactly as you have read it.',
    ],
  ]
  const stored = () => app.database.sql`
    select to_jsonb(articles) as row from public.articles union all select to_jsonb(article_schedules) from public.article_schedules
    union all select to_jsonb(article_trash) from public.article_trash order by 1`

  test.each(VERSIONS)(
    'because it %s is refused in one sentence, and nothing is changed',
    async (_, find, said) => {
      const version = await find()
      const desk = people.vera.client
      const [{ id }, shown, deleted] = [
        await draft(),
        await live(),
        await addArticle(app.service(), anArticle({ title: 'As seen', slug: 'deleted' })),
      ]
      await desk.from('articles').delete().eq('id', deleted.id).throwOnError()
      const [entry] = await app.database.sql<
        [{ id: string }]
      >`select id from public.article_trash where article_id = ${deleted.id}`
      const before = await stored()
      for (const [name, asked] of [
        ['publish_articles', { p_ids: [id], p_versions: [version] }],
        [
          'schedule_article',
          { p_article_id: id, p_publish_at: inAnHour().toISOString(), p_zone: 'UTC', p_version: version },
        ],
        ['feature_article', { p_article_id: shown.id, p_version: version }],
        ['restore_article', { p_trash_id: entry.id, p_version: version }],
      ] as const) {
        const { error, status } = await desk.rpc(name, asked as never)
        expect([name, status, error?.code, error?.message]).toEqual([name, 400, '22023', said])
      }
      expect(await stored()).toEqual(before)
    },
  )

  test('among a hundred is named', async () => {
    const versions = await app.database.sql<ArticleVersion[]>`
      insert into public.articles (slug, title, excerpt, content, category)
      select 'draft-' || number, 'Draft ' || number, 'An excerpt', 'A text', 'tech' from generate_series(0, 99) as number
      returning id, updated_at::text as updated_at`
    const wrong = versions.map((version, at) =>
      at === 57 ? { ...version, updated_at: '2026-01-02T03:04:05.678901+00:00' } : version,
    )
    await expect(publishArticles(people.vera.client, wrong)).rejects.toMatchObject({
      ...{ code: '22023', details: versions[57]?.id },
      message: 'The article “Draft 57” never had the version that you name.',
    })
    expect((await stored()).filter(({ row }) => row.published)).toEqual([])
  })

  test.each([
    ['publish_articles', { p_ids: [null], p_versions: ['1'] }],
    ['publish_articles', { p_ids: ['x'], p_versions: ['1'] }],
    ['schedule_article', { p_publish_at: null }],
    ['schedule_article', { p_zone: null }],
    ['schedule_article', { p_accepted: {} }],
    ['schedule_article', { p_along: [] }],
    ['feature_article', { p_featured: null }],
    ['feature_article', { p_along: null }],
    ['restore_article', { p_as_draft: null }],
  ] as const)('or another argument that is none is refused by %s in one sentence: %j', async (name, part) => {
    const { id } = await draft()
    const shown = await live()
    await people.vera.client.from('articles').delete().eq('id', shown.id).throwOnError()
    const [entry] = await app.database.sql<[{ id: string }]>`select id from public.article_trash`
    const { updated_at: p_version } = await versionOf(people.vera.client, id)
    const whole = {
      publish_articles: {},
      schedule_article: { p_article_id: id, p_publish_at: inAnHour(), p_zone: 'UTC', p_version },
      feature_article: { p_article_id: id, p_version },
      restore_article: { p_trash_id: entry.id, p_version },
    }
    const before = await stored()
    const { error } = await people.vera.client.rpc(name, { ...whole[name], ...part } as never)
    expect(error?.code).toMatch(/^(22004|22023)$/)
    expect(error?.message).toMatch(/^(p_|Say (?:when|whether)|A list of at most 100 ids)[^()]+\.$/)
    expect(await stored()).toEqual(before)
  })

  test('is refused where the program names none at all, as before there were versions', async () => {
    const { id } = await draft()
    const [shown, before] = [await live(), await stored()]
    const said = { code: '22023', message: expect.stringMatching(/^Name the version of the article/) }
    const later = { p_article_id: id, p_publish_at: inAnHour().toISOString(), p_zone: 'UTC' }
    for (const client of [people.vera.client, tokens.publish]) {
      for (const work of [
        client.rpc('publish_articles', { p_ids: [id] } as never),
        client.rpc('schedule_article', later as never),
        client.rpc('feature_article', { p_article_id: shown.id }),
        client.from('articles').update({ published: true }).eq('id', id),
        client.from('articles').update({ published: true }).eq('id', id).neq('updated_at', '2020-01-01'),
        client.from('articles').update({ featured: true }).in('id', [shown.id]),
        client.from('articles').upsert({ ...anArticle({ title: 'As seen' }), id }),
        client
          .from('articles')
          .upsert({ ...anArticle({ title: 'As seen' }), id, publish_date: later.p_publish_at }),
      ])
        expect((await work).error).toMatchObject(said)
    }
    expect((await stored()).filter(({ row }) => row.published || row.featured)).toEqual(
      before.filter(({ row }) => row.published || row.featured),
    )
    for (const p_versions of ['x', {}, [], ['1', '2']])
      expect(
        (await people.vera.client.rpc('publish_articles', { p_ids: [id], p_versions: p_versions as never }))
          .error,
      ).toMatchObject({
        code: '22023',
      })
    expect((await askToPublish(people.vera.client, id)).error).toBeNull()
  })
})

test('another day of a waiting schedule names the version that readers get then', async () => {
  const { id } = await draft()
  const { updated_at: version } = await versionOf(people.vera.client, id)
  await scheduleArticle(people.vera.client, { id, version, publishAt: inAnHour(), zone: 'UTC' })
  const waits = () =>
    app.database.sql`select publish_at from public.article_schedules where status = 'waiting'`
  const before = await waits()
  const move = (client: Client, since?: string) => {
    const moved = client
      .from('articles')
      .update({ publish_date: new Date(Date.now() + 7_200_000).toISOString() })
      .eq('id', id)
    return since === undefined ? moved : moved.eq('updated_at', since)
  }
  for (const client of [people.vera.client, tokens.publish]) {
    expect((await move(client)).error).toMatchObject({
      code: '22023',
      message: expect.stringMatching(/^Name the version of the article “As seen”/),
    })
    expect((await move(client, '2026-01-02T03:04:05.678901+00:00')).error).toBeNull()
    expect(await waits()).toEqual(before)
  }
  expect((await move(people.vera.client, version)).error).toBeNull()
  expect(await waits()).not.toEqual(before)
})

test('a translation comes back from the trash to readers only with its own version, and as seen', async () => {
  const restore = async (along: (version: ArticleVersion) => ArticleVersion[], isChanged = false) => {
    await emptyTables(app.database.sql, 'public.articles, public.article_trash, public.article_revisions')
    const original = await live()
    const { id } = await french(original)
    expect((await askToPublish(people.vera.client, id)).error).toBeNull()
    const seen = await versionOf(people.vera.client, id)
    await see(seen)
    if (isChanged) await writing(people.ben.client, id, 'Changed')
    const { updated_at: version } = await versionOf(people.vera.client, original.id)
    await people.ben.client.from('articles').delete().eq('id', original.id).throwOnError()
    const [entry] = await app.database.sql<
      [{ id: string }]
    >`select id from public.article_trash where article_id = ${original.id}`
    return restoreArticle(people.vera.client, { id: entry.id, version, along: along(seen) })
  }
  await expect(restore(() => [])).rejects.toMatchObject({
    ...{ code: '22023', message: expect.stringMatching(/^Name the version of the article “As seen”/) },
  })
  expect(await app.database.sql`select from public.articles`).toEqual([])
  expect(await restore((seen) => [seen])).toMatchObject({ status: 'restored', drafts: [] })
  expect(await restore((seen) => [seen], true)).toMatchObject({ status: 'restored', drafts: ['fr'] })
  expect(await app.database.sql`select title from public.articles where published`).toEqual([
    { title: 'As seen' },
  ])
})

test('two editors who publish and change it in the same second: readers get what was seen, or nothing', async () => {
  for (let round = 0; round < 40; round++) {
    await emptyTables(app.database.sql, 'public.articles')
    const { id } = await draft()
    const seen = await versionOf(people.vera.client, id)
    const [published] = await Promise.all([
      publishArticles(people.vera.client, [seen]),
      writing(tokens.drafts, id, 'Unseen'),
    ])
    const [row] = await app.database.sql`select published, title from public.articles where id = ${id}`
    expect(row).toEqual(
      only(published).status === 'published'
        ? { published: true, title: 'As seen' }
        : { published: false, title: 'Unseen' },
    )
  }
})

test('a schedule and a token that changes or adds a translation in the same second: readers get what was seen', async () => {
  for (let round = 0; round < 20; round++) {
    await emptyTables(app.database.sql, 'public.articles')
    const original = await addArticle(app.service(), anArticle({ published: false }))
    const seen = await versionOf(people.vera.client, original.id)
    const along = await versionOf(people.vera.client, (await french(original)).id)
    await Promise.all([
      scheduleArticle(people.vera.client, {
        ...{ id: original.id, version: seen.updated_at, along: round % 3 === 0 ? [] : [along] },
        ...{ publishAt: inAnHour(), zone: 'UTC' },
      }),
      writing(tokens.drafts, along.id, 'Unseen'),
      tokens.drafts
        .from('articles')
        .insert(aTranslation(original, 'de', { published: false, title: 'Unseen' })),
    ])
    await app.database.sql`update public.article_schedules set publish_at = created_at - interval '1 minute'`
    await publishDue(jobs.services)
    const rows = await app.database
      .sql`select language from public.articles where published and title = 'Unseen'`
    expect(rows).toEqual([])
  }
})

test('a translation stays unseen when somebody who has not opened it changes something beside its text', async () => {
  const { id } = await french()
  expect(await writing(people.jonas.client, id, 'Of Jonas')).toBe(true)
  const publish = async () =>
    only(await publishArticles(people.vera.client, [await versionOf(people.vera.client, id)]))
  for (const values of [{ reading_time: '6 min read' }, { category: 'hack' }])
    await people.vera.client.from('articles').update(values).eq('id', id).throwOnError()
  expect(await publish()).toMatchObject({ status: 'changed', by: 'Jonas', from: null })
  expect(await isPublic(id)).toMatchObject({ yes: false })
  await see(await versionOf(people.vera.client, id))
  expect((await publish()).status).toBe('published')
})

test('what somebody saves counts as seen, and what a token or the model saves in their name does not', async () => {
  const { id } = await draft()
  const publish = async () =>
    only(await publishArticles(people.vera.client, [await versionOf(people.vera.client, id)])).status
  await see(await versionOf(people.vera.client, id))
  await writing(people.vera.client, id, 'By Vera')
  await app.database.sql`update public.articles set subtitle = null where id = ${id}`
  expect(await publish()).toBe('published')
  await people.vera.client.from('articles').update({ published: false }).eq('id', id).throwOnError()
  expect(await writing(tokens.drafts, id, 'By Night')).toBe(true)
  expect(await publish()).toBe('changed')
  // Changing something else does not mean that the text was read.
  await people.vera.client.from('articles').update({ category: 'hack' }).eq('id', id).throwOnError()
  expect(await publish()).toBe('changed')
  // A review shows the whole text.
  await app.database.sql.transaction(async (store) => {
    await store`select set_config('revision.by', ${people.vera.id}, true), set_config('revision.by_program', '', true)`
    await store`update public.articles set title = 'Reviewed' where id = ${id}`
  })
  expect(await publish()).toBe('published')
  await expect(openVersion(app.anonymous(), { id, version: '2026-01-01' })).rejects.toMatchObject({
    code: '42501',
  })
})
