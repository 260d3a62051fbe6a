import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { TranslationReview } from '#core/domain/translation-review.ts'
import { saveReview } from '#server/review/save-review.ts'
import {
  EXCERPT,
  HEADING,
  inputOf,
  openReviews,
  PARAGRAPH,
  SHIPS,
  SUBTITLE,
  TITLE,
  translateAll,
  WHY,
} from '#server/review/testing/open-reviews.ts'

const world = await openReviews()
const { app, sql, model, addHarbour, translate, read, save, edit, translationOf, waitFor, reviews, call } =
  world
afterAll(() => world.stop())
beforeEach(() => world.reset())

const NAME = 'save-translation-review'
const partsOf = (id: string) => sql`
  select part.position, segment.text, segment.origin, segment.source, part.proposed_id, part.approved_by
  from public.translation_parts as part join public.translation_segments as segment on segment.id = part.segment_id
  where part.translation_id = (select id from public.articles where original_article_id = ${id} and language = 'de')
  order by part.position`
const revisionsOf = async (id: string) =>
  (
    await sql<{ note: string; made_by: string }[]>`
      select note, made_by from public.article_revisions where article->>'original_article_id' = ${id} order by id`
  ).map(({ note, made_by }) => [note, made_by])
const persons = () => sql<{ text: string }[]>`
  select text, source, made_by from public.translation_segments where origin = 'person' order by id`

const untilRunsHaveEnded = () =>
  vi.waitUntil(
    async () =>
      (await sql`select from public.translation_runs where status in ('queued', 'running')`).length === 0,
    { timeout: 30_000 },
  )

const BY_HAND = new Map([
  [TITLE, 'Der Hafen öffnet'],
  [SUBTITLE, 'Endlich'],
  [EXCERPT, 'Schiffe kommen.'],
  [HEADING, 'Der Hafen'],
  [PARAGRAPH, 'Der <a1>offene</a1> <b1>Hafen</b1> hat <c1/>.'],
  [SHIPS, '12 Schiffe warten'],
  [WHY, 'Niemand weiß warum'],
])
const GERMAN = `## Der Hafen

Der [offene](https://example.org/a) **Hafen** hat \`code\`.

- 12 Schiffe warten
- Niemand weiß warum
`

describe('a save', () => {
  test('stores what a person has written, and who has approved what', async () => {
    const id = await addHarbour()
    await translate(id)
    const before = await translationOf(id)
    const { status, body } = await save(await read(id), {
      texts: new Map([[WHY, 'Niemand weiß warum']]),
      approved: [TITLE, WHY],
    })
    expect([status, body.status]).toEqual([200, 'published'])
    expect(body.review.segments[WHY]).toMatchObject({
      text: 'Niemand weiß warum',
      origin: 'person',
      approvedAt: expect.any(String),
      remembered: [{ text: 'de: Nobody knows why', origin: 'machine' }],
    })
    const after = await translationOf(id)
    expect(after).toMatchObject({ slug: before?.slug, origin: 'machine', reviewed_at: null })
    expect(after?.content).toBe(before?.content.replace('de: Nobody knows why', 'Niemand weiß warum'))
    const parts = await partsOf(id)
    expect(parts.map(({ approved_by }) => approved_by)).toEqual([
      world.userId,
      null,
      null,
      null,
      null,
      null,
      world.userId,
    ])
    expect(parts[WHY]).toMatchObject({ text: 'Niemand weiß warum', origin: 'person' })
    expect(await persons()).toMatchObject([{ text: 'Niemand weiß warum', made_by: world.userId }])
    expect((await revisionsOf(id)).at(-1)).toEqual(['Reviewed', world.userId])
    expect(await reviews()).toEqual([])
    const again = await save(body.review, { approvesAll: true })
    expect(again.body).toMatchObject({
      status: 'published',
      review: { translation: { reviewed_at: expect.any(String) } },
    })
    expect(await reviews()).toEqual([
      { actor: world.userId, subject_id: after?.id, details: { language: 'de', segments: 7 } },
    ])
    // Only approvals: readers have no other version.
    expect(await revisionsOf(id)).toHaveLength(2)
  })

  test('takes back approvals, and with them the review', async () => {
    const id = await addHarbour()
    await translate(id)
    const approved = await save(await read(id), { approvesAll: true })
    expect((await translationOf(id))?.reviewed_at).not.toBeNull()
    const { body } = await save(approved.body.review, { approved: [TITLE] })
    expect(body.review.segments.filter((one: { approvedAt: string }) => one.approvedAt)).toHaveLength(1)
    expect((await translationOf(id))?.reviewed_at).toBeNull()
  })

  test('changes nothing when it is sent again, with the same version or with the next', async () => {
    const id = await addHarbour()
    await translate(id)
    const review = await read(id)
    const input = inputOf(review, { texts: new Map([[WHY, 'Niemand weiß warum']]), approvesAll: true })
    const first = await call(NAME, input)
    const state = async () => [
      await translationOf(id),
      await partsOf(id),
      await revisionsOf(id),
      await reviews(),
    ]
    const stored = await state()
    const second = await call(NAME, input)
    const third = await save(first.body.review)
    for (const { status, body } of [second, third])
      expect([status, body.status, body.review]).toEqual([200, 'published', first.body.review])
    expect(await state()).toEqual(stored)
  })

  test('takes a wording of the memory with its author', async () => {
    const id = await addHarbour()
    await translate(id)
    model.answerWith(({ segments }) => ({
      segments: segments.map(({ id, text }: { id: string; text: string }) => ({ id, text: `neu: ${text}` })),
    }))
    await call('translate-article', { articleId: id, targetLanguages: ['de'], renewAll: true })
    const review = await read(id)
    expect(review.segments[WHY]).toMatchObject({ text: 'neu: Nobody knows why' })
    await save(review, { texts: new Map([[WHY, 'de: Nobody knows why']]) })
    expect((await partsOf(id))[WHY]).toMatchObject({ text: 'de: Nobody knows why', origin: 'machine' })
    expect(await persons()).toEqual([])
  })

  test('leads links to our own articles to their translations', async () => {
    const target = await addHarbour({ title: 'Target', slug: 'target', content: 'Ships.' })
    await translate(target)
    const slug = (await translationOf(target))?.slug
    const id = await addHarbour({ content: '[Ships](/article/target) wait.' })
    const { body } = await save(await read(id), {
      texts: new Map([
        [TITLE, 'Der Hafen'],
        [SUBTITLE, 'Endlich'],
        [EXCERPT, 'Schiffe.'],
        [3, '<a1>Schiffe</a1> warten.'],
      ]),
    })
    expect(body.status).toBe('published')
    expect((await translationOf(id))?.content).toBe(`[Schiffe](/article/${slug}?lang=de) warten.`)
    expect((await save(body.review, { approvesAll: true })).status).toBe(200)
  })
})

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
    expect(await persons()).toHaveLength(6)
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
    expect(model.calls).toEqual([])
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

describe('a conflict', () => {
  const conflict = async () => {
    const id = await addHarbour()
    await translate(id)
    await save(await read(id), { texts: new Map([[WHY, 'Niemand weiß warum']]) })
    await edit(id, 'Nobody knows why', 'Nobody knows how')
    await translate(id)
    return id
  }

  test('stays until somebody decides', async () => {
    const id = await conflict()
    const { body } = await save(await read(id), { texts: new Map([[SHIPS, '12 Schiffe warten']]) })
    expect(body.review.segments[WHY]).toMatchObject({
      text: 'Niemand weiß warum',
      translatedFrom: 'Nobody knows why',
      proposed: { text: 'de: Nobody knows how' },
    })
  })

  test('is decided for what a person wrote, which counts for the new source from then on', async () => {
    const id = await conflict()
    const { body } = await save(await read(id), { decided: [WHY] })
    expect(body.review.segments[WHY]).toMatchObject({ translatedFrom: null, proposed: null })
    expect((await partsOf(id))[WHY]).toMatchObject({
      text: 'Niemand weiß warum',
      source: 'Nobody knows how',
      proposed_id: null,
      origin: 'person',
    })
    await edit(id, '12 ships', '13 ships')
    await translate(id)
    expect((await read(id)).segments[WHY]).toMatchObject({ text: 'Niemand weiß warum', proposed: null })
  })

  test('is decided for what the machine proposes, which stays the machine’s', async () => {
    const id = await conflict()
    await save(await read(id), { texts: new Map([[WHY, 'de: Nobody knows how']]), decided: [WHY] })
    expect((await partsOf(id))[WHY]).toMatchObject({
      text: 'de: Nobody knows how',
      proposed_id: null,
      origin: 'machine',
    })
  })

  test('is not decided by approving everything', async () => {
    const id = await conflict()
    const review = await read(id)
    expect(await save(review, { approvesAll: true })).toMatchObject({
      status: 422,
      body: {
        status: 'refused',
        problems: [{ position: WHY, sentences: [expect.stringContaining('Decide which text is right')] }],
      },
    })
    expect((await save(review, { approvesAll: true, decided: [WHY] })).status).toBe(200)
    expect((await partsOf(id))[WHY]).toMatchObject({ proposed_id: null })
  })
})

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
      'The tag <b1> is missing.',
    )
    expect(await translationOf(id)).toEqual(before)
    expect(await persons()).toEqual([])
  })

  test('names what else is wrong with texts that are changed or approved, until it is confirmed', async () => {
    const id = await addHarbour()
    await translate(id)
    await sql`insert into public.glossary_terms (language, term, rule, translation) values ('de', 'harbour', 'translate-as', 'Hafen')`
    const review = await read(id)
    // What is neither changed nor approved is left alone, though the glossary would not have it so.
    expect((await save(review, { texts: new Map([[WHY, 'Niemand weiß warum']]) })).status).toBe(200)
    const next = await read(id)
    const refused = await save(next, { texts: new Map([[SHIPS, '13 Schiffe warten']]), approved: [HEADING] })
    expect(refused).toMatchObject({
      status: 422,
      body: {
        problems: [
          { position: HEADING, sentences: ['“harbour” is translated as “Hafen”.'] },
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
    // What has been approved so is not asked about again.
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
    expect(await persons()).toEqual([])
  })
})

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

  test('an editor and somebody who edits the translation as an article', async () => {
    const id = await addHarbour()
    await translate(id)
    const review = await read(id)
    await edit((await translationOf(id))?.id, 'de: 12 ships', '12 Schiffe')
    expect((await save(review, { approvesAll: true })).status).toBe(409)
  })

  test('somebody who edits the original: beside what was translated, the review goes on', async () => {
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
    await translate(id)
    expect(saved).toMatchObject({ status: 200 })
    await untilRunsHaveEnded()
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
    await translate(id)
    await untilRunsHaveEnded()
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
    await translate(id)
    await untilRunsHaveEnded()
    expect(saved).toMatchObject({ status: 200 })
    expect((await translationOf(id))?.content).toContain('13 ships')
    expect((await partsOf(id))[WHY]).toMatchObject({ text: 'Niemand weiß warum', proposed_id: null })
  })

  test('somebody who deletes the article, or the translation', async () => {
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

test('the edits of what a machine wrote are known, and no others', async () => {
  const id = await addHarbour()
  await translate(id)
  const deps = { sql, siteUrl: app.url }
  const review = await read(id)
  const texts = new Map([
    [WHY, 'Niemand weiß warum'],
    [SHIPS, '12 Schiffe warten'],
  ])
  const outcome = await saveReview(deps, inputOf(review, { texts }), world.userId)
  const [ships, why] = (
    await sql<{ id: number; text: string }[]>`
    select id::float8 as id, text from public.translation_segments where source in ('12 ships wait', 'Nobody knows why')
    order by origin, source`
  ).map(({ id, text }) => ({ id, text }))
  expect(outcome).toMatchObject({
    status: 'published',
    edits: [
      { source: '12 ships wait', before: ships, after: { text: '12 Schiffe warten' } },
      { source: 'Nobody knows why', before: why, after: { text: 'Niemand weiß warum' } },
    ],
  })
  const next = inputOf(await read(id), { texts: new Map([[WHY, 'Keiner weiß warum']]) })
  expect(await saveReview(deps, next, world.userId)).toMatchObject({ edits: [] })
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
    ['with a field that nobody knows', () => ({ more: true })],
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
      body: { error: 'The request is too large.' },
    })
  })
})

test('an article of 1 MB is read and saved', async () => {
  const sentence = 'The harbour is open again, and twelve ships wait for their turn before the bridge. '
  const content = Array.from({ length: 3_000 }, (_, index) =>
    `Part ${index + 1}. ${sentence.repeat(4)}`.trim(),
  ).join('\n\n')
  expect(content.length).toBeGreaterThan(1_000_000)
  const id = await addHarbour({ content })
  const review = await read(id)
  expect(review.segments).toHaveLength(3_003)
  const german =
    'Der Hafen ist wieder offen, und zwölf Schiffe warten vor der Brücke darauf, dass sie dran sind. '
  const texts = new Map(
    review.segments.map(({ source }, position) => [
      position,
      source.startsWith('Part')
        ? `Teil ${/\d+/.exec(source)}. ${german.repeat(3)}`.trim()
        : `Auf Deutsch: ${source}`,
    ]),
  )
  const { status, body } = await save(review, { texts, approvesAll: true, confirmed: [...texts.keys()] })
  expect([status, body.status]).toEqual([200, 'published'])
  expect((await translationOf(id))?.content).toMatch(/^Teil 1\. Der Hafen/)
})
