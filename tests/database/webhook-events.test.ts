import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WEBHOOK_EVENTS } from '#core/domain/webhook.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { insertArticle } from '../support/issues.ts'
import { addSubscriber } from '../support/subscribers.ts'

let database: TestDatabase
let sql: Sql

beforeAll(async () => {
  database = await createTestDatabase()
  sql = database.sql
})
afterAll(() => database.drop())
beforeEach(async () => {
  await sql`
    truncate public.articles, public.newsletter_subscribers, public.newsletter_issues, public.translation_runs, public.settings,
      public.article_trash, public.webhooks cascade`
  await sql`
    insert into public.webhooks (url, events) values ('https://example.org/hooks', ${JSON.stringify(WEBHOOK_EVENTS)}::jsonb)`
})

interface Queued {
  event: string
  data: {
    id: string | null
    slug?: string | null
    title?: string | null
    language: string
    original?: object
  }
}

/** Returns the events of `work`, in order. */
async function told(work: () => Promise<unknown>): Promise<Queued[]> {
  await sql`truncate public.webhook_deliveries`
  await work()
  return sql<Queued[]>`select event, data from public.webhook_deliveries order by happened_at`
}
const eventsOf = async (work: () => Promise<unknown>) => (await told(work)).map(({ event }) => event)

/** The version of an article as it is now. */
const versionOf = async (id: string): Promise<string> =>
  (
    await sql<
      [{ version: string }]
    >`select to_jsonb(updated_at) as version from public.articles where id = ${id}`
  )[0].version
const published = () => insertArticle(sql, { title: 'Chips', slug: 'chips' })
const draft = () => insertArticle(sql, { title: 'Secret chips', slug: 'secret', published: false })
const german = (original: string, published = true) =>
  insertArticle(sql, {
    title: 'Späne',
    slug: 'spaene',
    language: 'de',
    original_article_id: original,
    published,
  })
const set = (id: string, change: 'published' | 'draft') =>
  sql`update public.articles set published = ${change === 'published'} where id = ${id}`

describe('an article', () => {
  test('is published, changed, unpublished, published again, and moved to the trash', async () => {
    const id = await draft()
    expect(await told(() => set(id, 'published'))).toEqual([
      {
        event: 'article.published',
        data: { id, version: await versionOf(id), language: 'en', slug: 'secret', title: 'Secret chips' },
      },
    ])
    expect(
      await eventsOf(() => sql`update public.articles set content = 'Another text.' where id = ${id}`),
    ).toEqual(['article.updated'])
    expect(await told(() => set(id, 'draft'))).toMatchObject([
      { event: 'article.unpublished', data: { slug: 'secret' } },
    ])
    await set(id, 'published')
    expect(await eventsOf(() => sql`delete from public.articles where id = ${id}`)).toEqual([
      'article.unpublished',
    ])
  })

  test('that is added published is published', async () => {
    expect(await eventsOf(published)).toEqual(['article.published'])
  })

  test('tells nothing of drafts, of being featured, and of a save that changes nothing', async () => {
    expect(await told(draft)).toEqual([])
    const [secret] = await sql`select id from public.articles`
    expect(
      await told(async () => {
        await sql`update public.articles set title = 'Another secret' where id = ${secret?.id}`
        await sql`delete from public.articles where id = ${secret?.id}`
      }),
    ).toEqual([])
    const id = await published()
    expect(
      await told(async () => {
        await sql`update public.articles set featured = true where id = ${id}`
        await sql`update public.articles set title = title, updated_at = now() where id = ${id}`
      }),
    ).toEqual([])
  })

  test('is corrected, and changed when the correction is taken back', async () => {
    const id = await published()
    const correct = () =>
      sql`insert into public.article_corrections (article_id, text) values (${id}, 'It was Monday.')`
    expect(await told(correct)).toEqual([
      {
        event: 'article.corrected',
        data: { id, version: await versionOf(id), language: 'en', slug: 'chips', title: 'Chips' },
      },
    ])
    expect(await eventsOf(() => sql`update public.article_corrections set text = 'It was Tuesday.'`)).toEqual(
      ['article.corrected'],
    )
    expect(await eventsOf(() => sql`delete from public.article_corrections`)).toEqual(['article.updated'])
  })
})

describe('a translation', () => {
  test('is published with its original named, and is an article from then on', async () => {
    const original = await published()
    const [event] = await told(() => german(original))
    expect(event).toMatchObject({
      event: 'translation.published',
      data: {
        language: 'de',
        slug: 'spaene',
        original: { id: original, language: 'en', slug: 'chips', title: 'Chips' },
      },
    })
    expect(
      await eventsOf(() => sql`update public.articles set title = 'Splitter' where language = 'de'`),
    ).toEqual(['article.updated'])
    expect(
      (await eventsOf(() => sql`delete from public.articles where id = ${original}`)).toSorted(),
    ).toEqual(['article.unpublished', 'article.unpublished'])
  })

  test('waits for a review without its text, where the desk reviews first', async () => {
    const original = await published()
    const first = (id: string) => sql`
      insert into public.article_translations (translation_id, original_id, language) values (${id}, ${original}, 'de')`
    const id = await german(original, false)
    expect(await told(() => first(id))).toEqual([])
    await sql`delete from public.article_translations`
    await sql`insert into public.settings (key, value) values ('translation_review', '{"de": true}')`
    expect(await told(() => first(id))).toEqual([
      {
        event: 'translation.waiting',
        data: {
          ...{ id, version: await versionOf(id), language: 'de', slug: null, title: null },
          original: {
            ...{ id: original, version: await versionOf(original), language: 'en' },
            ...{ slug: 'chips', title: 'Chips' },
          },
        },
      },
    ])
    const renew = () => sql`
      insert into public.pending_translations (translation_id, original_id, language, replaces, title, excerpt, content, origin, parts)
      values (${id}, ${original}, 'de', now(), 'Ungesehen', 'Ungesehen', 'Ungesehen', 'machine', '[]')`
    await set(id, 'published')
    const [waiting, ...more] = await told(renew)
    expect(more).toEqual([])
    expect(waiting).toMatchObject({ event: 'translation.waiting', data: { slug: 'spaene', title: 'Späne' } })
    expect(JSON.stringify(waiting)).not.toContain('Ungesehen')
    expect(await told(() => sql`update public.pending_translations set parts = '[]'`)).toEqual([])
    expect(
      await eventsOf(() => sql`update public.pending_translations set made_at = now() + interval '1 s'`),
    ).toEqual(['translation.waiting'])
  })

  test('fails, whether there is one or not', async () => {
    const original = await draft()
    const fail = (language: string) => sql`
      with run as (select id from public.translation_runs where language = ${language})
      update public.translation_runs set status = 'failed', ended_at = now(), reason = 'A secret text.'
      from run where translation_runs.id = run.id`
    await sql`
      insert into public.translation_runs (article_id, language) values (${original}, 'de'), (${original}, 'fr')`
    expect(await told(() => fail('fr'))).toEqual([
      {
        event: 'translation.failed',
        data: {
          ...{ id: null, version: null, language: 'fr', slug: null, title: null },
          original: {
            id: original,
            version: await versionOf(original),
            language: 'en',
            slug: null,
            title: null,
          },
        },
      },
    ])
    await set(original, 'published')
    const id = await german(original)
    const [failed] = await told(() => fail('de'))
    expect(failed).toMatchObject({ data: { id, slug: 'spaene', original: { slug: 'secret' } } })
    expect(JSON.stringify(failed)).not.toContain('A secret text')
  })
})

describe('an issue of the newsletter', () => {
  test('is approved without its subject, paused and sent with it', async () => {
    const [{ id }] = await sql<[{ id: string }]>`
      insert into public.newsletter_issues (slug) values ('2026-11-22') returning id`
    await sql`
      insert into public.newsletter_messages (issue_id, language, subject, preheader, html, body_text, content)
      values (${id}, 'de', 'Die Woche', '', '', '', ''), (${id}, 'en', 'The week', '', '', '', '')`
    const move = (to: string) => sql`
      update public.newsletter_issues set status = ${to}, approved_at = now(), seal = 'seal', audience = 1 where id = ${id}`
    expect(await told(() => move('approved'))).toEqual([
      { event: 'newsletter.approved', data: { id, language: 'en', slug: null, title: null } },
    ])
    expect(await told(() => move('sending'))).toEqual([])
    const data = { id, language: 'en', slug: '2026-11-22', title: 'The week' }
    expect(await told(() => move('paused'))).toEqual([{ event: 'newsletter.paused', data }])
    await move('sending')
    expect(await told(() => move('sent'))).toEqual([{ event: 'newsletter.sent', data }])
  })
})

describe('a subscriber', () => {
  test('confirms, leaves, comes back and is erased, without an address', async () => {
    const { id, email } = await addSubscriber(sql, { language: 'fr', confirmed: false })
    const set = (confirmed: boolean, active: boolean) =>
      sql`update public.newsletter_subscribers set confirmed = ${confirmed}, is_active = ${active} where id = ${id}`
    expect(await told(() => set(true, true))).toEqual([
      { event: 'subscriber.confirmed', data: { id, language: 'fr' } },
    ])
    expect(await told(() => set(true, true))).toEqual([])
    expect(await told(() => set(true, false))).toEqual([
      { event: 'subscriber.left', data: { id, language: 'fr' } },
    ])
    expect(await eventsOf(() => set(true, true))).toEqual(['subscriber.confirmed'])
    const erased = await told(() => sql`select private.erase_subscriber(${id})`)
    expect(erased).toEqual([{ event: 'subscriber.left', data: { id, language: 'fr' } }])
    expect(JSON.stringify(erased)).not.toContain(email)
  })

  test('who has not confirmed is nobody, and an import confirms many at once', async () => {
    expect(await told(() => addSubscriber(sql, { confirmed: false }))).toEqual([])
    expect(await told(() => sql`delete from public.newsletter_subscribers`)).toEqual([])
    const imported = await told(
      () => sql`
        insert into public.newsletter_subscribers (email, confirmed, confirmed_at)
        select n || '@example.org', true, now() from generate_series(1, 500) as n`,
    )
    expect(imported).toHaveLength(500)
    expect(new Set(imported.map(({ data }) => data.id)).size).toBe(500)
  })
})

describe('a delivery', () => {
  test('exists if the change does, and not if that is taken back', async () => {
    const count = async () => {
      const [row] = await sql<
        [{ count: number }]
      >`select count(*)::int as count from public.webhook_deliveries`
      return row.count
    }
    await expect(
      sql.transaction(async (transaction) => {
        await transaction`
          insert into public.articles (slug, title, excerpt, content, category, published)
          values ('gone', 'Gone', 'Gone', 'Gone', 'news', true)`
        const [queued] = await transaction<[{ count: number }]>`
          select count(*)::int as count from public.webhook_deliveries`
        expect(queued.count).toBe(1)
        throw new Error('taken back')
      }),
    ).rejects.toThrow('taken back')
    expect(await count()).toBe(0)
    await published()
    expect(await count()).toBe(1)
  })

  test('goes to every webhook that wants it and is on', async () => {
    await sql`
      insert into public.webhooks (url, events, enabled) values
        ('https://off.example.org/', '["article.published"]', false),
        ('https://other.example.org/', '["article.updated"]', true),
        ('https://second.example.org/', '["article.published", "article.updated"]', true)`
    await published()
    expect(
      await sql`
        select url from public.webhook_deliveries join public.webhooks on webhooks.id = webhook_id order by url`,
    ).toEqual([{ url: 'https://example.org/hooks' }, { url: 'https://second.example.org/' }])
  })

  test('that waits is not sent once its webhook is off', async () => {
    await published()
    await sql`update public.webhooks set enabled = false`
    expect(await sql`select status, problem from public.webhook_deliveries`).toEqual([
      { status: 'failed', problem: 'off' },
    ])
  })
})

test.each([
  'http://exa mple.org/',
  'https://example.org/\r\nx-injected: 1',
  'https://example.org/\u0000',
  'ftp://example.org/',
  `https://example.org/${'a'.repeat(1_000)}`,
])('the table refuses %j as an address', async (url) => {
  await expect(
    sql`insert into public.webhooks (url, events) values (${url}, '["article.updated"]')`,
  ).rejects.toThrow()
})

test.each(['[]', '["article.deleted"]', '{}', '"article.updated"', '["article.updated", 1]'])(
  'the table refuses %s as events',
  async (events) => {
    await expect(
      sql`insert into public.webhooks (url, events) values ('https://example.org/', ${events}::jsonb)`,
    ).rejects.toThrow(/check/)
  },
)
