import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { TranslationReview } from '#core/domain/translation-review.ts'
import {
  BY_HAND,
  openReviews,
  PARAGRAPH,
  SHIPS,
  WHY,
} from '#server/features/translation/review/testing/open-reviews.ts'

const world = await openReviews()
const {
  sql,
  model,
  addHarbour,
  translate,
  read,
  save,
  edit,
  translationOf,
  waitFor,
  reviews,
  partsOf,
  revisionsOf,
  personsTexts,
} = world
afterAll(() => world.stop())
beforeEach(() => world.reset())

const GERMAN = `## Der Hafen

Der [offene](https://example.org/a) **Hafen** hat \`code\`.

- 12 Schiffe warten
- Niemand weiß warum
`

describe('a person translates', () => {
  test('from nothing, and what is not complete is kept', async () => {
    const id = await addHarbour()
    const first = await save(await read(id), {
      texts: new Map([...BY_HAND].filter(([position]) => position !== WHY)),
    })
    expect(first).toMatchObject({
      status: 200,
      body: { status: 'remembered', review: { translation: null } },
    })
    expect(await translationOf(id)).toBeNull()
    expect(await personsTexts()).toHaveLength(6)
    const review: TranslationReview = await read(id)
    expect(review.segments.map(({ text }) => text)).toEqual([...BY_HAND.values()].with(WHY, ''))
    const last = await save(review, { texts: new Map([[WHY, 'Niemand weiß warum']]), approvesAll: true })
    expect(last.body).toMatchObject({
      status: 'published',
      review: { translation: { published: true, reviewed_at: expect.any(String), model: null } },
    })
    expect(await translationOf(id)).toMatchObject({
      title: 'Der Hafen öffnet',
      slug: 'der-hafen-offnet',
      subtitle: 'Endlich',
      excerpt: 'Schiffe kommen.',
      content: GERMAN,
      category: 'news',
      origin: 'person',
      published: true,
      stale_since: null,
    })
    expect(await revisionsOf(id)).toEqual([['Translated by hand', world.userId]])
    expect(await reviews()).toHaveLength(1)
    expect(model.calls).toEqual([])
  })

  test('with a slug that is taken, of a draft, and where translations wait', async () => {
    await waitFor(['de'])
    await addHarbour({ title: 'Der Hafen öffnet', language: 'de', slug: 'der-hafen-offnet' })
    const draft = await addHarbour({ published: false })
    expect((await save(await read(draft), { texts: BY_HAND, approvesAll: true })).body.status).toBe('stored')
    expect(await translationOf(draft)).toMatchObject({ slug: 'der-hafen-offnet-2', published: false })
    const id = await addHarbour({ slug: 'other' })
    const { body } = await save(await read(id), { texts: BY_HAND })
    expect(body.status).toBe('stored')
    expect(await translationOf(id)).toMatchObject({ published: false, reviewed_at: null })
    expect((await save(body.review, { approvesAll: true })).body.status).toBe('published')
    expect(await translationOf(id)).toMatchObject({ published: true })
  })

  test('what has changed, once it is clear what becomes of the old texts', async () => {
    const id = await addHarbour()
    await translate(id)
    await edit(id, '12 ships', '13 ships')
    await edit(id, 'Nobody knows why', 'Nobody knows how')
    await sql`insert into public.article_corrections (article_id, text) values (${id}, '13, not 12.')`
    const review = await read(id, { current: true })
    const some = await save(review, { texts: new Map([[SHIPS, '13 Schiffe warten']]) })
    expect(some.body).toMatchObject({ status: 'remembered', review: { isCurrent: true } })
    expect(some.body.review.segments[SHIPS]).toMatchObject({
      text: '13 Schiffe warten',
      translatedFrom: null,
    })
    expect((await translationOf(id))?.content).toContain('12 ships')
    const { body } = await save(some.body.review, { decided: [WHY] })
    expect(body).toMatchObject({ status: 'published', review: { isCurrent: true } })
    expect(await translationOf(id)).toMatchObject({
      content: expect.stringMatching(/- 13 Schiffe warten\n- de: Nobody knows why\n/),
      stale_since: null,
      corrected_at: null,
    })
    expect((await partsOf(id)).slice(SHIPS)).toMatchObject([
      { source: '13 ships wait', origin: 'person' },
      { source: 'Nobody knows how', origin: 'machine' },
    ])
    expect((await revisionsOf(id)).at(-1)).toEqual(['Translated by hand', world.userId])
    model.calls.length = 0
    await translate(id)
    const asked = model.calls.flatMap(({ input }) => input.segments)
    expect(asked.map(({ text }) => text)).toEqual(['13, not 12.'])
  })

  test('what has changed so that the old text does not fit any more', async () => {
    const id = await addHarbour()
    await translate(id)
    await edit(id, 'The **harbour** is', 'The harbour is')
    await edit(id, '12 ships', '13 ships')
    const review = await read(id, { current: true })
    expect(review.segments[PARAGRAPH]?.problems).toHaveLength(1)
    const { body } = await save(review, { texts: new Map([[SHIPS, '13 Schiffe warten']]) })
    expect(body.status).toBe('remembered')
    expect((await save(body.review, { decided: [PARAGRAPH] })).body.problems).toMatchObject([
      { position: PARAGRAPH },
    ])
    const texts = new Map([[PARAGRAPH, 'Der Hafen ist <a1>offen</a1>, mit <c1/>.']])
    expect((await save(body.review, { texts })).body.status).toBe('published')
  })

  test('what was begun of a text that has not changed is there again, until it is saved', async () => {
    const id = await addHarbour()
    await translate(id)
    await edit(id, '12 ships', '13 ships')
    const begun = await save(await read(id, { current: true }), { texts: new Map([[WHY, 'Niemand']]) })
    expect(begun.body).toMatchObject({ status: 'remembered' })
    const review = await read(id, { current: true })
    expect(review.segments[WHY]).toMatchObject({ text: 'Niemand', origin: 'person' })
    const texts = new Map([
      [SHIPS, '13 Schiffe warten'],
      [WHY, 'de: Nobody knows why'],
    ])
    expect((await save(review, { texts })).body.status).toBe('published')
    expect((await read(id, { current: true })).segments[WHY]).toMatchObject({ text: 'de: Nobody knows why' })
  })
})
