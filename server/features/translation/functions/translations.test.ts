import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { addCorrection } from '#core/data/article-corrections.ts'
import { openTranslating } from '#server/features/translation/functions/testing/open-translating.ts'
import { MODEL } from '#server/features/translation/testing/open-translations.ts'
import { startTestApp } from '../../../../tests/support/app.ts'
import { addArticle, aTranslation } from '../../../../tests/support/articles.ts'
import { hurryJobs } from '../../../../tests/support/jobs.ts'

const translating = await openTranslating()
const { app, model, ai, call, addOriginal, titles } = translating
afterAll(() => translating.stop())
beforeEach(() => translating.reset())

test('an article is translated into several languages, and the answer names them', async () => {
  const { id, title } = await addOriginal()
  const { status, body } = await call('translate-article', { articleId: id, targetLanguages: ['de', 'fr'] })
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      results: {
        successful: [
          { language: 'de', languageName: 'Deutsch' },
          { language: 'fr', languageName: 'Français' },
        ],
        failed: [],
        running: [],
        total: 2,
      },
      summary: { message: '2 of 2 translations completed.' },
    },
  ])
  expect(await titles(id)).toEqual([`de: ${title}`, `fr: ${title}`])
  const [revision] = await app.database.sql`
    select made_by, note from public.article_revisions where article->>'language' = 'de'`
  expect(revision).toMatchObject({ made_by: expect.any(String), note: `Translated by ${MODEL}` })
})

test('a language that fails is tried again once by itself, and later when it is asked for', async () => {
  const { id } = await addOriginal()
  const answer = (input: { target: string; segments: { id: string; text: string }[] }) => ({
    segments: input.segments.map(({ id, text }) => ({ id, text: input.target === 'de' ? '' : `x ${text}` })),
  })
  model.answerWith((input) => answer(input as never))
  const { body } = await call('translate-article', {
    articleId: id,
    targetLanguages: ['de', 'it'],
    retryFailed: false,
  })
  expect(body).toMatchObject({
    success: false,
    results: {
      successful: [{ language: 'it' }],
      failed: [{ language: 'de', error: expect.stringContaining('parts') }],
    },
    summary: { message: '1 of 2 translations completed, 1 failed.' },
  })
  expect(await app.database.sql`select attempt from public.translation_runs where language = 'de'`).toEqual([
    { attempt: 2 },
  ])
  model.answerWith(({ segments }) => ({
    segments: segments.map(({ id, text }: { id: string; text: string }) => ({ id, text: `de ${text}` })),
  }))
  model.calls.length = 0
  const again = await call('translate-article', {
    articleId: id,
    targetLanguages: ['de', 'it', 'fr'],
    retryFailed: true,
  })
  expect(again.body.results).toMatchObject({ successful: [{ language: 'de' }], total: 1 })
  expect(new Set(model.calls.map(({ input }) => input.target))).toEqual(new Set(['de']))
})

test('two requests for the same translation make one', async () => {
  const { id } = await addOriginal()
  const body = { articleId: id, targetLanguages: ['de'] }
  const both = await Promise.all([call('translate-article', body), call('translate-article', body)])
  expect(both.map((one) => one.body.results.successful.length)).toEqual([1, 1])
  expect(await app.database.sql`select from public.translation_runs`).toHaveLength(1)
})

test('everything is renewed only where nothing else is under way, so that no answer says more than was done', async () => {
  const { id } = await addOriginal()
  await app.database.sql`
    insert into public.translation_runs (article_id, language, status) values (${id}, 'de', 'paused')`
  const body = { articleId: id, targetLanguages: ['fr', 'de'], renewAll: true }
  expect(await call('translate-article', body)).toEqual({
    status: 409,
    body: { error: expect.stringMatching(/^Deutsch: .*under way already/), code: 'under_way' },
  })
  expect(await app.database.sql`select language from public.translation_runs`).toEqual([{ language: 'de' }])
  expect(model.calls).toEqual([])
})

test('an article of 1 MB with a table of 500 rows is translated whole', async () => {
  const rows = Array.from({ length: 500 }, (_, index) => `| Ship ${index} | waits |`)
  const table = ['| Name | State |', '| --- | --- |', ...rows].join('\n')
  const log = '0123456789abcdef\n'.repeat(60_000)
  const { id } = await addOriginal({ content: `${table}\n\n\`\`\`\n${log}\`\`\`\n` })
  const { body } = await call('translate-article', { articleId: id, targetLanguages: ['de'] })
  expect(body.results).toMatchObject({ successful: [{ language: 'de' }], failed: [], running: [] })
  const [german] = await app.database.sql<{ content: string }[]>`
    select content from public.articles where original_article_id = ${id}`
  expect(german?.content.match(/^\| de: Ship \d+ \| de: waits \|$/gm)).toHaveLength(500)
  expect(german?.content).toContain(log)
})

test('two processes share the queue', async () => {
  const beside = await startTestApp({ beside: app, ai })
  onTestFinished(() => beside.stop())
  const articles = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      addOriginal({ title: `Article ${index}`, slug: `article-${index}`, content: `Ship ${index} waits.` }),
    ),
  )
  const answers = await Promise.all(
    articles.map(({ id }, index) =>
      call(
        'translate-article',
        { articleId: id, targetLanguages: ['es', 'fr', 'de', 'it', 'pt'] },
        { url: index % 2 ? app.url : beside.url },
      ),
    ),
  )
  expect(answers.map(({ body }) => body.results?.successful.length ?? body)).toEqual(Array(10).fill(5))
  const asked = model.calls.flatMap(({ input }) =>
    input.segments.map(({ text }: { text: string }) => `${input.target} ${text}`),
  )
  expect(asked.filter((text: string) => text.includes('waits'))).toHaveLength(50)
  expect(new Set(asked).size).toBe(asked.length)
})

test.each<[string, (id: string) => unknown]>([
  ['no JSON', () => '['],
  ['an id of no form', () => ({ articleId: '1', targetLanguages: ['de'] })],
  ['no languages', (articleId) => ({ articleId, targetLanguages: [] })],
  ['a language twice', (articleId) => ({ articleId, targetLanguages: ['de', 'de'] })],
  ['English', (articleId) => ({ articleId, targetLanguages: ['en'] })],
  ['an unknown language', (articleId) => ({ articleId, targetLanguages: ['__proto__'] })],
  ['more than is known', (articleId) => ({ articleId, targetLanguages: ['de'], more: 1 })],
])('translate-article refuses %s', async (_what, bodyFor) => {
  const { id } = await addOriginal()
  expect((await call('translate-article', bodyFor(id))).status).toBe(400)
  expect(await app.database.sql`select from public.translation_runs`).toEqual([])
})

test('only originals that exist are translated', async () => {
  const original = await addOriginal()
  const german = await addArticle(app.service(), aTranslation(original, 'de'))
  expect(await call('translate-article', { articleId: german.id, targetLanguages: ['fr'] })).toEqual({
    status: 400,
    body: { error: 'This feature is only available for original articles' },
  })
  expect(await call('translate-article', { articleId: randomUUID(), targetLanguages: ['fr'] })).toEqual({
    status: 404,
    body: { error: 'Article not found' },
  })
})

test('without a model it is said what to set', async () => {
  const beside = await startTestApp({ beside: app })
  onTestFinished(() => beside.stop())
  const { id } = await addOriginal()
  const there = { url: beside.url }
  for (const [name, body] of [
    ['translate-article', { articleId: id, targetLanguages: ['de'] }],
    ['retranslate-articles', { languages: ['de'] }],
  ] as const)
    expect(await call(name, body, there)).toMatchObject({
      status: 409,
      body: { code: 'not_configured', error: expect.stringContaining('AI_PROVIDER') },
    })
})

test('a run whose job is lost gets another, and one that waits for the budget goes on', async () => {
  const { sql } = app.database
  const { id } = await addOriginal()
  await sql`
    insert into public.translation_runs (article_id, language, status, requested_at) values
      (${id}, 'de', 'running', now() - interval '2 minutes'), (${id}, 'fr', 'paused', now())`
  await sql`insert into pgboss.job (name, data) values ('resume-translations', '{}')`
  await vi.waitUntil(
    async () => {
      await hurryJobs(sql)
      return (await sql`select from public.translation_runs where status = 'succeeded'`).length === 2
    },
    { timeout: 30_000 },
  )
})

test('a correction whose notification was missed is told in the language of each translation', async () => {
  const { sql } = app.database
  const { id, slug } = await addOriginal()
  await call('translate-article', { articleId: id, targetLanguages: ['de'] })
  const [german] = await sql`select slug from public.articles where original_article_id = ${id}`
  const path = `/article/${german?.slug}?lang=de`
  const page = async (address: string) => (await app.fresh(address)).text()
  await addCorrection(await app.administrator(), { articleId: id, text: 'It was Monday.' })
  const notice = 'Das englische Original wurde am'
  expect(await page(path)).toContain(notice)
  expect(await page(path)).toContain(`/article/${slug}#corrections`)

  await sql`insert into pgboss.job (name, data) values ('resume-translations', '{}')`
  await vi.waitUntil(
    async () => {
      await hurryJobs(sql)
      return (await sql`select from public.article_translations where corrected_at is null`).length === 1
    },
    { timeout: 30_000 },
  )
  expect(await page(path)).toContain('de: It was Monday.')
  expect(await page(path)).not.toContain(notice)
  expect(await page('/corrections?lang=de')).toContain('de: It was Monday.')
  expect(await page('/corrections')).not.toContain('de: It was Monday.')
})
