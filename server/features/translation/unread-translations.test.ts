import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { listStoryVersions } from '#core/data/article-schedules.ts'
import type { Client } from '#core/data/client.ts'
import { loadDashboard } from '#core/data/dashboard.ts'
import { listTranslationQueue, takeNextTranslation } from '#core/data/translation-claims.ts'
import { listTranslationCoverage } from '#core/data/translation-coverage.ts'
import { listTranslationsToReview } from '#core/data/translation-review.ts'
import type { Article } from '#core/domain/article.ts'
import {
  EXCERPT,
  inputOf,
  openReviews,
  SHIPS,
  WHY,
} from '#server/features/translation/review/testing/open-reviews.ts'
import { publishNow } from '../../../tests/support/articles.ts'
import { addMember, type Member } from '../../../tests/support/members.ts'
import { setSettings } from '../../../tests/support/settings.ts'

const world = await openReviews()
const { app, sql, addHarbour, translate, read, save, edit, translationOf } = world
const admin = await app.administrator()
const people: Record<'emil' | 'paul' | 'gina', Member> = {
  emil: await addMember(app, 'Emil', { role: 'translator', languages: ['de'] }),
  paul: await addMember(app, 'Paul', { role: 'translator', languages: ['de'], permissions: ['publish'] }),
  gina: await addMember(app, 'Gina', { role: 'translator', languages: ['fr'] }),
}
afterAll(() => world.stop())
beforeEach(async () => {
  await world.reset()
  await sql`truncate public.translation_claims, public.translation_reports`
  await setSettings(admin, { translation_review: { de: false, fr: false } })
})

const PAGE = { page: 1, pageSize: 25 }
const COVERAGE = { ...PAGE, search: '', category: null, published: true, days: null, descending: true }
/** Changes it as an administrator does in the form. */
const change = (id: string, values: Partial<Article>) =>
  admin.from('articles').update(values).eq('id', id).throwOnError()
const idOf = async (articleId: string) => String((await translationOf(articleId))?.id)

/** Tells what each place says of the German translation, which is the same everywhere. */
async function isUnread(articleId: string, client: Client = admin): Promise<boolean> {
  const day = { start: new Date(0), end: new Date() }
  const [coverage, toReview, queue, versions, { waiting }, review] = await Promise.all([
    listTranslationCoverage(client, { ...COVERAGE, language: 'de', states: ['unread'] }),
    listTranslationsToReview(client, { ...PAGE, language: 'de' }),
    listTranslationQueue(client, { ...PAGE, language: 'de', person: null, isFree: false }),
    listStoryVersions(client, articleId),
    loadDashboard(client, day),
    read(articleId),
  ])
  const said = {
    coverage: coverage.rows.some(({ id }) => id === articleId),
    toReview: toReview.rows.some(({ original_id, is_unread }) => original_id === articleId && is_unread),
    queue: queue.rows.some(({ original_id, is_unread }) => original_id === articleId && is_unread),
    article: versions.some(({ language, unfinished }) => language === 'de' && unfinished === 'unread'),
    dashboard: waiting.unread.some(({ language, count }) => language === 'de' && count === 1),
    review: review.translation?.is_unread ?? false,
  }
  expect(new Set(Object.values(said)), JSON.stringify(said)).toHaveProperty('size', 1)
  return said.coverage
}

async function addUnread(): Promise<string> {
  const id = await addHarbour()
  await translate(id)
  expect(await isUnread(id)).toBe(true)
  return id
}

describe('what a model has translated and readers have is unread', () => {
  test('until a person approves one block, and again when that is withdrawn', async () => {
    const id = await addUnread()
    await save(await read(id), { approved: [SHIPS] })
    expect(await isUnread(id)).toBe(false)
    // Readers are still told the truth: nobody has reviewed the whole of it.
    expect(await translationOf(id)).toMatchObject({ reviewed_at: null, origin: 'machine' })
    await save(await read(id), { approved: [] })
    expect(await isUnread(id)).toBe(true)
    await save(await read(id), { approvesAll: true })
    expect(await isUnread(id)).toBe(false)
  })

  test('until a person writes one block anew, in the review or in the form of the article', async () => {
    const inReview = await addUnread()
    await save(await read(inReview), { texts: new Map([[WHY, 'Niemand weiß warum']]) })
    expect(await isUnread(inReview)).toBe(false)
    await sql`delete from public.articles`
    const inForm = await addUnread()
    await change(await idOf(inForm), { excerpt: 'Es kommen Schiffe.' })
    expect(await isUnread(inForm)).toBe(false)
  })

  test('whoever publishes it, or changes its picture', async () => {
    const id = await addUnread()
    const translation = await idOf(id)
    await change(translation, { published: false })
    expect(await isUnread(id)).toBe(false)
    await publishNow(admin, translation)
    expect(await translationOf(id)).toMatchObject({ published: true })
    expect(await isUnread(id)).toBe(true)
    await change(translation, { hero_image: '/images/harbour.jpg' })
    expect(await isUnread(id)).toBe(true)
  })

  test('again when a model has changed its words, although approved blocks are in it', async () => {
    const id = await addUnread()
    await save(await read(id), { approved: [WHY] })
    await edit(id, '12 ships', '13 ships')
    expect(await isUnread(id), 'out of date').toBe(false)
    await translate(id)
    expect((await read(id)).segments[WHY]?.approvedAt).toEqual(expect.any(String))
    expect(await isUnread(id)).toBe(true)
    await save(await read(id), { approved: [WHY, SHIPS] })
    expect(await isUnread(id)).toBe(false)
    await translate(id)
    expect(await isUnread(id), 'translated again with the same words').toBe(false)
  })

  test('unless it waits for a person anyway', async () => {
    const id = await addUnread()
    await sql`insert into public.translation_reports (translation_id, quote) values (${await idOf(id)}, 'Ein Satz.')`
    expect(await isUnread(id)).toBe(false)
    await sql`update public.translation_reports set status = 'done'`
    expect(await isUnread(id)).toBe(true)
    await world.waitFor(['de'])
    expect(await isUnread(id), 'what is live stays so').toBe(true)
    await edit(id, '12 ships', '13 ships')
    await translate(id)
    expect(await world.pendingOf(id)).not.toBeNull()
    expect(await isUnread(id)).toBe(false)
    await save(await read(id), { approvesAll: true })
    expect(await isUnread(id)).toBe(false)
  })

  test('and what a person has written, or what is not published, never is', async () => {
    const id = await addUnread()
    await sql`update public.article_translations set origin = 'person'`
    expect(await isUnread(id)).toBe(false)
    await sql`update public.article_translations set origin = 'machine'`
    await sql`update public.articles set published = false where id = ${await idOf(id)}`
    expect(await isUnread(id)).toBe(false)
  })
})

describe('an unread translation waits', () => {
  test('for the translators of its language and for editors, after everything else', async () => {
    const id = await addUnread()
    for (const { client } of [people.emil, people.paul]) expect(await isUnread(id, client)).toBe(true)
    const { client } = people.gina
    expect((await listTranslationsToReview(client, { ...PAGE, language: null })).total).toBe(0)
    const day = { start: new Date(0), end: new Date() }
    expect((await loadDashboard(client, day)).waiting.unread).toEqual([])
    const second = await addHarbour({ slug: 'harbour-2', title: 'The second harbour' })
    await translate(second)
    await sql`insert into public.translation_reports (translation_id, quote) values (${await idOf(second)}, 'Ein Satz.')`
    const { rows } = await listTranslationsToReview(admin, { ...PAGE, language: 'de' })
    expect(rows.map(({ original_id }) => original_id)).toEqual([second, id])
  })

  test('and is handed out to who may only read it, until one block is read', async () => {
    const id = await addUnread()
    expect(await takeNextTranslation(people.emil.client, null)).toMatchObject({
      status: 'taken',
      original_id: id,
    })
    expect(await takeNextTranslation(people.paul.client, null)).toEqual({ status: 'nothing' })
    const { waiting } = await loadDashboard(people.paul.client, { start: new Date(0), end: new Date() })
    expect(waiting.unread, 'a colleague has it').toEqual([])
    const claims = () => sql`select ended_how from public.translation_claims`
    expect(await claims()).toEqual([{ ended_how: null }])
    // An editor is faster.
    await save(await read(id), { approved: [EXCERPT] })
    expect(await claims()).toEqual([{ ended_how: 'done' }])
  })

  test('for an editor once a translator who may not publish has read a block', async () => {
    const id = await addUnread()
    const { data } = await people.emil.client.functions.invoke('save-translation-review', {
      body: inputOf(await read(id), { approved: [SHIPS] }),
    })
    expect(data).toMatchObject({ status: 'stored' })
    expect(await isUnread(id)).toBe(false)
    expect((await listTranslationsToReview(admin, { ...PAGE, language: 'de' })).rows).toMatchObject([
      { original_id: id, is_renewed: true, is_unread: false },
    ])
  })
})

describe('translations wait for a review', () => {
  const reviewed = async () => {
    const [row] = await sql<[{ languages: string[] }]>`select private.reviewed_languages() as languages`
    return row.languages
  }

  test('where somebody translates, unless an administrator has chosen otherwise', async () => {
    expect(await reviewed()).toEqual([])
    await admin.from('settings').delete().eq('key', 'translation_review').throwOnError()
    expect(await reviewed()).toEqual(['de', 'fr'])
    await setSettings(admin, { translation_review: { de: false, it: true } })
    expect(await reviewed()).toEqual(['fr', 'it'])
  })

  test('from the moment on at which a language has its first translator', async () => {
    await admin.from('settings').delete().eq('key', 'translation_review').throwOnError()
    const change = (languages: string[]) =>
      admin
        .rpc('change_member', { p_user_id: people.gina.id, p_role: 'translator', p_languages: languages })
        .throwOnError()
    const id = await addHarbour()
    await translate(id, ['es'])
    await change(['fr', 'es'])
    const second = await addHarbour({ slug: 'harbour-2', title: 'The second harbour' })
    await translate(second, ['es'])
    const versionsOf = async (articleId: string) => (await listStoryVersions(admin, articleId)).at(-1)
    expect(await versionsOf(id), 'what is live stays so, and is unread').toMatchObject({
      published: true,
      unfinished: 'unread',
      waits_for_review: true,
    })
    expect(await versionsOf(second)).toMatchObject({ published: false, unfinished: 'unreviewed' })
    await change(['fr'])
    expect(await reviewed()).toEqual(['de', 'fr'])
  })
})
