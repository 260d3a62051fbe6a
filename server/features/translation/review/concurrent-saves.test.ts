import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  BY_HAND,
  openReviews,
  SHIPS,
  SUBTITLE,
  TITLE,
  WHY,
} from '#server/features/translation/review/testing/open-reviews.ts'
import { translateAll } from '#server/features/translation/testing/open-translations.ts'
import { hurryJobs } from '../../../../tests/support/jobs.ts'

const world = await openReviews()
const { sql, model, addHarbour, translate, read, save, edit, translationOf, waitFor, partsOf } = world
afterAll(() => world.stop())
beforeEach(() => world.reset())

/** Translates where the run begins again, without waiting until a worker looks for jobs that are due. */
async function translateAgain(id: string): Promise<void> {
  let hasEnded = false
  const translating = translate(id)
  const end = () => {
    hasEnded = true
  }
  translating.then(end, end)
  await vi.waitUntil(
    async () => {
      await hurryJobs(sql)
      const runs = await sql`select from public.translation_runs where status in ('queued', 'running')`
      return hasEnded && runs.length === 0
    },
    { timeout: 30_000 },
  )
  await translating
}

describe('of two that save', () => {
  test('two editors, the second is told', async () => {
    const id = await addHarbour()
    await translate(id)
    const review = await read(id)
    const both = await Promise.all([
      save(review, { texts: new Map([[WHY, 'Niemand weiß warum']]) }),
      save(review, { texts: new Map([[WHY, 'Keiner weiß warum']]) }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body).toEqual({
      status: 'changed',
      error: expect.stringContaining('meanwhile'),
    })
    const stored = both.find(({ status }) => status === 200)?.body.review.segments[WHY].text
    expect((await translationOf(id))?.content).toContain(stored)
  })

  test('also when they have only approved, or begin a translation', async () => {
    const id = await addHarbour()
    const empty = await read(id)
    const begun = await Promise.all([
      save(empty, { texts: BY_HAND }),
      save(empty, { texts: new Map(BY_HAND).set(TITLE, 'Hafen offen') }),
    ])
    expect(begun.map(({ status }) => status).sort()).toEqual([200, 409])
    const review = await read(id)
    expect((await save(review, { approved: [TITLE] })).status).toBe(200)
    expect((await save(review, { approved: [WHY] })).status).toBe(409)
    expect((await partsOf(id))[TITLE]).toMatchObject({ approved_by: world.userId })
  })

  test('an editor of the review and an editor of the translation as an article', async () => {
    const id = await addHarbour()
    await translate(id)
    const review = await read(id)
    await edit((await translationOf(id))?.id, 'de: 12 ships', '12 Schiffe')
    expect((await save(review, { approvesAll: true })).status).toBe(409)
  })

  test('an editor of the original: beside the translated revision, the review goes on', async () => {
    const id = await addHarbour()
    await translate(id)
    const [made, current] = [await read(id), await read(id, { current: true })]
    await edit(id, '12 ships', '13 ships')
    expect((await save(current, { approvesAll: true })).status).toBe(409)
    const { body } = await save(made, { approvesAll: true })
    expect(body).toMatchObject({ status: 'published', review: { isCurrent: false } })
    expect(await translationOf(id)).toMatchObject({
      reviewed_at: expect.any(Date),
      stale_since: expect.any(Date),
    })
  })

  test('a run that ends later begins again, with what the editor has written', async () => {
    const id = await addHarbour()
    await translate(id)
    await edit(id, '12 ships', '13 ships')
    const review = await read(id)
    let saved: Awaited<ReturnType<typeof save>> | null = null
    model.answerWith(async (input) => {
      saved ??= await save(review, { texts: new Map([[WHY, 'Niemand weiß warum']]), approved: [WHY] })
      return translateAll(input)
    })
    await translateAgain(id)
    expect(saved).toMatchObject({ status: 200 })
    expect((await translationOf(id))?.content).toMatch(/13 ships wait\n- Niemand weiß warum/)
    expect((await read(id)).segments[WHY]).toMatchObject({ origin: 'person', approvedAt: expect.any(String) })
  })

  test('a run that ends while an editor changes what waits', async () => {
    await waitFor(['de'])
    const id = await addHarbour()
    await translate(id)
    await save(await read(id), { approvesAll: true })
    await edit(id, '12 ships', '13 ships')
    await translate(id)
    const review = await read(id)
    let saved: Awaited<ReturnType<typeof save>> | null = null
    await sql`update public.articles set subtitle = 'At least' where id = ${id}`
    model.answerWith(async (input) => {
      saved ??= await save(review, { texts: new Map([[SHIPS, '13 Schiffe warten']]), approved: [SHIPS] })
      return translateAll(input)
    })
    await translateAgain(id)
    expect(saved).toMatchObject({ status: 200, body: { status: 'stored' } })
    const { segments } = await read(id)
    expect(segments[SHIPS]).toMatchObject({ text: '13 Schiffe warten', approvedAt: expect.any(String) })
    expect(segments[SUBTITLE]).toMatchObject({ text: 'de: At least', approvedAt: null })
  })

  test('a run that ends after a conflict was decided', async () => {
    const id = await addHarbour()
    await translate(id)
    await save(await read(id), { texts: new Map([[WHY, 'Niemand weiß warum']]) })
    await edit(id, 'Nobody knows why', 'Nobody knows how')
    await translate(id)
    const review = await read(id)
    await edit(id, '12 ships', '13 ships')
    let saved: Awaited<ReturnType<typeof save>> | null = null
    model.answerWith(async (input) => {
      saved ??= await save(review, { decided: [WHY] })
      return translateAll(input)
    })
    await translateAgain(id)
    expect(saved).toMatchObject({ status: 200 })
    expect((await translationOf(id))?.content).toContain('13 ships')
    expect((await partsOf(id))[WHY]).toMatchObject({ text: 'Niemand weiß warum', proposed_id: null })
  })

  test('an editor who deletes the article, or the translation', async () => {
    const id = await addHarbour()
    await translate(id)
    const review = await read(id)
    await sql`delete from public.articles where original_article_id = ${id}`
    expect((await save(review, { approvesAll: true })).status).toBe(409)
    await sql`delete from public.articles where id = ${id}`
    expect(await save(review, { approvesAll: true })).toMatchObject({
      status: 404,
      body: { error: 'Article not found' },
    })
  })
})
