import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  findAuthor,
  findAuthorSlug,
  listArticlesOfAuthor,
  listAuthorPages,
  listAuthors,
  saveAuthor,
} from '#core/data/authors.ts'
import type { Client } from '#core/data/client.ts'
import type { Language } from '#core/i18n/languages.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation, PIECES } from '../../tests/support/articles.ts'
import { emptyTables } from '../../tests/support/empty-tables.ts'

let app: TestApp
let service: Client
let reader: Client

beforeAll(async () => {
  app = await startTestApp()
  service = app.service()
  reader = app.anonymous()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await emptyTables(app.database.sql, 'public.articles')
})

const slugs = async (author: string, language: Language = 'en', client = reader) =>
  (await listArticlesOfAuthor(client, { author, language, limit: 25 })).map(({ slug }) => slug)

test('an author has one page for all spellings of the name, newest article first, named as spelled last', async () => {
  await addArticle(service, anArticle({ ...PIECES.pipes, author: 'Tomas Arrieta' }))
  await addArticle(service, anArticle({ ...PIECES.harbour, author: 'Tomás  Arrieta' }))
  await addArticle(service, anArticle(PIECES.bakery))
  expect(await findAuthor(reader, 'tomas-arrieta')).toEqual({
    slug: 'tomas-arrieta',
    name: 'Tomás  Arrieta',
    languages: ['en'],
    profile: null,
  })
  expect(await slugs('tomas-arrieta')).toEqual([
    'harbour-town-audits-its-algorithms',
    'in-praise-of-boring-pipes',
  ])
  const page = { author: 'tomas-arrieta', language: 'en', limit: 1, offset: 1 } as const
  expect((await listArticlesOfAuthor(reader, page)).map(({ slug }) => slug)).toEqual([
    'in-praise-of-boring-pipes',
  ])
})

test('a page exists in the languages with published articles that other lists have too', async () => {
  const harbour = await addArticle(service, anArticle(PIECES.harbour))
  await addArticle(service, aTranslation(harbour, 'de'))
  await addArticle(service, aTranslation(harbour, 'fr', { published: false }))
  const draft = await addArticle(service, anArticle({ title: 'Not yet', published: false }))
  await addArticle(service, aTranslation(draft, 'it'))
  expect((await findAuthor(reader, 'mara-lindqvist'))?.languages).toEqual(['de', 'en'])
  expect(await slugs('mara-lindqvist', 'de')).toEqual(['harbour-town-audits-its-algorithms-de'])
  expect(await slugs('mara-lindqvist', 'it')).toEqual([])
})

test('the author of a draft is not public, and an author goes with the last article', async () => {
  const secret = { author: 'Whistle Blower' }
  const { id } = await addArticle(service, anArticle({ ...secret, published: false }))
  const administrator = await app.administrator()
  for (const client of [reader, administrator, service]) {
    expect(await findAuthor(client, 'whistle-blower')).toBeNull()
    expect(await slugs('whistle-blower', 'en', client)).toEqual([])
    expect(await listAuthors(client, { language: 'en', limit: 100 })).toEqual([])
    expect(await findAuthorSlug(client, id)).toBeNull()
  }
  const publish = (published: boolean) =>
    service.from('articles').update({ published }).eq('id', id).throwOnError()
  await publish(true)
  expect(await findAuthorSlug(reader, id)).toBe('whistle-blower')
  expect(await slugs('whistle-blower')).toHaveLength(1)
  await publish(false)
  expect(await findAuthor(reader, 'whistle-blower')).toBeNull()
  await publish(true)
  await service.from('articles').delete().eq('id', id).throwOnError()
  expect(await findAuthor(reader, 'whistle-blower')).toBeNull()
})

test.each(['', '__proto__', '../x', 'a'.repeat(10_000), 'Mara-Lindqvist', 'a--b', 'x\0y', '🤖'])(
  'there is no author at %j',
  async (slug) => {
    await addArticle(service, anArticle())
    expect(await findAuthor(reader, slug)).toBeNull()
  },
)

test('a name without a letter has no page', async () => {
  const { id } = await addArticle(service, anArticle({ author: '🤖🤖' }))
  expect(await findAuthorSlug(reader, id)).toBeNull()
  expect(await listAuthors(reader, { language: 'en', limit: 10 })).toEqual([])
})

test('authors are listed once each, by language and in order, no more than were asked for', async () => {
  for (const piece of Object.values(PIECES)) {
    const original = await addArticle(service, anArticle(piece))
    if (piece.author === 'Mara Lindqvist') await addArticle(service, aTranslation(original, 'pt'))
  }
  expect(await listAuthors(reader, { language: 'en', limit: 10 })).toEqual([
    { slug: 'idris-bello', name: 'Idris Bello' },
    { slug: 'mara-lindqvist', name: 'Mara Lindqvist' },
    { slug: 'tomas-arrieta', name: 'Tomás Arrieta' },
  ])
  expect(await listAuthors(reader, { language: 'en', limit: 2 })).toHaveLength(2)
  expect(await listAuthors(reader, { language: 'en', limit: -5 })).toHaveLength(1)
  expect(await listAuthorPages(reader, { limit: 10 })).toEqual([
    { slug: 'idris-bello', languages: ['en'] },
    { slug: 'mara-lindqvist', languages: ['en', 'pt'] },
    { slug: 'tomas-arrieta', languages: ['en'] },
  ])
})

test('of two editors who save the same author, the second is told what the first has saved', async () => {
  await app.database.sql`truncate public.authors`
  const values = { picture: null, descriptions: {}, languages: [], links: [], former_slugs: [] }
  const save = (since: string | null, descriptions: Record<string, string>) =>
    saveAuthor(service, { slug: 'nora', values: { ...values, descriptions }, since })
  const { row } = await save(null, { en: 'First.' })
  expect(await save(null, { en: 'Second.' })).toEqual({ status: 'conflict', row })
  const since = row?.updated_at ?? ''
  expect(await save(since, { en: 'Third.' })).toMatchObject({ status: 'saved' })
  expect(await save(since, { en: 'Fourth.' })).toMatchObject({
    status: 'conflict',
    row: { descriptions: { en: 'Third.' } },
  })
  await app.database.sql`truncate public.authors`
  expect(await save(since, { en: 'Fifth.' })).toEqual({ status: 'conflict', row: null })
})
