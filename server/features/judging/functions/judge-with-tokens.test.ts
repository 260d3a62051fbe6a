import { afterAll, beforeEach, expect, test } from 'vitest'
import type { TokenScope } from '#core/domain/access-token.ts'
import { NOT_WITH_DRAFTS } from '#server/features/judging/functions/sourced-articles.ts'
import { judgeStoredArticle } from '#server/features/judging/judge-stored-article.ts'
import {
  addSourcedDraft,
  COVERED,
  citing,
  UNCOVERED,
} from '#server/features/judging/testing/sourced-articles.ts'
import { clientWith, insertAccessToken } from '../../../../tests/support/access-tokens.ts'
import { startTestApp } from '../../../../tests/support/app.ts'
import { publishNow } from '../../../../tests/support/articles.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'

const app = await startTestApp()
const { sql } = app.database
afterAll(() => app.stop())
beforeEach(() => emptyTables(sql, 'public.articles, public.sourced_articles, public.news_items'))

const programWith = async (...scopes: TokenScope[]) =>
  clientWith(app, await insertAccessToken(sql, { scopes }))

async function judge(program: Awaited<ReturnType<typeof programWith>>, body: object) {
  const { data, error } = await program.functions.invoke('judge-article', { body })
  return error ? { error: (await error.context.json()).error, status: error.context.status } : data
}

test('a program that writes drafts has them judged, and one that publishes publishes what is covered', async () => {
  const id = await addSourcedDraft(sql, { content: UNCOVERED })
  const cites = [{ text: COVERED, cites: ['1.1'] }]
  const drafts = await programWith('drafts')
  expect(await judge(drafts, { articleId: id })).toMatchObject({ isCovered: false })
  await drafts.from('articles').update({ content: COVERED }).eq('id', id).throwOnError()
  expect(await judge(drafts, { articleId: id, cites })).toMatchObject({ isCovered: true })

  const publishes = await programWith('publish')
  await publishNow(publishes, id)
  // Judging it changes what readers are told of it.
  expect(await judge(drafts, { articleId: id, cites: [] })).toEqual({ status: 403, error: NOT_WITH_DRAFTS })
  expect(await judge(publishes, { articleId: id })).toMatchObject({ isCovered: true })
})

test('a program that writes drafts judges nothing that is scheduled', async () => {
  const id = await addSourcedDraft(sql)
  await judgeStoredArticle({ sql }, id, { bindings: [citing(COVERED)] })
  await sql`
    insert into public.article_schedules (article_id, publish_at, zone) values (${id}, now() + interval '1 day', 'UTC')`
  expect(await judge(await programWith('drafts'), { articleId: id })).toMatchObject({ status: 403 })
  expect(await judge(await programWith('read'), { articleId: id })).toMatchObject({ status: 403 })
  expect(await judge(await programWith('publish'), { articleId: id })).toMatchObject({ isCovered: true })
})

test('an article that rests on no sources, or is none, is not judged', async () => {
  const nobody = '00000000-0000-4000-8000-000000000000'
  expect(await judge(await programWith('drafts'), { articleId: nobody })).toMatchObject({ status: 404 })
})
