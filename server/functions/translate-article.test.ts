import { Hono } from 'hono'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createAdministrator } from '#server/auth/accounts.ts'
import type { AiConfig } from '#server/config.ts'
import { createTranslateArticle } from '#server/functions/translate-article.ts'
import { createStopList } from '#server/process/stop-list.ts'
import { openSiteServices } from '#server/start/open-services.ts'
import { createTestDatabase } from '../../tests/support/database.ts'
import { startTestJobs } from '../../tests/support/jobs.ts'
import { mintToken } from '../../tests/support/mint-token.ts'
import { startModelServer } from '../../tests/support/model-server.ts'
import { TEST_SECRETS } from '../../tests/support/test-settings.ts'

const EMAIL = 'ada@example.org'

test('an answer that is waited for too long says what is still being done, and the work goes on', async () => {
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const model = await startModelServer({
    answer: async ({ target, segments }) => {
      if (target === 'de') await gate
      return { segments: segments.map(({ id }: { id: string }) => ({ id, text: `${target}: Hafen` })) }
    },
  })
  const database = await createTestDatabase()
  const { sql } = database
  const ai: AiConfig = {
    provider: 'openai-compatible',
    model: 'm',
    baseUrl: model.baseUrl,
    key: null,
    variables: [],
  }
  const jobs = await startTestJobs(database, { ai })
  const started = createStopList(jobs.services.log)
  onTestFinished(async () => {
    await started.stopAll()
    await jobs.stop()
    await database.drop()
    await model.stop()
  })
  const services = await openSiteServices(jobs.services, {
    config: { trustProxy: 0, resendWebhookSecret: null },
    database,
    secrets: TEST_SECRETS,
    cachesPages: false,
    started,
  })
  await createAdministrator(sql, EMAIL, 'correct horse battery')
  const [article] = await sql<[{ id: string }]>`
    insert into public.articles (slug, title, excerpt, content, category, published)
    values ('harbour', 'Harbour', 'Harbour', 'Harbour', 'news', true) returning id`
  const token = await mintToken(sql, EMAIL)
  const call = async (waitMs: number) => {
    const functions = new Hono().post('/', createTranslateArticle(services, waitMs))
    const response = await functions.request('/', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ articleId: article.id, targetLanguages: ['de', 'fr'] }),
    })
    return response.json()
  }

  const early = await call(0)
  expect(early).toMatchObject({
    success: true,
    results: { successful: [], failed: [], running: [{ language: 'de' }, { language: 'fr' }], total: 2 },
    summary: { message: '0 of 2 translations completed, 2 still running.' },
  })
  await vi.waitUntil(
    async () => (await sql`select from public.translation_runs where status = 'succeeded'`).length === 1,
    { timeout: 20_000 },
  )
  open()
  await vi.waitUntil(
    async () =>
      (await sql`select from public.articles where original_article_id = ${article.id}`).length === 2,
    { timeout: 20_000 },
  )
})
