import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { CategoryInput } from '#core/domain/category.ts'
import { SHIPPED_SECTIONS } from '#core/domain/shipped-sections.ts'
import { colorsOfSection } from '#core/look/section-colors.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { startTestApp } from '../support/app.ts'
import { addArticle, anArticle, aTranslation } from '../support/articles.ts'
import { untilSomebodyWaits } from '../support/lock-waits.ts'

const app = await startTestApp()
afterAll(() => app.stop())
const { sql } = app.database

const shipped = (...slugs: string[]): CategoryInput[] =>
  slugs.map((slug) => ({ slug, color: null, names: {}, descriptions: {} }))
const own = (slug: string, more: Partial<CategoryInput> = {}): CategoryInput => ({
  ...{ slug, color: null, names: { en: slug }, descriptions: {} },
  ...more,
})
const others = shipped('business', 'tech', 'opinion', 'news')

async function save(
  categories: readonly unknown[],
  retired: object = {},
  before: unknown = null,
): Promise<{ conflict: boolean; moved: number; categories: { slug: string }[] }> {
  const [row] = await sql<{ answer: never }[]>`
    select public.save_categories(${JSON.stringify(categories)}::jsonb, ${JSON.stringify(retired)}::jsonb,
      ${before === null ? null : JSON.stringify(before)}::jsonb) as answer`
  return row?.answer as never
}

const leads = async () =>
  Object.fromEntries(
    (
      await sql<{ slug: string; retired_to: string }[]>`
        select slug, retired_to from public.categories where retired_to is not null order by slug`
    ).map(({ slug, retired_to }) => [slug, retired_to]),
  )
const live = async () =>
  (
    await sql<
      { slug: string }[]
    >`select slug from public.categories where retired_to is null order by position`
  ).map(({ slug }) => slug)

beforeEach(async () => {
  await sql`truncate public.articles, public.article_trash, public.audit_log cascade`
  await sql`delete from public.categories`
  await sql`insert into public.categories (slug, position) select slug, place from unnest(${SHIPPED_SECTIONS}::text[]) with ordinality as list (slug, place)`
})

test('sections are added, named, coloured and put in another order, and the same call changes nothing', async () => {
  const list = [
    own('garden', { color: '#0f7b3f', names: { en: 'Garden', fr: 'Jardin' } }),
    ...others,
    ...shipped('hack'),
  ]
  expect(await save(list)).toMatchObject({ conflict: false, moved: 0, categories: list })
  expect(await live()).toEqual(['garden', 'business', 'tech', 'opinion', 'news', 'hack'])
  const [before] = await sql`select max(xmin::text::bigint) as last from public.categories`
  const acts = await sql`select did from public.audit_log`
  expect(acts).toHaveLength(1)
  expect(await save(list)).toMatchObject({ conflict: false, moved: 0 })
  const [after] = await sql`select max(xmin::text::bigint) as last from public.categories`
  expect(after).toEqual(before)
  expect(await sql`select did from public.audit_log`).toHaveLength(1)
})

test.each(SHIPPED_SECTIONS.filter((slug) => slug !== 'news'))(
  '%s keeps its colour at another address, unless it gets one of its own',
  async (slug) => {
    const rest = shipped(...SHIPPED_SECTIONS.filter((other) => other !== slug))
    const colors = async () => await sql`select color from public.categories where slug = 'coast'`
    const moved = [{ ...own('coast'), was: slug }, ...rest]
    await save(moved)
    const { light } = colorsOfSection({ slug, color: null })
    expect(await colors()).toEqual([{ color: light }])
    // The same call again is not in conflict with its own result.
    expect(await save(moved, {}, shipped(...SHIPPED_SECTIONS))).toMatchObject({ conflict: false, moved: 0 })
    await save([{ ...own('shore', { color: '#ffe600' }), was: 'coast' }, ...rest])
    expect(await sql`select color from public.categories where slug = 'shore'`).toEqual([
      { color: '#ffe600' },
    ])
  },
)

test('a section that was never shipped has no colour to take along', async () => {
  await save([own('garden'), ...others], { hack: 'garden' })
  expect(await save([{ ...own('coast'), was: 'garden' }, ...others])).toMatchObject({
    categories: [{ slug: 'coast', color: null }, ...others],
  })
})

test('who chose a section reads on where it leads, whatever becomes of it', async () => {
  const client = app.service().from('newsletter_subscribers')
  await client
    .insert({ email: 'reader@example.org', confirmed: true, sections: ['hack', 'tech'] })
    .throwOnError()
  onTestFinished(async () => void (await sql`delete from public.newsletter_subscribers`))
  const chosen = async () =>
    (await sql`select private.present_sections(sections) as sections from private.newsletter_recipients`)[0]
  await save(others, { hack: 'opinion' })
  expect(await chosen()).toEqual({ sections: ['opinion', 'tech'] })
  await save([...shipped('business', 'tech', 'news'), { ...own('views'), was: 'opinion' }])
  expect(await chosen()).toEqual({ sections: ['tech', 'views'] })
  // The export of their data names the sections that exist.
  const [data] = await sql`
    select private.export_subscriber(id, 1) -> 'sections' as sections from public.newsletter_subscribers`
  expect(data).toEqual({ sections: ['tech', 'views'] })
  await save([...shipped('business', 'news'), own('views')], { tech: 'views' })
  expect(await chosen()).toEqual({ sections: ['views'] })
})

test('a new address takes the articles along, without a version, a date or an entry for each', async () => {
  const article = await addArticle(app.service(), anArticle({ category: 'hack' }))
  await addArticle(app.service(), aTranslation(article, 'de'))
  await addArticle(
    app.service(),
    anArticle({ slug: 'later', category: 'hack', publish_date: '2999-01-01T00:00:00Z' }),
  )
  await sql`
    insert into public.article_translations (translation_id, original_id, language)
    select id, original_article_id, language from public.articles where language = 'de'`
  const state = () => sql`
    select articles.id, updated_at, published, status, publish_at, stale_since,
      (select count(*) from public.article_revisions where article_id = articles.id) as versions
    from public.articles left join public.article_schedules on article_id = articles.id
      left join public.article_translations on translation_id = articles.id
    order by articles.language, articles.slug`
  const before = await state()
  await sql`truncate public.audit_log`
  const garden = [...others, own('garden', { was: 'hack' })]
  expect(await save(garden)).toMatchObject({ moved: 3 })
  expect(await state()).toEqual(before)
  expect(await sql`select distinct category from public.articles`).toEqual([{ category: 'garden' }])
  expect(await sql`select did, details from public.audit_log`).toEqual([
    {
      did: 'changed the sections',
      details: {
        sections: {
          before: 'business, tech, opinion, hack, news',
          now: 'business, tech, opinion, news, garden',
        },
        addresses: 'hack → garden',
        articles: 3,
      },
    },
  ])
  expect(await leads()).toEqual({ hack: 'garden' })
  expect(await save(garden)).toMatchObject({ moved: 0 })
})

test('an address leads on in one step, after many changes and back again', async () => {
  await save([...others, own('garden', { was: 'hack' })])
  await save([...others, own('park', { was: 'garden' })])
  expect(await leads()).toEqual({ garden: 'park', hack: 'park' })
  await save([...others, ...[{ ...shipped('hack')[0], was: 'park' }]])
  expect(await leads()).toEqual({ garden: 'hack', park: 'hack' })
  await save(others, { hack: 'opinion' })
  await save(shipped('business', 'tech', 'news'), { opinion: 'tech' })
  expect(await leads()).toEqual({ garden: 'tech', hack: 'tech', opinion: 'tech', park: 'tech' })
})

test('sections retire into one another in a single call', async () => {
  await addArticle(app.service(), anArticle({ category: 'opinion' }))
  const list = [...shipped('news'), own('climate'), own('garden', { was: 'hack' })]
  const retired = { opinion: 'business', business: 'tech', tech: 'climate', never: 'hack' }
  expect(await save(list, retired)).toMatchObject({ moved: 1 })
  expect(await leads()).toEqual({
    ...{ business: 'climate', hack: 'garden', never: 'garden', opinion: 'climate', tech: 'climate' },
  })
  expect(await save(list, retired)).toMatchObject({ moved: 0, conflict: false })
})

test('an article that is saved, restored or translated under an old address is put into the section', async () => {
  const article = await addArticle(app.service(), anArticle({ category: 'hack', published: false }))
  await sql`delete from public.articles where id = ${article.id}`
  await save(others, { hack: 'tech' })
  expect(await sql`select category from public.article_trash`).toEqual([{ category: 'tech' }])
  const [trashed] = await sql<{ id: string }[]>`select id from public.article_trash`
  const admin = await app.administrator()
  const { data } = await admin.rpc('restore_article', { p_trash_id: trashed?.id ?? '' }).throwOnError()
  expect(data).toMatchObject({ status: 'restored' })
  await admin
    .from('articles')
    .update({ category: 'hack', title: 'Saved' })
    .eq('id', article.id)
    .throwOnError()
  await addArticle(app.service(), anArticle({ slug: 'new', category: 'hack' }))
  expect(await sql`select distinct category from public.articles`).toEqual([{ category: 'tech' }])
})

test('a search in the section finds what was saved under its old address', async () => {
  await addArticle(app.service(), anArticle({ title: 'The lighthouse', category: 'hack' }))
  await save([...others, own('garden', { was: 'hack' })])
  const found = await sql`select category from public.search_articles('lighthouse', p_category => 'garden')`
  expect(found).toEqual([{ category: 'garden' }])
})

describe('an article follows its section that retires while it is', () => {
  /** Acts on a draft in the section, in a transaction before the retirement; `moved` is the number of articles that this moves then. */
  const cases: Record<string, { moved: number; act: (session: Session, id: string) => Promise<unknown> }> = {
    'saved, beside one that is new': {
      moved: 2,
      async act(session, id) {
        await session`insert into public.articles (slug, title, excerpt, content, category) values ('late', 'T', 'E', 'C', 'hack')`
        await session`update public.articles set category = 'hack' where id = ${id}`
      },
    },
    scheduled: {
      moved: 1,
      async act(session, id) {
        await session`select from public.articles where id = ${id} for update`
        await session`
          insert into public.article_schedules (article_id, publish_at, zone) values (${id}, '2999-01-01', 'Europe/Zurich')`
      },
    },
    'published at its time': {
      moved: 1,
      act: (session, id) => session`update public.articles set published = true where id = ${id}`,
    },
    translated: {
      moved: 2,
      async act(session, id) {
        await session`
          insert into public.articles (slug, language, title, excerpt, content, category, original_article_id)
          values ('spaet', 'de', 'T', 'E', 'C', 'hack', ${id})`
        await session`
          insert into public.article_translations (translation_id, original_id, language)
          select id, ${id}, language from public.articles where slug = 'spaet'`
      },
    },
    'approved in a newsletter': {
      moved: 1,
      async act(session, id) {
        await session`select from public.articles where id = ${id} for share`
        await session`
          with issue as (insert into public.newsletter_issues default values returning id)
          insert into public.newsletter_items (issue_id, article_id, section) select id, ${id}, 'top' from issue`
      },
    },
  }

  test.each(Object.entries(cases))('%s', async (_, { moved, act }) => {
    const { id } = await addArticle(app.service(), anArticle({ category: 'hack', published: false }))
    const { retiring, before } = await sql.transaction(async (session) => {
      await act(session, id)
      const before = await session`select id, updated_at, published from public.articles order by id`
      const retiring = save(others, { hack: 'opinion' })
      await untilSomebodyWaits(sql)
      return { retiring, before }
    })
    expect(await retiring).toMatchObject({ conflict: false, moved })
    expect(await sql`select distinct category from public.articles`).toEqual([{ category: 'opinion' }])
    expect(await sql`select id, updated_at, published from public.articles order by id`).toEqual(before)
    expect(
      await sql`select stale_since from public.article_translations where stale_since is not null`,
    ).toEqual([])
    expect(await sql`select status from public.article_schedules where status <> 'waiting'`).toEqual([])
  })
})

test('of two people who change the list at once, the second is told and loses nothing', async () => {
  const { categories: seen } = await save([...others, ...shipped('hack')])
  const first = [...others, ...shipped('hack'), own('garden')]
  const { second } = await sql.transaction(async (session) => {
    const [saved] = await session`
      select public.save_categories(${JSON.stringify(first)}::jsonb, '{}', ${JSON.stringify(seen)}::jsonb) as answer`
    expect(saved?.answer).toMatchObject({ conflict: false })
    const second = save([own('climate'), ...others, ...shipped('hack')], {}, seen)
    await untilSomebodyWaits(sql)
    return { second }
  })
  const { conflict, categories } = await second
  expect([conflict, categories.map(({ slug }) => slug)]).toEqual([true, first.map(({ slug }) => slug)])
  expect(await live()).toEqual(first.map(({ slug }) => slug))
  expect(await save(first, {}, seen)).toMatchObject({ conflict: false, moved: 0 })
})

test('two people who reorder at once, by REST, get one of the two orders, and one of them is told', async () => {
  const { categories: seen } = await save([...others, ...shipped('hack')])
  const orders = [
    ['tech', 'business', 'opinion', 'hack', 'news'],
    ['hack', 'opinion', 'tech', 'business', 'news'],
  ]
  const admin = await app.administrator()
  const answers = await Promise.all(
    orders.map(async (order) => {
      const args = { p_categories: shipped(...order), p_retired: {}, p_before: seen }
      const { data } = await admin.rpc('save_categories', args as never).throwOnError()
      return (data as unknown as { conflict: boolean }).conflict
    }),
  )
  expect(answers.toSorted()).toEqual([false, true])
  expect(await live()).toEqual(orders[answers.indexOf(false)])
})

describe('a list is refused, and nothing changes,', () => {
  const twelve = Array.from({ length: 12 }, (_, n) => own(`s${n}`))
  test.each<[string, unknown, unknown, RegExp]>([
    ['that is none', {}, {}, /^categories: /],
    ['of thirteen', [...twelve, ...shipped('news')], {}, /^categories: /],
    ['without news', shipped('business', 'tech', 'opinion', 'hack'), {}, /^categories: /],
    [
      'with another address of news',
      [...others.slice(0, 3), ...shipped('hack'), own('all', { was: 'news' })],
      {},
      /^categories: /,
    ],
    [
      'with an address of ours',
      [...others, ...shipped('hack'), own('search')],
      {},
      /^categories\[5\]\.slug: /,
    ],
    ['with an empty address', [...others, own('')], {}, /^categories\[4\]\.slug: /],
    ['with a malformed address', [...others, own('Hack')], {}, /^categories\[4\]\.slug: /],
    ['with an address of 41 letters', [...others, own('a'.repeat(41))], {}, /^categories\[4\]\.slug: /],
    ['with an address twice', [...others, ...shipped('tech')], {}, /^categories\[4\]\.slug: /],
    ['with an address that is a number', [{ slug: 1 }], {}, /^categories\[0\]\.slug: /],
    ['with an unknown key', [...others, { slug: 'hack', title: 'x' }], {}, /^categories\[4\]\.title: /],
    [
      'with a new address of nothing',
      [...others, ...shipped('hack'), own('garden', { was: 'sport' })],
      {},
      /^categories\[5\]\.was: /,
    ],
    [
      'with two that were one',
      [...others, own('a', { was: 'hack' }), own('b', { was: 'hack' })],
      {},
      /^categories\[5\]\.was: /,
    ],
    [
      'with two that change places',
      [...shipped('business', 'news', 'opinion'), own('tech', { was: 'hack' }), own('hack', { was: 'tech' })],
      {},
      /^categories\[3\]\.slug: /,
    ],
    [
      'with another section at the old address of one',
      [...others, own('garden', { was: 'hack' }), own('hack')],
      {},
      /^categories\[5\]\.slug: /,
    ],
    [
      'with a name of 61 letters',
      [...others, own('hack', { names: { en: 'a'.repeat(61) } })],
      {},
      /^categories\[4\]\.names: /,
    ],
    [
      'with a name of 200 letters',
      [...others, own('hack', { names: { en: 'a'.repeat(200) } })],
      {},
      /^categories\[4\]\.names: /,
    ],
    ['with an empty name', [...others, own('hack', { names: { en: '' } })], {}, /^categories\[4\]\.names: /],
    [
      'with a name that turns the text round',
      [...others, own('hack', { names: { en: 'a\u202eb' } })],
      {},
      /^categories\[4\]\.names: /,
    ],
    [
      'without an English name',
      [...others, ...shipped('hack'), own('garden', { names: { de: 'Garten' } })],
      {},
      /^categories\[5\]\.names\.en: /,
    ],
    [
      'with a name in no language',
      [...others, own('hack', { names: { en: 'A', nl: 'B' } as never })],
      {},
      /^categories\[4\]\.names: /,
    ],
    [
      'with a description of 301 letters',
      [...others, own('hack', { descriptions: { en: 'a'.repeat(301) } })],
      {},
      /^categories\[4\]\.descriptions: /,
    ],
    [
      'with a colour that is none',
      [...others, own('hack', { color: 'red' })],
      {},
      /^categories\[4\]\.color: /,
    ],
    ['that leaves a section out', others, {}, /^retired\.hack: /],
    ['that retires news', shipped('business', 'tech', 'opinion', 'hack'), { news: 'tech' }, /^categories: /],
    ['that retires what it keeps', [...others, ...shipped('hack')], { hack: 'tech' }, /^retired\.hack: /],
    ['that retires into nothing', others, { hack: 'sport' }, /^retired\.hack: /],
    [
      'that retires in a circle',
      shipped('business', 'tech', 'news'),
      { hack: 'opinion', opinion: 'hack' },
      /^retired\.(hack|opinion): Leads in a circle/,
    ],
    ['that retires into something else than text', others, { hack: ['tech'] }, /^retired\.hack: /],
  ])('%s', async (_what, list, retired, message) => {
    const before = await sql`select * from public.categories order by slug`
    await expect(save(list as never, retired as object)).rejects.toMatchObject({
      code: '22023',
      message: expect.stringMatching(message),
    })
    expect(await sql`select * from public.categories order by slug`).toEqual(before)
  })

  test('with an old address of somebody else, or parting what was joined', async () => {
    await save([...others], { hack: 'tech' })
    await expect(save([...others, own('hack')])).rejects.toMatchObject({
      message: expect.stringMatching(/^categories\[4\]\.slug: .*old address of “tech”/),
    })
    await expect(
      save([...shipped('tech', 'opinion', 'news'), own('hack', { was: 'business' })]),
    ).rejects.toMatchObject({ message: expect.stringMatching(/^categories\[3\]\.slug: /) })
    await expect(save(others, { hack: 'opinion' })).rejects.toMatchObject({
      message: 'retired.hack: Leads to “tech” already',
    })
  })
})

test('names may be emoji or run from right to left', async () => {
  const names = { en: '🌱 Garden', de: 'حديقة' }
  await save([...others, own('hack', { names })])
  expect(await sql`select names from public.categories where slug = 'hack'`).toEqual([{ names }])
})

test('only administrators save sections', async () => {
  const list = [...others, ...shipped('hack')]
  const { error } = await app.anonymous().rpc('save_categories', { p_categories: list })
  expect(error?.code).toBe('42501')
  const admin = await app.administrator()
  const { data } = await admin.rpc('save_categories', { p_categories: list }).throwOnError()
  expect(data.conflict).toBe(false)
})
