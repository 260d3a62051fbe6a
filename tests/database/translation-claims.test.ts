import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  claimTranslation,
  giveBackTranslation,
  listTranslationQueue,
  type QueueOptions,
  takeNextTranslation,
} from '#core/data/translation-claims.ts'
import { reportTranslation, setReportStatus } from '#core/data/translation-review.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { addArticle, anArticle, aTranslation } from '../support/articles.ts'
import { sentences } from '../support/audit.ts'
import { addMember, type Member } from '../support/members.ts'

let app: TestApp
let sql: Sql
let ben: Member
let ines: Member
let jonas: Member
let leo: Member

beforeAll(async () => {
  app = await startTestApp()
  sql = app.database.sql
  ben = await addMember(app, 'Ben', { role: 'editor' })
  ines = await addMember(app, 'Ines', {
    role: 'translator',
    languages: ['fr', 'de'],
    permissions: ['publish'],
  })
  jonas = await addMember(app, 'Jonas', { role: 'translator', languages: ['fr'] })
  leo = await addMember(app, 'Leo', { role: 'author' })
})
afterAll(() => app.stop())
beforeEach(async () => {
  await sql`truncate public.articles, public.article_trash, public.article_revisions, public.article_translations,
    public.translation_reports, public.translation_claims, public.article_workflow, public.audit_log cascade`
  await sql`delete from public.settings`
  await sql`update public.user_roles set languages = '{fr,de}' where user_id = ${ines.id}`
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
/** A published original of some days ago. */
const original = (title: string, days: number, overrides: Partial<ArticleInput> = {}) =>
  addArticle(app.service(), anArticle({ title, publish_date: daysAgo(days), ...overrides }))
const french = (of: Awaited<ReturnType<typeof original>>, overrides: Partial<ArticleInput> = {}) =>
  addArticle(app.service(), { ...aTranslation(of, 'fr'), ...overrides })

const ALL: QueueOptions = { language: null, person: null, isFree: false, page: 1, pageSize: 100 }
const queueOf = (who: Member, options: Partial<QueueOptions> = {}) =>
  listTranslationQueue(who.client, { ...ALL, ...options })
const titles = async (who: Member, language: string) =>
  (await queueOf(who, { language })).rows.map(({ title }) => title)
const ends = async () =>
  (
    await sql<
      { how: string | null }[]
    >`select ended_how as how from public.translation_claims order by claimed_at, id`
  ).map(({ how }) => how)
const claim = (who: Member, { id }: { id: string }, language = 'fr', takesOver = false) =>
  claimTranslation(who.client, { originalId: id, language }, { takesOver })

describe('the queue', () => {
  test('what is late comes first, then what waits longest, then what is ready, and what is old last with the newest first', async () => {
    await original('Old', 300)
    await original('Less old', 60)
    await original('Yesterday', 1)
    await original('Last week', 7)
    const ready = await original('Ready', 2, { published: false })
    const late = await original('Late', 2)
    await original('Draft', 2, { published: false })
    await sql`insert into public.article_workflow (article_id, state) values (${ready.id}, 'ready')
      on conflict (article_id) do update set state = 'ready'`
    await sql`insert into public.article_workflow (article_id, due_on) values (${late.id}, '2026-01-01')
      on conflict (article_id) do update set due_on = '2026-01-01'`
    expect(await titles(jonas, 'fr')).toEqual(['Late', 'Last week', 'Yesterday', 'Ready', 'Less old', 'Old'])
    expect((await queueOf(ines)).languages).toMatchObject([
      { language: 'de', waiting: 6, claimed: 0 },
      { language: 'fr', waiting: 6 },
    ])
  })

  test('what an original says anew, what readers have reported and what is not reviewed waits with its reasons', async () => {
    const story = await original('Chips', 3)
    const version = await french(story)
    await sql`insert into public.article_translations (translation_id, original_id, language, stale_since)
      values (${version.id}, ${story.id}, 'fr', now())`
    await reportTranslation(app.service(), { translationId: version.id, quote: 'Faux.', comment: '' })
    expect((await queueOf(jonas)).rows).toMatchObject([
      { title: 'Chips', language: 'fr', is_stale: true, reports: 1, is_missing: false, published: true },
    ])
  })

  test('what a run is making, and what is in a language that readers are not offered, does not wait', async () => {
    const story = await original('Chips', 3)
    await sql`insert into public.translation_runs (article_id, language) values (${story.id}, 'fr')`
    expect((await queueOf(jonas)).rows).toEqual([])
    await sql`insert into public.settings (key, value) values ('languages', '["en", "fr"]')`
    expect((await queueOf(ines)).rows).toEqual([])
  })

  test('a translator is told of no draft that they do not read, also when it has a translation', async () => {
    const draft = await original('Secret', 3, { published: false })
    const version = await french(draft, { published: false })
    await sql`insert into public.article_translations (translation_id, original_id, language, stale_since)
      values (${version.id}, ${draft.id}, 'fr', now())`
    expect(await titles(jonas, 'fr')).toEqual([])
    expect(await titles(ben, 'fr')).toEqual(['Secret'])
    expect(await takeNextTranslation(jonas.client, null)).toEqual({ status: 'nothing' })
    await sql`insert into public.article_people (article_id, user_id) values (${draft.id}, ${jonas.id})`
    expect(await titles(jonas, 'fr')).toEqual(['Secret'])
  })

  test('a translator sees their languages, authors and readers none', async () => {
    await original('Chips', 3)
    expect(new Set((await queueOf(ines)).rows.map(({ language }) => language))).toEqual(new Set(['fr', 'de']))
    expect((await queueOf(ben)).languages).toHaveLength(5)
    await expect(queueOf(jonas, { language: 'de' })).rejects.toMatchObject({ code: '42501' })
    await expect(queueOf(leo)).rejects.toMatchObject({ code: '42501' })
    await expect(takeNextTranslation(leo.client, null)).rejects.toMatchObject({ code: '42501' })
    await expect(takeNextTranslation(jonas.client, 'de')).rejects.toMatchObject({ code: '42501' })
    await expect(takeNextTranslation(ben.client, 'en')).rejects.toMatchObject({ code: '42501' })
    await expect(listTranslationQueue(app.anonymous(), ALL)).rejects.toMatchObject({ code: '42501' })
  })
})

describe('taking the next', () => {
  test('two who take at once never get the same, however often', async () => {
    for (let n = 1; n <= 12; n++) await original(`Article ${n}`, n)
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, n) => takeNextTranslation((n % 2 ? ines : jonas).client, 'fr')),
    )
    const ids = taken.flatMap((answer) => (answer.status === 'taken' ? [answer.original_id] : []))
    expect(ids).toHaveLength(12)
    expect(new Set(ids).size).toBe(12)
    expect(taken.filter(({ status }) => status === 'taken' || status === 'nothing')).toHaveLength(20)
    const [{ open }] = await sql<[{ open: number }]>`
      select count(*)::int as open from public.translation_claims where ended_at is null`
    expect(open).toBe(12)
  })

  test('nobody has more than ten, also when they ask for more at once', async () => {
    for (let n = 1; n <= 15; n++) await original(`Article ${n}`, n)
    const taken = await Promise.all(Array.from({ length: 15 }, () => takeNextTranslation(jonas.client, null)))
    expect(taken.filter(({ status }) => status === 'taken')).toHaveLength(10)
    expect(taken).toContainEqual({ status: 'enough', most: 10 })
    const [free] = (await queueOf(jonas, { isFree: true })).rows
    expect(await claim(jonas, { id: free?.original_id ?? '' })).toEqual({ status: 'enough', most: 10 })
  })

  test('nobody takes and gives back without end, because each is in the audit log', async () => {
    const { id } = await original('Harbour', 2)
    await sql`insert into public.translation_claims (original_id, language, user_id, ended_at, ended_how)
      select ${id}, 'fr', ${jonas.id}, now(), 'given_back' from generate_series(1, 200)`
    const tooMany = { code: '54000' }
    await expect(claim(jonas, { id })).rejects.toMatchObject(tooMany)
    await expect(takeNextTranslation(jonas.client, 'fr')).rejects.toMatchObject(tooMany)
    await sql`update public.translation_claims set claimed_at = now() - interval '2 hours'`
    expect(await takeNextTranslation(jonas.client, 'fr')).toMatchObject({ status: 'taken' })
  })

  test('a translator who may not publish gets nothing that is published', async () => {
    const story = await original('Chips', 3)
    const version = await french(story)
    await sql`insert into public.article_translations (translation_id, original_id, language, stale_since)
      values (${version.id}, ${story.id}, 'fr', now())`
    expect(await takeNextTranslation(jonas.client, null)).toEqual({ status: 'nothing' })
    expect(await takeNextTranslation(ines.client, 'fr')).toMatchObject({
      status: 'taken',
      original_id: story.id,
    })
  })

  test('it is written down, and shown to others with the name', async () => {
    const story = await original('Chips', 3)
    await takeNextTranslation(jonas.client, null)
    expect(await sentences(sql)).toContain('Jonas took the French translation of “Chips”')
    expect((await queueOf(ines, { language: 'fr' })).rows).toMatchObject([
      { original_id: story.id, claimed_by: jonas.id, claimed_name: 'Jonas' },
    ])
    expect((await queueOf(ben, { person: jonas.id })).total).toBe(1)
    expect((await queueOf(ben, { person: ines.id })).total).toBe(0)
    expect((await queueOf(ben)).people).toMatchObject([
      { name: 'Ines', claimed: 0 },
      { name: 'Jonas', claimed: 1 },
    ])
  })
})

describe('a claim', () => {
  test('is of one person, and an editor can take it over', async () => {
    const story = await original('Chips', 3)
    expect(await claim(jonas, story)).toMatchObject({ status: 'taken' })
    expect(await claim(jonas, story)).toMatchObject({ status: 'yours' })
    expect(await claim(ines, story, 'fr', true)).toMatchObject({ status: 'somebody', name: 'Jonas' })
    expect(await claim(ben, story)).toMatchObject({ status: 'somebody', name: 'Jonas' })
    const answers = await Promise.all([claim(ben, story, 'fr', true), claim(ben, story, 'fr', true)])
    expect(answers.map(({ status }) => status).sort()).toEqual(['taken', 'yours'])
    expect(await ends()).toEqual(['taken_over', null])
    expect(await sentences(sql)).toContain('Ben took over the French translation of “Chips” from Jonas')
  })

  test('is given back by who has it, or by an editor', async () => {
    const story = await original('Chips', 3)
    const place = { originalId: story.id, language: 'fr' }
    await claim(jonas, story)
    expect(await giveBackTranslation(ines.client, place)).toBe(false)
    expect(await giveBackTranslation(jonas.client, place)).toBe(true)
    await claim(jonas, story)
    expect(await giveBackTranslation(ben.client, place)).toBe(true)
    expect(await ends()).toEqual(['given_back', 'given_back'])
    await expect(giveBackTranslation(app.anonymous(), place)).rejects.toMatchObject({ code: '42501' })
  })

  test('cannot be had of another language, of a draft of others, or of what is no original', async () => {
    const story = await original('Chips', 3)
    const draft = await original('Draft', 3, { published: false })
    await expect(claim(jonas, story, 'de')).rejects.toMatchObject({ code: '42501' })
    await expect(claim(jonas, story, 'en')).rejects.toMatchObject({ code: '42501' })
    await expect(claim(ben, story, 'xx')).rejects.toMatchObject({ code: '42501' })
    await expect(claim(jonas, draft)).rejects.toMatchObject({ code: '42501' })
    await expect(claim(leo, story)).rejects.toMatchObject({ code: '42501' })
    expect(await claim(ben, await french(story))).toEqual({ status: 'gone' })
  })

  test('stays while the text is a draft, and ends when it is published', async () => {
    const story = await original('Chips', 3)
    await claim(ines, story)
    const version = await french(story, { published: false })
    expect(await ends()).toEqual([null])
    await sql`update public.articles set published = true where id = ${version.id}`
    expect(await ends()).toEqual(['done'])
    expect((await queueOf(ben)).people).toMatchObject([{ name: 'Ines', usual_seconds: 0 }, { name: 'Jonas' }])
    expect((await queueOf(jonas)).people.find(({ name }) => name === 'Ines')?.usual_seconds).toBeNull()
  })

  test('ends when the text is reviewed, what is stale is renewed, or the last report is done', async () => {
    const story = await original('Chips', 3)
    await claim(ines, story)
    const version = await french(story, { published: false })
    await sql`insert into public.article_translations (translation_id, original_id, language, translated_at, reviewed_at)
      values (${version.id}, ${story.id}, 'fr', now(), now())`
    expect(await ends()).toEqual(['done'])

    await sql`update public.article_translations set stale_since = now()`
    await sql`update public.articles set published = true where id = ${version.id}`
    await claim(ines, story)
    await sql`update public.articles set title = 'Des puces' where id = ${version.id}`
    expect(await ends()).toEqual(['done', null])
    await sql`update public.article_translations set stale_since = null, translated_at = now()`
    expect(await ends()).toEqual(['done', 'done'])

    await reportTranslation(app.service(), { translationId: version.id, quote: 'Faux.', comment: '' })
    await claim(ines, story)
    const [report] = await sql<[{ id: string }]>`select id from public.translation_reports`
    await setReportStatus(app.service(), report.id, 'done')
    expect(await ends()).toEqual(['done', 'done', 'done'])
  })

  test('ends after three days without a save, and is handed out again', async () => {
    const story = await original('Chips', 3)
    await claim(jonas, story)
    await sql`update public.translation_claims set saved_at = now() - interval '73 hours'`
    expect((await queueOf(ines, { language: 'fr' })).rows).toMatchObject([{ claimed_by: null }])
    expect(await takeNextTranslation(ines.client, 'fr')).toMatchObject({
      status: 'taken',
      original_id: story.id,
    })
    expect(await ends()).toEqual(['expired', null])
  })

  test('stays with a save, also of words that only went into the memory', async () => {
    const story = await original('Chips', 3)
    await claim(ines, story)
    await sql`update public.translation_claims set saved_at = now() - interval '73 hours'`
    await sql`insert into public.translation_segments (language, source_hash, context, source, text, origin, article_id, made_by)
      values ('fr', repeat('0', 64), 'title', 'Chips', 'Puces', 'person', ${story.id}, ${ines.id})`
    expect(await sql`select private.end_idle_claims() as ended`).toEqual([{ ended: 0 }])
    expect(await ends()).toEqual([null])
  })

  test('ends with the language, with the role, and with the article', async () => {
    const story = await original('Chips', 3)
    await claim(ines, story)
    await claim(ines, story, 'de')
    await sql`update public.user_roles set languages = '{de}' where user_id = ${ines.id}`
    expect(await ends()).toEqual(['expired', null])
    await sql`delete from public.articles where id = ${story.id}`
    expect(await ends()).toEqual(['expired', 'expired'])
  })
})

describe('what was reported', () => {
  async function reported() {
    const story = await original('Chips', 3)
    const version = await french(story)
    await reportTranslation(app.service(), { translationId: version.id, quote: 'Faux.', comment: '' })
    return { story, version }
  }
  const wrote = (id: string, who: Member, about: { note?: string; byProgram?: boolean } = {}) => sql`
    insert into public.article_revisions (article_id, made_by, note, title, published, article, by_program)
    values (${id}, ${who.id}, ${about.note ?? null}, '', true, '{}', ${about.byProgram ?? false})`
  const assigned = async () => (await queueOf(ben)).rows.find(({ reports }) => reports > 0)?.assigned_name

  test('goes to whoever last translated, then to the editor who last did, then to any', async () => {
    const { version } = await reported()
    expect(await assigned()).toBeNull()
    await wrote(version.id, ben)
    expect(await assigned()).toBe('Ben')
    await wrote(version.id, jonas)
    expect(await assigned()).toBe('Jonas')
    await wrote(version.id, ines)
    await wrote(version.id, ben)
    expect(await assigned()).toBe('Ines')
    // Stored by a run that Jonas had asked for.
    await wrote(version.id, jonas, { byProgram: true })
    expect(await assigned()).toBe('Ines')
    // Whatever reason a person gives.
    await wrote(version.id, ines, { note: 'Translated by harbour-7b' })
    await wrote(version.id, jonas)
    await wrote(version.id, jonas, { note: 'Translated by harbour-7b' })
    expect(await assigned()).toBe('Jonas')
    await wrote(version.id, ines, { note: 'Translated by harbour-7b' })
    expect(await assigned()).toBe('Ines')
    await sql`update public.user_roles set languages = '{de}' where user_id = ${ines.id}`
    expect(await assigned()).toBe('Jonas')
  })

  test('is told to whom it is for, once until it is seen, and so is a correction', async () => {
    const story = await original('Chips', 3)
    const version = await french(story)
    await wrote(version.id, jonas)
    const told = () =>
      sql`select user_id, kind, article_id, sentence from private.work_notices where seen_at is null order by id`
    for (const quote of ['Faux.', 'Encore faux.'])
      await reportTranslation(app.service(), { translationId: version.id, quote, comment: '' })
    const report = { user_id: jonas.id, kind: 'report', article_id: version.id, sentence: 'Faux.' }
    expect(await told()).toEqual([report])
    await ben.client
      .rpc('add_correction', { p_article_id: story.id, p_text: 'It was Monday.' })
      .throwOnError()
    expect(await told()).toEqual([report, { ...report, kind: 'correction', sentence: 'It was Monday.' }])
    await sql`truncate private.work_notices`
  })

  test('is counted for whom it is for, and left to them for three days', async () => {
    const { story, version } = await reported()
    await wrote(version.id, jonas)
    expect((await queueOf(ben)).people).toMatchObject([{ name: 'Ines' }, { name: 'Jonas', assigned: 1 }])
    expect((await queueOf(ben, { person: jonas.id })).rows).toMatchObject([{ original_id: story.id }])
    expect(await takeNextTranslation(ines.client, 'fr')).toEqual({ status: 'nothing' })
    await sql`update public.translation_reports set created_at = now() - interval '4 days'`
    expect(await takeNextTranslation(ines.client, 'fr')).toMatchObject({ status: 'taken' })
  })
})

test('who has a translation is read by who translates into the language and by its author, and written by nobody', async () => {
  const story = await original('Chips', 3)
  await claim(ines, story, 'de')
  await claim(ines, story)
  const read = async (who: Member) =>
    (await who.client.from('translation_claims').select('language').order('language').throwOnError()).data
  expect(await read(ben)).toHaveLength(2)
  expect(await read(jonas)).toEqual([{ language: 'fr' }])
  expect(await read(leo)).toEqual([])
  await sql`insert into public.article_workflow (article_id, owner) values (${story.id}, ${leo.id})
    on conflict (article_id) do update set owner = excluded.owner`
  expect(await read(leo)).toHaveLength(2)
  for (const who of [ines, ben]) {
    const { error } = await who.client
      .from('translation_claims')
      .update({ user_id: who.id } as never)
      .neq('language', 'x' as never)
    expect(error?.code).toBe('42501')
    const { error: refused } = await who.client
      .from('translation_claims')
      .insert({ original_id: story.id, language: 'es', user_id: who.id })
    expect(refused?.code).toBe('42501')
  }
})
