import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { AiConfig } from '#server/platform/config.ts'
import { insertAccessToken } from '../../../tests/support/access-tokens.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addArticle, anArticle } from '../../../tests/support/articles.ts'
import { connectAssistant } from '../../../tests/support/assistant.ts'
import { type ModelServer, startModelServer } from '../../../tests/support/model-server.ts'

let app: TestApp
let model: ModelServer

beforeAll(async () => {
  model = await startModelServer({
    answer: ({ target, segments }) => ({
      segments: segments.map(({ id, text }: { id: string; text: string }) => ({
        id,
        text: `${target}: ${text}`,
      })),
    }),
  })
  const { baseUrl } = model
  const ai: AiConfig = {
    provider: 'openai-compatible',
    model: 'test-model',
    baseUrl,
    key: null,
    variables: [],
  }
  app = await startTestApp({ ai })
})
afterAll(async () => {
  await app.stop()
  await model.stop()
})

test('an assistant has an article translated, and reads how far that is', async () => {
  const { id } = await addArticle(app.service(), anArticle())
  const token = await insertAccessToken(app.database.sql, { scopes: ['translate'] })
  const { call } = await connectAssistant(app, { token })
  const asked = await call('request_translation', { id, languages: ['de', 'de'] })
  expect(asked).toEqual({ isError: false, text: expect.stringContaining('1 translation(s) are queued.') })
  await vi.waitFor(
    async () => {
      const { text } = await call('read_translations', { id })
      expect(text).toContain('- de: translated by a machine')
      expect(text).toContain('- de: last run succeeded')
    },
    { timeout: 20_000, interval: 250 },
  )
  const [, translation = ''] = /as article (\S+),/.exec((await call('read_translations', { id })).text) ?? []
  expect((await call('read_draft', { id: translation })).text).toContain('de: ')
})
