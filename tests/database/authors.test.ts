import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function slugOf(name: string): Promise<string | null> {
  const [row] = await database.sql<[{ slug: string | null }]>`select private.author_slug(${name}) as slug`
  return row.slug
}

test.each([
  ['Tomás Arrieta', 'tomas-arrieta'],
  ['Søren Kjærgaard', 'soren-kjaergaard'],
  ['Łukasz Żółć', 'lukasz-zolc'],
  ['Jürgen Groß', 'jurgen-gross'],
  ["Sinéad O'Brien", 'sinead-obrien'],
  ['Jean-Luc  de  la Tour, Jr.', 'jean-luc-de-la-tour-jr'],
  ['AI Watch Editorial', 'ai-watch-editorial'],
  ['R2-D2', 'r2-d2'],
  ['__proto__', 'proto'],
  ['../../etc/passwd', 'etc-passwd'],
  ['<script>alert(1)</script>', 'script-alert-1-script'],
  ['Anna 🤖', 'anna'],
])('%s has the address %s', async (name, slug) => {
  expect(await slugOf(name)).toBe(slug)
})

test.each([
  [
    'Tomás Arrieta',
    [
      'Toma\u0301s Arrieta',
      'TOMÁS ARRIETA',
      ' tomas\u00A0arrieta ',
      'To\u200Bmás\u00AD Arrieta',
      'Ｔｏｍás Arrieta',
    ],
  ],
  ["Sinéad O'Brien", ['Sinéad O’Brien', 'Sinead OBrien']],
  ['Анна Иванова', ['анна  иванова', '\u202BАнна Иванова\u202C']],
  ['Jürgen Groß', ['JÜRGEN GROSS', 'Ju\u0308rgen Groẞ']],
])('other spellings of %s have the same address', async (name, spellings) => {
  const slug = await slugOf(name)
  for (const spelling of spellings) expect(await slugOf(spelling), spelling).toBe(slug)
})

test('names that cannot be read from their address have different ones', async () => {
  const long = 'Maximiliana '.repeat(25)
  const names = [
    'Анна Иванова',
    'Анна Петрова',
    '王小明',
    '李雷',
    'مها الخطيب',
    'अमिता राव',
    'Anna 王',
    'Anna 李',
    'Anna',
    `${long}A`,
    `${long}B`,
    'Ω',
  ]
  const slugs = await Promise.all(names.map(slugOf))
  expect(new Set(slugs).size).toBe(names.length)
  for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  for (const slug of slugs) expect(slug?.length).toBeLessThanOrEqual(71)
})

test('an author with a similar name does not get the address of another one', async () => {
  const slug = (await slugOf('Anna 王')) ?? ''
  expect(slug).toMatch(/^anna-[0-9a-f]{10}$/)
  expect(await slugOf(slug)).not.toBe(slug)
  const bare = (await slugOf('王小明')) ?? ''
  expect(bare).toMatch(/^[0-9a-f]{10}$/)
  expect(await slugOf(bare)).not.toBe(bare)
})

test.each(['', ' ', '007', '🤖🤖', '—', '\u202E\u200B', '…!?'])('%j has no address', async (name) => {
  expect(await slugOf(name)).toBeNull()
})

describe('a row of the index', () => {
  test('follows the author and the category of its article, and goes with it', async () => {
    const { sql } = database
    const [article] = await sql<[{ id: string }]>`
      insert into public.articles (slug, title, excerpt, content, category, author, published)
      values ('one', 'One', 'Excerpt', 'Text', 'tech', 'Mara Lindqvist', true) returning id`
    const rows = async () => [
      ...(await sql`select category, author_slug, author_words::text as words from private.article_search`),
    ]
    expect(await rows()).toEqual([
      { category: 'tech', author_slug: 'mara-lindqvist', words: "'lindqvist' 'mara'" },
    ])
    await sql`update public.articles set category = 'hack' where id = ${article.id}`
    await sql`update public.articles set author = ${'x'.repeat(200)} where id = ${article.id}`
    expect(await rows()).toEqual([
      {
        category: 'hack',
        author_slug: expect.stringMatching(/^x{60}-[0-9a-f]{10}$/),
        words: `'${'x'.repeat(100)}'`,
      },
    ])
    await sql`update public.articles set published = false where id = ${article.id}`
    expect(await rows()).toEqual([])
  })
})
