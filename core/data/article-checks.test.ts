import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCheckOverrides, overrideFinding, withdrawOverride } from '#core/data/article-checks.ts'
import type { Client } from '#core/data/client.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle } from '../../tests/support/articles.ts'
import { restoreArticle } from './article-trash.ts'
import { deleteArticles } from './bulk-articles.ts'

let app: TestApp
let admin: Client
let id: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
  id = (await addArticle(app.service(), anArticle())).id
})
afterAll(() => app.stop())

test('a finding stands with a reason, who gave it and when, until that is withdrawn', async () => {
  await overrideFinding(admin, { article_id: id, finding: 'alt:3', reason: 'It is decoration.' })
  await overrideFinding(admin, { article_id: id, finding: 'alt:3', reason: 'It is a pattern.' })
  await overrideFinding(admin, { article_id: id, finding: 'name:Müller', reason: 'They are two.' })
  const { data } = await admin.auth.getUser()
  expect(await listCheckOverrides(admin, id)).toMatchObject([
    { finding: 'alt:3', reason: 'It is a pattern.', made_by: data.user?.id },
    { finding: 'name:Müller' },
  ])
  await withdrawOverride(admin, id, 'name:Müller')
  expect(await listCheckOverrides(admin, id)).toHaveLength(1)
})

test('the reason comes back with a deleted article', async () => {
  await deleteArticles(admin, [id])
  const [row] = await app.database.sql`select id, updated_at::text as version from public.article_trash`
  await restoreArticle(admin, { id: row?.id, version: row?.version })
  expect(await listCheckOverrides(admin, id)).toMatchObject([{ finding: 'alt:3' }])
})

test('a finding of an article that is not saved yet can be overridden', async () => {
  const override = { article_id: randomUUID(), finding: 'alt:3', reason: 'It is decoration.' }
  await overrideFinding(admin, override)
  expect(await listCheckOverrides(admin, override.article_id)).toMatchObject([override])
})

test('without a reason and without rights nothing is overridden', async () => {
  const override = { article_id: id, finding: 'x', reason: 'x' }
  await expect(overrideFinding(admin, { ...override, reason: ' ' })).rejects.toMatchObject({ code: '23514' })
  await expect(overrideFinding(admin, { ...override, finding: 'x'.repeat(301) })).rejects.toMatchObject({
    code: '23514',
  })
  await expect(overrideFinding(app.anonymous(), override)).rejects.toMatchObject({ code: '42501' })
})
