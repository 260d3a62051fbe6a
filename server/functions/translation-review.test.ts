import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  inputOf,
  MODEL,
  openReviews,
  PARAGRAPH,
  SHIPS,
  TITLE,
  WHY,
} from '#server/review/testing/open-reviews.ts'

const world = await openReviews()
const { sql, model, addHarbour, translate, read, save, edit, translationOf, pendingOf, waitFor, reviews } =
  world
afterAll(() => world.stop())
beforeEach(() => world.reset())

describe('a translation is read', () => {
  test('beside what it was made of', async () => {
    const id = await addHarbour()
    await translate(id)
    const review = await read(id)
    expect(review).toMatchObject({
      original: { id, slug: 'the-harbour-opens', title: 'The harbour opens', published: true },
      translation: {
        title: 'de: The harbour opens',
        published: true,
        reviewed_at: null,
        stale_since: null,
        model: MODEL,
      },
      language: 'de',
      waitsForReview: false,
      isCurrent: true,
      isPending: false,
      source: { title: 'The harbour opens' },
    })
    expect(review.segments).toHaveLength(7)
    expect(review.segments[PARAGRAPH]).toEqual({
      id: '2',
      kind: 'paragraph',
      source: 'The <b1>harbour</b1> is <a1>open</a1> with <c1/>.',
      text: 'de: The <b1>harbour</b1> is <a1>open</a1> with <c1/>.',
      origin: 'machine',
      translatedFrom: null,
      saysNow: null,
      proposed: null,
      approvedAt: null,
      remembered: [],
      problems: [],
    })
  })
})

describe('a save', () => {
  test('stores what a person has written, and says who has approved what', async () => {
    const id = await addHarbour()
    await translate(id)
    const review = await read(id)
    const { status, body } = await save(review, {
      texts: new Map([[WHY, 'Niemand weiß warum']]),
      approved: [TITLE, WHY],
    })
    expect([status, body.status]).toEqual([200, 'published'])
    expect(body.review.segments[WHY]).toMatchObject({
      text: 'Niemand weiß warum',
      origin: 'person',
      approvedAt: expect.any(String),
    })
    expect((await translationOf(id))?.content).toContain('- Niemand weiß warum\n')
    expect(await reviews()).toEqual([])
    const again = await save(body.review, { approvesAll: true })
    expect(again.body).toMatchObject({
      status: 'published',
      review: { translation: { reviewed_at: expect.any(String) } },
    })
    expect(await reviews()).toMatchObject([{ actor: world.userId, details: { language: 'de', segments: 7 } }])
  })
})
