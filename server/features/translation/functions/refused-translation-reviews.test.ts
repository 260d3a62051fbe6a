import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { TranslationReview } from '#core/domain/translation-review.ts'
import {
  HEADING,
  inputOf,
  openReviews,
  PARAGRAPH,
  SHIPS,
  TITLE,
  WHY,
} from '#server/features/translation/review/testing/open-reviews.ts'

const world = await openReviews()
const { sql, addHarbour, translate, read, save, translationOf, reviews, call, personsTexts } = world
afterAll(() => world.stop())
beforeEach(() => world.reset())

const NAME = 'save-translation-review'

describe('the gate', () => {
  test('refuses what cannot be put into its place, whatever is confirmed', async () => {
    const id = await addHarbour()
    await translate(id)
    const review = await read(id)
    const before = await translationOf(id)
    const texts = new Map([
      [PARAGRAPH, 'Der Hafen ist <a1>offen</a1>.'],
      [SHIPS, '12 Schiffe https://evil.example <script>'],
      [HEADING, 'Der <b7>Hafen</b7>'],
    ])
    const { status, body } = await save(review, {
      texts,
      approvesAll: true,
      confirmed: [PARAGRAPH, SHIPS, HEADING],
    })
    expect([status, body.status, body.error]).toEqual([422, 'refused', '3 texts cannot be stored like this.'])
    expect(body.problems.map(({ position }: { position: number }) => position).sort()).toEqual([
      HEADING,
      PARAGRAPH,
      SHIPS,
    ])
    expect(body.problems.flatMap(({ sentences }: { sentences: string[] }) => sentences)).toContain(
      'The original has the bold text <b1>, and the translation does not. Insert it at its place.',
    )
    expect(await translationOf(id)).toEqual(before)
    expect(await personsTexts()).toEqual([])
  })

  test('names what else is wrong with texts that are changed or approved, until it is confirmed', async () => {
    const id = await addHarbour()
    await translate(id)
    await sql`insert into public.glossary_terms (language, term, rule, translation) values ('de', 'harbour', 'translate-as', 'Hafen')`
    const review = await read(id)
    // A text that is neither changed nor approved is left alone, though the glossary would not have it so.
    expect((await save(review, { texts: new Map([[WHY, 'Niemand weiß warum']]) })).status).toBe(200)
    const next = await read(id)
    const refused = await save(next, { texts: new Map([[SHIPS, '13 Schiffe warten']]), approved: [HEADING] })
    expect(refused).toMatchObject({
      status: 422,
      body: {
        problems: [
          {
            position: HEADING,
            sentences: [
              'The glossary translates “harbour” as “Hafen”, which the translation does not say. Use “Hafen”.',
            ],
          },
          { position: SHIPS, sentences: [expect.stringContaining('13')] },
        ],
      },
    })
    const more = {
      texts: new Map([[SHIPS, '13 Schiffe warten']]),
      approved: [HEADING],
      confirmed: [HEADING, SHIPS],
    }
    const { status, body } = await save(next, more)
    expect(status).toBe(200)
    // The texts that have been approved so are not asked about again.
    expect((await save(body.review)).status).toBe(200)
  })

  test('refuses a title that is longer than that of an article may be', async () => {
    const id = await addHarbour({ title: 'Ships '.repeat(80) })
    await translate(id)
    const review = await read(id)
    expect(
      await save(review, { texts: new Map([[TITLE, 'Schiffe '.repeat(80)]]), confirmed: [TITLE] }),
    ).toMatchObject({
      status: 422,
      body: { problems: [{ position: TITLE, sentences: [expect.stringContaining('longer')] }] },
    })
  })

  test('refuses a part of an incomplete translation that cannot be put into its place', async () => {
    const id = await addHarbour()
    const { status, body } = await save(await read(id), {
      texts: new Map([
        [TITLE, 'Der Hafen'],
        [PARAGRAPH, 'Der Hafen'],
      ]),
    })
    expect([status, body.problems.map(({ position }: { position: number }) => position)]).toEqual([
      422,
      [PARAGRAPH],
    ])
    expect(await personsTexts()).toEqual([])
  })
})

describe('a body is refused', () => {
  test.each<[string, (review: TranslationReview) => Record<string, unknown>]>([
    ['with too few texts', ({ segments }) => ({ texts: segments.slice(1).map(({ text }) => text) })],
    ['with too many texts', ({ segments }) => ({ texts: [...segments.map(({ text }) => text), ''] })],
    ['with a position that does not exist', () => ({ approved: [7] })],
    ['with a negative position', () => ({ decided: [-1] })],
    ['with a position that is no whole number', () => ({ confirmed: [1.5] })],
    ['with a position twice', () => ({ approved: [1, 1] })],
    ['with positions as text', () => ({ approved: ['1'] })],
    ['with a text that is none', ({ segments }) => ({ texts: segments.map(() => null) })],
    ['with characters that cannot be stored', ({ segments }) => ({ texts: segments.map(() => 'a\0') })],
    ['with half a character', ({ segments }) => ({ texts: segments.map(() => '\uD800') })],
    ['with a huge text', ({ segments }) => ({ texts: segments.map(() => 'a'.repeat(40_001)) })],
    ['with too many texts for any article', () => ({ texts: Array(20_001).fill('') })],
    ['with too many positions', () => ({ approved: Array.from({ length: 20_001 }, (_, index) => index) })],
    ['with a revision that is none', () => ({ revision: '1' })],
    ['with a long version', () => ({ version: 'made.'.repeat(100) })],
    ['with an unknown field', () => ({ more: true })],
  ])('%s', async (_what, change) => {
    const id = await addHarbour()
    await translate(id)
    const review = await read(id)
    const { status, body } = await call(NAME, { ...inputOf(review), ...change(review) })
    expect([status, body]).toEqual([400, { error: expect.stringMatching(/^Send an object with articleId/) }])
  })

  test('with keys of an object, no JSON, another version or revision, or another article', async () => {
    const id = await addHarbour()
    await translate(id)
    const review = await read(id)
    const input = inputOf(review, { approvesAll: true })
    const polluted = JSON.stringify(input).replace('{', '{"__proto__":{"approved":[0]},')
    for (const body of [polluted, '{', 'null', '[]']) expect((await call(NAME, body)).status).toBe(400)
    for (const change of [
      { version: '' },
      { version: 'current.' },
      { version: review.version.slice(0, -1) },
      { revision: null },
      { revision: (review.revision ?? 0) + 1 },
      { language: 'fr' },
    ])
      expect([change, (await call(NAME, { ...input, ...change })).status]).toEqual([change, 409])
    expect((await call(NAME, { ...input, articleId: randomUUID() })).status).toBe(404)
    const german = (await translationOf(id))?.id
    expect((await call(NAME, { ...input, articleId: german })).status).toBe(400)
    expect(await reviews()).toEqual([])
  })

  test('that is larger than any article', async () => {
    const body = JSON.stringify({ texts: Array(150).fill('a'.repeat(30_000)) })
    expect(await call(NAME, body)).toMatchObject({
      status: 413,
      body: { error: 'The request is too large. It may have at most 4096 kB.' },
    })
  })
})
