import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MAX_LENGTHS } from '#core/domain/article-input.ts'
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
    // Without anything to read it could not be published.
    const content = text.trim() === '' ? `${text}.` : text
    await insertArticle(inTime, 'hostile', { content })
    await inTime`update public.articles set content = content || ' The end.'`
    const rows = await inTime`select content = ${`${content} The end.`} as whole from public.articles`
    expect([...rows]).toEqual([{ whole: true }])
  })

  test.each(['_a', '<!-- ', '~/', 'a'])('may have as much of %j in every field as fits', async (unit) => {
    const text = unit.repeat(1_000_000 / unit.length)
    const { title, subtitle, excerpt, author } = MAX_LENGTHS
    for (const [field, length] of Object.entries({ title, subtitle, excerpt, author, content: text.length }))
      await insertArticle(inTime, field, { [field]: text.slice(0, length) })
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

test('an ordinary article is read as it always was', async () => {
  const { sql } = database
  await sql`
    insert into public.articles (slug, language, title, subtitle, excerpt, content, category, published)
    values ('ordinary', 'en', 'On <b>tags</b>', '<!-- none -->', 'An excerpt at www.example.org.', ${ordinaryContent}, 'tech', true)`
  const [read] = await sql`
    select article_search.title::text, everything::text, prose
    from private.article_search join public.articles on id = article_id where slug = 'ordinary'`
  expect(read).toMatchInlineSnapshot(`
    {
      "everything": "'-5':23C '/folder/file.txt':21C '/here':22C '/segment/segment/segment/segment/segment/segment/segment/segment/segment/segment/segment/segment/segment/segment/segment/segment/segment/segment/segment/segment/end':43 '1':13C '1.5e3':24C '2':14C 'ai':7B 'and/or':31C 'art':29C 'bold':16C 'case':19C 'case/file.txt':39 'curl':40 'd':35 'editori':9B 'example.org':42 'example.org/segment/segment/segment/segment/segment/segment/segment/segment/segment/segment/segment/segment/segment/segment/segment/segment/segment/segment/segment/segment/end':41 'excerpt':4B 'n':37 'name':20C 'see':32C 'snake':18C,38 'state':26C 'state-of-the-art':25C 'tag':2A 'text':11C 'watch':8B 'www.example.org':6B 'x':15C",
      "prose": "A text with 1 < 2, x bold , a snake_case_name, /folder/file.txt, ./here, -5, 1.5e3, state-of-the-art and and/or. See",
      "title": "'tag':2",
    }
  `)
  const found = await sql`
    select word, headline from unnest(array['comment', 'www.example.org', 'none', 'class']) as word,
      public.search_articles(word) where slug = 'ordinary' order by word`
  expect([...found]).toMatchInlineSnapshot(`
    [
      {
        "headline": "An excerpt at www.example.org. A text with 1 < 2, x bold , a snake_case_name, /folder/file.txt, ./here, -5, 1.5e3, state-of …",
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
