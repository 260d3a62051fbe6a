import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  GERMAN,
  openHarbour,
  translateAll,
  translateWith,
} from '#server/features/translation/testing/open-translations.ts'
import { TryAgainLater } from '#server/platform/queue/job.ts'

const world = await openHarbour()
const { sql, model, addHarbour, madeOf, edit, request, work, translate, translationOf, askedTexts, readRun } =
  world
afterAll(() => world.stop())
beforeEach(() => world.reset())

describe('nothing is asked for twice:', () => {
  test('not in the same article, not in another, and not in other tries', async () => {
    await translate(await addHarbour({ content: 'Ships wait.\n\nShips wait.' }))
    expect(askedTexts()).toEqual(['The harbour opens', 'At last', 'Ships come.', 'Ships wait.'])
    model.calls.length = 0
    const other = await addHarbour({ title: 'More', slug: 'more', content: 'Ships wait.\n\nNew.' })
    expect(await translate(other)).toMatchObject({ status: 'succeeded', segments: 5, segments_reused: 3 })
    expect(askedTexts()).toEqual(['More', 'New.'])
  })

  test('an update sends exactly what has changed', async () => {
    const id = await addHarbour()
    await translate(id)
    model.calls.length = 0
    await edit(id, 'Nobody knows why', 'Everybody knows why')
    expect(await madeOf(id)).toMatchObject({ stale_since: expect.any(Date) })
    expect(await translate(id)).toMatchObject({ status: 'succeeded', segments: 8, segments_reused: 7 })
    expect(askedTexts()).toEqual(['Everybody knows why'])
    const german = await translationOf(id)
    expect(german?.content).toBe(GERMAN.replace('Nobody', 'Everybody'))
    expect(await madeOf(id)).toMatchObject({ stale_since: null, changed_segments: null })
    model.calls.length = 0
    expect(await translate(id)).toMatchObject({ status: 'succeeded', segments_reused: 8 })
    expect(model.calls).toEqual([])
  })

  test('what was reviewed stays so when nothing of it changes', async () => {
    const id = await addHarbour()
    await translate(id)
    const before = await madeOf(id)
    await sql`update public.article_translations set reviewed_at = now()`
    expect(await translate(id)).toMatchObject({ status: 'succeeded' })
    expect(await madeOf(id)).toMatchObject({
      translated_at: before?.translated_at,
      reviewed_at: expect.any(Date),
    })
    await edit(id, '12', '13')
    await translate(id)
    expect(await madeOf(id)).toMatchObject({ reviewed_at: null })
  })

  test('not after the process was killed in the middle', async () => {
    const content = Array.from({ length: 200 }, (_, index) => `Ship ${index} waits.`).join('\n\n')
    const id = await addHarbour({ content })
    const runId = await request(id)
    const killing = new AbortController()
    const job = 'f2b6dbdc-2a57-4e6e-8d2e-3d5c1b6c8a11'
    let answered = 0
    model.answerWith((input) => {
      answered += 1
      if (answered === 5) killing.abort()
      return translateAll(input)
    })
    await expect(work(runId, { id: job, signal: killing.signal })).rejects.toBeInstanceOf(TryAgainLater)
    expect(await readRun(runId)).toMatchObject({ status: 'running' })
    const stored = await sql<{ source: string }[]>`select source from public.translation_segments`
    expect(stored.length).toBeGreaterThan(20)
    expect(await translationOf(id)).toBeNull()

    model.calls.length = 0
    model.answerWith(translateAll)
    // Another job leaves it alone.
    expect(await work(runId)).toMatchObject({ status: 'running' })
    expect(model.calls).toEqual([])
    expect(await work(runId, { id: job })).toMatchObject({
      status: 'succeeded',
      segments_reused: stored.length,
    })
    const known = new Set(stored.map(({ source }) => source))
    expect(askedTexts().filter((text) => known.has(text))).toEqual([])
    expect(askedTexts()).toHaveLength(203 - stored.length)
  })

  test('unless all is to be renewed', async () => {
    const id = await addHarbour()
    await translate(id)
    model.calls.length = 0
    model.answerWith(({ segments }) => translateWith(segments, (text) => `neu: ${text}`))
    expect(await translate(id, { renewsAll: true })).toMatchObject({
      status: 'succeeded',
      segments_reused: 0,
    })
    expect(askedTexts()).toHaveLength(8)
    expect((await translationOf(id))?.title).toBe('neu: The harbour opens')
  })
})
