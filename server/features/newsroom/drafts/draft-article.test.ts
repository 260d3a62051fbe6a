import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  addNewsItem,
  COVERED,
  HARBOUR,
  UNCOVERED,
} from '#server/features/judging/testing/sourced-articles.ts'
import { openDrafting } from '#server/features/newsroom/testing/open-drafting.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'

const { sql, model, call, stop } = await openDrafting()
afterAll(stop)
beforeEach(() => model.answerWith(() => ANSWER))
afterEach(async () => {
  model.behave()
  model.calls.length = 0
  await emptyTables(
    sql,
    'public.articles, public.sourced_articles, public.news_items, private.draft_requests, private.rate_limits',
  )
})

const FACT = { text: COVERED, cites: ['1.1'], kind: 'fact' }
const ANSWER = {
  title: 'Port of Lindahl plans to buy cranes',
  subtitle: '',
  excerpt: 'The port of Lindahl plans to buy 12 electric cranes.',
  sentences: [FACT, { text: 'What Berg said', cites: ['1.3'], kind: 'quote' }],
}
const answerWith = (...sentences: object[]) => model.answerWith(() => ({ ...ANSWER, sentences }))
const ask = (itemIds: string[], more: object = {}, who?: 'edda') =>
  call('draft-article', { itemIds, length: 'short', category: 'news', ...more }, who)
const textsOf = ({ body }: { body: { sentences: { text: string }[] } }) =>
  body.sentences.map(({ text }) => text)

test('asks the model with numbered sentences, and makes an article of its answer that is not published', async () => {
  const id = await addNewsItem(sql)
  const { status, body } = await ask([id], { question: 'What does it cost?' })
  expect(status).toBe(200)
  expect(model.calls).toHaveLength(1)
  const { system, input } = model.calls[0] ?? { system: '', input: { task: '' } }
  expect(input).toEqual({
    task: 'draft',
    language: 'en',
    length: 'short',
    question: 'What does it cost?',
    sources: [
      {
        id: '1',
        outlet: 'Harbour News',
        published: expect.stringMatching(/^20\d\d-/),
        sentences: HARBOUR.map((text, index) => ({ id: `1.${index + 1}`, text })),
      },
    ],
  })
  expect(system).not.toContain('Lindahl')

  expect(body).toEqual({
    articleId: expect.any(String),
    sentences: [
      expect.objectContaining({ text: ANSWER.title, cites: [] }),
      expect.objectContaining({ text: ANSWER.excerpt, cites: [] }),
      { text: COVERED, cites: ['1.1'], verdict: 'green', findings: [] },
      expect.objectContaining({ cites: ['1.3'] }),
    ],
    dropped: [],
  })
  const [article] = await sql`
    select articles.published, slug, language, category, content, by_program, owner is not null as is_owned, made_by = owner as is_theirs
    from public.articles join public.article_workflow on article_workflow.article_id = articles.id
      join public.article_revisions as version on version.article_id = articles.id
    where articles.id = ${body.articleId}`
  expect(article).toMatchObject({
    published: false,
    slug: 'port-of-lindahl-plans-to-buy-cranes',
    language: 'en',
    category: 'news',
    by_program: true,
    is_owned: true,
    is_theirs: true,
  })
  expect(article?.content).toBe(
    `${COVERED}\n\nAnna Berg said, as Harbour News reports: “We had waited far too long for this.”`,
  )
})

test('a section that has got another address since is the one that it is by now', async () => {
  const save = (hack: object) =>
    sql`select public.save_categories(${JSON.stringify([...['business', 'tech', 'opinion', 'news'].map((slug) => ({ slug })), hack])}::jsonb)`
  await save({ slug: 'garden', was: 'hack', names: { en: 'Garden' } })
  onTestFinished(async () => void (await save({ slug: 'hack', was: 'garden' })))
  const known = async (category: string) => (await ask([crypto.randomUUID()], { category })).body.code
  await expect.poll(() => known('garden')).toBe('unknown')
  const { status, body } = await ask([await addNewsItem(sql)], { category: 'hack' })
  expect(status).toBe(200)
  expect(await sql`select category from public.articles where id = ${body.articleId}`).toEqual([
    { category: 'garden' },
  ])
})

describe('of the answer', () => {
  test('words that no source has are red, and keep the article from being published', async () => {
    answerWith(FACT, { text: UNCOVERED, cites: ['1.1'], kind: 'fact' })
    const { body } = await ask([await addNewsItem(sql)])
    expect(body.sentences.at(-1)).toMatchObject({ verdict: 'red', findings: ['number_not_in_source'] })
    await expect(
      sql`update public.articles set published = true where id = ${body.articleId}`,
    ).rejects.toThrow('articles_covered')
  })

  test('what cites nothing, or what was not ticked, is red', async () => {
    answerWith(
      FACT,
      { text: 'It will rain on Friday.', cites: [], kind: 'context' },
      { ...FACT, text: `${COVERED} So.`, cites: ['7.1'] },
    )
    const { body } = await ask([await addNewsItem(sql)])
    const found = body.sentences.slice(2).map(({ findings }: { findings: string[] }) => findings[0])
    expect(found).toEqual([undefined, 'uncited', 'unknown_source', 'unknown_source'])
  })

  test('quotations are filled in from the source, whatever the model has written', async () => {
    answerWith({ text: '“We are sorry,” said Greta Holm.', cites: ['1.3'], kind: 'quote' })
    expect(textsOf(await ask([await addNewsItem(sql)])).at(-1)).toBe(
      'Anna Berg said, as Harbour News reports: “We had waited far too long for this.”',
    )
  })

  test.each([
    ['quote_changed', { text: 'We are sorry', cites: ['1.1'], kind: 'quote' }],
    ['unknown_source', { text: 'We are sorry', cites: ['9.1'], kind: 'quote' }],
    ['unknown_source', { text: 'Berg said so.', cites: ["1'; drop table"], kind: 'fact' }],
    ['address', { text: 'See https://evil.example/ for more.', cites: ['1.1'], kind: 'fact' }],
    ['markup', { text: 'It is <b>new</b> there.', cites: ['1.1'], kind: 'fact' }],
    ['markup', { text: 'It is [new](/x) there.', cites: ['1.1'], kind: 'fact' }],
    ['hidden_character', { text: 'It is n\u200bew there.', cites: ['1.1'], kind: 'fact' }],
    ['too_long', { text: 'New. '.repeat(400), cites: ['1.1'], kind: 'fact' }],
    ['empty', { text: ' – ', cites: ['1.1'], kind: 'fact' }],
    ['repeated', FACT],
  ])('what cannot be used is dropped: %s', async (code, sentence) => {
    answerWith(FACT, sentence)
    const { body } = await ask([await addNewsItem(sql)])
    expect(body.dropped).toEqual([{ text: expect.any(String), codes: [code] }])
    const [row] =
      await sql`select content, dropped from public.articles join public.sourced_articles on article_id = id`
    expect(row).toEqual({ content: COVERED, dropped: body.dropped })
  })

  test('what is no sentence costs only itself, and so does what is more than can be read', async () => {
    const others = Array.from({ length: 1_100 }, (_, n) => ({ ...FACT, text: `The port buys ${n} cranes.` }))
    model.answerWith(() => ({ ...ANSWER, sentences: [null, FACT, 7, {}, 'It rains there.', ...others] }))
    const { status, body } = await ask([await addNewsItem(sql)])
    expect(status).toBe(200)
    expect(textsOf({ body }).slice(2, 5)).toEqual([COVERED, 'It rains there.', 'The port buys 0 cranes.'])
    expect(body.dropped.slice(0, 4).map(({ codes }: { codes: string[] }) => codes[0])).toEqual([
      'empty',
      'empty',
      'empty',
      'too_many',
    ])
  })

  test('nothing becomes Markdown', async () => {
    const text = '1. The *port* of Lindahl plans to buy 12 electric cranes by 2027, Harbour News reports.'
    answerWith(
      { ...FACT, text: `${text.replace('1. ', '')}` },
      { ...FACT, text: '# The port plans to buy 12 cranes by 2027.' },
    )
    const { body } = await ask([await addNewsItem(sql)])
    const [row] = await sql`select content from public.articles where id = ${body.articleId}`
    expect(row?.content).toContain('\\*port\\*')
    expect(row?.content).not.toMatch(/^#/m)
  })

  test('a quotation of a source in another language is dropped', async () => {
    const id = await addNewsItem(sql, {
      language: 'de',
      sentences: ['„Wir haben viel zu lange darauf gewartet“, sagte Anna Berg.', 'Der Hafen kauft 12 Kräne.'],
    })
    answerWith(
      { text: 'x', cites: ['1.1'], kind: 'quote' },
      { ...FACT, text: 'The port buys 12 cranes, Harbour News reports.', cites: ['1.2'] },
    )
    expect((await ask([id])).body.dropped).toMatchObject([{ codes: ['wrong_language'] }])
  })
})

describe('is refused, and leaves no article', () => {
  afterEach(async () => expect(await sql`select from public.articles`).toHaveLength(0))

  test.each([
    [400, undefined, { itemIds: [] }],
    [400, undefined, { length: 'huge' }],
    [400, undefined, { more: 1 }],
    [400, undefined, { itemIds: Array.from({ length: 51 }, () => crypto.randomUUID()) }],
    [422, 'category', { category: 'no-such-section' }],
    [422, 'unknown', { itemIds: [crypto.randomUUID()] }],
  ])('%s %s', async (status, code, more) => {
    const answered = await ask([await addNewsItem(sql)], more)
    expect([answered.status, answered.body.code]).toEqual([status, code])
    expect(model.calls).toHaveLength(0)
  })

  test('a reserved item, by its name', async () => {
    const id = await addNewsItem(sql, { reservation: 'tdmrep', title: 'Not for machines' })
    const { status, body } = await ask([await addNewsItem(sql), id])
    expect([status, body.code]).toEqual([422, 'reserved'])
    expect(body.error).toContain('“Not for machines” (Harbour News) cannot be a source')
    expect(model.calls).toHaveLength(0)
  })

  test.each([
    [502, 'answer_unusable', 'huge' as const],
    [502, 'answer_unusable', { text: '<!doctype html><p>Hello' }],
    [502, 'answer_unusable', { text: '{"title":"x","sentences":[]}' }],
    [502, 'answer_unusable', { text: '{"sentences": "many"}' }],
  ])('%s %s', async (status, code, misbehaviour) => {
    const id = await addNewsItem(sql)
    model.misbehave(misbehaviour)
    const answered = await ask([id])
    expect([answered.status, answered.body.code]).toEqual([status, code])
    expect(await sql`select failure from private.draft_requests`).toEqual([{ failure: code }])
  })

  test('an answer in another language', async () => {
    answerWith(
      {
        text: 'Der Hafen von Lindahl will bis zum Jahr 2027 zwölf elektrische Kräne kaufen, sagte die Stadt am Montag.',
        cites: ['1.1'],
        kind: 'fact',
      },
      {
        text: 'Die Kräne kosten nach dem Haushalt der Stadt zusammen viereinhalb Millionen Euro.',
        cites: ['1.2'],
        kind: 'fact',
      },
    )
    expect(await ask([await addNewsItem(sql)])).toMatchObject({
      status: 502,
      body: { code: 'wrong_language' },
    })
  })

  test('an answer of which nothing can be used', async () => {
    answerWith({ text: 'See https://evil.example/.', cites: ['1.1'], kind: 'fact' })
    const { status, body } = await ask([await addNewsItem(sql)])
    expect([status, body.code, body.dropped]).toEqual([
      502,
      'nothing_usable',
      [expect.objectContaining({ codes: ['address'] })],
    ])
  })
})

test('what the model did not get of long sources is said', async () => {
  const long = Array.from(
    { length: 1_000 },
    (_, index) => `The port has bought crane number ${index}. ${'x'.repeat(100)}`,
  )
  answerWith(FACT)
  const ids = [await addNewsItem(sql, { sentences: long }), await addNewsItem(sql, { outlet: 'The Ledger' })]
  const { body } = await ask(ids)
  expect(body.dropped).toEqual([
    {
      text: 'Of source 1 (Harbour News) the model got the first 200 of 1000 sentences.',
      codes: ['source_cut'],
    },
  ])
  expect(model.calls[0]?.input.sources[1].sentences).toHaveLength(HARBOUR.length)
})

describe('nothing is asked twice', () => {
  test('the same request within minutes is answered with the same article, also at once', async () => {
    const id = await addNewsItem(sql)
    const both = await Promise.all([ask([id]), ask([id])])
    const third = await ask([id])
    expect(new Set([...both, third].map(({ body }) => body.articleId))).toHaveLength(1)
    expect(third.body.sentences).toEqual(both[0].body.sentences)
    expect(model.calls).toHaveLength(1)
  })

  test('an answer that is stored is used, when the process ended before it made an article', async () => {
    const id = await addNewsItem(sql)
    await ask([id])
    await sql`delete from public.articles`
    await sql`update private.draft_requests set article_id = null`
    const { body } = await ask([id])
    expect(textsOf({ body })).toContain(COVERED)
    expect(model.calls).toHaveLength(1)
  })

  test('a process that ended while it asked is said so once, and then the model is asked again', async () => {
    const id = await addNewsItem(sql)
    await ask([id])
    await sql`delete from public.articles`
    await sql`
      update private.draft_requests
      set answer = null, answered_at = null, article_id = null, alive_at = now() - interval '1 minute'`
    expect(await ask([id])).toMatchObject({ status: 409, body: { code: 'interrupted' } })
    expect(model.calls).toHaveLength(1)
    expect((await ask([id])).status).toBe(200)
    expect(model.calls).toHaveLength(2)
  })

  test('three drafts of one person are written at a time', async () => {
    const id = await addNewsItem(sql)
    const [{ userId }] = await sql<
      [{ userId: string }]
    >`select user_id as "userId" from public.user_roles where role = 'admin'`
    for (const key of ['a', 'b', 'c'])
      await sql`
        insert into private.draft_requests (requested_by, key, item_ids, options, sources)
        values (${userId}, ${key}, ${[id]}, '{}', '{}')`
    expect(await ask([id])).toMatchObject({ status: 429, body: { code: 'too_many' } })
    expect((await ask([id], {}, 'edda')).status).toBe(200)
  })
})

test('two editors who draft from one story get two articles, and are told of each other', async () => {
  const groupId = crypto.randomUUID()
  await sql`insert into public.news_groups (id) values (${groupId})`
  const id = await addNewsItem(sql, { groupId })
  const first = await ask([id])
  const second = await ask([id], {}, 'edda')
  expect(second.body.articleId).not.toBe(first.body.articleId)
  expect(second.body.others).toMatchObject([{ articleId: first.body.articleId, title: ANSWER.title }])
  const slugs = await sql<{ slug: string }[]>`select slug from public.articles order by slug`
  expect(slugs.map(({ slug }) => slug)).toEqual([
    'port-of-lindahl-plans-to-buy-cranes',
    'port-of-lindahl-plans-to-buy-cranes-2',
  ])
})

test('characters that cannot be stored cost a sentence, and not the answer', async () => {
  const strange =
    '{"title":"A\\u0000b","sentences":[{"text":"It is n\\u0000ew.","cites":["1.1"]},{"text":"It is \\ud800.","cites":["1.1\\u0000"]},'
  model.answerWith(() => `${strange}${JSON.stringify(FACT)}]}`)
  const { status, body } = await ask([await addNewsItem(sql)], {}, 'edda')
  expect(status).toBe(200)
  expect(textsOf({ body })).toEqual([COVERED])
  expect(body.dropped.map(({ codes }: { codes: string[] }) => codes[0])).toEqual([
    'hidden_character',
    'hidden_character',
    'unknown_source',
  ])
})

test('as many sentences as a model can write cost no draft', async () => {
  const others = Array.from({ length: 900 }, (_, at) => ({
    text: `${'漢'.repeat(290)}${at}`,
    cites: ['x'],
    kind: 'fact',
  }))
  answerWith(FACT, ...others)
  const { status, body } = await ask([await addNewsItem(sql)], {}, 'edda')
  expect(status).toBe(200)
  expect(body.dropped).toHaveLength(100)
})
