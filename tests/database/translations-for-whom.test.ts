import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openVersion } from '#core/data/article-revisions.ts'
import { loadDashboard, loadDesk } from '#core/data/dashboard.ts'
import { claimTranslation, listTranslationQueue, takeNextTranslation } from '#core/data/translation-claims.ts'
import { listTranslationsToReview, reportTranslation } from '#core/data/translation-review.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { addArticle, anArticle, aTranslation, publishNow, versionOf } from '../support/articles.ts'
import { addMember, type Member } from '../support/members.ts'

let app: TestApp
const people = {} as Record<'ben' | 'ines' | 'jonas' | 'clara', Member>

beforeAll(async () => {
  app = await startTestApp()
  const french = { role: 'translator' as const, languages: ['fr'] }
  people.ben = await addMember(app, 'Ben', { role: 'editor' })
  people.ines = await addMember(app, 'Ines', { ...french, permissions: ['publish'] })
  people.jonas = await addMember(app, 'Jonas', french)
  people.clara = await addMember(app, 'Clara', { ...french, languages: ['de'], permissions: ['publish'] })
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.database.sql`truncate public.articles, public.article_revisions, public.article_translations,
    public.translation_reports, public.translation_claims, public.article_schedules cascade`
  await app.database.sql`delete from public.settings`
})

const original = (overrides: Partial<ArticleInput> = {}) =>
  addArticle(app.service(), anArticle({ title: 'Chips', ...overrides }))
const toReview = async (who: Member, isMine = false) =>
  (await listTranslationsToReview(who.client, { language: null, isMine, page: 1, pageSize: 25 })).rows
/** The count of the menu and the dashboard, which show the same. */
async function counted(who: Member): Promise<number> {
  const { toReview } = (await loadDesk(who.client)).waiting
  const day = { start: new Date(0), end: new Date() }
  expect((await loadDashboard(who.client, day)).waiting.toReview).toBe(toReview)
  return toReview
}

describe('what a translator who may not publish has finished', () => {
  /** Written and reviewed by Jonas. */
  async function finish(of: ArticleInput & { id: string }): Promise<string> {
    const { id } = await addArticle(people.jonas.client, {
      ...aTranslation(of, 'fr'),
      published: false,
      author: of.author,
      publish_date: undefined as never,
    })
    await app.database.sql`
      insert into public.article_translations (translation_id, original_id, language, origin, translated_at, reviewed_at)
      values (${id}, ${of.id}, 'fr', 'person', now(), now())`
    return id
  }
  const isListed = async (who: Member) => {
    const rows = await toReview(who)
    expect(await counted(who)).toBe(rows.length)
    return rows.some(({ is_finished }) => is_finished)
  }

  test('waits for the editors and for the translators of its language who may publish it', async () => {
    const id = await finish(await original())
    expect(await toReview(people.ben)).toMatchObject([
      { translation_id: id, is_finished: true, is_unpublished: false, is_renewed: false, person: null },
    ])
    expect(await isListed(people.ines)).toBe(true)
    for (const who of [people.jonas, people.clara]) expect(await isListed(who)).toBe(false)
    const queue = { language: 'fr', person: null, isFree: false, page: 1, pageSize: 25 } as const
    expect((await listTranslationQueue(people.ines.client, queue)).rows).toMatchObject([
      { is_finished: true },
    ])
    expect((await listTranslationQueue(people.jonas.client, queue)).rows).toEqual([])
    expect(await takeNextTranslation(people.jonas.client, null)).toEqual({ status: 'nothing' })
    expect((await takeNextTranslation(people.ines.client, null)).status).toBe('taken')
  })

  test('waits for them too where a model has written all of it, and no longer once an editor has reviewed or saved it', async () => {
    const of = await original()
    const { id } = await addArticle(app.service(), { ...aTranslation(of, 'fr'), published: false })
    await app.database.sql`
      insert into public.article_translations (translation_id, original_id, language, origin, translated_at)
      values (${id}, ${of.id}, 'fr', 'machine', now() - interval '1 minute')`
    const review = (who: Member) => app.database.sql`
      update public.article_translations set reviewed_at = now()
      where translation_id = ${id} and set_config('audit.actor', ${who.id}, true) is not null`
    expect(await isListed(people.ben)).toBe(false)
    await review(people.jonas)
    for (const who of [people.ben, people.ines]) expect(await isListed(who)).toBe(true)
    expect(await isListed(people.jonas)).toBe(false)
    await review(people.ben)
    expect(await isListed(people.ben)).toBe(false)
    await review(people.jonas)
    await people.ben.client.from('articles').update({ title: 'Puces' }).eq('id', id).throwOnError()
    expect(await isListed(people.ben)).toBe(false)
  })

  test('waits no longer once an editor has saved, scheduled or published it', async () => {
    const { sql } = app.database
    const [saved, scheduled, published] = [
      await finish(await original()),
      await finish(await original({ slug: 'second', title: 'Second' })),
      await finish(await original({ slug: 'third', title: 'Third' })),
    ]
    expect(await toReview(people.ben)).toHaveLength(3)
    await people.ben.client.from('articles').update({ title: 'Puces' }).eq('id', saved).throwOnError()
    await sql`insert into public.article_schedules (article_id, publish_at, zone) values (${scheduled}, now() + interval '1 day', 'UTC')`
    const { updated_at } = await versionOf(people.ben.client, published)
    await openVersion(people.ben.client, { id: published, version: updated_at })
    await publishNow(people.ben.client, published)
    expect(await isListed(people.ben)).toBe(false)
    // An article that an editor has unpublished stays so, whoever writes in it.
    await people.ben.client.from('articles').update({ published: false }).eq('id', published).throwOnError()
    await people.jonas.client
      .from('articles')
      .update({ title: 'Troisième' })
      .eq('id', published)
      .throwOnError()
    await sql`update public.article_translations set reviewed_at = now(), translated_at = now()`
    expect(await isListed(people.ben)).toBe(false)
  })

  test('does not wait while its original is no longer published, has changed, or a text is missing', async () => {
    const { sql } = app.database
    const of = await original()
    const id = await finish(of)
    await sql`update public.article_translations set stale_since = now()`
    expect(await isListed(people.ben)).toBe(false)
    await sql`update public.article_translations set stale_since = null`
    expect(await isListed(people.ben)).toBe(true)
    await people.jonas.client.from('articles').update({ excerpt: '' }).eq('id', id).throwOnError()
    expect(await isListed(people.ben)).toBe(false)
    await people.jonas.client.from('articles').update({ excerpt: 'Un extrait.' }).eq('id', id).throwOnError()
    expect(await isListed(people.ben)).toBe(true)
    await sql`update public.articles set published = false where id = ${of.id}`
    expect(await isListed(people.ben)).toBe(false)
  })
})

describe('what is to be reviewed', () => {
  test('names who is asked about a report, and counts it for them and for editors only', async () => {
    const of = await original()
    const { id } = await addArticle(people.ines.client, {
      ...aTranslation(of, 'fr'),
      author: of.author,
      publish_date: undefined as never,
    })
    await reportTranslation(app.anonymous(), { translationId: id, quote: 'Une phrase.', comment: '' })
    expect(await toReview(people.jonas)).toMatchObject([{ person: people.ines.id, person_name: 'Ines' }])
    expect(await toReview(people.ines, true)).toHaveLength(1)
    for (const who of [people.jonas, people.ben]) expect(await toReview(who, true)).toEqual([])
    expect([await counted(people.ines), await counted(people.jonas), await counted(people.ben)]).toEqual([
      1, 0, 1,
    ])
  })

  test('names who has it before who is asked about it', async () => {
    const of = await original()
    const { id } = await addArticle(people.ines.client, {
      ...aTranslation(of, 'fr'),
      author: of.author,
      publish_date: undefined as never,
    })
    await reportTranslation(app.anonymous(), { translationId: id, quote: 'Une phrase.', comment: '' })
    await claimTranslation(people.ben.client, { originalId: of.id, language: 'fr' })
    expect(await toReview(people.ines)).toMatchObject([{ person: people.ben.id }])
    expect(await toReview(people.ben, true)).toHaveLength(1)
    expect(await counted(people.ines)).toBe(0)
    // A translation is nobody's after days without a save, and the question is asked again.
    await app.database.sql`update public.translation_claims set saved_at = now() - interval '4 days'`
    expect(await toReview(people.ines, true)).toHaveLength(1)
    expect(await counted(people.ines)).toBe(1)
  })
})
