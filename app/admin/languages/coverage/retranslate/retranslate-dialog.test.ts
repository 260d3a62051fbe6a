import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRetranslation } from '#app/admin/languages/coverage/retranslate/retranslate-dialog.tsx'
import { followBatch } from '#core/data/translation-runs.ts'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../../../../tests/support/articles.ts'
import { type ModelServer, startModelServer } from '../../../../../tests/support/model-server.ts'

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
