import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import { learnFromEdits } from '#server/features/translation/glossary.ts'
import { rememberTexts } from '#server/features/translation/memory.ts'
import { countEventLoopTurns } from '#server/features/translation/testing/count-event-loop-turns.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { emptyTables } from '../../../tests/support/empty-tables.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await emptyTables(
    database.sql,
    'public.translation_segments, public.glossary_terms, public.glossary_proposals',
  )
})

/** An editor changes a machine text of an article. */
async function edit(
  [source, machines, persons]: [source: string, machines: string, persons: string],
  {
    articleId = randomUUID() as string,
    language = 'de' as TranslatedLanguage,
    sql = database.sql as Parameters<typeof learnFromEdits>[0],
  } = {},
) {
  const text = { context: 'paragraph', text: source }
  const about = { language, articleId }
  const [before = 0] = await rememberTexts(sql, [{ ...text, translation: machines }], {
    ...about,
    origin: 'machine',
  })
  const [after = 0] = await rememberTexts(sql, [{ ...text, translation: persons }], {
    ...about,
    origin: 'person',
  })
  const edits = [{ source, before: { id: before, text: machines }, after: { id: after, text: persons } }]
  await learnFromEdits(sql, { ...about, edits })
  return { before, after, edits }
}

const proposals = () =>
  database.sql`select language, before, after, term, status from public.glossary_proposals order by created_at`

const MODELS: [string, string, string][] = [
  ['Language models are large.', 'Sprachmodelle sind groß.', 'LLMs sind groß.'],
  ['The new language model is here.', 'Das neue Sprachmodell ist da.', 'Das neue LLM ist da.'],
  ['A <b1>language model</b1> of today', 'Ein <b1>Sprachmodell</b1> von heute', 'Ein <b1>LLM</b1> von heute'],
]

test('the same change in three articles is proposed once, with the English term', async () => {
  for (const [index, texts] of MODELS.entries()) {
    expect(await proposals()).toHaveLength(0)
    await edit(texts)
    expect(await proposals()).toHaveLength(index === 2 ? 1 : 0)
  }
  await edit(['No language model', 'Kein Sprachmodell', 'Kein LLM'])
  expect(await proposals()).toEqual([
    { language: 'de', before: 'Sprachmodell', after: 'LLM', term: 'language model', status: 'open' },
  ])
})

test('three times in one article, or twice, is not enough', async () => {
  const articleId = randomUUID()
  for (const texts of MODELS) await edit(texts, { articleId })
  await edit(MODELS[0] as [string, string, string])
  await edit(MODELS[1] as [string, string, string], { language: 'fr' })
  expect(await proposals()).toHaveLength(0)
})

test('learning the same again changes nothing', async () => {
  const articleId = randomUUID()
  const { edits } = await edit(MODELS[0] as [string, string, string], { articleId })
  await learnFromEdits(database.sql, { language: 'de', articleId, edits })
  expect(await database.sql`select before, after, article_id from public.translation_edits`).toEqual([
    { before: 'Sprachmodelle', after: 'LLMs', article_id: articleId },
  ])
})

test.each(['accepted', 'rejected'])('what was %s never returns, in no form', async (status) => {
  for (const texts of MODELS) await edit(texts)
  await database.sql`update public.glossary_proposals set status = ${status}`
  await edit(['Many language models', 'Viele Sprachmodelle', 'Viele LLMs'])
  await edit(['LANGUAGE MODEL', 'SPRACHMODELL', 'LLM'])
  expect(await proposals()).toMatchObject([{ status }])
})

describe('nothing is proposed that the glossary says already', () => {
  test.each([
    ['the translation', 'language model', 'translate-as', 'LLM'],
    ['the word that must not be used', 'Sprachmodell', 'never', null],
    ['the word that stays', 'LLM', 'keep', null],
  ])('%s', async (_, term, rule, translation) => {
    await database.sql`
      insert into public.glossary_terms (language, term, rule, translation) values ('de', ${term}, ${rule}, ${translation}::text)`
    for (const texts of MODELS) await edit(texts)
    expect(await proposals()).toHaveLength(0)
  })
})

test('another translation of the same term is proposed', async () => {
  await database.sql`
    insert into public.glossary_terms (language, term, rule, translation)
    values ('de', 'language model', 'translate-as', 'Sprachmodell')`
  for (const texts of MODELS) await edit(texts)
  expect(await proposals()).toHaveLength(1)
})

test('of three that save at the same moment, the last one proposes', async () => {
  await Promise.all(MODELS.map((texts) => database.sql.transaction((sql) => edit(texts, { sql }))))
  expect(await proposals()).toHaveLength(1)
})

test('what a check has forgotten meanwhile is no example, and nothing fails', async () => {
  const { edits, before } = await edit(MODELS[0] as [string, string, string])
  await database.sql`delete from public.translation_segments where id = ${before}`
  await learnFromEdits(database.sql, { language: 'de', articleId: randomUUID(), edits })
  expect(await database.sql`select id from public.translation_edits`).toEqual([])
})

test('hostile words are words', async () => {
  for (const name of ['One', 'Two', 'Three'])
    await edit([`${name} constructor`, `${name} toString'); --`, `${name} __proto__ \u{1F469}`])
  expect(await proposals()).toMatchObject([{ before: 'toString', after: 'proto', term: 'constructor' }])
})

test('a rewritten article does not block other requests, and the texts at its end are left out', async () => {
  const anew = (place: number) => ({
    source: `Text ${place}`,
    before: { id: place, text: `Sprachmodelle sind ${'groß und schnell '.repeat(100)}` },
    after: { id: place + 1000, text: `LLMs ${'kommen aus allen Ländern '.repeat(100)}` },
  })
  const edits = [
    ...Array.from({ length: 200 }, (_, place) => anew(place + 1)),
    // Its ids are none, so that learning from it would fail.
    {
      source: 'A language model',
      before: { id: Number.NaN, text: 'Ein Sprachmodell' },
      after: { id: Number.NaN, text: 'Ein LLM' },
    },
  ]
  const { turns } = await countEventLoopTurns(() =>
    learnFromEdits(database.sql, { language: 'de', articleId: randomUUID(), edits }),
  )
  expect(turns).toBeGreaterThanOrEqual(30)
})
