import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteArticles } from '#core/data/bulk-articles.ts'
import type { Client } from '#core/data/client.ts'
import { loadDashboard, loadDesk } from '#core/data/dashboard.ts'
import { listTranslationsToReview } from '#core/data/translation-review.ts'
import { findWorkingCopy, keepWorkingCopy } from '#core/data/working-copies.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import { nextSunday } from '#core/domain/newsletter-schedule.ts'
import { createAdministrator, resetPassword } from '#server/supabase/auth/accounts.ts'
import { ADMIN, startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../tests/support/articles.ts'
import { setSettings } from '../../tests/support/settings.ts'
import { addSubscriber } from '../../tests/support/subscribers.ts'

const OTHER = { email: 'other@example.org', password: 'another editor of the desk' }

let app: TestApp
let admin: Client
let other: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
  other = app.anonymous()
  await createAdministrator(app.database.sql, OTHER.email, OTHER.password)
  await other.auth.signInWithPassword(OTHER)
})
afterAll(() => app.stop())
beforeEach(async () => {
  const { sql } = app.database
  await sql`truncate public.articles, public.working_copies, public.article_revisions, public.article_translations,
    public.translation_runs, public.translation_reports, public.newsletter_issues, private.newsletter_sundays,
    public.newsletter_subscribers, public.settings, private.printed_passwords cascade`
  await sql`delete from public.mail_deliveries`
})

const TODAY = { start: new Date(Date.now() - 864e5), end: new Date(Date.now() + 864e5) }

/** As the dashboard has it. The badges of the menu must have the same numbers. */
async function waiting(client = admin) {
  const [dashboard, menu] = await Promise.all([loadDashboard(client, TODAY), loadDesk(client)])
  const { toReviewIn: _, drafts, scheduled, endings, ...counted } = dashboard.waiting
  expect(menu.waiting).toEqual({
    ...counted,
    toReviewIn: [],
    drafts: { count: 0, newest: [] },
    scheduled: [],
    endings: [],
  })
  return dashboard.waiting
}
const addDraft = (title: string) => addArticle(app.service(), anArticle({ title, published: false }))

describe('translations', () => {
  let original: ArticleInput & { id: string }
  beforeEach(async () => {
    original = await addArticle(app.service(), anArticle())
  })

  async function translate(language: TranslatedLanguage, of = original): Promise<string> {
    const { id } = await addArticle(app.service(), aTranslation(of, language))
    await app.database.sql`
      insert into public.article_translations (translation_id, original_id, language, origin, translated_at)
      values (${id}, ${of.id}, ${language}, 'machine', now() - interval '1 day')`
    return id
  }

  const fail = (language: TranslatedLanguage, of = original, at = new Date()) => app.database.sql`
    insert into public.translation_runs (article_id, language, status, requested_at, ended_at, reason)
    values (${of.id}, ${language}, 'failed', ${at}, ${at}, 'Twelve blocks were refused.')`

  test('that wait for a review are counted by language, and no longer when they were reviewed', async () => {
    const french = await translate('fr')
    const german = await translate('de')
    const report = (id: string) => app.database.sql`
      insert into public.translation_reports (translation_id, quote) values (${id}, 'Une phrase.')`
    await Promise.all([report(french), report(german)])
    const second = await addArticle(app.service(), anArticle({ title: 'Another' }))
    await report(await translate('fr', second))
    expect((await waiting()).toReviewIn).toEqual([
      { language: 'de', count: 1 },
      { language: 'fr', count: 2 },
    ])
    await app.database
      .sql`update public.translation_reports set status = 'done' where translation_id <> ${french}`
    expect((await waiting()).toReviewIn).toEqual([{ language: 'fr', count: 1 }])
    expect((await waiting(other)).toReviewIn).toEqual([{ language: 'fr', count: 1 }])
  })

  test('wait for every reason once, as in the list of what is to be reviewed', async () => {
    const { sql } = app.database
    await setSettings(admin, { translation_review: ['es'] })
    const [renewed, unpublished, conflicting] = [
      await translate('fr'),
      await translate('es'),
      await translate('it'),
    ]
    await sql`
      insert into public.pending_translations (translation_id, original_id, language, replaces, title, excerpt, content, origin, parts)
      select id, original_article_id, language, updated_at, title, excerpt, content, 'machine', '[]'
      from public.articles where id = ${renewed}`
    await sql`update public.articles set published = false where id = ${unpublished}`
    const segments = await sql<{ id: number }[]>`
      insert into public.translation_segments (language, source_hash, context, source, text, origin)
      select 'it', repeat('0', 64), 'title', 'A', text, 'machine' from unnest(array['B', 'C']) as text returning id`
    await sql`
      insert into public.translation_parts (translation_id, position, segment_id, proposed_id)
      values (${conflicting}, 0, ${segments[0]?.id}, ${segments[1]?.id})`
    await sql`
      insert into public.translation_reports (translation_id, quote)
      select id, 'A sentence.' from unnest(${[renewed, unpublished]}::uuid[]) as translation (id)`
    const { total } = await listTranslationsToReview(admin, { language: null, page: 1, pageSize: 25 })
    expect(await waiting()).toMatchObject({
      toReview: total,
      toReviewIn: [
        { language: 'es', count: 1 },
        { language: 'fr', count: 1 },
        { language: 'it', count: 1 },
      ],
    })
    expect(total).toBe(3)
  })

  test('that failed are counted until they are requested again, drafts apart', async () => {
    await translate('fr')
    await fail('fr')
    await fail('de')
    const draft = await addDraft('A draft')
    await fail('de', draft)
    expect((await waiting()).failed).toEqual({ published: 2, drafts: 1 })
    await app.database.sql`
      insert into public.translation_runs (article_id, language, requested_at)
      values (${original.id}, 'de', now() + interval '1 second')`
    expect((await waiting()).failed).toEqual({ published: 1, drafts: 1 })
    await app.database.sql`update public.article_translations set translated_at = now() + interval '1 second'`
    expect((await waiting()).failed).toEqual({ published: 0, drafts: 1 })
  })

  test('that are older than their original are counted unless something else is under way', async () => {
    const french = await translate('fr')
    await translate('de')
    await translate('it')
    const becomeStale = () => app.database.sql`update public.article_translations set stale_since = now()`
    await becomeStale()
    expect((await waiting()).stale).toBe(3)
    await fail('it')
    await app.database.sql`
      insert into public.translation_runs (article_id, language) values (${original.id}, 'de')`
    await app.database.sql`
      insert into public.pending_translations (translation_id, original_id, language, replaces, title, excerpt, content, origin, parts)
      select id, original_article_id, language, updated_at, title, excerpt, content, 'machine', '[]'
      from public.articles where id = ${french}`
    expect(await waiting()).toMatchObject({
      stale: 0,
      failed: { published: 1 },
      toReviewIn: [{ language: 'fr' }],
    })
  })

  test('are counted up to a hundred', async () => {
    const { sql } = app.database
    await translate('fr')
    await sql`
      insert into public.translation_reports (translation_id, quote)
      select translation_id, 'Une phrase ' || n from public.article_translations, generate_series(1, 3) as n`
    expect((await waiting()).toReviewIn).toEqual([{ language: 'fr', count: 1 }])
    await sql`
      insert into public.articles (slug, title, excerpt, content, category, published)
      select 'many-' || n, 'Many', 'An excerpt', 'A text', 'tech', true from generate_series(1, 120) as n`
    await sql`
      insert into public.translation_runs (article_id, language, status, ended_at)
      select id, 'es', 'failed', now() from public.articles where slug like 'many-%'`
    expect((await waiting()).failed).toEqual({ published: 100, drafts: 0 })
  })
})

describe('texts of this editor', () => {
  const type = (client: Client, article_id: string, since: string | null) =>
    keepWorkingCopy(client, { id: randomUUID(), article_id, since, form: { title: 'Typed' } })

  const versionOf = async (id: string) => {
    const { data } = await admin.from('articles').select('updated_at').eq('id', id).single().throwOnError()
    return data.updated_at
  }

  test('that are unsaved are listed once for each article, also a new one, but not a deleted one', async () => {
    const [draft, deleted] = [await addDraft('Draft'), await addDraft('Deleted')]
    const fresh = randomUUID()
    for (const id of [draft.id, draft.id, deleted.id]) await type(admin, id, await versionOf(id))
    const at = await type(admin, fresh, null)
    await deleteArticles(admin, [deleted.id])
    const { unsaved } = await waiting()
    expect(unsaved).toMatchObject([
      { article_id: fresh, article: null, title: 'Typed', conflict: null },
      { article_id: draft.id, article: { title: 'Draft', published: false }, conflict: null },
    ])
    expect(unsaved[0]?.updated_at).toBe(at)
    expect((await findWorkingCopy(admin, unsaved[0]?.copy_id ?? ''))?.updated_at).toBe(at)
    expect((await waiting(other)).unsaved).toEqual([])
  })

  test('of an article that somebody else has saved since are a conflict, with the name, until they are discarded', async () => {
    const draft = await addDraft('Draft')
    await type(admin, draft.id, await versionOf(draft.id))
    const save = (client: Client, title: string) =>
      client.from('articles').update({ title }).eq('id', draft.id).throwOnError()
    await save(other, 'Theirs')
    expect((await waiting()).unsaved).toMatchObject([{ conflict: { by: OTHER.email } }])
    await save(admin, 'Mine, from another window')
    expect((await waiting()).unsaved).toMatchObject([{ conflict: { by: null } }])
    await admin.from('working_copies').delete().eq('article_id', draft.id).throwOnError()
    expect((await waiting()).unsaved).toEqual([])
  })

  test('are drafts that the editor has saved, without those that are named elsewhere or published', async () => {
    const add = async (client: Client, slug: string) => {
      const row = { ...anArticle({ title: slug, slug, published: false }), id: randomUUID() }
      await client.from('articles').insert(row).throwOnError()
      return row
    }
    await add(other, 'theirs')
    const [one, typed, scheduled, gone] = [
      await add(admin, 'mine'),
      await add(admin, 'typed-in'),
      await add(admin, 'scheduled'),
      await add(admin, 'published'),
    ]
    await type(admin, typed.id, await versionOf(typed.id))
    await admin
      .rpc('schedule_article', {
        p_article_id: scheduled.id,
        p_publish_at: new Date(Date.now() + 864e5).toISOString(),
        p_zone: 'Europe/Zurich',
      })
      .throwOnError()
    await admin.from('articles').update({ published: true }).eq('id', gone.id).throwOnError()
    expect((await waiting()).drafts).toMatchObject({ count: 1, newest: [{ id: one.id, slug: 'mine' }] })
    expect((await waiting(other)).drafts).toMatchObject({ count: 1, newest: [{ slug: 'theirs' }] })
  })
})

describe('schedules', () => {
  async function schedule(title: string, status: 'waiting' | 'missed' | 'failed', publish_at: Date) {
    const { id } = await addDraft(title)
    const settled_at = status === 'waiting' ? null : new Date()
    await app.database.sql`
      insert into public.article_schedules (article_id, status, publish_at, zone, settled_at)
      values (${id}, ${status}, ${publish_at}, 'Europe/Zurich', ${settled_at})`
    return id
  }
  const inDays = (days: number) => new Date(Date.now() + days * 864e5)

  test('that did not work out are listed, the latest first, until the article is published', async () => {
    await schedule('Early', 'failed', inDays(-3))
    const late = await schedule('Late', 'missed', inDays(-2))
    expect((await waiting()).missed).toMatchObject([
      { status: 'missed', zone: 'Europe/Zurich', article: { title: 'Late', slug: 'late' } },
      { status: 'failed', article: { title: 'Early' } },
    ])
    await admin.from('articles').update({ published: true }).eq('id', late).throwOnError()
    expect((await waiting()).missed).toMatchObject([{ article: { title: 'Early' } }])
  })

  test('of the next seven days are listed, the next first', async () => {
    await schedule('Later', 'waiting', inDays(6))
    const next = await schedule('Next', 'waiting', inDays(1))
    await schedule('Much later', 'waiting', inDays(8))
    expect((await waiting()).scheduled).toMatchObject([
      { article: { title: 'Next' } },
      { article: { title: 'Later' } },
    ])
    const scheduled = async () => {
      const { recent } = await loadDashboard(admin, TODAY)
      return recent.filter((article) => article.scheduled).map(({ title }) => title)
    }
    expect((await scheduled()).toSorted()).toEqual(['Later', 'Much later', 'Next'])
    await admin.from('article_schedules').delete().eq('article_id', next).throwOnError()
    expect((await scheduled()).toSorted()).toEqual(['Later', 'Much later'])
    expect((await waiting()).scheduled).toMatchObject([{ article: { title: 'Later' } }])
  })

  test('articles that are unpublished in the next seven days are listed, the next first', async () => {
    async function end(id: string, unpublishAt: Date) {
      await app.database.sql`
        insert into public.article_unpublishings (article_id, unpublish_at, zone) values (${id}, ${unpublishAt}, 'Europe/Zurich')`
    }
    const add = async (title: string) => (await addArticle(app.service(), anArticle({ title }))).id
    await end(await schedule('Short-lived', 'waiting', inDays(1)), inDays(3))
    const live = await add('Live')
    await end(live, inDays(2))
    await end(await add('Long-lived'), inDays(8))
    await end(await schedule('Never published', 'missed', inDays(-1)), inDays(1))
    expect((await waiting()).endings).toMatchObject([
      { zone: 'Europe/Zurich', article: { title: 'Live' } },
      { article: { title: 'Short-lived' } },
    ])
    await admin.from('articles').update({ published: false }).eq('id', live).throwOnError()
    expect((await waiting()).endings).toMatchObject([{ article: { title: 'Short-lived' } }])
  })
})

describe('the newsletter', () => {
  let number = 0

  /** An issue with an English edition, unless it has been approved. */
  async function addIssue(columns: Record<string, unknown> = {}): Promise<string> {
    const { sql } = app.database
    number += 1
    const approval = { approved_at: new Date(), seal: 'sealed', slug: `2026-11-01-${number}` }
    const row = JSON.stringify({ status: 'draft', ...(columns.status ? approval : {}), ...columns })
    const [issue] = await sql<[{ id: string }]>`
      insert into public.newsletter_issues (status, slug, approved_at, seal, scheduled_for, held_reason, started_at, audience)
      select status, slug, approved_at, seal, scheduled_for, held_reason, started_at, audience
      from jsonb_populate_record(null::public.newsletter_issues, ${row}::jsonb) returning id`
    if (!columns.status)
      await sql`
        insert into public.newsletter_editions (issue_id, language, subject, origin)
        values (${issue.id}, 'en', 'Draft', 'person')`
    return issue.id
  }

  test('of Sunday is that of the clock, one that is scheduled for then, or the newest draft', async () => {
    const { sql } = app.database
    await setSettings(admin, { newsletter_time: '08:30', newsletter_zone: 'Europe/Zurich' })
    const { sunday, at } = nextSunday(new Date(), {
      newsletter_time: '08:30',
      newsletter_zone: 'Europe/Zurich',
    })
    await expect
      .poll(async () => (await waiting()).sunday)
      .toEqual({
        at: at.toISOString(),
        zone: 'Europe/Zurich',
        is_automatic: false,
        has_subscribers: false,
      })
    expect((await waiting()).issues).toEqual([])
    const old = await addIssue()
    await sql`update public.newsletter_issues set created_at = now() - interval '20 days' where id = ${old}`
    expect((await waiting()).issues).toEqual([])
    const draft = await addIssue()
    expect((await waiting()).issues).toMatchObject([
      { id: draft, subject: 'Draft', status: 'draft', is_for_sunday: true },
    ])
    const scheduled = await addIssue({ status: 'scheduled', scheduled_for: at })
    expect((await waiting()).issues).toMatchObject([{ id: scheduled, is_for_sunday: true }])
    await sql`insert into private.newsletter_sundays (sunday, issue_id) values (${sunday}, ${draft})`
    expect((await waiting()).issues).toMatchObject([
      { id: scheduled, is_for_sunday: false },
      { id: draft, is_for_sunday: true },
    ])
  })

  test('that is held, paused or uncertain is listed', async () => {
    const held = await addIssue({
      status: 'scheduled',
      scheduled_for: new Date(Date.now() + 30 * 864e5),
      held_reason: 'It was late.',
    })
    const paused = await addIssue({ status: 'paused', started_at: new Date(), audience: 3 })
    await app.database.sql`
      insert into public.newsletter_deliveries (issue_id, email, language, status)
      select ${paused}, n || '@example.org', 'en', case when n = 3 then 'sent' else 'uncertain' end from generate_series(1, 3) as n`
    const { issues, uncertain } = await waiting()
    expect(issues.map(({ id, status, held_reason }) => ({ id, status, held_reason }))).toEqual(
      expect.arrayContaining([
        { id: held, status: 'scheduled', held_reason: 'It was late.' },
        { id: paused, status: 'paused', held_reason: null },
      ]),
    )
    expect(uncertain).toMatchObject([{ id: paused, count: 2 }])
    await app.database.sql`update public.newsletter_deliveries set status = 'sent'`
    expect((await waiting()).uncertain).toEqual([])
  })
})

test('mails that failed are counted for a week, unless one like it was sent since', async () => {
  const { sql } = app.database
  const add = (recipient: string, status: string, age: string) => sql`
    insert into public.mail_deliveries (id, kind, recipient, subject, status, created_at, sent_at)
    values (gen_random_uuid(), 'send-invitation', ${recipient}, 'Come', ${status}, now() - ${age}::interval,
      case when ${status} = 'sent' then now() end)`
  await add('ana@example.org', 'failed', '1 day')
  await add('bo@example.org', 'uncertain', '2 days')
  await add('cy@example.org', 'failed', '8 days')
  expect((await waiting()).mails).toBe(2)
  await add('Ana@example.org', 'sent', '1 hour')
  expect((await waiting()).mails).toBe(1)
})

describe('what is not set up', () => {
  const gaps = async (client = admin) => (await waiting(client)).setUp

  test('is mail and the model, for everybody, and the postal address as soon as somebody subscribes', async () => {
    expect(await gaps()).toEqual(['mail', 'model', 'second_factor'])
    await addSubscriber(app.database.sql)
    expect(await gaps(other)).toContain('postal_address')
    await setSettings(admin, { postal_address: 'Rue du Lac 1, Geneva' })
    await expect.poll(() => gaps()).not.toContain('postal_address')
    await app.database.sql`
      update private.ai_settings set provider = 'openai-compatible', model = 'a-model', base_url = 'http://127.0.0.1:9/v1'`
    expect(await gaps()).toEqual(['mail', 'second_factor'])
    await app.database.sql`update private.ai_settings set provider = null, model = null, base_url = null`
  })

  test('is the second factor of this editor', async () => {
    const [user] = await app.database.sql<
      [{ id: string }]
    >`select id from auth.users where email = ${OTHER.email}`
    const factor = (status: string) => app.database.sql`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
      values (gen_random_uuid(), ${user.id}, ${status}, 'totp', ${status}, now(), now(), 'sealed')`
    await factor('unverified')
    expect(await gaps(other)).toContain('second_factor')
    await factor('verified')
    // Without the factor the session has no rights any more.
    await expect(gaps(other)).rejects.toMatchObject({ context: { status: 403 } })
    expect(await gaps()).toContain('second_factor')
    await app.database.sql`delete from auth.mfa_factors`
  })

  test('is the password that was printed, until this editor has another one', async () => {
    const { sql } = app.database
    await resetPassword(sql, ADMIN.email, 'a printed password', { isPrinted: true })
    const printed = app.anonymous()
    await printed.auth.signInWithPassword({ email: ADMIN.email, password: 'a printed password' })
    expect(await gaps(printed)).toContain('password')
    expect(await gaps(other)).not.toContain('password')
    await createAdministrator(sql, OTHER.email, 'another printed one', { isPrinted: true })
    expect(await gaps(other), 'the password of an existing user stays').not.toContain('password')
    const { error } = await printed.auth.updateUser({
      password: 'words of my own choice',
      current_password: 'a printed password',
    })
    expect(error).toBeNull()
    expect(await gaps(printed)).not.toContain('password')
    await resetPassword(sql, ADMIN.email, 'a printed password', { isPrinted: true })
    await resetPassword(sql, ADMIN.email, ADMIN.password)
    expect(await sql`select from private.printed_passwords`).toEqual([])
    admin = await app.administrator()
  })
})
