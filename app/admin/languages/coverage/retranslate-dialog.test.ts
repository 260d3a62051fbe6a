import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBudget, startRetranslation } from '#app/admin/languages/coverage/retranslate-dialog.tsx'
import { followBatch } from '#core/data/translation-runs.ts'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../../../tests/support/articles.ts'
import { type ModelServer, startModelServer } from '../../../../tests/support/model-server.ts'

let app: TestApp
let model: ModelServer
beforeAll(async () => {
  model = await startModelServer()
  app = await startTestApp({
    ai: {
      provider: 'openai-compatible',
      model: 'test-model',
      baseUrl: model.baseUrl,
      key: null,
      variables: [],
    },
  })
})
afterAll(async () => {
  await app.stop()
  await model.stop()
})

test('what was begun is followed to its end by the time at which it was asked for', async () => {
  const admin = await app.administrator()
  for (const title of ['Bakers forecast their bread', 'Ports audit their algorithms']) {
    const original = await addArticle(app.service(), anArticle({ title }))
    await addArticle(app.service(), aTranslation(original, 'de'))
  }
  const started = await startRetranslation(admin, { languages: ['de'], batchSize: 5 })
  expect(started).toMatchObject({ status: 'answered', data: { found: 2 }, requestedAt: expect.any(String) })
  const requestedAt = 'requestedAt' in started ? started.requestedAt : null
  await expect
    .poll(() => followBatch(admin, requestedAt ?? ''), { timeout: 20_000 })
    .toEqual({ underWay: 0, paused: 0, succeeded: 2, failed: 0, reason: null })
})

test('a budget suffices, is exceeded, or is used up already', () => {
  const judge = (spent: number, cost: number | null) => checkBudget({ monthly_budget: 10, spent }, cost)
  expect(judge(4, 6)).toEqual({ state: 'enough', budget: 10, left: 6 })
  expect(judge(4, 6.01)).toEqual({ state: 'exceeded', budget: 10, left: 6 })
  expect(judge(4, null)?.state).toBe('enough')
  expect([judge(10, 0), judge(12, 1)].map((verdict) => verdict?.state)).toEqual(['used-up', 'used-up'])
  expect(checkBudget({ monthly_budget: null, spent: 4 }, 6)).toBeNull()
})
