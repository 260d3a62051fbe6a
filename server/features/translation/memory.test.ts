import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { forgetTexts, keyOfText, recallTexts, rememberTexts } from '#server/features/translation/memory.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { emptyTables } from '../../../tests/support/empty-tables.ts'

const database = await createTestDatabase()
const { sql } = database
afterAll(() => database.drop())
beforeEach(() => emptyTables(sql, 'public.translation_segments'))

const articleId = randomUUID()
const harbour = { context: 'paragraph', text: 'The <b1>harbour</b1> is open.' }
const machine = { language: 'de', origin: 'machine', model: 'm', articleId } as const
const person = { language: 'de', origin: 'person', articleId } as const

const recall = async (text = harbour, more = {}) =>
  (await recallTexts(sql, [text], { language: 'de', ...more }))
    .get(keyOfText(text))
    ?.map(({ translation }) => translation) ?? []

test("a person's newest wording is recalled first, then a machine's", async () => {
  for (const [about, translation] of [
    [machine, 'Alt'],
    [person, 'Mein erster'],
    [person, 'Mein zweiter'],
    [machine, 'Neu'],
  ] as const)
    await rememberTexts(sql, [{ ...harbour, translation }], about)
  expect(await recall()).toEqual(['Mein zweiter', 'Mein erster', 'Neu'])
})

test('the wording of the translation itself comes before those of others', async () => {
  const [own] = await rememberTexts(sql, [{ ...harbour, translation: 'Eigenes' }], machine)
  await rememberTexts(sql, [{ ...harbour, translation: 'Fremdes' }], machine)
  const translationId = randomUUID()
  await sql`insert into public.translation_parts (translation_id, position, segment_id) values (${translationId}, 0, ${own})`
  expect(await recall(harbour, { translationId })).toEqual(['Eigenes', 'Fremdes'])
  expect(await recall()).toEqual(['Fremdes', 'Eigenes'])
})

test('a text of another kind, language or wording is another', async () => {
  await rememberTexts(sql, [{ ...harbour, translation: 'Der Hafen' }], machine)
  expect(await recall({ ...harbour, context: 'heading' })).toEqual([])
  expect(await recall({ ...harbour, text: 'The harbour is open.' })).toEqual([])
  expect(await recall(harbour, { language: 'fr' })).toEqual([])
  expect(await recall(harbour, { since: new Date(Date.now() + 60_000).toISOString() })).toEqual([])
})

test('the same pair is stored once, and ids come in the order that was asked', async () => {
  const texts = [
    { ...harbour, translation: 'Eins' },
    { context: 'title', text: 'Two', translation: 'Zwei' },
    { ...harbour, translation: 'Eins' },
  ]
  const [one, two, again] = await rememberTexts(sql, texts, machine)
  expect(again).toBe(one)
  expect(await rememberTexts(sql, texts.toReversed(), machine)).toEqual([one, two, one])
  expect(await sql`select text from public.translation_segments order by text`).toEqual([
    { text: 'Eins' },
    { text: 'Zwei' },
  ])
  const [persons] = await rememberTexts(sql, texts.slice(0, 1), person)
  expect(persons).not.toBe(one)
})

test("only a machine's wording of which no translation is made, or waits, is forgotten", async () => {
  const [used, unused, waiting, proposed] = await rememberTexts(
    sql,
    [
      { ...harbour, translation: 'Benutzt' },
      { ...harbour, translation: 'Unbenutzt' },
      { ...harbour, text: 'Waiting', translation: 'Wartet' },
      { ...harbour, text: 'Proposed', translation: 'Vorschlag' },
    ],
    machine,
  )
  const [persons] = await rememberTexts(sql, [{ ...harbour, translation: 'Meines' }], person)
  await sql`insert into public.translation_parts (translation_id, position, segment_id) values (${randomUUID()}, 0, ${used})`
  await sql`
    with article as (
      insert into public.articles (slug, language, title, excerpt, content, category, author, reading_time, publish_date, published)
      values ('harbour', 'de', 'Hafen', 'Hafen', 'Hafen', 'news', 'Nora', '1 min read', now(), true) returning id, updated_at
    )
    insert into public.pending_translations (translation_id, original_id, language, replaces, title, excerpt, content, origin, parts)
    select id, id, 'de', updated_at, 'Hafen', 'Hafen', 'Hafen', 'machine', ${JSON.stringify([{ segment_id: waiting, proposed_id: proposed }])}::jsonb
    from article`
  await forgetTexts(sql, [used, unused, waiting, proposed, persons].map(Number))
  expect(
    await sql`select id::float8 as id from public.translation_segments where id = any(${[waiting, proposed]}::bigint[])`,
  ).toHaveLength(2)
  expect(await recall()).toEqual(['Meines', 'Benutzt'])
})

test('more texts than one statement looks for are all recalled', async () => {
  const texts = Array.from({ length: 1_100 }, (_, index) => ({ context: 'cell', text: `Cell ${index}` }))
  await rememberTexts(
    sql,
    texts.map((text) => ({ ...text, translation: `Zelle ${text.text}` })),
    machine,
  )
  expect((await recallTexts(sql, texts, { language: 'de' })).size).toBe(1_100)
})
