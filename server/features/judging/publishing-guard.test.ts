import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { publishDue } from '#server/features/articles/publish-scheduled.ts'
import { judgeStoredArticle } from '#server/features/judging/judge-stored-article.ts'
import {
  addSourcedDraft,
  COVERED,
  citing,
  UNCOVERED,
} from '#server/features/judging/testing/sourced-articles.ts'
import { clientWith, insertAccessToken } from '../../../tests/support/access-tokens.ts'
import { startTestApp } from '../../../tests/support/app.ts'
import { anArticle, askToPublish, publishNow, versionOf } from '../../../tests/support/articles.ts'
import { emptyTables } from '../../../tests/support/empty-tables.ts'
import { startTestJobs } from '../../../tests/support/jobs.ts'
import { untilSomebodyWaits } from '../../../tests/support/lock-waits.ts'

const app = await startTestApp()
const { sql } = app.database
const jobs = await startTestJobs(app.database, { works: false })
const desk = await app.administrator()
const anywhere = { sql }
afterAll(async () => {
  await jobs.stop()
  await app.stop()
})
beforeEach(async () => {
  await emptyTables(sql, 'public.articles, public.sourced_articles, public.news_items, public.article_trash')
})

/** A draft with a sentence that nothing covers, which was judged. */
async function redDraft(): Promise<string> {
  const id = await addSourcedDraft(sql, { content: UNCOVERED })
  await judgeStoredArticle(anywhere, id, { bindings: [citing(UNCOVERED)] })
  return id
}
async function coveredDraft(): Promise<string> {
  const id = await addSourcedDraft(sql)
  await judgeStoredArticle(anywhere, id, { bindings: [citing(COVERED)] })
  return id
}
const versionsOf = (ids: string[]) =>
  Promise.all(ids.map(async (id) => (await versionOf(desk, id)).updated_at))
const isPublished = async (id: string) =>
  (await sql<{ published: boolean }[]>`select published from public.articles where id = ${id}`)[0]?.published
const keyOf = async (id: string) =>
  (
    await sql<
      { key: string }[]
    >`select key from public.article_sentences where article_id = ${id} and verdict = 'red'`
  )[0]?.key ?? ''
const sign = async (id: string) =>
  desk
    .rpc('sign_sentence', { p_article_id: id, p_key: await keyOf(id), p_reason: 'I have counted them.' })
    .throwOnError()

describe('a text with a sentence that no source covers', () => {
  test.each([
    ['PATCH', (id: string) => askToPublish(desk, id)],
    [
      'PATCH by the service role',
      (id: string) => app.service().from('articles').update({ published: true }).eq('id', id),
    ],
    ['upsert', (id: string) => desk.from('articles').upsert({ ...anArticle(), id })],
    ['PATCH of title', (id: string) => askToPublish(desk, id, { title: 'The city sold 99 cranes' })],
    ['PATCH of subtitle', (id: string) => askToPublish(desk, id, { subtitle: 'Lies' })],
    ['PATCH of excerpt', (id: string) => askToPublish(desk, id, { excerpt: 'Lies' })],
    ['PATCH of a shared title', (id: string) => askToPublish(desk, id, { social_title: 'Lies' })],
    ['PATCH of a shared text', (id: string) => askToPublish(desk, id, { social_description: 'Lies' })],
    ['another language', (id: string) => askToPublish(desk, id, { language: 'de' })],
  ])('is refused: %s', async (_, publish) => {
    const id = await redDraft()
    const { error, status } = await publish(id)
    expect([status, error?.code, error?.message]).toEqual([
      400,
      '23514',
      expect.stringMatching(/articles_(covered|judged)/),
    ])
    expect(error?.hint).not.toBe('')
    expect(await isPublished(id)).toBe(false)
  })

  test('keeps its id, so that it cannot be another article', async () => {
    const id = await redDraft()
    const { error } = await desk.from('articles').update({ id: randomUUID() }).eq('id', id)
    expect(error).toMatchObject({ code: '23514', message: expect.stringContaining('articles_sourced_id') })
  })

  test('is not signed with a reason that nobody sees', async () => {
    const id = await redDraft()
    const { error } = await desk.rpc('sign_sentence', {
      p_article_id: id,
      p_key: await keyOf(id),
      p_reason: '\u200b \u2800.',
    })
    expect(error).toMatchObject({
      code: '23514',
      message: expect.stringContaining('sentence_signatures_reason'),
    })
  })

  test('does not become a translation, which is told the sources of its original', async () => {
    const [id, other] = [await coveredDraft(), await coveredDraft()]
    const { error } = await desk
      .from('articles')
      .update({ language: 'de', original_article_id: other })
      .eq('id', id)
    expect(error).toMatchObject({ code: '23514', message: expect.stringContaining('articles_sourced_id') })
  })

  test('is not published with others, which are', async () => {
    const ids = [await redDraft(), await coveredDraft(), await addSourcedDraft(sql)]
    const { data } = await desk.rpc('publish_articles', { p_ids: ids, p_versions: await versionsOf(ids) })
    const statusOf = new Map(data?.map((answer) => [answer.id, answer.status]))
    expect(ids.map((id) => statusOf.get(id))).toEqual(['uncovered', 'published', 'uncovered'])
    expect(await Promise.all(ids.map(isPublished))).toEqual([false, true, false])
  })

  test('is refused to an access token', async () => {
    const id = await redDraft()
    const program = clientWith(app, await insertAccessToken(sql, { scopes: ['publish', 'drafts'] }))
    const { error } = await askToPublish(program, id)
    expect(error?.message).toContain('articles_covered')
    const { data } = await program.rpc('publish_articles', {
      p_ids: [id],
      p_versions: await versionsOf([id]),
    })
    expect(data).toEqual([{ id, status: 'uncovered' }])
  })

  test('is not published at its time, with the reason', async () => {
    const id = await redDraft()
    await sql`insert into public.article_schedules (article_id, publish_at, zone) values (${id}, now() - interval '1 minute', 'UTC')`
    await publishDue(jobs.services)
    const [row] = await sql`select status, reason from public.article_schedules where article_id = ${id}`
    expect(row).toEqual({
      status: 'failed',
      reason: expect.stringMatching(/^check: no source covers “The port of Lindahl plans to buy 19/),
    })
    expect(await isPublished(id)).toBe(false)
  })

  test('does not take the place of a published one', async () => {
    const id = await coveredDraft()
    await publishNow(desk, id)
    const { error } = await desk.from('articles').update({ content: UNCOVERED }).eq('id', id)
    expect(error?.message).toContain('articles_judged')
    await judgeStoredArticle(anywhere, id, {
      texts: { ...(await textsOf(id)), content: UNCOVERED },
      bindings: [citing(UNCOVERED)],
    })
    const again = await desk.from('articles').update({ content: UNCOVERED }).eq('id', id)
    expect(again.error?.message).toContain('articles_covered')
    // Everything else of it can be changed.
    await publishNow(desk, id, { featured: true, category: 'tech' })
  })

  test('comes back from the trash as a draft', async () => {
    const id = await coveredDraft()
    await publishNow(desk, id)
    await desk.from('articles').delete().eq('id', id).throwOnError()
    await sql`update public.article_sources set state = 'withdrawn' where article_id = ${id}`
    const [trash] = await sql<
      [{ id: string; version: string }]
    >`select id, updated_at::text as version from public.article_trash`
    const { data } = await desk
      .rpc('restore_article', { p_trash_id: trash.id, p_version: trash.version })
      .throwOnError()
    expect(data).toMatchObject({ status: 'restored', drafts: ['en'] })
    expect(await isPublished(id)).toBe(false)
  })

  test('can be published once an editor has signed the sentence', async () => {
    const id = await redDraft()
    await sign(id)
    await publishNow(desk, id)
    const [signature] = await sql`select reason, signed_by_name from public.sentence_signatures`
    expect(signature).toMatchObject({ reason: 'I have counted them.' })
    const { data } = await desk.rpc('withdraw_signature', { p_article_id: id, p_key: await keyOf(id) })
    expect(data).toEqual({ changed: false })
  })
})

const textsOf = async (id: string) => {
  const [row] = await sql<[{ title: string; excerpt: string; content: string }]>`
    select title, excerpt, content from public.articles where id = ${id}`
  return { ...row, subtitle: '', social_title: '', social_description: '' }
}

describe('what changes meanwhile', () => {
  test('a source that is taken out makes the judgement count no more, also of a text that was published before', async () => {
    const id = await coveredDraft()
    await publishNow(desk, id)
    await desk.rpc('set_source_removed', { p_article_id: id, p_number: 1, p_removed: true }).throwOnError()
    await desk.from('articles').update({ published: false }).eq('id', id).throwOnError()
    const { error } = await askToPublish(desk, id)
    expect(error?.message).toContain('articles_judged')
    const judged = await judgeStoredArticle(anywhere, id)
    expect(judged?.sentences.find(({ field }) => field === 'content')).toMatchObject({
      verdict: 'red',
      findings: [{ code: 'unknown_source' }],
    })
    await desk.rpc('set_source_removed', { p_article_id: id, p_number: 1, p_removed: false }).throwOnError()
    expect((await judgeStoredArticle(anywhere, id))?.isCovered).toBe(true)
    await publishNow(desk, id)
  })

  test('a signature that is withdrawn while the text is published stays, or keeps it from being published', async () => {
    const id = await redDraft()
    await sign(id)
    const key = await keyOf(id)
    let withdrawn: PromiseLike<unknown> = Promise.resolve()
    await sql.transaction(async (publishing) => {
      await publishing`update public.articles set published = true where id = ${id}`
      withdrawn = desk.rpc('withdraw_signature', { p_article_id: id, p_key: key }).then(({ data }) => data)
      await untilSomebodyWaits(sql)
    })
    expect(await withdrawn).toEqual({ changed: false })
    expect(await isPublished(id)).toBe(true)

    await sql`update public.articles set published = false where id = ${id}`
    let publishing: PromiseLike<unknown> = Promise.resolve()
    await sql.transaction(async (withdrawing) => {
      await withdrawing`select from public.sourced_articles where article_id = ${id} for update`
      await withdrawing`delete from public.sentence_signatures where article_id = ${id}`
      publishing = askToPublish(desk, id).then(({ error }) => error?.message)
      await untilSomebodyWaits(sql)
    })
    expect(await publishing).toContain('articles_covered')
  })

  test('a judgement that began before a source was taken out does not count', async () => {
    const id = await coveredDraft()
    let removal: PromiseLike<unknown> = Promise.resolve()
    await sql.transaction(async (judging) => {
      await judging`select from public.sourced_articles where article_id = ${id} for update`
      removal = desk
        .rpc('set_source_removed', { p_article_id: id, p_number: 1, p_removed: true })
        .then(({ data }) => data)
      await untilSomebodyWaits(sql)
      await judging`update public.article_sentences set judged_at = clock_timestamp() where article_id = ${id}`
    })
    expect(await removal).toEqual({ changed: true })
    const { error } = await askToPublish(desk, id)
    expect(error?.message).toContain('articles_judged')
  })
})

test('articles without sources, and translations, are not asked', async () => {
  const id = await coveredDraft()
  await publishNow(desk, id)
  const translation = {
    ...anArticle({ title: 'Kräne', slug: 'kraene', language: 'de', original_article_id: id }),
    published: true,
  }
  await desk.from('articles').insert(translation).throwOnError()
  await desk
    .from('articles')
    .insert(anArticle({ slug: 'plain' }))
    .throwOnError()
  expect(await sql`select slug from public.articles where published order by slug`).toHaveLength(3)
})
