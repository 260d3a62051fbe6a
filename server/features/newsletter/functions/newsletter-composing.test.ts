import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { ADMIN, startTestApp } from '../../../../tests/support/app.ts'
import { addArticle, anArticle } from '../../../../tests/support/articles.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'
import { mintToken } from '../../../../tests/support/mint-token.ts'
import { type ModelInput, startModelServer } from '../../../../tests/support/model-server.ts'
import { TEST_SECRETS } from '../../../../tests/support/test-settings.ts'

const model = await startModelServer()
const ai = {
  provider: 'openai-compatible' as const,
  model: 'test-model',
  baseUrl: model.baseUrl,
  key: null,
  variables: [],
}
const app = await startTestApp({ ai })
const { sql } = app.database
const token = await mintToken(sql, ADMIN.email)
const [user] = await sql`select id from auth.users where email = ${ADMIN.email}`
afterAll(async () => {
  await app.stop()
  await model.stop()
})
beforeEach(async () => {
  model.behave()
  await emptyTables(sql, 'public.articles, public.newsletter_issues')
})

async function call(name: string, body: unknown, authorization: string | null = `Bearer ${token}`) {
  const response = await fetch(`${app.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: {
      apikey: TEST_SECRETS.publishableKey,
      'content-type': 'application/json',
      ...(authorization !== null && { authorization }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}
const add = (title: string) =>
  addArticle(
    app.service(),
    anArticle({ title, publish_date: new Date(Date.now() - 3_600_000).toISOString() }),
  )

model.answerWith(({ articles = [] }: ModelInput) => ({
  subject: 'The harbour & more',
  preheader: 'Ships wait',
  introduction: 'Good morning.',
  items: articles.map(({ id }: { id: string }) => ({
    article_id: id,
    section: 'top',
    summary: 'Ships wait',
  })),
}))

const NAMES = [
  'create-newsletter',
  'generate-newsletter',
  'redo-newsletter-item',
  'translate-newsletter',
  'review-newsletter-edition',
]

describe.each(NAMES)('%s', (name) => {
  test('refuses what it does not know', async () => {
    for (const body of [{ more: 1 }, [], 'null', 'nonsense', { issueId: 'x' }, { __proto__x: {} }])
      expect([body, (await call(name, body)).status]).toEqual([body, 400])
    expect((await fetch(`${app.url}/functions/v1/${name}`)).status).toBe(405)
  })
})

describe('generate-newsletter', () => {
  test('answers what the desk shows, and makes a draft of its caller', async () => {
    await add('Harbour')
    const { status, headers, body } = await call('generate-newsletter', { daysBack: 7 })
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body).toEqual({
      success: true,
      newsletter: {
        subject: 'The harbour & more',
        content: expect.stringContaining('Ships wait'),
        articleCount: 1,
      },
      issueId: expect.any(String),
      composedBy: 'model',
      reason: null,
      dropped: [],
    })
    expect(body.newsletter.content).toContain(`${app.url}/article/harbour`)
    expect(await sql`select id, status, origin, created_by from public.newsletter_issues`).toEqual([
      { id: body.issueId, status: 'draft', origin: 'desk', created_by: user?.id },
    ])
    const again = await call('generate-newsletter', { issueId: body.issueId })
    expect(again.body).toMatchObject({ issueId: body.issueId, newsletter: { articleCount: 1 } })
  })

  test('opens the issue that there is for this Sunday as it is, unless another one is wanted', async () => {
    await add('Harbour')
    const [first, second] = await Promise.all([
      call('generate-newsletter', { daysBack: 7 }),
      call('generate-newsletter', {}),
    ])
    expect([first.status, second.body.issueId]).toEqual([200, first.body.issueId])
    const { issueId } = first.body
    await sql`update public.newsletter_editions set subject = 'Mine', origin = 'person'`
    expect((await call('generate-newsletter', { daysBack: 8 })).body).toEqual({
      success: true,
      newsletter: { subject: 'Mine', content: expect.stringContaining('Ships wait'), articleCount: 1 },
      issueId,
      composedBy: null,
      reason: null,
      dropped: [],
    })
    expect((await call('create-newsletter', {})).body).toEqual({ issueId })
    expect(await sql`select from public.newsletter_issues`).toHaveLength(1)
    const another = await call('generate-newsletter', { another: true })
    const empty = await call('create-newsletter', { another: true })
    expect(new Set([issueId, another.body.issueId, empty.body.issueId]).size).toBe(3)
    await sql`update public.newsletter_issues set status = 'cancelled'`
    expect((await call('generate-newsletter', {})).body).toMatchObject({ composedBy: 'model' })
  })

  test('says so when there are no articles, no such issue, or no draft', async () => {
    expect(await call('generate-newsletter', {})).toMatchObject({
      status: 409,
      body: { success: false, error: 'There are no articles of the last 7 days.', code: 'no_articles' },
    })
    await add('Harbour')
    expect(await call('generate-newsletter', { issueId: randomUUID() })).toMatchObject({
      status: 404,
      body: { success: false, error: 'There is no such issue any more.' },
    })
    const { body } = await call('generate-newsletter', {})
    await sql`update public.newsletter_issues set status = 'cancelled'`
    expect(await call('generate-newsletter', { issueId: body.issueId })).toMatchObject({
      status: 409,
      body: { success: false, code: 'not_draft' },
    })
  })

  test.each([0, 32, 1.5, '7', null])('refuses %j days', async (daysBack) => {
    expect(await call('generate-newsletter', { daysBack })).toMatchObject({
      status: 400,
      body: { success: false, error: expect.stringContaining('from 1 to 31') },
    })
  })
})

test('create-newsletter makes an empty draft, which generating fills', async () => {
  const { body } = await call('create-newsletter', {})
  expect(await sql`select status, origin from public.newsletter_issues where id = ${body.issueId}`).toEqual([
    { status: 'draft', origin: 'desk' },
  ])
  expect(await sql`select language, subject, origin from public.newsletter_editions`).toEqual([
    { language: 'en', subject: '', origin: 'rules' },
  ])
  await add('Harbour')
  expect((await call('generate-newsletter', { issueId: body.issueId })).body).toMatchObject({
    issueId: body.issueId,
    newsletter: { subject: 'The harbour & more', articleCount: 1 },
  })
})

test('an item is written again, an edition translated and reviewed', async () => {
  await add('Harbour')
  const { body } = await call('generate-newsletter', {})
  const { issueId } = body
  const [item] = await sql`select id from public.newsletter_items`
  expect((await call('redo-newsletter-item', { itemId: item?.id, language: 'en' })).body).toEqual({
    success: true,
    summary: 'Ships wait',
    composedBy: 'model',
    reason: null,
    dropped: [],
  })
  const translated = await call('translate-newsletter', { issueId, languages: ['de', 'fr'] })
  expect(translated.body).toMatchObject({
    success: true,
    editions: [{ language: 'de' }, { language: 'fr' }],
  })
  model.misbehave({ status: 401 })
  expect(await call('translate-newsletter', { issueId, languages: ['de'] })).toMatchObject({
    status: 503,
    body: { error: expect.stringMatching(/key.*\.$/i), code: 'model_failed' },
  })
  expect((await call('translate-newsletter', { issueId, languages: ['en'] })).status).toBe(400)
  expect((await call('translate-newsletter', { issueId, languages: ['de', 'de'] })).status).toBe(400)
  expect((await call('review-newsletter-edition', { issueId, language: 'de' })).body).toEqual({
    success: true,
  })
  expect(
    await sql`
    select language, reviewed_by from public.newsletter_editions where reviewed_at is not null`,
  ).toEqual([{ language: 'de', reviewed_by: user?.id }])
  expect((await call('review-newsletter-edition', { issueId, language: 'pt' })).status).toBe(404)
})
