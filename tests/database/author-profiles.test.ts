import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { insertArticle } from '../support/issues.ts'

const database = await createTestDatabase()
const { sql } = database
afterAll(() => database.drop())
beforeEach(() => sql`truncate public.authors, public.articles, public.audit_log cascade`)

const find = (slug: string) =>
  sql<{ slug: string; name: string; profile: object | null }[]>`
    select slug, name, profile from public.find_author(${slug})`

test.each<[string, Record<string, unknown>, string]>([
  ['an address with capitals', { slug: 'Nora' }, 'authors_slug_check'],
  ['a picture of another site', { picture: 'https://other.example/nora.jpg' }, 'authors_picture_check'],
  ['a description of two lines', { descriptions: { en: 'One\nTwo' } }, 'authors_descriptions_check'],
  ['a description that is long', { descriptions: { en: 'x'.repeat(201) } }, 'authors_descriptions_check'],
  ['a language that is a sentence', { languages: ['en', 'all of them'] }, 'authors_languages_check'],
  ['a language that is missing', { languages: [null] }, 'authors_languages_check'],
  ['a link with script', { links: ['javascript:alert(1)'] }, 'authors_links_check'],
  ['a link that is not encrypted', { links: ['http://example.org/nora'] }, 'authors_links_check'],
  [
    'a link that is there twice',
    { links: ['https://a.example', 'https://a.example'] },
    'authors_links_check',
  ],
  ['links that are no list', { links: { a: 1 } }, 'authors_links_check'],
  ['its own address as an old one', { former_slugs: ['nora'] }, 'authors_former_slugs_check'],
  ['an old address that is a path', { former_slugs: ['../admin'] }, 'authors_former_slugs_check'],
])('refuses %s', async (_, wrong, constraint) => {
  const row = {
    slug: 'nora',
    picture: null,
    descriptions: {},
    languages: [],
    links: [],
    former_slugs: [],
    ...wrong,
  }
  const insert = sql`
    insert into public.authors
    select * from jsonb_populate_record(null::public.authors, ${JSON.stringify(row)}::jsonb)`
  await expect(insert).rejects.toMatchObject({ constraint })
})

test('the page of a renamed author is found at the old address, while no article has the old name', async () => {
  await insertArticle(sql, { author: 'Nora Berg', published: true })
  await sql`
    insert into public.authors (slug, descriptions, former_slugs) values ('nora-berg', '{"en": "Writes."}', '{nora-feldmann}')`
  const berg = {
    slug: 'nora-berg',
    name: 'Nora Berg',
    profile: expect.objectContaining({ descriptions: { en: 'Writes.' } }),
  }
  expect(await find('nora-berg')).toEqual([berg])
  expect(await find('nora-feldmann')).toEqual([berg])
  expect(await find('nobody')).toEqual([])
  await insertArticle(sql, { slug: 'another', author: 'Nora Feldmann', published: true })
  expect(await find('nora-feldmann')).toEqual([
    { slug: 'nora-feldmann', name: 'Nora Feldmann', profile: null },
  ])
})

test('of an author with a third name the first address leads to the page, and two that name each other lead nowhere', async () => {
  await insertArticle(sql, { author: 'Nora Wolf', published: true })
  await sql`
    insert into public.authors (slug, former_slugs)
    values ('nora-wolf', '{nora-berg}'), ('nora-berg', '{nora-feldmann}'), ('one', '{other}'), ('other', '{one}')`
  expect(await find('nora-feldmann')).toMatchObject([{ slug: 'nora-wolf' }])
  expect(await find('one')).toEqual([])
})

test('a picture of an author is in use, and what is said of one is in the audit log', async () => {
  const uses = () => sql`select name, kind from public.media_uses`
  await sql`
    insert into public.authors (slug, picture) values ('nora', '/storage/v1/object/public/article-images/nora%20b.jpg')`
  expect(await uses()).toEqual([{ name: 'nora b.jpg', kind: 'page' }])
  await sql`update public.authors set picture = null`
  expect(await uses()).toEqual([])
  await sql`delete from public.authors`
  expect(await sql`select action, did from public.audit_log order by id`).toMatchObject([
    { action: 'change_author', did: 'changed what is said of the author “nora”' },
    { action: 'change_author' },
    { action: 'delete_author' },
  ])
})
