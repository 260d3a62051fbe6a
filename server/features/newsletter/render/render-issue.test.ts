import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readCorrectionsSince } from '#server/features/newsletter/render/render-issue.ts'
import { createTestDatabase } from '../../../../tests/support/database.ts'

const database = await createTestDatabase()
const { sql } = database
afterAll(() => database.drop())
beforeEach(() => sql`truncate public.articles, public.article_corrections, public.newsletter_issues cascade`)

async function addCorrected(title: string, { language = 'en', published = true } = {}) {
  const id = randomUUID()
  await sql`
    insert into public.articles (id, slug, language, title, excerpt, content, category, author, publish_date, published, original_article_id)
    values (${id}, ${id}, 'en', ${title}, 'e', 'c', 'news', 'a', now(), ${published}, null)`
  if (language === 'en') return id
  const version = randomUUID()
  await sql`
    insert into public.articles (id, slug, language, title, excerpt, content, category, author, publish_date, published, original_article_id)
    values (${version}, ${version}, ${language}, ${title}, 'e', 'c', 'news', 'a', now(), ${published}, ${id})`
  return version
}
const correct = (articleId: string, text: string, at: string) =>
  sql`insert into public.article_corrections (article_id, text, corrected_at) values (${articleId}, ${text}, ${at}::timestamptz)`

const issue = {
  id: randomUUID(),
  covers_from: '2026-11-15T08:00:00Z',
  created_at: '2026-11-22T06:00:00Z',
  approved_at: null,
}
const textsOf = async (
  language: 'en' | 'de' = 'en',
  more: Partial<typeof issue> | { approved_at: string } = {},
) => (await readCorrectionsSince(sql, { ...issue, ...more }, language)).map(({ text }) => text)

test('before the first issue, corrections are those of the days that it covers', async () => {
  const id = await addCorrected('Harbour')
  await correct(id, 'Too early', '2026-11-15T07:59:00Z')
  await correct(id, 'Second', '2026-11-20T08:00:00Z')
  await correct(id, 'First', '2026-11-15T08:01:00Z')
  expect(await textsOf()).toEqual(['First', 'Second'])
  expect((await readCorrectionsSince(sql, issue, 'en'))[0]).toEqual({
    id: expect.any(String),
    article_id: id,
    corrected_at: '2026-11-15T08:01:00+00:00',
    text: 'First',
    language: 'en',
    slug: id,
    title: 'Harbour',
    original_article_id: null,
  })
})

test('after an issue that was sent, they are those since the end of its days', async () => {
  const id = await addCorrected('Harbour')
  await sql`
    insert into public.newsletter_issues (status, slug, seal, covers_until, approved_at, started_at, ended_at, audience)
    values ('sent', '2026-11-15', 's', '2026-11-16T08:00:00Z', '2026-11-16T08:30:00Z', '2026-11-16T09:00:00Z', '2026-11-16T09:00:00Z', 0)`
  await correct(id, 'Before', '2026-11-16T07:00:00Z')
  await correct(id, 'After', '2026-11-16T08:10:00Z')
  expect(await textsOf()).toEqual(['After'])
})

test('of an issue that was approved, nothing comes in later', async () => {
  const id = await addCorrected('Harbour')
  await correct(id, 'In time', '2026-11-20T08:00:00Z')
  await correct(id, 'Later', '2026-11-21T08:00:00Z')
  expect(await textsOf('en', { approved_at: '2026-11-20T09:00:00Z' })).toEqual(['In time'])
})

test('they are of published articles in the language, and at most twenty', async () => {
  const german = await addCorrected('Hafen', { language: 'de' })
  const draft = await addCorrected('Draft', { published: false })
  await correct(german, 'Berichtigt', '2026-11-20T08:00:00Z')
  await correct(draft, 'Nobody sees it', '2026-11-20T08:00:00Z')
  expect(await textsOf('de')).toEqual(['Berichtigt'])
  expect(await textsOf('en')).toEqual([])
  const id = await addCorrected('Harbour')
  for (let minute = 10; minute < 35; minute++) await correct(id, `${minute}`, `2026-11-20T08:${minute}:00Z`)
  const texts = await textsOf('en')
  expect([texts.length, texts[0], texts.at(-1)]).toEqual([20, '15', '34'])
})
