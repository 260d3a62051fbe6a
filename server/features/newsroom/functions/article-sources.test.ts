import { afterAll, afterEach, expect, test } from 'vitest'
import { listLateBindings } from '#core/data/sourced-articles.ts'
import {
  addNewsItem,
  addSourcedDraft,
  COVERED,
  HARBOUR,
  UNCOVERED,
} from '#server/features/judging/testing/sourced-articles.ts'
import { openDrafting } from '#server/features/newsroom/testing/open-drafting.ts'
import { askToPublish, publishNow } from '../../../../tests/support/articles.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'
import { addMember } from '../../../../tests/support/members.ts'
import { mintToken } from '../../../../tests/support/mint-token.ts'

const { app, sql, model, call, stop } = await openDrafting()
afterAll(stop)
afterEach(async () => {
  model.behave()
  model.calls.length = 0
  await emptyTables(sql, 'public.articles, public.sourced_articles, public.news_items')
})

const NOBODY = '00000000-0000-4000-8000-000000000000'

async function addPlain(more: { published?: boolean; language?: string } = {}): Promise<string> {
  const { published = false, language = 'en' } = more
  const [row] = await sql<[{ id: string }]>`
    insert into public.articles (slug, language, title, excerpt, content, category, published)
    values ('plain', ${language}, 'Cranes', 'Cranes.', ${COVERED}, 'news', ${published}) returning id`
  return row.id
}
const textsOf = (content: string) => ({ title: 'Cranes', excerpt: 'Cranes.', content })

test('items become sources of an article by hand, each once, and a sentence is covered by what it cites', async () => {
  const [one, other] = [await addNewsItem(sql), await addNewsItem(sql, { outlet: 'The Ledger' })]
  const articleId = await addPlain()
  expect(await call('add-article-sources', { articleId, itemIds: [one] })).toEqual({
    status: 200,
    body: { numbers: [1] },
  })
  expect((await call('add-article-sources', { articleId, itemIds: [other, one] })).body).toEqual({
    numbers: [2, 1],
  })

  const cites = [{ text: COVERED, cites: ['1.1'] }]
  const { body } = await call('judge-article', { articleId, cites })
  expect(body.sentences.at(-1)).toMatchObject({
    field: 'content',
    verdict: 'green',
    signed_by: null,
    from: 0,
    to: COVERED.length,
  })
  const read = await call('read-article-sources', { articleId })
  expect(read.body).toMatchObject({
    article: { article_id: articleId, model: null },
    sources: [
      { number: 1, item_id: one, sentences: HARBOUR.map((text, index) => ({ id: index + 1, text })) },
      { number: 2, outlet: 'The Ledger' },
    ],
    sentences: [
      { field: 'title' },
      { field: 'excerpt' },
      { field: 'content', cites: [{ source: 1, sentence: 1 }] },
    ],
    signatures: [],
    aliases: [],
  })
})

test('texts are judged as they are to be saved, and can be published then', async () => {
  const articleId = await addSourcedDraft(sql)
  const texts = { ...textsOf(`${COVERED} ${UNCOVERED}`), title: 'Cranes for the port' }
  const cites = [COVERED, UNCOVERED].map((text) => ({ text, cites: ['1.1'] }))
  expect((await call('judge-article', { articleId, texts, cites })).body.isCovered).toBe(false)
  const good = { ...texts, content: COVERED }
  expect((await call('judge-article', { articleId, texts: good, cites })).body.isCovered).toBe(true)
  const desk = await app.administrator()
  const { error } = await askToPublish(desk, articleId, texts)
  expect(error?.message).toContain('articles_covered')
  await publishNow(desk, articleId, good)
})

test.each([
  ['judge-article', 400, { texts: {} }],
  ['judge-article', 400, { texts: { ...textsOf('x'), body: 'y' } }],
  ['judge-article', 400, { cites: [{ text: 'x', cites: ['1'] }] }],
  ['judge-article', 400, { cites: [{ text: 'x', cites: ['1.0'] }] }],
  ['judge-article', 400, { cites: [{ text: 'x', kind: 'heading', cites: [] }] }],
  ['judge-article', 400, { texts: textsOf('half \ud800 a pair') }],
  ['judge-article', 403, { articleId: NOBODY }],
  ['read-article-sources', 404, { articleId: NOBODY }],
  ['question-draft', 403, { articleId: NOBODY }],
  ['add-article-sources', 400, { itemIds: [] }],
  ['add-article-sources', 422, { itemIds: [NOBODY] }],
])('%s refuses with %s', async (name, status, more) => {
  const articleId = await addSourcedDraft(sql)
  expect((await call(name, { articleId, ...more })).status).toBe(status)
})

test('what does not rest on sources is not judged, and what is published or a translation gets none', async () => {
  const itemId = await addNewsItem(sql)
  const articleId = await addPlain({ published: true })
  expect((await call('judge-article', { articleId })).status).toBe(404)
  expect((await call('add-article-sources', { articleId, itemIds: [itemId] })).status).toBe(409)
  await sql`update public.articles set published = false, language = 'de'`
  expect((await call('add-article-sources', { articleId, itemIds: [itemId] })).status).toBe(409)
  expect((await call('add-article-sources', { articleId: NOBODY, itemIds: [itemId] })).status).toBe(404)
  expect(await sql`select from public.sourced_articles`).toHaveLength(0)
})

test('an author has own drafts judged and reads what they rest on, and those of nobody else', async () => {
  const author = await addMember(app, 'Emil', { role: 'author' })
  const [own, other] = [await addSourcedDraft(sql), await addSourcedDraft(sql)]
  await sql`
    insert into public.article_workflow (article_id, owner) values (${own}, ${author.id})
    on conflict (article_id) do update set owner = excluded.owner`
  const token = await mintToken(sql, 'emil@example.org')
  const statuses = [own, other].map((articleId) =>
    Promise.all(
      ['judge-article', 'read-article-sources', 'question-draft', 'add-article-sources'].map(
        async (name) => (await call(name, { articleId }, { token })).status,
      ),
    ),
  )
  expect(await Promise.all(statuses)).toEqual([
    [200, 200, 403, 403],
    [403, 403, 403, 403],
  ])
})

test('the desk reads what the sentences rest on that were judged last', async () => {
  const articleId = await addSourcedDraft(sql)
  for (let text = 1; text <= 4; text++)
    await sql`
      insert into public.article_sentences (article_id, text_hash, position, field, text, key, kind, verdict, judged_at)
      select ${articleId}, ${`${text}`}, place, 'content', ${`${text}.`} || place, place, 'fact', 'red', now() + make_interval(secs => ${text})
      from generate_series(1, 300) as place`
  const bindings = await listLateBindings(await app.administrator(), articleId)
  expect([bindings.length, bindings[0]?.text, bindings.at(-1)?.text]).toEqual([1_000, '1.201', '4.300'])
})

test('a second opinion makes green sentences amber, never red ones green, and is kept with the words that it is about', async () => {
  const articleId = await addSourcedDraft(sql, { content: `${COVERED}\n\n${UNCOVERED}` })
  await call('judge-article', {
    articleId,
    cites: [COVERED, UNCOVERED].map((text) => ({ text, cites: ['1.1'] })),
  })
  model.answerWith(({ sentences }) => ({
    doubts: [
      { id: sentences[0].id, reason: '  It says\n plans. ' },
      { id: '99', reason: 'No such sentence' },
      { id: '__proto__', reason: 'Nor this' },
    ],
  }))
  const { body } = await call('question-draft', { articleId })
  expect(model.calls[0]?.input).toEqual({
    task: 'question',
    language: 'en',
    sentences: [{ id: '1', text: COVERED, cites: [HARBOUR[0]] }],
  })
  expect(body).toEqual({ doubts: [{ key: expect.any(String), reason: 'It says plans.' }] })
  const verdicts = async () =>
    (await call('judge-article', { articleId })).body.sentences
      .filter(({ field }: { field: string }) => field === 'content')
      .map(({ verdict, findings }: { verdict: string; findings: { code: string }[] }) => [
        verdict,
        findings[0]?.code,
      ])
  expect(await verdicts()).toEqual([
    ['amber', 'doubted'],
    ['red', 'number_not_in_source'],
  ])
  // The doubted sentence is not asked about again, and stays so.
  expect((await call('question-draft', { articleId })).body).toEqual({ doubts: [] })
  expect(model.calls).toHaveLength(1)
  expect((await verdicts())[0]).toEqual(['amber', 'doubted'])
})

test('a second opinion that cannot be used changes nothing', async () => {
  const articleId = await addSourcedDraft(sql)
  await call('judge-article', { articleId, cites: [{ text: COVERED, cites: ['1.1'] }] })
  model.misbehave({ text: 'I have no doubts.' })
  expect((await call('question-draft', { articleId })).status).toBe(502)
  const [row] = await sql`select doubts, questioned_at from public.sourced_articles`
  expect(row).toEqual({ doubts: [], questioned_at: null })
})

test('as many doubts as a model can have are stored', async () => {
  const sentences = Array.from({ length: 200 }, (_, at) =>
    COVERED.replace(/\.$/, `${' indeed'.repeat(at % 20)}${' so'.repeat(at / 20)}.`),
  )
  const articleId = await addSourcedDraft(sql, { content: sentences.join('\n\n') })
  await call('judge-article', { articleId, cites: sentences.map((text) => ({ text, cites: ['1.1'] })) })
  model.answerWith(({ sentences }) => ({
    doubts: sentences.map(({ id }: { id: string }) => ({ id, reason: '漢'.repeat(5_000) })),
  }))
  expect((await call('question-draft', { articleId })).status).toBe(200)
  expect((await call('question-draft', { articleId })).status).toBe(200)
  const [{ count }] = await sql<[{ count: number }]>`
    select jsonb_array_length(doubts) as count from public.sourced_articles`
  expect(count).toBe(180)
})

test('a version that is restored without being compared finds again what its sentences cited', async () => {
  const articleId = await addSourcedDraft(sql)
  await call('judge-article', { articleId, cites: [{ text: COVERED, cites: ['1.1'] }] })
  for (const word of ['One', 'Two', 'Three', 'Four', 'Five'])
    await call('judge-article', { articleId, texts: textsOf(`${word} is a word.`) })
  await sql`update public.articles set content = ${`Before. ${COVERED}`} where id = ${articleId}`
  const { body } = await call('read-article-sources', { articleId })
  expect(body.sentences.filter(({ field }: { field: string }) => field === 'content')).toMatchObject([
    { text: 'Before.', verdict: 'red' },
    { text: COVERED, verdict: 'green', cites: [{ source: 1, sentence: 1 }] },
  ])
})
