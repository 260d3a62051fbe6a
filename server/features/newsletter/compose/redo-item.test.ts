import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { redoItem } from '#server/features/newsletter/compose/redo-item.ts'
import { choosing, openComposing } from '#server/features/newsletter/compose/testing/open-composing.ts'
import type { ModelInput } from '../../../../tests/support/model-server.ts'

const world = await openComposing()
const { sql, model, deps, depsWithoutModel, add, translate, compose, read } = world
afterAll(() => world.stop())
beforeEach(() => world.reset())

async function anItem() {
  const articleId = await add({ title: 'Harbour', excerpt: 'Ships wait.' })
  await add({ title: 'Bakery' })
  const { issueId } = await compose()
  const { items } = await read(issueId)
  const itemId = items.find(({ article_id }) => article_id === articleId)?.id ?? ''
  model.calls.length = 0
  return { articleId, issueId, itemId }
}
const summaryOf = (itemId: string, language = 'en') =>
  sql`select summary, origin from public.newsletter_summaries where item_id = ${itemId} and language = ${language}`
const writing = (summary: string) => (input: ModelInput) => ({
  ...choosing()(input),
  items: [{ article_id: input.articles[0].id, section: 'top', summary }],
})

describe('one summary is written again', () => {
  test('by the model, which is given that article alone', async () => {
    const { articleId, itemId } = await anItem()
    model.answerWith(writing('Many ships wait'))
    expect(await redoItem(deps, { itemId, language: 'en' })).toEqual({
      summary: 'Many ships wait',
      composedBy: 'model',
      reason: null,
      dropped: [],
    })
    expect(model.calls.map(({ input }) => input)).toEqual([
      {
        task: 'newsletter',
        language: 'en',
        articles: [expect.objectContaining({ id: articleId, title: 'Harbour' })],
      },
    ])
    expect(await summaryOf(itemId)).toEqual([{ summary: 'Many ships wait', origin: 'model' }])
  })

  test('in another language, of the article in that language', async () => {
    const { articleId, itemId } = await anItem()
    const spanish = await translate(articleId, 'es', { title: 'El puerto' })
    model.answerWith(writing('Los barcos esperan'))
    await redoItem(deps, { itemId, language: 'es' })
    expect(model.calls[0]?.input).toMatchObject({ language: 'es', articles: [{ id: spanish }] })
    expect(await summaryOf(itemId, 'es')).toEqual([{ summary: 'Los barcos esperan', origin: 'model' }])
  })

  test('by rules, without a model, or when its answer cannot be used', async () => {
    const { itemId } = await anItem()
    expect(await redoItem(depsWithoutModel, { itemId, language: 'en' })).toMatchObject({
      summary: 'Ships wait.',
      composedBy: 'rules',
      reason: expect.stringContaining('No language model is set up'),
    })
    model.answerWith(writing('Ships at https://evil.example'))
    expect(await redoItem(deps, { itemId, language: 'en' })).toMatchObject({
      composedBy: 'rules',
      dropped: [expect.stringContaining('“Harbour”')],
    })
    model.misbehave('hang')
    expect(await redoItem(deps, { itemId, language: 'en', timeoutMs: 300 })).toMatchObject({
      composedBy: 'rules',
      reason: expect.stringContaining('has not answered'),
    })
    expect(await summaryOf(itemId)).toEqual([{ summary: 'Ships wait.', origin: 'rules' }])
  })

  test('and is a new revision of the issue', async () => {
    const { issueId, itemId } = await anItem()
    const { revision } = (await read(issueId)).issue
    model.answerWith(writing('Many ships wait'))
    await redoItem(deps, { itemId, language: 'en' })
    expect((await read(issueId)).issue.revision).toBe(revision + 1)
  })
})

describe('it is refused', () => {
  test('when another text is saved meanwhile', async () => {
    const { itemId } = await anItem()
    model.answerWith(async (input) => {
      await sql`update public.newsletter_summaries set summary = 'Mine', origin = 'person' where item_id = ${itemId}`
      return writing('Many ships wait')(input)
    })
    await expect(redoItem(deps, { itemId, language: 'en' })).rejects.toMatchObject({ code: 'changed' })
    expect(await summaryOf(itemId)).toEqual([{ summary: 'Mine', origin: 'person' }])
  })

  test('of an article that readers of the language cannot have', async () => {
    const { articleId, itemId } = await anItem()
    await translate(articleId, 'de', { title: 'Entwurf', published: false })
    await expect(redoItem(deps, { itemId, language: 'de' })).rejects.toMatchObject({
      message: 'This article is not published in German.',
    })
  })

  test('when the item is gone, or its issue is no draft', async () => {
    const { issueId, itemId } = await anItem()
    await sql`
      update public.newsletter_issues set status = 'approved', approved_at = now(), seal = 's', slug = '2026-11-15' where id = ${issueId}`
    await expect(redoItem(deps, { itemId, language: 'en' })).rejects.toMatchObject({ code: 'not_draft' })
    await sql`delete from public.newsletter_issues`
    await expect(redoItem(deps, { itemId, language: 'en' })).rejects.toMatchObject({ code: 'not_found' })
    expect(model.calls).toEqual([])
  })
})
