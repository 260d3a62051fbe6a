import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCorrection } from '#core/data/article-corrections.ts'
import { findArticleRecord } from '#core/data/article-record.ts'
import type { Client } from '#core/data/client.ts'
import { ADMIN, startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../../../tests/support/articles.ts'
import { TEST_SECRETS } from '../../../../tests/support/test-settings.ts'

let app: TestApp
let admin: Client
let originalId: string
let germanId: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
  const original = await addArticle(admin, anArticle())
  const german = await addArticle(app.service(), aTranslation(original, 'de'))
  originalId = original.id
  germanId = german.id
  const { sql } = app.database
  const [nora] = await sql<[{ id: string }]>`select id from auth.users where email = ${ADMIN.email}`
  await sql`
    insert into public.article_translations (translation_id, original_id, language, origin, model, reviewed_at)
    values (${germanId}, ${originalId}, 'de', 'machine', 'a-model', now())`
  await sql`
    with made as (
      insert into public.translation_segments (language, source_hash, context, source, text, origin)
      select 'de', ${'0'.repeat(64)}, 'title', 'One', 'Eins', 'machine' from generate_series(1, 2) returning id)
    insert into public.translation_parts (translation_id, position, segment_id, approved_at, approved_by)
    select ${germanId}, row_number() over (order by id), id, now(), ${nora.id} from made`
  await sql`
    insert into public.translation_runs (article_id, language, status, ended_at, requested_by, model, segments)
    values (${originalId}, 'de', 'succeeded', now(), ${nora.id}, 'a-model', 2), (${originalId}, 'fr', 'cancelled', now(), null, null, 0)`
  await sql`
    insert into public.settings (key, value) values ('editorial_responsibility', '{"kind": "person", "name": "Nora Nordhaven"}')`
  await addCorrection(admin, { articleId: originalId, text: 'It was Monday.' })
})
afterAll(() => app.stop())

const NORA = { id: expect.any(String), email: ADMIN.email }

async function call(client: Client | null, query: string, method = 'GET') {
  const session = (await client?.auth.getSession())?.data.session
  const headers = {
    apikey: TEST_SECRETS.publishableKey,
    ...(session && { authorization: `Bearer ${session.access_token}` }),
  }
  return fetch(`${app.url}/functions/v1/export-article-record${query}`, { method, headers })
}

test('the record says who wrote, translated, reviewed and corrected an article, and who answers for it', async () => {
  const response = await call(admin, `?articleId=${originalId}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="article-${originalId}.json"`,
  )
  expect(await response.json()).toMatchObject({
    site: app.url,
    exported_at: expect.any(String),
    responsible: { kind: 'person', name: 'Nora Nordhaven' },
    versions: [
      {
        language: 'en',
        author: 'Mara Lindqvist',
        saves: [{ by: NORA, published: true }],
        translation: null,
        runs: [],
        corrections: [{ text: 'It was Monday.' }],
        audit: [
          { by: NORA, action: 'publish_article' },
          { by: NORA, action: 'request_translations' },
          { by: NORA, action: 'add_correction' },
        ],
      },
      {
        language: 'de',
        saves: [{ by: null }],
        translation: { origin: 'machine', model: 'a-model', reviewed_at: expect.any(String) },
        runs: [{ requested_by: NORA, status: 'succeeded', model: 'a-model', segments: 2 }],
        approvals: [{ by: NORA, segments: 2 }],
      },
    ],
  })
})

test('it is the same for each version of the article', async () => {
  const { exported_at: _, ...record } = (await findArticleRecord(admin, germanId)) ?? {}
  expect(record).toMatchObject({ versions: [{ id: originalId }, { id: germanId }] })
  expect(await findArticleRecord(admin, originalId)).toMatchObject(record)
})

test('what administrators did with unsaved texts is not in it', async () => {
  await app.database.sql`
    select private.record_act('administrators', 'adopt_unsaved_text', 'took over the unsaved text %s', 'Half a ti', ${originalId})`
  expect(JSON.stringify(await findArticleRecord(admin, originalId))).not.toContain('adopt_unsaved_text')
})

test.each([
  '',
  '?articleId=',
  '?articleId=1',
  '?id=0d4f4ad2-3b1c-4a39-9e0b-0f6f4d3f1a01',
  '?articleId=0d4f4ad2-3b1c-4a39-9e0b-0f6f4d3f1a01&more=1',
  '?articleId=0d4f4ad2-3b1c-4a39-9e0b-0f6f4d3f1a01&articleId=0d4f4ad2-3b1c-4a39-9e0b-0f6f4d3f1a01',
])('a request with the query %j is not understood', async (query) => {
  expect((await call(admin, query)).status).toBe(400)
})

test('an article that does not exist has none, and only GET asks for it', async () => {
  expect((await call(admin, '?articleId=0d4f4ad2-3b1c-4a39-9e0b-0f6f4d3f1a01')).status).toBe(404)
  expect(await findArticleRecord(admin, '0d4f4ad2-3b1c-4a39-9e0b-0f6f4d3f1a01')).toBeNull()
  expect((await call(admin, `?articleId=${originalId}`, 'POST')).status).toBe(405)
})
