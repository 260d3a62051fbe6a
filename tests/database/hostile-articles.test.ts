import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ARTICLE_FIELDS } from '#core/domain/article-fields.ts'
import { FOUND_END, FOUND_START } from '#core/domain/search.ts'
import { hostileTexts } from '#core/markdown/testing/hostile-texts.ts'
import { connect, type Sql } from '#server/platform/database/connection.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

/** More than the search reads of an article, but few enough to be quick. */
const LENGTH = 200_000

/** Texts that take quadratic time in a careless parser: PostgreSQL's text search parser, or our Markdown parser. */
const UNITS: [what: string, unit: string][] = [
  ['names joined by lines', '_a'],
  ['names joined by lines and stars', 'a**b_c'],
  ['homes', '~/'],
  ['folders', './'],
  ['hosts', 'a.'],
  ['hyphens', 'a-'],
  ['mailboxes', 'a@b.'],
  ['addresses', 'http://'],
  ['versions', '1.2.'],
  ['comments', '<!-- '],
  ['comments without a space', '<!--'],
  ['comments that look closed', '<!-->'],
  ['tags with a quotation mark', '<a "'],
  ['tags with two kinds of quotation marks', `<a "'`],
  ['instructions', '<?x '],
  ['brackets that open', '('],
  ['links in links', '[[]('],
  ['links in brackets', '[a]((('],
  ['stars', '*a'],
  ['cells', '|'],
  ['headings', '#'],
  ['backticks', '`'],
  ['words', 'a b '],
  ['letters with accents', 'é'],
  ['combining accents', 'a\u0301'],
  ['combining accents that are sorted', '\u0345\u0301\u0323'],
  ['points of Hebrew that are sorted', '\u05c4\u05b0'],
  ['Chinese letters', '日'],
  ['letters right to left', '\u202eא'],
  ['spaces that do not break', 'a\u00a0'],
  ['spaces without width', 'a\u200b'],
  ['emoji', '👩‍🚀'],
  ['letters', 'a'],
  ['lines', '\n'],
]

const TEXTS = [
  ...UNITS.map(([what, unit]): [string, string] => [what, unit.repeat(LENGTH / unit.length)]),
  ...hostileTexts(LENGTH).map(([what, text]): [string, string] => [
    what,
    text.replaceAll('\u0000', '\u0002'),
  ]),
  ['199 signs at a time', `${'_a'.repeat(99)} `.repeat(LENGTH / 199)] as [string, string],
]

let database: TestDatabase
/** Sessions with the statement timeout of a browser's requests. */
let inTime: Sql

beforeAll(async () => {
  database = await createTestDatabase()
  await database.sql`
    do $$ begin execute format('alter database %I set statement_timeout = %L', current_database(), '5s'); end $$`
  inTime = connect(database.address)
})
afterAll(async () => {
  await inTime.end()
  await database.drop()
})
beforeEach(async () => {
  await database.sql`truncate public.articles cascade`
})

interface Texts {
  title?: string
  subtitle?: string
  excerpt?: string
  author?: string
  content?: string
}

async function insertArticle(sql: Sql, slug: string, texts: Texts): Promise<void> {
  const {
    title = 'Title',
    subtitle = 'Subtitle',
    excerpt = 'Excerpt',
    author = 'Ada',
    content = 'Text',
  } = texts
  await sql`
    insert into public.articles (slug, title, subtitle, excerpt, author, content, category, published)
    values (${slug}, ${title}, ${subtitle}, ${excerpt}, ${author}, ${content}, 'tech', true)`
}

describe('a hostile published article', () => {
  test.each(TEXTS)('is written and updated in time: %s', async (_what, text) => {
    // A text without anything to read could not be published.
    const content = text.trim() === '' ? `${text}.` : text
    await insertArticle(inTime, 'hostile', { content })
    await inTime`update public.articles set content = content || ' The end.'`
    const rows = await inTime`select content = ${`${content} The end.`} as whole from public.articles`
    expect([...rows]).toEqual([{ whole: true }])
  })

  test.each(['_a', '<!-- ', '~/', 'a'])('may have as much of %j in every field as fits', async (unit) => {
    const text = unit.repeat(1_000_000 / unit.length)
    for (const field of ['title', 'subtitle', 'excerpt', 'author'] as const)
      await insertArticle(inTime, field, { [field]: text.slice(0, ARTICLE_FIELDS[field].longest) })
    await insertArticle(inTime, 'content', { content: text })
    await insertArticle(inTime, 'code', { content: `\`\`\`\n${text}` })
    const rows = await inTime`select count(*)::int as count from private.article_search`
    expect([...rows]).toEqual([{ count: 6 }])
  })

  test.each(['_a', '<!-- ', '<*!-- ', '<\uE000!-- ', '~/'])(
    'by %j is found in time, also ten of them, by a word before',
    async (unit) => {
      const hostile = unit.repeat(12_000 / unit.length)
      for (let n = 0; n < 10; n++)
        await insertArticle(database.sql, `n-${n}`, { content: `A zebra. ${hostile}` })
      const found = await inTime`select headline from public.search_articles('zebra')`
      expect(found.map((row) => String(row.headline).slice(0, 17))).toEqual(
        Array(10).fill(`Excerpt A ${FOUND_START}zebra${FOUND_END}`),
      )
    },
  )

  test.each([
    ['behind what opens a comment', `${'<!-- '.repeat(1000)}zebra`],
    ['behind a comment that ends and one that does not', '```\n<!-- lion --> <!-- zebra'],
    ['in a long run without spaces', `${'a_'.repeat(1000)}zebra_${'a_'.repeat(1000)}`],
    ['in a long address', `www.example.org/${'a/'.repeat(1000)}zebra`],
    ['in a long line of code', `\`\`\`\n{"a":"${'b@'.repeat(1000)}","zebra":1}`],
  ])('is found by a word %s', async (_what, content) => {
    await insertArticle(database.sql, 'hostile', { content })
    const found = await database.sql`select slug from public.search_articles('zebra')`
    expect([...found]).toEqual([{ slug: 'hostile' }])
  })
})

test.each([
  ['50 kB', 'zebra regulation '.repeat(3000)],
  ['quotation marks', '"'.repeat(1000)],
  ['patterns of LIKE', '%_\\'.repeat(300)],
  ['operators', "!&|()<->:*'".repeat(100)],
  ['function words', 'the of and in to '.repeat(60)],
  ['letters', 'e '.repeat(500)],
  ['parts of many words', 'aaaa tion ment ness '.repeat(50)],
  ['alternatives', 'a or '.repeat(200)],
  ['words to leave out', '-a '.repeat(300)],
  ['joined words', 'a-b-c-d-e-f'.repeat(100)],
  ['combining accents', 'a\u0301\u0323'.repeat(300)],
])('a hostile query is answered in time: %s', async (_what, query) => {
  const words = Array.from({ length: 5000 }, (_, n) => `aaaa${n.toString(36)}tion`).join(' ')
  await insertArticle(database.sql, 'many', { content: words })
  await inTime`select from public.search_articles(${query})`
  await inTime`select from public.search_as_typed(${query})`
})

test('of an ordinary article, words and code are read, and neither tags nor comments nor addresses', async () => {
  const { sql } = database
  await sql`
    insert into public.articles (slug, language, title, subtitle, excerpt, content, category, published)
    values ('ordinary', 'en', 'On <b>tags</b>', '<!-- none -->', 'An excerpt at www.example.org.', ${ordinaryContent}, 'tech', true)`
  const [read] = await sql`
    select article_search.title::text, everything::text, prose
    from private.article_search join public.articles on id = article_id where slug = 'ordinary'`
  expect(read).toMatchInlineSnapshot(`
    {
      "everything": "'/tech' '1':17C,68 '1.0':57 '1.5e3':30C '2':18C '5':29C 'ai':9B 'art':34C 'b':50 'bold':20C 'c':51 'case':23C,70 'class':46 'comment':44 'curl':74 'd':52 'div':45 'editorial':11B 'end':98 'example':7B,61,76 'exampleorg':100 'excerpt':4B 'file':26C,65,71 'filehtml':102 'filetxt':40C,104 'folder':25C 'href':59 'html':66 'https':60,75 'n':54 'name':24C 'org':8B,62,77 'path':63 'query':67 'see':38C 'segment':78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97 'snake':22C,69 'state':31C 'stateoftheart':42C 'tags':2A 'text':15C 'txt':27C,72 'version':56 'watch':10B 'www':6B 'wwwexampleorg':13B 'x':19C 'xml':55",
      "prose": "A text with 1 < 2, x bold , a snake_case_name, /folder/file.txt, ./here, -5, 1.5e3, state-of-the-art and and/or. See",
      "title": "'tags':2",
    }
  `)
  const found = await sql`
    select word, headline from unnest(array['comment', 'www.example.org', 'none', 'class']) as word,
      public.search_articles(word) where slug = 'ordinary' order by word`
  expect([...found]).toMatchInlineSnapshot(`
    [
      {
        "headline": "An excerpt at www.example.org.",
        "word": "class",
      },
      {
        "headline": "An excerpt at www.example.org.",
        "word": "comment",
      },
      {
        "headline": "An excerpt at www.example.org.",
        "word": "www.example.org",
      },
    ]
  `)
})

const ordinaryContent = [
  'A <!-- comment, said in passing --> text with 1 < 2, x<y and a <b at www.example.org/a/b_c.html, ada@example.org.',
  'HTML <b class="x">bold</b>, a snake_case_name, `~/folder/file.txt`, ./here, -5, 1.5e3, state-of-the-art and and/or.',
  'See https://example.org/a/very/long/address?with=parameters&and=more#fragment.',
  '',
  '```html',
  '<!-- a comment --> <div class="a"> if (a<b && c>d) { i<n; }',
  '<?xml version="1.0"?> <a href="https://example.org/path_to/file.html?query=1">snake_case/file.txt</a>',
  `curl https://example.org/${'segment/'.repeat(20)}end`,
  '```',
].join('\n')
