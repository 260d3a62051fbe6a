import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AffectedTranslations } from '#core/domain/glossary-term.ts'
import { rememberTexts } from '#server/features/translation/memory.ts'
import { createAdministrator } from '../../../../tests/support/accounts.ts'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../../../tests/support/articles.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'
import { mintToken } from '../../../../tests/support/mint-token.ts'
import { TEST_SECRETS } from '../../../../tests/support/test-settings.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  const { sql } = app.database
  await emptyTables(sql, 'public.articles, public.translation_segments, public.translation_parts')
  const email = `${randomUUID()}@example.org`
  await createAdministrator(sql, email, 'correct horse battery')
  token = await mintToken(sql, email)
})

async function call(body: unknown, authorization = `Bearer ${token}`) {
  const response = await fetch(`${app.url}/functions/v1/find-affected-translations`, {
    method: 'POST',
    headers: {
      apikey: TEST_SECRETS.publishableKey,
      'content-type': 'application/json',
      ...(authorization && { authorization }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return {
    status: response.status,
    body: (await response.json()) as AffectedTranslations & { error: string },
  }
}

/** A translation into German that is made of these texts. */
async function translated(texts: [source: string, text: string][], origin: 'machine' | 'person' = 'machine') {
  const { sql } = app.database
  const slug = `a-${randomUUID()}`
  const original = await addArticle(app.service(), anArticle({ slug }))
  const translation = await addArticle(app.service(), { ...aTranslation(original, 'de'), slug: `${slug}-de` })
  const ids = await rememberTexts(
    sql,
    texts.map(([text, target]) => ({ context: 'paragraph', text, translation: target })),
    { language: 'de', origin, articleId: original.id },
  )
  for (const [position, id] of ids.entries())
    await sql`
      insert into public.translation_parts (translation_id, position, segment_id) values (${translation.id}, ${position}, ${id})`
  return { original, translation }
}

const as = (term: string, translation: string) => ({
  language: 'de',
  term,
  rule: 'translate-as',
  translation,
})
const keep = (term: string) => ({ language: 'de', term, rule: 'keep', translation: null })
const never = (term: string) => ({ language: 'de', term, rule: 'never', translation: null })

test('translations that break a term are named, with examples', async () => {
  const { original, translation } = await translated([
    ['A <b1>language</b1> model', 'Ein <b1>Modell</b1> der Sprache'],
    ['Nothing here', 'Nichts hier'],
    ['Language models', 'Sprachmodelle'],
  ])
  await translated([['The language model', 'Das Sprachmodell']])
  const { status, body } = await call(as('language model', 'Sprachmodell'))
  expect(status).toBe(200)
  expect(body).toEqual({
    articles: [
      {
        articleId: original.id,
        language: 'de',
        title: translation.title,
        slug: translation.slug,
        translationId: translation.id,
        segments: 1,
        persons: 0,
        examples: [{ source: 'A language model', text: 'Ein Modell der Sprache' }],
      },
    ],
    isComplete: true,
  })
})

test('each rule is looked for where it holds', async () => {
  const { original } = await translated(
    [
      ['The Jackdaw flies', 'Die Dohle fliegt'],
      ['A phone', 'Ein Handy'],
      ['Cafe\u0301 society', 'Eine Gesellschaft'],
    ],
    'person',
  )
  for (const term of [keep('Jackdaw'), never('handy'), as('café', 'Kaffeehaus')])
    expect((await call(term)).body.articles, term.term).toMatchObject([
      { articleId: original.id, segments: 1, persons: 1 },
    ])
  for (const term of [keep('Dohle'), never('phone'), as('jack', 'Hans')])
    expect((await call(term)).body.articles, term.term).toEqual([])
})

test('what is remembered but stands in no translation does not count, and a shared text counts for each', async () => {
  await rememberTexts(
    app.database.sql,
    [{ context: 'paragraph', text: 'Old Jackdaw', translation: 'Alte Dohle' }],
    {
      language: 'de',
      origin: 'machine',
      articleId: randomUUID(),
    },
  )
  expect((await call(keep('Jackdaw'))).body.articles).toEqual([])
  await translated([['Old Jackdaw', 'Alte Dohle']])
  await translated([['Old Jackdaw', 'Alte Dohle']])
  expect((await call(keep('Jackdaw'))).body.articles).toHaveLength(2)
})

test('examples are the part in which the term stands, of three segments at most', async () => {
  const long = 'word '.repeat(300)
  await translated(
    Array.from(
      { length: 5 },
      (_, index) => [`${long}Jackdaw ${index} ${long}`, `${long}Dohle`] as [string, string],
    ),
  )
  const { body } = await call(keep('Jackdaw'))
  expect(body.articles[0]?.segments).toBe(5)
  expect(body.articles[0]?.examples).toHaveLength(3)
  expect(body.articles[0]?.examples[0]?.source).toMatch(/^….*Jackdaw 0.*…$/)
  expect(body.articles[0]?.examples[0]?.source.length).toBeLessThan(450)
})

test('more than 500 translations are not listed, and the answer says so', async () => {
  const { sql } = app.database
  const { translation } = await translated([['A Jackdaw', 'Eine Dohle']])
  await sql`
    with original as (
      insert into public.articles (slug, title, excerpt, content, category, published)
      select 'many-' || n, 'Many', 'E', 'C', 'tech', true from generate_series(1, 500) as n returning id, slug
    ), made as (
      insert into public.articles (slug, language, title, excerpt, content, category, published, original_article_id)
      select slug, 'de', 'Viele', 'E', 'C', 'tech', true, id from original returning id)
    insert into public.translation_parts (translation_id, position, segment_id)
    select made.id, 0, segment_id from made, public.translation_parts where translation_id = ${translation.id}`
  const { body } = await call(keep('Jackdaw'))
  expect([body.articles.length, body.isComplete]).toEqual([500, false])
})

test.each([
  ['no object', 'x'],
  ['an unknown field', { ...keep('x1'), more: 1 }],
  ['another language', { ...keep('x1'), language: 'en' }],
  ['no word', keep('…')],
  ['a pattern', { ...keep('x1'), term: ['%'] }],
  ['no translation', { ...keep('x1'), rule: 'translate-as' }],
])('refuses %s', async (_, body) => {
  const answer = await call(body)
  expect([answer.status, answer.body.error]).toEqual([
    400,
    expect.stringMatching(/^Send an object with language/),
  ])
})

test('words of one or two letters are found as words', async () => {
  await translated([['AI, they said', 'Das sagten sie']])
  await translated([['Two <b1>AIs</b1>', 'Zwei']])
  await translated([['In Dubai', 'In Dubai']])
  expect((await call(keep('AI'))).body.articles).toHaveLength(2)
})

test('characters of patterns are none', async () => {
  await translated([['A 100% x_y term', 'Ein Wort']])
  expect((await call(keep('100%'))).body.articles).toHaveLength(1)
  expect((await call(keep('zz%'))).body.articles).toHaveLength(0)
})
