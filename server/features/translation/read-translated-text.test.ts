import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readTranslatedText } from '#server/features/translation/read-story.ts'
import { openTranslations } from '#server/features/translation/testing/open-translations.ts'

let translations: Awaited<ReturnType<typeof openTranslations>>
beforeAll(async () => {
  translations = await openTranslations()
})
afterAll(() => translations.stop())
beforeEach(() => translations.reset())

const BEFORE = 'The harbour opened in 1921.'

async function translated(): Promise<{ id: string; original: string }> {
  const { sql, addArticle, translate } = translations
  const original = await addArticle({ slug: 'harbour', content: BEFORE })
  await translate(original)
  const [row] = await sql<
    { id: string }[]
  >`select id from public.articles where original_article_id = ${original}`
  return { id: row?.id ?? '', original }
}

test('the text that was translated stays known when the original and the translation change', async () => {
  const { sql } = translations
  const { id, original } = await translated()
  expect(await readTranslatedText(sql, id)).toBe(BEFORE)
  await sql`update public.articles set content = 'The harbour opened in 1912.' where id = ${original}`
  expect(await readTranslatedText(sql, id)).toBe(BEFORE)
  await sql`update public.articles set content = 'Ein anderer Text.' where id = ${id}`
  expect(await readTranslatedText(sql, id)).toBe(BEFORE)
})

test('where the revision was not recorded, it is the one at the last save', async () => {
  const { sql } = translations
  const { id, original } = await translated()
  await sql`update public.article_translations set source_revision = null where translation_id = ${id}`
  expect(await readTranslatedText(sql, id)).toBe(BEFORE)
  await sql`update public.articles set content = 'The harbour opened in 1912.' where id = ${original}`
  expect(await readTranslatedText(sql, id)).toBe(BEFORE)
  await sql`delete from public.article_revisions where article_id = ${original}`
  expect(await readTranslatedText(sql, id)).toBeNull()
})

test('an original and an unknown article have none', async () => {
  const { sql } = translations
  const { original } = await translated()
  expect(await readTranslatedText(sql, original)).toBeNull()
  expect(await readTranslatedText(sql, randomUUID())).toBeNull()
})
