import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dismissActivity, listActivity, listArticleHistory, type Period } from '#core/data/activity.ts'
import { loadDesk } from '#core/data/dashboard.ts'
import { claimTranslation } from '#core/data/translation-claims.ts'
import type { Activity } from '#core/domain/activity.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { addArticle, anArticle, aTranslation } from '../support/articles.ts'
import { addMember, type Member } from '../support/members.ts'

let app: TestApp
let sql: Sql
const people = {} as Record<'nora' | 'ben' | 'leo' | 'ines' | 'sam', Member>

beforeAll(async () => {
  app = await startTestApp()
  sql = app.database.sql
  people.nora = await addMember(app, 'Nora-Admin', { role: 'admin' })
  people.ben = await addMember(app, 'Ben', { role: 'editor' })
  people.leo = await addMember(app, 'Leo', { role: 'author' })
  people.ines = await addMember(app, 'Ines', { role: 'translator', languages: ['fr'] })
  people.sam = await addMember(app, 'Sam', { role: 'newsletter' })
})
afterAll(() => app.stop())
beforeEach(async () => {
  await sql`truncate public.articles, public.article_trash, public.article_workflow, public.translation_claims, public.audit_log,
    private.desk_visits cascade`
  await sql`
    insert into private.desk_visits (user_id, last_seen_at, previous_visit_at)
    select user_id, now(), now() - interval '2 days' from public.user_roles`
})

const add = (overrides: Partial<ArticleInput> = {}) =>
  addArticle(people.nora.client, anArticle({ title: 'Chips', ...overrides }))
const said = ({ name, before, title, after, languages }: Activity) =>
  `${name} ${before}${title === null ? '' : `“${title}”`}${after}${languages.length > 0 ? ` [${languages}]` : ''}`
const told = async (who: Member) => (await listActivity(who.client, { most: 200 })).entries.map(said)
const act = (kind: string, action: string, did: string, subject: string | null, id: string | null) => sql`
  insert into public.audit_log (actor, actor_name, kind, action, did, subject_name, subject_id, reason, details)
  values (${people.nora.id}, 'Nora', ${kind}, ${action}, ${did}, ${subject}, ${id}, 'A secret reason.', '{"secret": "address"}')`

describe('what colleagues did', () => {
  test('is one sentence for what one person did to one article in several languages', async () => {
    const story = await add()
    await addArticle(people.nora.client, { ...aTranslation(story, 'fr'), title: 'Des puces' })
    await addArticle(people.nora.client, { ...aTranslation(story, 'de'), title: 'Kekse' })
    const { entries } = await listActivity(people.ben.client, { most: 50 })
    expect(entries.map(said)).toEqual(['Nora-Admin published “Chips” [de,fr]'])
    expect(entries[0]).toMatchObject({ in_english: true, times: 3, original_id: story.id })
  })

  test('is never what one did oneself, or what a clock did', async () => {
    await add()
    await sql`insert into public.audit_log (actor_name, kind, action, did) values ('The site', 'articles', 'publish_article', 'published')`
    expect(await told(people.nora)).toEqual([])
    expect(await told(people.ben)).toHaveLength(1)
  })

  test('is only of what each may read', async () => {
    const story = await add()
    const draft = await add({ title: 'Draft', slug: 'draft', published: false })
    const ready = await add({ title: 'Ready', slug: 'ready', published: false })
    await sql`insert into public.article_workflow (article_id, state) values (${ready.id}, 'ready')
      on conflict (article_id) do update set state = 'ready', owner = null`
    await sql`truncate public.audit_log`
    await act('articles', 'publish_article', 'published “Chips”', 'Chips', story.id)
    await act('articles', 'create_preview', 'made a preview link of “Chips”', 'Chips', story.id)
    await act('work', 'hand_over', 'handed over “Draft” to Ben', 'Draft', draft.id)
    await act('work', 'hand_over', 'handed over “Ready” to Ben', 'Ready', ready.id)
    await act('articles', 'trash_article', 'moved “Gone” to the trash', 'Gone', crypto.randomUUID())
    await act('pictures', 'focus_picture', 'moved the focal point of “a.png”', 'a.png', null)
    await act('newsletter', 'sending_newsletter', 'began to send the newsletter “One”', 'One', null)
    await act('settings', 'change_setting', 'changed the setting “site name”', 'site name', null)
    await act('subscribers', 'erase_subscriber', 'erased a subscriber', null, null)
    await act(
      'administrators',
      'change_role',
      'changed the role of “ada@example.org”',
      'ada@example.org',
      null,
    )
    const by = (entries: string[]) => entries.map((entry) => entry.replace('Nora-Admin ', '')).sort()
    expect(by(await told(people.leo))).toEqual(['published “Chips”'])
    expect(by(await told(people.ines))).toEqual(['handed over “Ready” to Ben', 'published “Chips”'])
    expect(by(await told(people.sam))).toEqual(['began to send the newsletter “One”', 'published “Chips”'])
    expect(by(await told(people.ben))).toEqual([
      'began to send the newsletter “One”',
      'handed over “Draft” to Ben',
      'handed over “Ready” to Ben',
      'made a preview link of “Chips”',
      'moved the focal point of “a.png”',
      'moved “Gone” to the trash',
      'published “Chips”',
    ])
    await sql`insert into public.article_people (article_id, user_id) values (${draft.id}, ${people.leo.id})`
    expect(by(await told(people.leo))).toContain('handed over “Draft” to Ben')
    await expect(listActivity(app.anonymous(), { most: 5 })).rejects.toMatchObject({ code: '42501' })
  })

  test('says the present title, also where it has quotation marks and percent signs', async () => {
    const story = await add({ title: '100% “Chips” %s', slug: 'chips' })
    await people.nora.client.from('articles').update({ title: 'Crisps' }).eq('id', story.id).throwOnError()
    expect(await told(people.ben)).toEqual(['Nora-Admin changed “Crisps”', 'Nora-Admin published “Crisps”'])
  })

  test('has an end: 200 entries, and a month', async () => {
    const story = await add()
    await sql`truncate public.audit_log`
    await sql`
      insert into public.audit_log (happened_at, actor, actor_name, kind, action, did, subject_id)
      select now() - make_interval(mins => n), ${people.nora.id}, 'Nora', 'articles', 'x', 'did ' || n, ${story.id}
      from generate_series(1, 300) as n`
    expect((await listActivity(people.ben.client, { most: 100_000 })).entries).toHaveLength(200)
    await sql`update public.audit_log set happened_at = now() - interval '31 days'`
    await sql`update private.desk_visits set previous_visit_at = now() - interval '90 days'`
    expect(await told(people.ben)).toEqual([])
  })
})

describe('a visit', () => {
  const visit = async (who: Member) =>
    (
      await sql<{ away: number | null; seen: number }[]>`
      select extract(epoch from now() - previous_visit_at)::int as away, extract(epoch from now() - last_seen_at)::int as seen
      from private.desk_visits where user_id = ${who.id}`
    )[0]

  test('ends after half an hour without a request of the desk', async () => {
    await sql`truncate private.desk_visits`
    await loadDesk(people.nora.client)
    expect(await visit(people.nora)).toMatchObject({ away: null })
    expect(await listActivity(people.nora.client, { most: 5 })).toEqual({ since: null, entries: [] })
    await sql`update private.desk_visits set last_seen_at = now() - interval '29 minutes'`
    await loadDesk(people.nora.client)
    expect(await visit(people.nora)).toMatchObject({ away: null })
    await sql`update private.desk_visits set last_seen_at = now() - interval '31 minutes'`
    await loadDesk(people.nora.client)
    expect((await visit(people.nora))?.away).toBeGreaterThanOrEqual(31 * 60)
  })

  test('is written at most once a minute', async () => {
    await sql`update private.desk_visits set last_seen_at = now() - interval '50 seconds'`
    await loadDesk(people.nora.client)
    expect((await visit(people.nora))?.seen).toBeGreaterThanOrEqual(50)
  })

  test('begins with what happened since the last one, also when that is asked for first', async () => {
    await add()
    await sql`update public.audit_log set happened_at = now() - interval '1 hour'`
    await sql`update private.desk_visits set last_seen_at = now() - interval '2 hours', previous_visit_at = null`
    expect(await told(people.ben)).toHaveLength(1)
    await sql`update private.desk_visits set last_seen_at = now() - interval '45 minutes', previous_visit_at = now() - interval '1 day'`
    expect(await told(people.ben)).toHaveLength(0)
  })

  test('tells nothing twice that was dismissed', async () => {
    await add()
    await dismissActivity(people.ben.client)
    expect(await told(people.ben)).toEqual([])
    expect(await told(people.leo)).toHaveLength(1)
    await expect(dismissActivity(app.anonymous())).rejects.toMatchObject({ code: '42501' })
  })
})

describe('the history of an article', () => {
  const historyOf = async (who: Member, id: string) =>
    (await listArticleHistory(who.client, id, { from: null, until: null, most: 50 }))?.entries.map(
      ({ name, did }) => `${name} ${did}`,
    )

  test('tells in words what was done to it and to its translations, the latest first', async () => {
    const story = await add()
    const version = await addArticle(people.nora.client, { ...aTranslation(story, 'fr'), title: 'Des puces' })
    await claimTranslation(people.ines.client, { originalId: story.id, language: 'fr' })
    await people.nora.client
      .rpc('add_correction', { p_article_id: story.id, p_text: 'It was Monday.' })
      .throwOnError()
    const all = [
      'Nora-Admin added a correction to “Chips”',
      'Ines took the French translation of “Chips”',
      'Nora-Admin published “Des puces” (French)',
      'Nora-Admin published “Chips”',
    ]
    expect(await historyOf(people.ben, story.id)).toEqual(all)
    expect(await historyOf(people.ben, version.id)).toEqual([all[1], all[2]])
    expect(await historyOf(people.ines, version.id)).toEqual([all[1], all[2]])
  })

  test('tells reasons to editors only, and to who only reads what is published what readers could see', async () => {
    const story = await add()
    await act('articles', 'unschedule_article', 'cancelled the publication of “Chips”', 'Chips', story.id)
    await act('articles', 'update_article', 'changed “Chips”', 'Chips', story.id)
    const read = async (who: Member) =>
      await listArticleHistory(who.client, story.id, { from: null, until: null, most: 50 })
    expect(JSON.stringify(await read(people.nora))).toContain('A secret reason.')
    for (const who of [people.leo, people.ines, people.sam]) {
      const history = await read(who)
      expect(history?.is_full).toBe(false)
      expect(history?.entries.map(({ did }) => did)).toEqual(['changed “Chips”', 'published “Chips”'])
      expect(JSON.stringify(history)).not.toContain('secret')
    }
    await sql`insert into public.article_people (article_id, user_id) values (${story.id}, ${people.leo.id})`
    const added = await read(people.leo)
    expect(added?.entries).toHaveLength(3)
    expect(JSON.stringify(added)).not.toContain('secret')
  })

  test('is nothing for who does not read the article, and for readers', async () => {
    const draft = await add({ published: false })
    for (const who of [people.leo, people.ines, people.sam])
      expect(await historyOf(who, draft.id)).toBeUndefined()
    expect(await historyOf(people.ben, crypto.randomUUID())).toBeUndefined()
    await expect(historyOf({ id: '', client: app.anonymous() }, draft.id)).rejects.toMatchObject({
      code: '42501',
    })
  })

  test('is read by time: from a moment until before another one', async () => {
    const story = await add()
    for (const title of ['A', 'B', 'C'])
      await people.nora.client.from('articles').update({ title }).eq('id', story.id).throwOnError()
    const didIn = async (period: Period) =>
      (await listArticleHistory(people.ben.client, story.id, { ...period, most: 50 }))?.entries ?? []
    const all = await didIn({ from: null, until: null })
    expect(all).toHaveLength(4)
    const middle = all[1]?.happened_at ?? ''
    expect(await didIn({ from: middle, until: null })).toEqual(all.slice(0, 2))
    expect(await didIn({ from: null, until: middle })).toEqual(all.slice(2))
  })

  test('says of a hand-over what for, in which states and until when, and whose note was resolved', async () => {
    const draft = await add({ published: false })
    await people.ben.client
      .rpc('hand_over', {
        p_article_id: draft.id,
        p_to: people.leo.id,
        p_state: 'draft',
        p_sentence: 'The second number is wrong',
        p_due_on: '2030-02-03',
        p_version:
          (await sql<{ at: string }[]>`select updated_at::text as at from public.article_workflow`)[0]?.at ??
          null,
      })
      .throwOnError()
    await sql`
      insert into public.audit_log (actor_name, kind, action, did, subject_id, details)
      values ('Leo', 'articles', 'resolve_note', 'resolved a note', ${draft.id}, '{"of": "Ben"}')`
    for (const who of [people.nora, people.ben, people.leo])
      expect(
        (await listArticleHistory(who.client, draft.id, { from: null, until: null, most: 2 }))?.entries,
      ).toMatchObject([
        { did: 'resolved a note', of: 'Ben', handover: null },
        {
          name: 'Ben',
          did: 'handed “Chips” to Leo: The second number is wrong',
          handover: { state_before: 'draft', state_after: 'draft', due_on: '2030-02-03' },
          due: null,
        },
      ])
    expect(await historyOf(people.ines, draft.id)).toBeUndefined()
  })
})
