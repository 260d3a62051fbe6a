import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addCorrection } from '#core/data/article-corrections.ts'
import { createPreview, findPreviewedArticle, revokePreview } from '#core/data/article-previews.ts'
import type { Client } from '#core/data/client.ts'
import { previewPath } from '#core/paths.ts'
import { judgeStoredArticle } from '#server/features/judging/judge-stored-article.ts'
import { addSourcedDraft, COVERED, citing } from '#server/features/judging/testing/sourced-articles.ts'
import { LIMITS } from '#server/platform/limits/limits.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../../tests/support/articles.ts'
import { emptyTables } from '../../../tests/support/empty-tables.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
})
afterAll(() => app.stop())
beforeEach(() => emptyTables(app.database.sql, 'public.articles, public.article_previews'))

async function share(articleId: string) {
  const answer = await createPreview(admin, { articleId })
  if (answer.status !== 'created') throw new Error(answer.status)
  return answer
}

test('a draft is shown in each of its languages, and may not be cached, indexed or framed', async () => {
  const original = await addArticle(app.service(), anArticle({ published: false }))
  await addArticle(app.service(), aTranslation(original, 'de', { published: false, title: 'Der Entwurf' }))
  const { token } = await share(original.id)
  const response = await fetch(app.url + previewPath(token))
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'SAMEORIGIN',
    'content-security-policy': expect.stringContaining("frame-ancestors 'self'"),
  })
  const html = await response.text()
  expect(html).toContain(original.title)
  expect(html).toContain('<meta name="robots" content="noindex, nofollow"/>')
  expect(html).not.toMatch(/rel="canonical"|og:|application\/ld\+json|hreflang="x-default"/i)
  expect(html).toContain('Not published')
  const german = await (await fetch(app.url + previewPath(token, 'de'))).text()
  expect(german).toContain('Der Entwurf')
  // There is no French version, so the one that was shared is shown.
  expect(await (await fetch(app.url + previewPath(token, 'fr'))).text()).toContain(original.title)
  const framed = await (await fetch(`${app.url}${previewPath(token)}&framed`)).text()
  expect(framed).not.toContain('Not published')
})

test('the draft of a translation by AI is previewed with what readers will be told of it', async () => {
  const original = await addArticle(app.service(), anArticle())
  const german = await addArticle(app.service(), aTranslation(original, 'de', { published: false }))
  const { token } = await share(german.id)
  const shown = async () => (await fetch(app.url + previewPath(token, 'de'))).text()
  const before = await shown()
  expect(before).toContain(german.title)
  expect(before).not.toContain('Von einer KI')
  await app.database.sql`
    insert into public.article_translations (translation_id, original_id, language, origin, model)
    values (${german.id}, ${original.id}, 'de', 'machine', 'a-model')`
  const html = await shown()
  expect(html).toContain(
    `Von einer KI aus dem <a href="/article/${original.slug}" hrefLang="en">englischen Original</a> übersetzt.`,
  )
  expect(html).not.toContain('id="report"')
})

test('a draft that rests on sources is previewed with them, also in a translation', async () => {
  const { sql } = app.database
  const id = await addSourcedDraft(sql)
  await judgeStoredArticle({ sql }, id, { bindings: [citing(COVERED)] })
  const [draft] = await sql<[{ slug: string }]>`select slug from public.articles where id = ${id}`
  await addArticle(app.service(), aTranslation({ ...anArticle(), id }, 'de', { published: false }))
  const { token } = await share(id)
  const html = await (await fetch(app.url + previewPath(token))).text()
  expect(html).toContain('<h2 id="sources">Sources</h2>')
  expect(html).toContain('Harbour News')
  expect(html).toContain('class="rests-on"')
  const german = await (await fetch(app.url + previewPath(token, 'de'))).text()
  expect(german).toContain('Harbour News')
  expect(german).not.toContain('class="rests-on"')
  expect(await (await fetch(`${app.url}/article/${draft.slug}`)).text()).not.toContain('Harbour News')
})

test('a published article is previewed with its corrections, and a draft without', async () => {
  const { id } = await addArticle(app.service(), anArticle())
  await addCorrection(admin, { articleId: id, text: 'It was Monday.' })
  const { token } = await share(id)
  const preview = async () => (await fetch(app.url + previewPath(token))).text()
  expect(await preview()).toContain('It was Monday.')
  await app.database.sql`update public.articles set published = false where id = ${id}`
  expect(await preview()).not.toContain('It was Monday.')
})

test('other pages may still not be framed', async () => {
  const { headers } = await fetch(app.url)
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test('an unknown, an expired, a revoked and a broken link have the same response', async () => {
  const { id } = await addArticle(app.service(), anArticle({ published: false }))
  const [expired, revoked] = [await share(id), await share(id)]
  await app.database.sql`
    update public.article_previews set expires_at = now() - interval '1 second' where id = ${expired.id}`
  await revokePreview(admin, revoked.id)
  const addresses = [expired.token, revoked.token, 'f'.repeat(64), 'x', '', '%00', '__proto__'].map(
    (token) => `/preview?token=${token}`,
  )
  const seen = new Set<string>()
  for (const address of ['/preview', ...addresses]) {
    const response = await fetch(app.url + address)
    expect(response.status, address).toBe(404)
    const html = await response.text()
    expect(html, address).toContain('This preview is not available')
    expect(html, address).not.toContain('Harbour')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    // The links to other languages contain the address itself.
    seen.add(/<main.*<\/main>/s.exec(html)?.[0] ?? '')
  }
  expect(seen.size).toBe(1)
})

test('an address can open only so many previews', async () => {
  const token = 'a'.repeat(64)
  const reader = app.anonymous()
  // The page counts with the data service, which takes less time.
  for (let n = 0; n < LIMITS.preview.points; n++) await findPreviewedArticle(reader, token).catch(() => null)
  const response = await fetch(app.url + previewPath(token))
  expect(response.status).toBe(429)
  expect(await response.text()).toContain('Too many requests')
})

test('the page in which the desk shows what is not saved is framed by this site alone, and has nothing to show by itself', async () => {
  const response = await fetch(`${app.url}/preview?unsaved&lang=de`)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow',
    'x-frame-options': 'SAMEORIGIN',
    'content-security-policy': expect.stringContaining("frame-ancestors 'self'"),
  })
  const html = await response.text()
  expect(html).toContain('<html lang="de"')
  expect(html).not.toContain('<article')
})
