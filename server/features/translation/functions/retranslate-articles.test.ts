import { readFile } from 'node:fs/promises'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { retranslationPlan, retranslationResult } from '#core/domain/translation-run.ts'
import { openTranslating } from '#server/features/translation/functions/testing/open-translating.ts'
import { MODEL } from '#server/features/translation/testing/open-translations.ts'
import { addArticle, aTranslation } from '../../../../tests/support/articles.ts'

const translating = await openTranslating()
const { app, model, call, addOriginal } = translating
afterAll(() => translating.stop())
beforeEach(() => translating.reset())

describe('retranslate-articles', () => {
  async function addStories(count: number) {
    for (let index = 0; index < count; index++) {
      const original = await addOriginal({
        title: `Article ${index}`,
        slug: `article-${index}`,
        publish_date: new Date(2026, 1, 28 - index).toISOString(),
      })
      await addArticle(app.service(), aTranslation(original, 'de', { content: original.content }))
    }
  }

  test('says before what it would do', async () => {
    await addStories(7)
    await app.database.sql`
      update private.ai_settings set prices = ${JSON.stringify([{ model: MODEL, input: 10, output: 20 }])}::jsonb`
    const { status, body } = await call('retranslate-articles', { languages: ['de', 'fr'], dryRun: true })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      dryRun: true,
      found: 7,
      processed: 0,
      successful: 0,
      results: [],
    })
    expect(retranslationPlan.parse(body)).toEqual(body)
    expect(body.translations).toHaveLength(5)
    expect(body.translations[0]).toEqual({ id: expect.any(String), language: 'de', title: 'Article 0 (de)' })
    expect(body.estimate).toMatchObject({
      segments: 28,
      cost: expect.any(Number),
      currency: 'USD',
      sampled: null,
    })
    expect(body.estimate.tokens.input).toBeGreaterThan(body.estimate.tokens.output)
    expect(model.calls).toEqual([])
    expect(await app.database.sql`select from public.translation_runs`).toEqual([])
    await app.database.sql`update private.ai_settings set prices = '[]'`
  })

  test('brings all translations up to date, and no more at once than was asked', async () => {
    await addStories(6)
    await app.database.sql`update public.articles set title = title || '!' where language = 'en'`
    const { sql } = app.database
    let most = 0
    model.answerWith(async ({ target, segments }) => {
      const [row] = await sql`
        select count(*)::int as count from private.translation_turns as turn
        join public.translation_runs as run on run.id = turn.run_id where turn.is_released and run.ended_at is null`
      most = Math.max(most, row?.count)
      return {
        segments: segments.map(({ id, text }: { id: string; text: string }) => ({
          id,
          text: `${target}: ${text}`,
        })),
      }
    })
    const { body } = await call('retranslate-articles', { batchSize: 2, languages: ['de'], dryRun: false })
    expect(body).toMatchObject({
      success: true,
      dryRun: false,
      found: 6,
      processed: 6,
      successful: 6,
      running: 0,
    })
    expect(retranslationResult.parse(body)).toEqual(body)
    expect(body.translations).toHaveLength(5)
    expect(body.translations[0]).toEqual({ id: expect.any(String), language: 'de', title: 'Article 0 (de)' })
    expect(body.results[0]).toEqual({ id: expect.any(String), language: 'de', success: true })
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(2)
  })

  test('goes on when one of them is cancelled', async () => {
    await addStories(3)
    await app.database.sql`update public.articles set title = title || '!' where language = 'en'`
    let isFirst = true
    model.answerWith(async ({ target, segments }) => {
      if (isFirst) {
        isFirst = false
        await app.database.sql`
          update public.translation_runs set status = 'cancelled', ended_at = now() where status = 'running'`
      }
      return {
        segments: segments.map(({ id, text }: { id: string; text: string }) => ({
          id,
          text: `${target}: ${text}`,
        })),
      }
    })
    const { body } = await call('retranslate-articles', { batchSize: 1, languages: ['de'] })
    expect(body).toMatchObject({ success: false, processed: 3, successful: 2 })
    expect(body.results.find(({ success }: { success: boolean }) => !success).error).toContain('cancelled')
  })

  test('answers with the same fields where there is nothing to translate', async () => {
    const answers = { found: 0, translations: [], processed: 0, successful: 0, results: [] }
    for (const [dryRun, schema] of [
      [true, retranslationPlan],
      [false, retranslationResult],
    ] as const) {
      const { body } = await call('retranslate-articles', { languages: ['pt'], dryRun })
      expect(schema.parse(body)).toEqual(body)
      expect(body).toMatchObject({ success: true, dryRun, ...answers })
    }
  })

  test('the guide describes every field of the answer, in the words of its schema', async () => {
    const guide = await readFile('docs/administration/translations.md', 'utf8')
    const fields = Object.entries({ ...retranslationPlan.shape, ...retranslationResult.shape })
    expect(fields.map(([name]) => name)).toEqual(
      expect.arrayContaining(['dryRun', 'found', 'translations', 'processed', 'successful', 'results']),
    )
    for (const [name, { description }] of fields) expect(guide).toContain(`| \`${name}\` | ${description} |`)
  })

  test.each<[string, unknown, string]>([
    ['no language', { languages: [] }, 'Please select at least one language to retranslate'],
    ['an unknown language', { languages: ['xx'] }, 'es, fr, de, it, pt, each at most once'],
    ['a language twice', { languages: ['de', 'de'] }, 'each at most once'],
    ['a batch size of 0', { batchSize: 0, languages: ['de'] }, 'batch size'],
    ['a batch size of 21', { batchSize: 21, languages: ['de'] }, 'batch size'],
    ['more than is known', { languages: ['de'], more: 1 }, 'Send an object'],
    ['no JSON', '{', 'Send an object'],
  ])('refuses %s', async (_what, body, sentence) => {
    const answer = await call('retranslate-articles', body)
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(sentence)])
  })
})
