import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  EXCERPT,
  inputOf,
  openReviews,
  SHIPS,
  SUBTITLE,
  TITLE,
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
  reviews,
  call,
  partsOf,
  revisionsOf,
  personsTexts,
} = world
afterAll(() => world.stop())
beforeEach(() => world.reset())

const NAME = 'save-translation-review'

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
    expect(await personsTexts()).toMatchObject([{ text: 'Niemand weiß warum', made_by: world.userId }])
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
    expect(await personsTexts()).toEqual([])
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

describe('a conflict', () => {
  const conflict = async () => {
    const id = await addHarbour()
    await translate(id)
    await save(await read(id), { texts: new Map([[WHY, 'Niemand weiß warum']]) })
    await edit(id, 'Nobody knows why', 'Nobody knows how')
    await translate(id)
    return id
  }

  test('stays until an editor decides', async () => {
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

test('what an editor has replaced of a machine is learned from, and nothing else', async () => {
  const id = await addHarbour()
  await translate(id)
  const machines = (await partsOf(id)).map(({ text }) => text)
  const learned = () => sql<{ replaced: string; text: string }[]>`
    select replaced.text as replaced, segment.text from public.translation_edits as edit
    join public.translation_segments as segment on segment.id = edit.segment_id
    join public.translation_segments as replaced on replaced.id = edit.replaced_id
    where edit.article_id = ${id} order by segment.text`
  const texts = new Map([
    [WHY, 'de: Nobody knows wherefore'],
    [SHIPS, '12 Schiffe warten'],
  ])
  expect(await save(await read(id), { texts })).toMatchObject({ status: 200 })
  const edits = [
    { replaced: machines[SHIPS], text: '12 Schiffe warten' },
    { replaced: machines[WHY], text: 'de: Nobody knows wherefore' },
  ]
  expect(await learned()).toEqual(edits)
  await save(await read(id), { texts: new Map([[WHY, 'Keiner weiß warum']]) })
  expect(await learned()).toEqual(edits)
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
