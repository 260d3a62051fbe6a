import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../tests/support/articles.ts'
import { listAuditEntries } from './audit-log.ts'
import { deleteArticles } from './bulk-articles.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
})
afterAll(() => app.stop())

test('each entry names its article, where it is now', async () => {
  const present = await addArticle(app.service(), anArticle({ title: 'Present' }))
  const deleted = await addArticle(app.service(), anArticle({ title: 'Deleted' }))
  const translation = await addArticle(app.service(), aTranslation(deleted, 'de', { title: 'Gelöscht' }))
  await deleteArticles(admin, [deleted.id])
  await app.database.sql`truncate public.audit_log`
  for (const id of [present.id, deleted.id, translation.id, randomUUID(), present.id]) {
    await app.database.sql`
      select private.record_act('articles', 'change_article', 'changed an article', p_subject_id => ${id}::uuid)`
  }
  const { rows, total } = await listAuditEntries(admin, { page: 1, pageSize: 10 })
  expect(total).toBe(5)
  const { data } = await admin.from('article_trash').select('id').is('deleted_with', null).throwOnError()
  const trash_id = data[0]?.id
  expect(rows.map(({ article }) => article)).toEqual([
    { title: 'Present', slug: 'present', language: 'en', trash_id: null },
    null,
    { title: 'Gelöscht', slug: translation.slug, language: 'de', trash_id },
    { title: 'Deleted', slug: 'deleted', language: 'en', trash_id },
    { title: 'Present', slug: 'present', language: 'en', trash_id: null },
  ])
})
