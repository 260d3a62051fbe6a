import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openReviews, SHIPS, WHY } from '#server/features/translation/review/testing/open-reviews.ts'

const world = await openReviews()
const { sql, addHarbour, translate, read, save, edit, translationOf, pendingOf, waitFor, reviews } = world
afterAll(() => world.stop())
beforeEach(() => world.reset())

const unpublish = (id: string) => sql`update public.articles set published = false where id = ${id}`
const approveAll = async (id: string) => save(await read(id), { approvesAll: true })
const correct = (id: string) =>
  sql`insert into public.article_corrections (article_id, text) values (${id}, 'There were 13 ships.')`
const notesOf = async (id: string) =>
  (
    await sql<{ note: string | null }[]>`
      select revision.note from public.article_revisions as revision
      where revision.article->>'original_article_id' = ${id} order by revision.id`
  ).map(({ note }) => note)

describe('without a review', () => {
  test('a translation is published at once, and approving all of it says so', async () => {
    const id = await addHarbour()
    await translate(id)
    expect(await translationOf(id)).toMatchObject({ published: true, reviewed_at: null })
    expect((await approveAll(id)).body.status).toBe('published')
    expect(await translationOf(id)).toMatchObject({ published: true, reviewed_at: expect.any(Date) })
    expect(await reviews()).toHaveLength(1)
  })

  test('a renewed one keeps the approvals of what has not changed, and its review is over', async () => {
    const id = await addHarbour()
    await translate(id)
    await approveAll(id)
    await edit(id, '12 ships', '13 ships')
    await translate(id)
    expect(await translationOf(id)).toMatchObject({ published: true, reviewed_at: null })
    expect(await pendingOf(id)).toBeNull()
    const { segments } = await read(id)
    expect(segments.flatMap(({ approvedAt }, position) => (approvedAt ? [] : [position]))).toEqual([SHIPS])
    expect(segments[WHY]?.approvedAt).toEqual(expect.any(String))
  })

  test('a text that stands at several places is approved at each of them', async () => {
    const id = await addHarbour({ content: 'Ships wait.\n\nShips wait.\n\nShips wait.\n\nThe end.' })
    await translate(id)
    const { body } = await save(await read(id), { approved: [4] })
    const approvedOf = (segments: { approvedAt: string | null }[]) =>
      segments.flatMap(({ approvedAt }, position) => (approvedAt ? [position] : []))
    expect(approvedOf(body.review.segments)).toEqual([4])
    await edit(id, 'The end', 'An end')
    await translate(id)
    expect(approvedOf((await read(id)).segments)).toEqual([4])
  })

  test('an unpublished one stays so, however much of it is approved', async () => {
    const id = await addHarbour()
    await translate(id)
    await unpublish((await translationOf(id))?.id)
    expect((await approveAll(id)).body.status).toBe('stored')
    expect(await translationOf(id)).toMatchObject({ published: false, reviewed_at: expect.any(Date) })
  })
})

describe('where translations wait for a review,', () => {
  beforeEach(() => waitFor(['de']))

  test('the first one is published when all of it is approved', async () => {
    const id = await addHarbour()
    await translate(id, ['de'])
    expect(await translationOf(id)).toMatchObject({ published: false })
    const review = await read(id)
    expect(review).toMatchObject({
      waitsForReview: true,
      isPending: false,
      translation: { published: false },
    })
    const some = await save(review, { approved: [0, 1] })
    expect(some.body.status).toBe('stored')
    expect(await translationOf(id)).toMatchObject({ published: false, reviewed_at: null })
    expect((await save(some.body.review, { approvesAll: true })).body.status).toBe('published')
    expect(await translationOf(id)).toMatchObject({ published: true, reviewed_at: expect.any(Date) })
    expect(await reviews()).toMatchObject([{ actor: world.userId }])
  })

  test('other languages do not', async () => {
    const id = await addHarbour()
    await translate(id, ['fr'])
    const [french] = await sql`select published from public.articles where language = 'fr'`
    expect(french?.published).toBe(true)
  })

  test('that of a draft stays a draft, and so does an unpublished one', async () => {
    const draft = await addHarbour({ published: false })
    await translate(draft)
    expect((await approveAll(draft)).body.status).toBe('stored')
    expect(await translationOf(draft)).toMatchObject({ published: false, reviewed_at: expect.any(Date) })
    const id = await addHarbour({ slug: 'harbour-2' })
    await translate(id)
    await approveAll(id)
    await unpublish((await translationOf(id))?.id)
    await edit(id, '12 ships', '13 ships')
    await translate(id)
    expect((await translationOf(id))?.content).toContain('13 ships')
    expect(await pendingOf(id)).toBeNull()
    expect((await approveAll(id)).body.status).toBe('stored')
    expect(await translationOf(id)).toMatchObject({ published: false })
  })

  test('readers keep what they have until the renewed text is approved', async () => {
    const id = await addHarbour()
    await translate(id)
    await approveAll(id)
    const before = await translationOf(id)
    await edit(id, '12 ships', '13 ships')
    expect(await translate(id)).toMatchObject({ successful: [{ language: 'de' }] })
    expect(await translationOf(id)).toMatchObject({
      content: before?.content,
      updated_at: before?.updated_at,
      reviewed_at: before?.reviewed_at,
      stale_since: expect.any(Date),
    })
    expect(await pendingOf(id)).toMatchObject({
      translation_id: before?.id,
      language: 'de',
      replaces: before?.updated_at,
      origin: 'machine',
      content: before?.content.replace('12', '13'),
      corrected_at: null,
    })
    const review = await read(id)
    expect(review).toMatchObject({ isPending: true, isCurrent: true, translation: { published: true } })
    expect(review.segments.filter(({ approvedAt }) => !approvedAt)).toMatchObject([
      { text: 'de: 13 ships wait' },
    ])

    const edited = await save(review, { texts: new Map([[SHIPS, '13 Schiffe warten']]) })
    expect(edited.body).toMatchObject({ status: 'stored', review: { isPending: true } })
    expect((await translationOf(id))?.content).toContain('12 ships')
    expect((await pendingOf(id))?.content).toContain('13 Schiffe warten')
    expect((await save(edited.body.review, { approvesAll: true })).body).toMatchObject({
      status: 'published',
      review: { isPending: false, isCurrent: true, translation: { stale_since: null } },
    })
    expect(await pendingOf(id)).toBeNull()
    expect(await translationOf(id)).toMatchObject({
      content: before?.content.replace('de: 12 ships wait', '13 Schiffe warten'),
      published: true,
      slug: before?.slug,
      reviewed_at: expect.any(Date),
      stale_since: null,
    })
    expect(await notesOf(id)).toEqual(['Translated by test-model', 'Reviewed', 'Reviewed'])
    expect(await reviews()).toHaveLength(2)
  })

  test('what has waited is made anew with the next change, and nothing of it is lost or paid for twice', async () => {
    const id = await addHarbour()
    await translate(id)
    await approveAll(id)
    await edit(id, '12 ships', '13 ships')
    await translate(id)
    const review = await read(id)
    await save(review, {
      texts: new Map([
        [SHIPS, '13 Schiffe warten'],
        [WHY, 'Niemand weiß warum'],
      ]),
      approved: [SHIPS],
    })
    await edit(id, 'The **harbour** is', 'A **harbour** is')
    world.model.calls.length = 0
    await translate(id)
    expect(world.model.calls.map(({ input }) => input.segments.length)).toEqual([1])
    const waiting = await read(id)
    expect(waiting).toMatchObject({ isPending: true, isCurrent: true })
    expect(waiting.segments.slice(4).map(({ text, approvedAt }) => [text, approvedAt !== null])).toEqual([
      ['de: A <b1>harbour</b1> is <a1>open</a1> with <c1/>.', false],
      ['13 Schiffe warten', true],
      ['Niemand weiß warum', false],
    ])
    expect((await translationOf(id))?.content).toMatch(/12 ships wait\n- de: Nobody/)
  })

  test('a result that readers have already leaves nothing to wait', async () => {
    const id = await addHarbour()
    await translate(id)
    await approveAll(id)
    const before = await translationOf(id)
    await edit(id, '12 ships', '13 ships')
    await translate(id)
    await edit(id, '13 ships', '12 ships')
    await translate(id)
    expect(await pendingOf(id)).toBeNull()
    expect(await translationOf(id)).toMatchObject({
      content: before?.content,
      reviewed_at: before?.reviewed_at,
      stale_since: null,
    })
  })

  test('a renewal of which everything has been approved before goes out at once', async () => {
    const id = await addHarbour()
    await translate(id)
    await approveAll(id)
    await edit(id, '- 12 ships wait\n', '')
    await translate(id)
    expect(await pendingOf(id)).toBeNull()
    expect(await translationOf(id)).toMatchObject({
      content: expect.not.stringContaining('12 ships'),
      reviewed_at: expect.any(Date),
      stale_since: null,
    })
    expect(await reviews()).toMatchObject([
      { actor: world.userId },
      { actor: null, details: { segments: 6 } },
    ])
  })

  test('readers are told of a correction until the corrected text is approved', async () => {
    const id = await addHarbour()
    await translate(id)
    await approveAll(id)
    await edit(id, '12 ships', '13 ships')
    await correct(id)
    await translate(id)
    expect(await translationOf(id)).toMatchObject({ corrected_at: expect.any(Date) })
    expect(await pendingOf(id)).toMatchObject({ corrected_at: expect.any(Date) })
    await approveAll(id)
    expect(await translationOf(id)).toMatchObject({
      corrected_at: null,
      content: expect.stringContaining('13'),
    })
  })

  test('but a later correction is not in it', async () => {
    const id = await addHarbour()
    await translate(id)
    await approveAll(id)
    await edit(id, '12 ships', '13 ships')
    await correct(id)
    await translate(id)
    await edit(id, '13 ships', '14 ships')
    await correct(id)
    expect((await approveAll(id)).body).toMatchObject({ status: 'published', review: { isCurrent: false } })
    expect(await translationOf(id)).toMatchObject({
      content: expect.stringContaining('13'),
      corrected_at: expect.any(Date),
      stale_since: expect.any(Date),
    })
  })

  test('a text that a person has written of another source waits until an editor decides', async () => {
    const id = await addHarbour()
    await translate(id)
    await save(await read(id), { texts: new Map([[WHY, 'Niemand weiß warum']]), approvesAll: true })
    await edit(id, 'Nobody knows why', 'Nobody knows how')
    await correct(id)
    await translate(id)
    // The text is the same as before, so that nothing has to wait; the correction is not in it.
    expect(await pendingOf(id)).toBeNull()
    const review = await read(id)
    expect(review.segments[WHY]).toMatchObject({
      text: 'Niemand weiß warum',
      translatedFrom: 'Nobody knows why',
      proposed: { text: 'de: Nobody knows how', origin: 'machine' },
      approvedAt: null,
    })
    expect(await translationOf(id)).toMatchObject({ corrected_at: expect.any(Date) })
    const { body } = await save(review, {
      texts: new Map([[WHY, 'Niemand weiß wie']]),
      approvesAll: true,
      decided: [WHY],
    })
    expect(body.review.segments[WHY]).toMatchObject({ translatedFrom: null, proposed: null })
    expect(await translationOf(id)).toMatchObject({
      content: expect.stringContaining('weiß wie'),
      corrected_at: null,
      reviewed_at: expect.any(Date),
    })
  })

  test('what waits is brought up to date by hand, and goes on waiting', async () => {
    const id = await addHarbour()
    await translate(id)
    await approveAll(id)
    await edit(id, '12 ships', '13 ships')
    await translate(id)
    await save(await read(id), { texts: new Map([[WHY, 'Niemand weiß warum']]), approved: [WHY] })
    await edit(id, '13 ships', '14 ships')
    const review = await read(id, { current: true })
    expect(review).toMatchObject({ isPending: true, isCurrent: true })
    expect(review.segments.slice(SHIPS)).toMatchObject([
      { text: 'de: 13 ships wait', translatedFrom: '13 ships wait', approvedAt: null },
      { text: 'Niemand weiß warum', translatedFrom: null, approvedAt: expect.any(String) },
    ])
    const { body } = await save(review, { texts: new Map([[SHIPS, '14 Schiffe warten']]) })
    expect(body).toMatchObject({ status: 'stored', review: { isPending: true, isCurrent: true } })
    expect(await pendingOf(id)).toMatchObject({
      content: expect.stringMatching(/14 Schiffe warten\n- Niemand weiß warum/),
    })
    expect((await translationOf(id))?.content).toContain('12 ships')
    expect((await approveAll(id)).body.status).toBe('published')
    expect(await translationOf(id)).toMatchObject({
      content: expect.stringContaining('14 Schiffe warten'),
      stale_since: null,
    })
  })

  test('what waits goes with its article, and when a desk discards it', async () => {
    const id = await addHarbour()
    await translate(id)
    await approveAll(id)
    await edit(id, '12 ships', '13 ships')
    await translate(id)
    await sql`delete from public.pending_translations`
    expect(await read(id)).toMatchObject({ isPending: false, isCurrent: false })
    await translate(id)
    expect(await read(id)).toMatchObject({ isPending: true })
    await sql`delete from public.articles where original_article_id = ${id}`
    expect(await pendingOf(id)).toBeNull()
  })

  test('what waits goes out with the next save when the desk does not want reviews any more', async () => {
    const id = await addHarbour()
    await translate(id)
    await approveAll(id)
    await edit(id, '12 ships', '13 ships')
    await translate(id)
    await waitFor([])
    expect((await save(await read(id))).body.status).toBe('published')
    expect(await pendingOf(id)).toBeNull()
    expect(await translationOf(id)).toMatchObject({
      content: expect.stringContaining('13'),
      reviewed_at: null,
    })
  })

  test('the pending text is changed in place when the translation is not published any more', async () => {
    const id = await addHarbour()
    await translate(id)
    await approveAll(id)
    await edit(id, '12 ships', '13 ships')
    await translate(id)
    await unpublish((await translationOf(id))?.id)
    expect(await read(id)).toMatchObject({ isPending: true })
    expect((await save(await read(id))).body).toMatchObject({
      status: 'stored',
      review: { isPending: false },
    })
    expect(await translationOf(id)).toMatchObject({
      published: false,
      content: expect.stringContaining('13'),
    })
  })
})
