import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { MediaFacts } from '#core/domain/media-file.ts'
import { findStoryPictures, readAlsoPublished } from '#server/features/newsletter/read-issue.ts'
import { readCorrectionsSince } from '#server/features/newsletter/render/render-issue.ts'
import { anArticleVersion, anItem, SITE_URL } from '#server/features/newsletter/testing/issue-fixtures.ts'
import type { ImageSource } from '#server/platform/images/image-source.ts'
import { createTestDatabase } from '../../../../tests/support/database.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'

const database = await createTestDatabase()
const { sql } = database
afterAll(() => database.drop())
beforeEach(() => emptyTables(sql, 'public.articles, public.article_corrections, public.newsletter_issues'))

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

describe('what else was published', () => {
  const week = { ...issue, covers_until: '2026-11-22T06:00:00Z' }
  async function publish(title: string, at: string, more: { published?: boolean; german?: string } = {}) {
    const { published = true, german } = more
    const id = await addCorrected(title, { published })
    await sql`update public.articles set publish_date = ${at}::timestamptz where id = ${id}`
    if (german)
      await sql`
        insert into public.articles (slug, language, title, excerpt, content, category, author, publish_date, published, original_article_id)
        values (${german.toLowerCase()}, 'de', ${german}, 'e', 'c', 'news', 'a', ${at}::timestamptz, true, ${id})`
    return id
  }
  const itemOf = (article_id: string, left_out: string | null = null) => ({ article_id, left_out })
  const titlesOf = async (
    items: { article_id: string; left_out: string | null }[],
    language: 'en' | 'de' = 'en',
  ) => (await readAlsoPublished(sql, { issue: week, items }, language)).map(({ title }) => title)

  test('is what the issue does not have of its days, the newest first, in the language of the reader', async () => {
    const shown = await publish('Shown', '2026-11-20T08:00:00Z')
    const leftOut = await publish('Left out', '2026-11-19T08:00:00Z')
    await publish('Town', '2026-11-21T08:00:00Z', { german: 'Stadt' })
    await publish('Draft', '2026-11-21T08:00:00Z', { published: false })
    await publish('Earlier', '2026-11-15T07:00:00Z')
    await publish('Later', '2026-11-22T07:00:00Z')
    const items = [itemOf(shown), itemOf(leftOut, 'Too old')]
    expect(await titlesOf(items)).toEqual(['Town', 'Left out'])
    expect(await titlesOf(items, 'de')).toEqual(['Stadt', 'Left out'])
    expect(await titlesOf([itemOf(leftOut, 'Too old')])).toEqual([])
  })
})

test('an issue finds the pictures of its stories that are ours, with what the library says of them', async () => {
  const asked: string[] = []
  const facts = { alts: { en: 'A quay' }, focus_x: 20, focus_y: 50 } as MediaFacts
  const imageSource: ImageSource = async (path) => {
    asked.push(path)
    return path.includes('gone') ? null : { version: 'abc', read: async () => Buffer.alloc(0), facts }
  }
  const withPicture = (hero_image: string | null) => anItem('top', [anArticleVersion({ hero_image })])
  const items = [
    withPicture(`${SITE_URL}/demo/quay.webp`),
    withPicture('/demo/quay.webp'),
    withPicture('/demo/gone.webp'),
    withPicture('https://elsewhere.example/a.png'),
    withPicture(null),
    { ...withPicture('/demo/unseen.webp'), left_out: 'Too old' },
  ]
  const found = await findStoryPictures({ imageSource, siteUrl: SITE_URL }, { items })
  const quay = { imagePath: 'demo/quay.webp', version: 'abc-20-50', alts: { en: 'A quay' } }
  expect(Object.fromEntries(found)).toEqual({ '/demo/quay.webp': quay, [`${SITE_URL}/demo/quay.webp`]: quay })
  expect(asked.toSorted()).toEqual(['demo/gone.webp', 'demo/quay.webp', 'demo/quay.webp'])
})

test('another look of an issue is another revision, and is refused once it is approved', async () => {
  const [made] = await sql<
    [{ id: string }]
  >`insert into public.newsletter_issues (id) values (${issue.id}) returning id`
  const show = (shown: boolean) =>
    sql<{ revision: number }[]>`
      update public.newsletter_issues set shows_pictures = ${shown} where id = ${made.id} returning revision`
  expect(await show(true)).toEqual([{ revision: 2 }])
  expect(await show(true)).toEqual([{ revision: 2 }])
  await sql`
    update public.newsletter_issues set status = 'approved', slug = '2026-11-22', seal = 's', approved_at = now() where id = ${made.id}`
  await expect(show(false)).rejects.toThrow('newsletter_issues_sealed_check')
})
