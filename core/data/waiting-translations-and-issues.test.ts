import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { loadDesk } from '#core/data/dashboard.ts'
import { listTranslationsToReview } from '#core/data/translation-review.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import { nextSunday } from '#core/domain/newsletter-schedule.ts'
import { addArticle, anArticle, aTranslation } from '../../tests/support/articles.ts'
import { setSettings } from '../../tests/support/settings.ts'
import { openDesk } from '../../tests/support/waiting.ts'

const { app, admin, other, empty, waiting, addDraft } = await openDesk()
afterAll(() => app.stop())
beforeEach(empty)

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
    await setSettings(admin, { translation_review: { es: true } })
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

describe('the newsletter', () => {
  let number = 0

  /** An issue with an English edition, unless it has been approved. */
  async function addIssue(columns: Record<string, unknown> = {}): Promise<string> {
    const { sql } = app.database
    number += 1
    const approval = { approved_at: new Date(), seal: 'sealed', slug: `2026-11-01-${number}` }
    const row = JSON.stringify({ status: 'draft', ...(columns.status ? approval : {}), ...columns })
    const [issue] = await sql<[{ id: string }]>`
      insert into public.newsletter_issues
        (status, slug, approved_at, seal, scheduled_for, held_reason, started_at, ended_at, audience, created_at)
      select status, slug, approved_at, seal, scheduled_for, held_reason, started_at, ended_at, audience, coalesce(created_at, now())
      from jsonb_populate_record(null::public.newsletter_issues, ${row}::jsonb) returning id`
    if (!columns.status)
      await sql`
        insert into public.newsletter_editions (issue_id, language, subject, origin)
        values (${issue.id}, 'en', 'Draft', 'person')`
    return issue.id
  }

  test('of Sunday is what is sent, scheduled, approved or drafted, in this order', async () => {
    const { sql } = app.database
    const schedule = { newsletter_time: '08:30', newsletter_zone: 'Europe/Zurich' }
    await setSettings(admin, schedule)
    const { sunday, at } = nextSunday(new Date(), schedule)
    await expect
      .poll(async () => (await waiting()).sunday)
      .toEqual({
        at: at.toISOString(),
        zone: 'Europe/Zurich',
        is_automatic: false,
        makes_draft: false,
        has_subscribers: false,
      })
    const [{ next }] = await sql<[{ next: Date }]>`select private.next_newsletter_at() as next`
    expect(next).toEqual(at)
    const forSunday = async () => {
      const { issues, lastIssue } = await waiting()
      const chosen = issues.filter(({ is_for_sunday }) => is_for_sunday)
      return [chosen.map(({ id, status }) => [id, status]), lastIssue?.id]
    }
    const hours = (count: number) => new Date(at.getTime() + count * 3_600_000)
    const sentAt = (moment: Date) => ({ status: 'sent', started_at: moment, ended_at: moment, audience: 3 })
    expect(await forSunday()).toEqual([[], undefined])

    const [draft, call] = [await addIssue(), await addIssue()]
    await sql`update public.newsletter_issues set origin = 'call' where id = ${call}`
    expect(await forSunday()).toEqual([[[draft, 'draft']], undefined])
    // Of several drafts it is the one that the clock sends.
    const ofClock = await addIssue({ created_at: new Date(Date.now() - 864e5) })
    await sql`insert into private.newsletter_sundays (sunday, issue_id) values (${sunday}, ${ofClock})`
    expect(await forSunday()).toEqual([[[ofClock, 'draft']], undefined])
    const approved = await addIssue({ status: 'approved' })
    expect(await forSunday()).toEqual([[[approved, 'approved']], undefined])
    await addIssue({ status: 'scheduled', scheduled_for: hours(25) })
    const scheduled = await addIssue({ status: 'scheduled', scheduled_for: hours(-23) })
    expect(await forSunday()).toEqual([[[scheduled, 'scheduled']], undefined])
    const sending = await addIssue({ status: 'sending', started_at: new Date(), audience: 3 })
    expect(await forSunday()).toEqual([[[sending, 'sending']], sending])

    // An issue whose last change was before the last one was sent is not for this Sunday.
    await sql`delete from public.newsletter_issues`
    const old = await addIssue(sentAt(hours(-25)))
    expect(await forSunday()).toEqual([[], old])
    const left = await addIssue()
    const changeAt = async (moment: Date) => {
      await sql`alter table public.newsletter_issues disable trigger move_issue`
      await sql`update public.newsletter_issues set updated_at = ${moment} where id = ${left}`
      await sql`alter table public.newsletter_issues enable trigger move_issue`
    }
    await changeAt(hours(-26))
    expect(await forSunday()).toEqual([[], old])
    await changeAt(hours(-24))
    expect(await forSunday()).toEqual([[[left, 'draft']], old])
    const sent = await addIssue(sentAt(hours(-23)))
    expect(await forSunday()).toEqual([[[sent, 'sent']], sent])
  })

  test('says whether a draft will be made automatically', async () => {
    const { sql } = app.database
    const schedule = { newsletter_time: '09:00', newsletter_zone: 'Europe/Zurich' }
    const { sunday, at } = nextSunday(new Date(), schedule)
    // The server is told a moment later that the settings of another test are gone.
    await expect.poll(async () => (await loadDesk(admin)).waiting.sunday.at).toBe(at.toISOString())
    const makesDraft = async () => (await waiting()).sunday.makes_draft
    expect(await makesDraft()).toBe(false)
    await sql`insert into public.newsletter_subscribers (email, confirmed) values ('ada@example.org', true)`
    expect(await makesDraft()).toBe(true)
    await sql`insert into private.newsletter_sundays (sunday, settled_at) values (${sunday}, now())`
    expect(await makesDraft()).toBe(false)
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
