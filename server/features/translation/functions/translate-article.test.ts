import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { translateArticle } from '#server/features/translation/functions/translate-article.ts'
import type { AiConfig } from '#server/platform/config.ts'
import { openLimits } from '#server/platform/limits/open-limits.ts'
import { callOf } from '../../../../tests/support/call-of.ts'
import { createTestDatabase } from '../../../../tests/support/database.ts'
import { startTestJobs } from '../../../../tests/support/jobs.ts'
import { startModelServer } from '../../../../tests/support/model-server.ts'
import { TEST_SITE_URL, testHash } from '../../../../tests/support/test-settings.ts'

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
  const limits = openLimits(database.address, testHash)
  onTestFinished(async () => {
    await jobs.stop()
    await limits.close()
    await database.drop()
    await model.stop()
  })
  const [article] = await sql<[{ id: string }]>`
    insert into public.articles (slug, title, excerpt, content, category, published)
    values ('harbour', 'Harbour', 'Harbour', 'Harbour', 'news', true) returning id`
  const request = new Request(TEST_SITE_URL, {
    method: 'POST',
    body: JSON.stringify({ articleId: article.id, targetLanguages: ['de', 'fr'] }),
  })
  const userId = randomUUID()
  const response = await translateArticle(
    { ...jobs.services, limits, waitMs: 0 },
    { request, ...callOf(userId), address: '', demandAgain: async () => {} },
  )

  expect(await response.json()).toMatchObject({
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
