import { afterAll, beforeEach, expect, test } from 'vitest'
import { pickTexts } from '#core/domain/article.ts'
import { judgeStoredArticle } from '#server/features/judging/judge-stored-article.ts'
import {
  addSourcedDraft,
  COVERED,
  citing,
  UNCOVERED,
} from '#server/features/judging/testing/sourced-articles.ts'
import { lockStory } from '#server/features/translation/read-story.ts'
import { storeTexts } from '#server/features/translation/store-texts.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { emptyTables } from '../../../tests/support/empty-tables.ts'

const database = await createTestDatabase()
const { sql } = database
afterAll(() => database.drop())
beforeEach(async () => {
  await emptyTables(sql, 'public.articles, public.sourced_articles, public.news_items, public.article_trash')
})

async function original(text: string): Promise<string> {
  const id = await addSourcedDraft(sql, { content: text })
  await judgeStoredArticle({ sql }, id, { bindings: [citing(text)] })
  return id
}
const insertTranslation = (id: string, language: string, published: boolean) =>
  sql<[{ id: string }]>`
    insert into public.articles (slug, language, title, excerpt, content, category, published, original_article_id)
    values (${`kraene-${language}`}, ${language}, 'Kräne', 'Kräne.', 'Der Hafen kauft Kräne.', 'news', ${published}, ${id}) returning id`
const withdraw = (id: string) =>
  sql`update public.article_sources set state = 'withdrawn' where article_id = ${id}`

test('a translation is published only if its original could be', async () => {
  const id = await original(UNCOVERED)
  await expect(insertTranslation(id, 'de', true)).rejects.toThrow('articles_original_covered')
  const [draft] = await insertTranslation(id, 'de', false)
  await expect(sql`update public.articles set published = true where id = ${draft.id}`).rejects.toThrow(
    'articles_original_covered',
  )
  await sql`update public.articles set content = ${COVERED} where id = ${id}`
  await judgeStoredArticle({ sql }, id, { bindings: [citing(COVERED)] })
  await sql`update public.articles set published = true where id in (${id}, ${draft.id})`
})

test('a translation that readers have can be corrected when a source was withdrawn, and no further one is published', async () => {
  const id = await original(COVERED)
  await sql`update public.articles set published = true where id = ${id}`
  const [german] = await insertTranslation(id, 'de', true)
  await withdraw(id)
  await sql`update public.articles set content = 'Der Hafen kauft 12 Kräne.' where id = ${german.id}`
  await expect(insertTranslation(id, 'fr', true)).rejects.toThrow('articles_original_covered')
})

test('a translation does not become one of an original that is not covered', async () => {
  const [plain] = await sql<[{ id: string }]>`
    insert into public.articles (slug, title, excerpt, content, category, published)
    values ('plain', 'P', 'P.', 'P', 'news', true) returning id`
  const [german] = await insertTranslation(plain.id, 'de', true)
  const id = await original(UNCOVERED)
  await expect(
    sql`update public.articles set original_article_id = ${id}, content = 'Neu' where id = ${german.id}`,
  ).rejects.toThrow('articles_original_covered')
})

test('a translation that is made after a source was withdrawn waits as a draft', async () => {
  const id = await original(COVERED)
  await sql`update public.articles set published = true where id = ${id}`
  const translate = (language: 'de' | 'fr') =>
    sql.transaction(async (transaction) => {
      const story = await lockStory(transaction, { articleId: id, language })
      if (!story) throw new Error('There is no such story')
      const fields = { ...pickTexts(story.original), title: `Kräne (${language})` }
      const how = { model: 'small-model', note: '', takesOver: true, withdraws: false }
      const source = { ...pickTexts(story.original), revision: null }
      const who = { by: null, reviewer: null, correctedAt: null }
      return storeTexts(transaction, story, { ...how, ...who, fields, source, parts: [] })
    })
  expect(await translate('de')).toBe(true)
  await withdraw(id)
  expect(await translate('fr')).toBe(false)
})
