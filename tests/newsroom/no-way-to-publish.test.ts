import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { restoreRevision } from '#core/data/article-revisions.ts'
import { saveArticle } from '#core/data/save-article.ts'
import { publishDue } from '#server/features/articles/publish-scheduled.ts'
import { judgeStoredArticle } from '#server/features/judging/judge-stored-article.ts'
import { addNewsItem } from '#server/features/judging/testing/sourced-articles.ts'
import { clientWith, insertAccessToken } from '../support/access-tokens.ts'
import { startTestApp } from '../support/app.ts'
import { anArticle, askToPublish, aTranslation, publishNow } from '../support/articles.ts'
import { connectAssistant } from '../support/assistant.ts'
import { type CorpusGroup, FAULTS, type FaultySentence, readDraftCorpus } from '../support/draft-corpus.ts'
import { emptyTables } from '../support/empty-tables.ts'
import { startTestJobs } from '../support/jobs.ts'
import { judgeFault } from './judge-drafts.ts'

const app = await startTestApp()
const { sql } = app.database
const jobs = await startTestJobs(app.database, { works: false })
const desk = await app.administrator()
const token = await insertAccessToken(sql, { scopes: ['publish', 'drafts'] })
const program = clientWith(app, token)
afterAll(async () => {
  await jobs.stop()
  await app.stop()
})

const groups = readDraftCorpus()

/** The first sentence with a fault that code finds, amid the approved ones of its story. */
function exampleOf(fault: string): { group: CorpusGroup; faulty: FaultySentence } {
  for (const group of groups)
    for (const faulty of group.faults)
      if (faulty.fault === fault && judgeFault(group, faulty).some(({ verdict }) => verdict === 'red'))
        return { group, faulty }
  throw new Error(`No sentence with the fault ${fault}`)
}

const citesOf = (cites: readonly string[]) =>
  cites.map((cite) => {
    const [source = 0, sentence = 0] = cite.split('.').map(Number)
    return { source, sentence }
  })

/** A draft of a story with these sentences, as it was judged. */
async function storeDraft({ items }: CorpusGroup, sentences: readonly { text: string; cites: string[] }[]) {
  const id = randomUUID()
  const content = sentences.map(({ text }) => text).join('\n\n')
  const draft = anArticle({ slug: `draft-${id}`, title: 'The story', excerpt: 'The story.', content })
  await desk
    .from('articles')
    .insert({ ...draft, id, published: false })
    .throwOnError()
  await sql`insert into public.sourced_articles (article_id) values (${id})`
  for (const [index, { outlet, title, language, copyOf, text }] of items.entries()) {
    const itemId = await addNewsItem(sql, {
      outlet,
      title,
      language,
      sentences: text.length > 0 ? text : (items[(copyOf ?? 1) - 1]?.text ?? []),
    })
    await sql`
      insert into public.article_sources (article_id, number, item_id, outlet, title, url, language, published_at, origin_id)
      select ${id}, ${index + 1}, id, outlet, title, url, language, published_at, origin_id from public.news_items where id = ${itemId}`
  }
  const bindings = sentences.map(({ text, cites }) => ({
    text,
    kind: 'fact' as const,
    cites: citesOf(cites),
  }))
  await judgeStoredArticle({ sql }, id, { bindings })
  return { id, content }
}

interface Draft {
  id: string
  content: string
  /** The first words of a sentence that was found. */
  named: string
}

const since = async (id: string) =>
  (await sql<[{ at: string }]>`select updated_at::text as at from public.articles where id = ${id}`)[0].at
const named = async (id: string) => ({ p_ids: [id], p_versions: [await since(id)] })
const germanOf = (id: string) =>
  aTranslation({ ...anArticle(), id }, 'de', { slug: `story-${id}`, published: true })
const saidBy = async (work: PromiseLike<{ error: { message: string } | null }>) =>
  (await work).error?.message ?? ''
const statusOf = (data: { status: string }[] | null) => data?.[0]?.status ?? ''

/** Returns the reason why a scheduled article was not published, once it was due. */
async function whenDue(id: string): Promise<string> {
  await sql`update public.article_schedules set publish_at = now() - interval '1 minute' where article_id = ${id}`
  await publishDue(jobs.services)
  const [row] = await sql<{ status: string; reason: string }[]>`
    delete from public.article_schedules where article_id = ${id} returning status, reason`
  await sql`update public.articles set publish_date = now() where id = ${id}`
  expect(row?.status).toBe('failed')
  return row?.reason ?? ''
}

/** Each tries to publish a draft, and returns what it was told, which names the sentence, or else is what the second element says. */
const WAYS: Record<string, [attempt: (draft: Draft) => Promise<string>, told?: string]> = {
  'a PATCH': [({ id }) => saidBy(askToPublish(desk, id))],
  'a PATCH of the service role': [
    ({ id }) => saidBy(app.service().from('articles').update({ published: true }).eq('id', id)),
  ],
  'a PATCH with a date in the future, which schedules it': [
    async ({ id }) => {
      const later = { published: true, publish_date: '2090-01-01T00:00:00Z' }
      await publishNow(desk, id, later)
      return whenDue(id)
    },
  ],
  'a POST that replaces it': [
    async ({ id }) => {
      const { data } = await desk.from('articles').select('*').eq('id', id).single().throwOnError()
      return saidBy(desk.from('articles').upsert({ ...data, published: true }))
    },
  ],
  'the save of the desk': [
    async ({ id }) => {
      const values = { published: true }
      return saveArticle(desk, { id, since: await since(id), values }).then(
        () => 'saved',
        (error) => error.message,
      )
    },
  ],
  'the action of a list': [
    async ({ id }) => statusOf((await desk.rpc('publish_articles', await named(id)).throwOnError()).data),
    'uncovered',
  ],
  'a schedule': [
    async ({ id }) => {
      const at = new Date(Date.now() + 3_600_000).toISOString()
      const p_version = await since(id)
      await desk
        .rpc('schedule_article', { p_article_id: id, p_publish_at: at, p_zone: 'UTC', p_version })
        .throwOnError()
      return whenDue(id)
    },
  ],
  'an access token, which had it judged': [
    async ({ id }) => {
      const { data } = await program.functions.invoke('judge-article', { body: { articleId: id } })
      expect(data.isCovered).toBe(false)
      return saidBy(askToPublish(program, id))
    },
  ],
  'the action of a list, by an access token': [
    async ({ id }) => statusOf((await program.rpc('publish_articles', await named(id)).throwOnError()).data),
    'uncovered',
  ],
  'an assistant': [
    async ({ id, content }) => {
      const { call } = await connectAssistant(app, { token })
      const { text } = await call('read_draft', { id })
      const version = /^version: (.+)$/m.exec(text)?.[1] ?? ''
      const changed = await call('change_draft', { id, version, changes: { content, published: true } })
      expect(changed.isError).toBe(true)
      return changed.text
    },
    'published',
  ],
  'the trash, out of which it would come back published': [
    async ({ id }) => {
      await desk.from('articles').delete().eq('id', id).throwOnError()
      const [trash] = await sql<[{ id: string; version: string }]>`
        update public.article_trash set published = true, article = article || '{"published": true}'
        returning id, updated_at::text as version`
      const { data } = await desk
        .rpc('restore_article', { p_trash_id: trash.id, p_version: trash.version })
        .throwOnError()
      return JSON.stringify(data)
    },
    '"drafts":["en"]',
  ],
  'a translation that is published first': [
    ({ id }) => saidBy(desk.from('articles').insert(germanOf(id))),
    'articles_original_covered',
  ],
  'a translation by the action of a list': [
    async ({ id }) => {
      const german = { ...germanOf(id), published: false }
      const { data: draft } = await desk.from('articles').insert(german).select('id').single().throwOnError()
      return statusOf((await desk.rpc('publish_articles', await named(draft.id)).throwOnError()).data)
    },
    'uncovered',
  ],
}

describe.each(FAULTS)('a draft with the fault %s', (fault) => {
  const { group, faulty } = exampleOf(fault)
  const [approved] = group.approved.filter(({ kind }) => kind === 'fact')
  const sentences = [...(approved ? [approved] : []), faulty]
  let draft: Draft

  beforeAll(async () => {
    await emptyTables(
      sql,
      'public.articles, public.sourced_articles, public.article_trash, public.news_items',
    )
    await sql`delete from private.rate_limits`
    const { id, content } = await storeDraft(group, sentences)
    const [red] = await sql<{ text: string }[]>`
      select text from public.article_sentences where article_id = ${id} and verdict = 'red' and field = 'content' order by position`
    draft = { id, content, named: (red?.text ?? '').slice(0, 40) }
    expect(draft.named).not.toBe('')
    expect(faulty.text).toContain(draft.named)
  })

  test.each(Object.keys(WAYS))('is not published by %s', async (way) => {
    const [attempt, told = draft.named] = WAYS[way] ?? []
    expect(await attempt?.(draft)).toContain(told)
    expect(await sql`select from public.articles where published`).toEqual([])
  })

  test('does not come back as an earlier version of what readers have', async () => {
    await emptyTables(sql, 'public.articles, public.sourced_articles')
    const { id } = await storeDraft(group, sentences)
    const content = approved?.text ?? ''
    const values = { content }
    await desk.from('articles').update(values).eq('id', id).throwOnError()
    const judged = await judgeStoredArticle({ sql }, id)
    expect(judged?.isCovered).toBe(true)
    await publishNow(desk, id)
    const [first] = await sql<[{ id: number }]>`
      select id from public.article_revisions where article_id = ${id} order by id limit 1`
    const told = restoreRevision(desk, { id: first.id, since: await since(id) })
    await expect(told).rejects.toThrow('articles_covered')
    expect(await sql`select content from public.articles where id = ${id}`).toEqual([{ content }])
  })
})

test('what somebody should only look at is published', async () => {
  await emptyTables(sql, 'public.articles, public.sourced_articles, public.news_items')
  const [group] = groups
  if (!group) throw new Error('There are no stories')
  const { id } = await storeDraft(group, group.approved.filter(({ kind }) => kind === 'fact').slice(0, 3))
  await sql`
    update public.article_sentences set verdict = 'amber' where article_id = ${id} and verdict = 'green' and field = 'content'`
  await publishNow(desk, id)
})
