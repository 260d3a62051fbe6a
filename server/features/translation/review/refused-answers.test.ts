import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { TranslationReview } from '#core/domain/translation-review.ts'
import { countChangedSegments } from '#server/features/translation/count-changed-segments.ts'
import {
  openReviews,
  PARAGRAPH,
  SHIPS,
  WHY,
} from '#server/features/translation/review/testing/open-reviews.ts'
import { translateAll } from '#server/features/translation/testing/open-translations.ts'

const world = await openReviews()
const { sql, model, addHarbour, translate, read, save, edit, translationOf, personsTexts } = world
afterAll(() => world.stop())
beforeEach(() => world.reset())

const answerWith = (change: (text: string) => string) =>
  model.answerWith((input) => ({
    segments: translateAll(input).segments.map(({ id, text }: { id: string; text: string }) => ({
      id,
      text: change(text),
    })),
  }))
/** Counts the ships wrongly, and loses the code of the paragraph. */
const answerBadly = (count = '13') =>
  answerWith((text) => text.replace('12 ships', `${count} ships`).replace('<c1/>', 'something'))
const keptAnswers = () => sql<{ context: string; text: string; reasons: string[]; model: string }[]>`
  select context, text, reasons, model from private.refused_translations order by text`
const acts = () => sql<{ did: string; details: unknown }[]>`
  select did, details from public.audit_log where action = 'keep_refused_text'`

async function addRefused(): Promise<{ id: string; review: TranslationReview }> {
  const id = await addHarbour()
  answerBadly()
  expect(await translate(id)).toMatchObject({ failed: [{ language: 'de' }] })
  return { id, review: await read(id) }
}

const PARAGRAPH_BY_HAND = 'Der <b1>Hafen</b1> ist <a1>offen</a1>, mit <c1/>.'

describe('answers that the checks have refused', () => {
  test('stand in the review with their reasons, beside what has passed', async () => {
    const { id, review } = await addRefused()
    expect(await translationOf(id)).toBeNull()
    expect(review.segments[SHIPS]).toMatchObject({
      text: 'de: 13 ships wait',
      origin: 'machine',
      refused: { text: 'de: 13 ships wait', reasons: [expect.stringContaining('13')] },
      problems: [expect.stringContaining('13')],
    })
    expect(review.segments[PARAGRAPH]?.refused?.text).toContain('something')
    expect(review.segments[WHY]).toMatchObject({ text: 'de: Nobody knows why', refused: null, problems: [] })
    expect(await keptAnswers()).toMatchObject([{ model: 'test-model' }, { model: 'test-model' }])
  })

  test('are published only when each is mended, and then forgotten', async () => {
    const { id, review } = await addRefused()
    const unchanged = await save(review)
    expect(unchanged.body).toMatchObject({ status: 'remembered' })
    const first = await save(unchanged.body.review, { texts: new Map([[SHIPS, '12 Schiffe warten']]) })
    expect(first.body).toMatchObject({ status: 'remembered' })
    expect(await translationOf(id)).toBeNull()
    expect(await keptAnswers()).toHaveLength(1)
    const next: TranslationReview = first.body.review
    expect(next.segments[SHIPS]).toMatchObject({ text: '12 Schiffe warten', refused: null })
    const last = await save(next, { texts: new Map([[PARAGRAPH, PARAGRAPH_BY_HAND]]) })
    expect(last.body).toMatchObject({ status: 'published' })
    expect((await translationOf(id))?.content).toContain('- 12 Schiffe warten')
    expect(await keptAnswers()).toEqual([])
  })

  test('can be kept with a reason where code may be wrong, as the work of the model', async () => {
    const { id, review } = await addRefused()
    const texts = new Map([[PARAGRAPH, PARAGRAPH_BY_HAND]])
    // Without a reason it is as if nothing had been confirmed.
    expect((await save(review, { texts, confirmed: [SHIPS] })).body.status).toBe('remembered')
    const again = await read(id)
    const reasons = [{ position: SHIPS, reason: 'The thirteenth came in.' }]
    expect((await save(again, { confirmed: [SHIPS], reasons })).body).toMatchObject({ status: 'published' })
    expect((await translationOf(id))?.content).toContain('de: 13 ships wait')
    expect((await personsTexts()).map(({ text }) => text)).toEqual([PARAGRAPH_BY_HAND])
    expect(await acts()).toEqual([
      {
        did: 'kept a text of the German translation of “The harbour opens” against the checks',
        details: { kept: `Block ${SHIPS + 1}, “de: 13 ships wait”: The thirteenth came in.` },
      },
    ])
    // It is not asked for again.
    await edit(id, 'Nobody knows why', 'Nobody knows how')
    model.calls.length = 0
    expect(await translate(id)).toMatchObject({ failed: [] })
    expect(
      model.calls.flatMap(({ input }) => input.segments.map(({ text }: { text: string }) => text)),
    ).toEqual(['Nobody knows how'])
  })

  test('cannot be kept where they would break the article', async () => {
    const { review } = await addRefused()
    const about = { texts: new Map([[SHIPS, '12 Schiffe warten']]), confirmed: [PARAGRAPH] }
    const reasons = [{ position: PARAGRAPH, reason: 'Nobody needs the code.' }]
    const { status, body } = await save(review, { ...about, reasons })
    expect(status).toBe(422)
    expect(body.problems).toMatchObject([{ position: PARAGRAPH }])
    expect(await acts()).toEqual([])
    const spoilt = new Map([[SHIPS, '12 Schiffe warten {{name}} und `mehr`']])
    const kept = { texts: spoilt, confirmed: [SHIPS], reasons: [{ position: SHIPS, reason: 'So be it.' }] }
    expect((await save(review, kept)).body.problems).toMatchObject([{ position: SHIPS }])
    const other = { texts: new Map([[WHY, 'Niemand `weiß` es']]), confirmed: [WHY] }
    expect((await save(review, other)).body.problems).toMatchObject([{ position: WHY }])
  })

  test('of a renewal leave readers what they have', async () => {
    const id = await addHarbour()
    await translate(id)
    await edit(id, '12 ships', '14 ships')
    answerWith((text) => text.replace('14', '15'))
    expect(await translate(id)).toMatchObject({ failed: [{ language: 'de' }] })
    expect((await translationOf(id))?.content).toContain('12 ships')
    expect((await read(id)).segments[SHIPS]).toMatchObject({ text: 'de: 12 ships wait', refused: null })
    const review = await read(id, { current: true })
    expect(review.segments[SHIPS]).toMatchObject({
      text: 'de: 15 ships wait',
      refused: { text: 'de: 15 ships wait' },
      translatedFrom: null,
    })
    const mended = await save(review, { texts: new Map([[SHIPS, '14 Schiffe warten']]) })
    expect(mended.body).toMatchObject({ status: 'published' })
    expect((await translationOf(id))?.content).toContain('14 Schiffe')
  })

  test('of a text that a person has translated before stand beside the words of the person', async () => {
    const id = await addHarbour()
    await translate(id)
    await save(await read(id), { texts: new Map([[SHIPS, '12 Schiffe warten']]) })
    await edit(id, '12 ships', '14 ships')
    answerWith((text) => text.replace('14', '15'))
    await translate(id)
    const review = await read(id, { current: true })
    expect(review.segments[SHIPS]).toMatchObject({
      text: '12 Schiffe warten',
      translatedFrom: '12 ships wait',
      refused: { text: 'de: 15 ships wait' },
    })
  })

  test('are replaced by the next run, and go when it succeeds', async () => {
    const { id } = await addRefused()
    answerBadly('17')
    await translate(id)
    expect((await read(id)).segments[SHIPS]?.refused?.text).toBe('de: 17 ships wait')
    // An answer that cannot be read replaces nothing.
    model.answerWith(() => 'no object')
    await translate(id)
    expect((await read(id)).segments[SHIPS]?.refused?.text).toBe('de: 17 ships wait')
    model.answerWith(translateAll)
    expect(await translate(id)).toMatchObject({ failed: [] })
    expect(await keptAnswers()).toEqual([])
  })

  test('go when the original says something else, and with it', async () => {
    const { id } = await addRefused()
    await edit(id, '12 ships', '14 ships')
    await countChangedSegments(sql)
    expect(await keptAnswers()).toMatchObject([{ context: 'paragraph' }])
    expect((await read(id)).segments[SHIPS]).toMatchObject({ text: '', refused: null })
    await sql`delete from public.articles where id = ${id}`
    expect(await keptAnswers()).toEqual([])
  })

  test('that a run has replaced meanwhile are not taken for what the editor has read', async () => {
    const { id, review } = await addRefused()
    answerBadly('17')
    await translate(id)
    const reasons = [{ position: SHIPS, reason: 'The thirteenth came in.' }]
    expect((await save(review, { confirmed: [SHIPS], reasons })).status).toBe(409)
  })

  test('go for good with the text of an article, and so do their words in the audit log', async () => {
    const { id, review } = await addRefused()
    const reasons = [{ position: SHIPS, reason: 'The thirteenth came in.' }]
    expect((await save(review, { confirmed: [SHIPS], reasons })).body).toMatchObject({
      status: 'remembered',
      review: {
        segments: expect.arrayContaining([
          expect.objectContaining({ text: 'de: 13 ships wait', refused: null }),
        ]),
      },
    })
    const admin = await world.app.administrator()
    const purge = { p_article_id: id, p_reason: 'A court has decided so.' }
    await admin.rpc('purge_article_text', purge).throwOnError()
    expect(await keptAnswers()).toEqual([])
    expect(await acts()).toMatchObject([{ did: expect.not.stringContaining('harbour'), details: {} }])
  })

  test('are reached by nobody through the data interface', async () => {
    await addRefused()
    const { error } = await world.app
      .anonymous()
      .from('refused_translations' as 'articles')
      .select()
    expect(error).not.toBeNull()
  })
})
