import { afterAll, expect, test } from 'vitest'
import { judgeStoredArticle } from '#server/features/judging/judge-stored-article.ts'
import {
  addNewsItem,
  addSourcedDraft,
  COVERED,
  citing,
  HARBOUR,
  UNCOVERED,
} from '#server/features/judging/testing/sourced-articles.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'

const database = await createTestDatabase()
const { sql } = database
afterAll(() => database.drop())

const contentOf = (judged: Awaited<ReturnType<typeof judgeStoredArticle>>) =>
  judged?.sentences.filter(({ field }) => field === 'content')

test('stores how each sentence was judged, and publishing accepts exactly that text', async () => {
  const id = await addSourcedDraft(sql)
  const judged = await judgeStoredArticle({ sql }, id, { bindings: [citing(COVERED)] })
  expect(contentOf(judged)).toMatchObject([
    { text: COVERED, verdict: 'green', cites: [{ source: 1, sentence: 1, text: HARBOUR[0] }] },
  ])
  expect(judged?.isCovered).toBe(true)
  await sql`update public.articles set published = true where id = ${id}`
  await expect(sql`update public.articles set content = ${UNCOVERED} where id = ${id}`).rejects.toThrow(
    'articles_judged',
  )
})

test('goes on from what a text rested on when it was judged last, also after the texts of sources are gone', async () => {
  const id = await addSourcedDraft(sql)
  await judgeStoredArticle({ sql }, id, { bindings: [citing(COVERED)] })
  await sql`delete from private.news_texts`
  const content = `${COVERED} And nothing else.`
  const texts = { title: '', subtitle: '', excerpt: '', content, social_title: '', social_description: '' }
  expect(contentOf(await judgeStoredArticle({ sql }, id, { texts }))).toMatchObject([
    { verdict: 'green', cites: [{ text: HARBOUR[0] }] },
    { verdict: 'red', findings: [{ code: 'uncited' }] },
  ])
})

test('what is cited keeps its words when the page says something else by now', async () => {
  const itemId = await addNewsItem(sql)
  const id = await addSourcedDraft(sql, { itemId })
  await judgeStoredArticle({ sql }, id, { bindings: [citing(COVERED)] })
  await sql`update private.news_texts set sentences = array['Menu', 'The port will buy 9 cranes.'] where item_id = ${itemId}`
  expect(contentOf(await judgeStoredArticle({ sql }, id))).toMatchObject([{ verdict: 'green' }])
})

test('what an earlier version cited is known when it is restored, also after its source has changed and many texts were judged', async () => {
  const itemId = await addNewsItem(sql)
  const id = await addSourcedDraft(sql, { itemId })
  await judgeStoredArticle({ sql }, id, { bindings: [citing(COVERED)] })
  await sql`update private.news_texts set sentences = '{"Menu"}' where item_id = ${itemId}`
  for (const word of ['One', 'Two', 'Three', 'Four', 'Five']) {
    await sql`update public.articles set content = ${`${word} is a word.`} where id = ${id}`
    await judgeStoredArticle({ sql }, id)
  }
  expect(
    await sql`select from public.article_sentences where article_id = ${id} and text = ${COVERED}`,
  ).toEqual([])
  await sql`update public.articles set content = ${COVERED} where id = ${id}`
  const judged = await judgeStoredArticle({ sql }, id)
  expect(contentOf(judged)).toMatchObject([{ verdict: 'green', cites: [{ text: HARBOUR[0] }] }])
  expect(judged?.isCovered).toBe(true)
})

test('of sentences that are in no text any more, two thousand are known', async () => {
  const id = await addSourcedDraft(sql)
  await judgeStoredArticle({ sql }, id)
  await sql`
    insert into private.kept_citations (article_id, key, text, kind, cites, judged_at)
    select ${id}, 'key ' || n, 'Text ' || n, 'fact', '[{"source": 1, "sentence": 1, "text": ""}]', now() - make_interval(secs => n)
    from generate_series(1, 2005) as n`
  await judgeStoredArticle({ sql }, id)
  expect(
    await sql`select count(*)::integer as kept, bool_or(key = 'key 2001') as has_oldest from private.kept_citations where article_id = ${id}`,
  ).toEqual([{ kept: 2000, has_oldest: false }])
})

test('is null for an article without sources, and for none', async () => {
  const [row] = await sql<[{ id: string }]>`
    insert into public.articles (slug, title, excerpt, content, category) values ('plain', 'P', '', '', 'news') returning id`
  expect(await judgeStoredArticle({ sql }, row.id)).toBeNull()
  expect(await judgeStoredArticle({ sql }, '00000000-0000-4000-8000-000000000000')).toBeNull()
})
