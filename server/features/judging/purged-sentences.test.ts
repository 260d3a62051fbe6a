import { afterAll, expect, test } from 'vitest'
import { purgeArticleText } from '#core/data/article-revisions.ts'
import { judgeStoredArticle } from '#server/features/judging/judge-stored-article.ts'
import {
  addSourcedDraft,
  COVERED,
  citing,
  UNCOVERED,
} from '#server/features/judging/testing/sourced-articles.ts'
import { startTestApp } from '../../../tests/support/app.ts'

const app = await startTestApp()
const { sql } = app.database
afterAll(() => app.stop())

test('a text that is removed for good is in no sentence that was judged, signed or cited before', async () => {
  const desk = await app.administrator()
  const id = await addSourcedDraft(sql, { content: UNCOVERED })
  await judgeStoredArticle({ sql }, id, { bindings: [citing(UNCOVERED)] })
  const [red] = await sql<[{ key: string }]>`
    select key from public.article_sentences where article_id = ${id} and text = ${UNCOVERED}`
  await desk
    .rpc('sign_sentence', { p_article_id: id, p_key: red.key, p_reason: 'I have counted them.' })
    .throwOnError()
  for (const content of ['One.', 'Two.', 'Three.', COVERED]) {
    await sql`update public.articles set content = ${content} where id = ${id}`
    await judgeStoredArticle({ sql }, id, { bindings: [citing(COVERED)] })
  }
  const kept = () => sql<{ text: string }[]>`
    select text from public.article_sentences where field = 'content' union all select text from private.kept_citations
    union all select text from public.sentence_signatures`
  expect((await kept()).filter(({ text }) => text === UNCOVERED)).toHaveLength(2)
  await purgeArticleText(desk, id, 'By order of the court')
  expect(await kept()).toEqual([{ text: COVERED }])
})
