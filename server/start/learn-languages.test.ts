import { afterAll, expect, test } from 'vitest'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { learnLanguages } from '#server/start/learn-languages.ts'
import { createTestDatabase } from '../../tests/support/database.ts'

const database = await createTestDatabase()
const { sql } = database
afterAll(() => database.drop())

const readLanguages = () => sql<{ code: string; name: string }[]>`select code, name from private.languages`
const DUTCH = { code: 'nl', name: 'Dutch', asked: 'Vraag' }

test('the schema has the languages of the program, which a start leaves as they are', async () => {
  const before = await readLanguages()
  expect(before.map(({ code }) => code)).toEqual(LANGUAGE_CODES)
  const consents = await sql`select * from private.newsletter_consent_texts order by language, version`
  await learnLanguages(sql)
  expect(await readLanguages()).toEqual(before)
  expect(await sql`select * from private.newsletter_consent_texts order by language, version`).toEqual(
    consents,
  )
})

test('processes that start at once add a new language once, with what readers agree to', async () => {
  await expect(
    sql`insert into public.newsletter_subscribers (email, language) values ('eva@example.com', 'nl')`,
  ).rejects.toMatchObject({ code: '23503' })
  await Promise.all(Array.from({ length: 8 }, () => learnLanguages(sql, [DUTCH])))
  expect((await readLanguages()).filter(({ code }) => code === 'nl')).toEqual([{ code: 'nl', name: 'Dutch' }])
  expect(
    await sql`select version, asked from private.newsletter_consent_texts where language = 'nl'`,
  ).toEqual([{ version: 1, asked: 'Vraag' }])
  await sql`select public.subscribe_newsletter('eva@example.com', 'nl')`
  expect(
    await sql`
      select language, requested_consent ->> 'asked' as asked from public.newsletter_subscribers
      join private.newsletter_consents on subscriber_id = id`,
  ).toEqual([{ language: 'nl', asked: 'Vraag' }])
})

test('a search in a language that PostgreSQL has no dictionary for finds its words, with and without accents', async () => {
  const [row] = await sql`
    select private.search_vector('nl', 'Privé café') @@ all (private.search_queries('nl', private.read_query('nl', 'prive'), '{1}')) as plain,
      private.search_vector('nl', 'Privé café') @@ all (private.search_queries('nl', private.read_query('nl', 'café'), '{1}')) as accented,
      private.search_vector('nl', 'the running') @@ all (private.search_queries('nl', private.read_query('nl', 'run'), '{1}')) as stemmed`
  expect(row).toEqual({ plain: true, accented: true, stemmed: false })
})

test('a start tells the database what is known of words now, and leaves what it knows already', async () => {
  const read = () => sql`select facts, xmin::text from private.search_languages where language = 'de'`
  const before = await read()
  expect(before[0]?.facts).toMatchObject({
    stemmer: 'pg_catalog.german_stem',
    functionWords: { für: 1 },
    plainFunctionWords: { fur: 1 },
  })
  await learnLanguages(sql)
  expect(await read()).toEqual(before)
  await sql`update private.search_languages set facts = '{"stemmer": "simple"}' where language = 'de'`
  await learnLanguages(sql)
  expect((await read())[0]?.facts).toEqual(before[0]?.facts)
})

test('what is no code is refused, and nothing is added with it', async () => {
  await expect(
    learnLanguages(sql, [
      { ...DUTCH, code: 'sv' },
      { ...DUTCH, code: 'EN-us' },
    ]),
  ).rejects.toThrow()
  expect((await readLanguages()).some(({ code }) => code === 'sv')).toBe(false)
})
