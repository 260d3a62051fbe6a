import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openHarbour, translateAll } from '#server/features/translation/testing/open-translations.ts'
import { TryAgainLater } from '#server/platform/queue/job.ts'

const world = await openHarbour()
const { sql, model, addHarbour, madeOf, edit, request, work, translate, translationOf } = world
afterAll(() => world.stop())
beforeEach(() => world.reset())

describe('while an article is translated,', () => {
  /** Does something when the model is asked for the first time. */
  const meanwhile = (act: () => Promise<unknown>) => {
    let isFirst = true
    model.answerWith(async (input) => {
      if (isFirst) {
        isFirst = false
        await act()
      }
      return translateAll(input)
    })
  }

  test('it is deleted', async () => {
    const id = await addHarbour()
    meanwhile(() => sql`delete from public.articles where id = ${id}`)
    expect(await translate(id)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('deleted'),
    })
    expect(await sql`select from public.articles`).toEqual([])
  })

  test('it is edited: the translation is stale from the beginning', async () => {
    const id = await addHarbour()
    meanwhile(() => edit(id, '12', '13'))
    expect(await translate(id)).toMatchObject({ status: 'succeeded' })
    expect((await translationOf(id))?.content).toContain('12 ships')
    expect(await madeOf(id)).toMatchObject({ stale_since: expect.any(Date) })
    await translate(id)
    expect((await translationOf(id))?.content).toContain('13 ships')
    expect(await madeOf(id)).toMatchObject({ stale_since: null })
  })

  test('an editor saves the translation: it is read again', async () => {
    const id = await addHarbour()
    await translate(id)
    const german = await translationOf(id)
    await edit(id, '12', '13')
    meanwhile(() => edit(german?.id, 'de: Nobody', 'Niemand'))
    const runId = await request(id)
    await expect(work(runId)).rejects.toBeInstanceOf(TryAgainLater)
    expect((await translationOf(id))?.content).toContain('12 ships')
    model.calls.length = 0
    expect(await work(runId)).toMatchObject({ status: 'succeeded' })
    expect((await translationOf(id))?.content).toMatch(/13 ships wait\n- Niemand knows why/)
    expect(model.calls).toEqual([])
  })

  test('it is cancelled', async () => {
    const content = Array.from({ length: 200 }, (_, index) => `Ship ${index} waits.`).join('\n\n')
    const id = await addHarbour({ content })
    const runId = await request(id)
    meanwhile(
      () =>
        sql`update public.translation_runs set status = 'cancelled', ended_at = now() where id = ${runId}`,
    )
    expect(await work(runId)).toMatchObject({ status: 'cancelled' })
    expect(model.calls.length).toBeLessThan(9)
    expect(await translationOf(id)).toBeNull()
  })
})
