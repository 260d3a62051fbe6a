import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  choosing,
  openComposing,
  reasonsIn,
  titlesIn,
} from '#server/features/newsletter/compose/testing/open-composing.ts'

const world = await openComposing()
const { sql, model, add, compose, read } = world
afterAll(() => world.stop())
beforeEach(() => world.reset())

describe('generating again', () => {
  test('keeps what is pinned where it is, and what a person wrote', async () => {
    const [one, two] = [await add({ title: 'One' }), await add({ title: 'Two' })]
    const { issueId } = await compose()
    const before = await read(issueId)
    const [first, second] = before.items
    await sql`update public.newsletter_items set pinned = true, section = 'opinion', position = 2 where id = ${first?.id}`
    await sql`update public.newsletter_summaries set summary = 'A person knows.', origin = 'person' where item_id = ${second?.id}`
    await add({ title: 'Three' })
    model.answerWith(choosing('opinion'))
    const composed = await compose({ issueId })
    expect(composed).toMatchObject({ issueId, articleCount: 3 })
    const after = await read(issueId)
    const pinned = after.items.find(({ id }) => id === first?.id)
    expect(pinned).toMatchObject({ section: 'opinion', position: 2, pinned: true, left_out: null })
    expect(pinned?.summaries).toEqual(first?.summaries)
    expect(after.items.find(({ id }) => id === second?.id)).toMatchObject({
      section: 'opinion',
      summaries: [{ language: 'en', summary: 'A person knows.', origin: 'person' }],
    })
    expect(after.items.map(({ position }) => position)).toEqual([0, 1, 2])
    expect(new Set([one, two])).toEqual(new Set([first?.article_id, second?.article_id]))
  })

  test('leaves out what an editor has left out, and decides again on the rest', async () => {
    for (const title of ['One', 'Two', 'Three']) await add({ title })
    const { issueId } = await compose()
    const idOf = async (title: string) =>
      (await read(issueId)).items.find(({ articles }) => articles[0]?.title === title)?.id
    await sql`update public.newsletter_items set left_out = 'We had it last week', position = 7 where id = ${await idOf('One')}`
    await sql`update public.newsletter_items set left_out = 'Not chosen by the language model' where id = ${await idOf('Two')}`
    await compose({ issueId })
    const content = await read(issueId)
    expect(titlesIn(content).toSorted()).toEqual(['Three', 'Two'])
    expect([...reasonsIn(content)]).toEqual([['One', 'We had it last week']])
    expect(model.calls[1]?.input.articles).toHaveLength(2)
  })

  test('keeps an edition that a person wrote, and says so', async () => {
    await add({ title: 'Harbour' })
    const { issueId } = await compose()
    await sql`update public.newsletter_editions set subject = 'Mine', origin = 'person' where issue_id = ${issueId}`
    const { dropped } = await compose({ issueId })
    expect(dropped).toEqual([
      'Subject, preheader and introduction were written by a person, and stay as they are.',
    ])
    expect((await read(issueId)).editions).toMatchObject([{ subject: 'Mine', origin: 'person', dropped }])
    await sql`update public.newsletter_editions set content = '<p>Mine</p>' where issue_id = ${issueId}`
    expect((await compose({ issueId })).dropped).toEqual([
      expect.stringContaining('what has changed in the items is not in it'),
    ])
    expect((await read(issueId)).editions).toMatchObject([{ content: '<p>Mine</p>' }])
  })

  test('takes out what is no longer of these days, but never words of a person', async () => {
    const [gone, written] = [
      await add({ title: 'Gone', hoursAgo: 50 }),
      await add({ title: 'Written', hoursAgo: 50 }),
    ]
    const { issueId } = await compose()
    await sql`
      update public.newsletter_summaries set origin = 'person' where item_id in (
        select id from public.newsletter_items where article_id = ${written})`
    await add({ title: 'New', hoursAgo: 1 })
    await compose({ issueId, daysBack: 1 })
    const content = await read(issueId)
    expect(titlesIn(content)).toEqual(['New'])
    expect([...reasonsIn(content)]).toEqual([['Written', 'Not of the days that this issue covers']])
    expect(content.items.map(({ article_id }) => article_id)).not.toContain(gone)
  })

  test('is refused for an issue that is approved, gone, or being composed', async () => {
    await add()
    const { issueId } = await compose()
    model.misbehave('hang')
    const under = compose({ issueId, timeoutMs: 3_000 })
    await vi.waitUntil(() => model.calls.length === 2)
    await expect(compose({ issueId })).rejects.toMatchObject({ code: 'under_way' })
    await under
    await sql`
      update public.newsletter_issues set status = 'approved', approved_at = now(), seal = 's', slug = '2026-11-15' where id = ${issueId}`
    await expect(compose({ issueId })).rejects.toMatchObject({ code: 'not_draft' })
    await sql`delete from public.newsletter_issues`
    await expect(compose({ issueId })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('changes nothing of an issue that was approved while the model thought', async () => {
    await add()
    const { issueId } = await compose()
    const before = await read(issueId)
    model.answerWith(async (input) => {
      await sql`
        update public.newsletter_issues set status = 'approved', approved_at = now(), seal = 's', slug = '2026-11-15' where id = ${issueId}`
      return { ...choosing('top')(input), subject: 'Too late' }
    })
    await expect(compose({ issueId })).rejects.toMatchObject({ code: 'not_draft' })
    const after = await read(issueId)
    expect([after.editions, after.items]).toEqual([before.editions, before.items])
  })

  test('does without an article that was deleted while the model thought', async () => {
    const id = await add({ title: 'Deleted' })
    await add({ title: 'Stays' })
    model.answerWith(async (input) => {
      await sql`delete from public.articles where id = ${id}`
      return choosing('top')(input)
    })
    const { issueId, articleCount } = await compose()
    expect(articleCount).toBe(1)
    expect(titlesIn(await read(issueId))).toEqual(['Stays'])
  })
})
