import { afterAll, beforeAll, expect, test } from 'vitest'
import { translateArticle } from '#core/data/translate-article.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../tests/support/articles.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('a refusal comes with the sentence and the code of the server, and other errors are thrown', async () => {
  const admin = await app.administrator()
  const original = await addArticle(app.service(), anArticle())
  const german = await addArticle(app.service(), aTranslation(original, 'de'))
  expect(await translateArticle(admin, { articleId: german.id, targetLanguages: ['fr'] })).toEqual({
    status: 'refused',
    message: 'This feature is only available for original articles',
  })
  expect(await translateArticle(admin, { articleId: original.id, targetLanguages: ['fr'] })).toEqual({
    status: 'refused',
    message: expect.stringContaining('No language model is set up.'),
    code: 'not_configured',
  })
  const asked = { articleId: original.id, targetLanguages: ['fr' as const] }
  await expect(translateArticle(app.anonymous(), asked)).rejects.toMatchObject({ context: { status: 401 } })
})
