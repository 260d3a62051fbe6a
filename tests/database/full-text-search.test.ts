import { afterEach, beforeEach, expect, test } from 'vitest'
import { PRESENT, readSchema } from '#server/platform/database/schema.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

test('a search for a part of a word looks up one language in the trigram indexes', async () => {
  const { sql } = database
  await sql`
    insert into public.articles (slug, title, excerpt, content, category, published)
    select 'n-' || n, md5(n::text), md5(n::text || 'x'), 'Text', 'tech', true from generate_series(1, 2000) n`
  await sql`vacuum analyze public.articles`
  const plan = await sql.transaction(async (transaction) => {
    // A table this small would be read faster without the index.
    await transaction`drop index public.articles_newest, public.articles_newest_of_category`
    await transaction`set local role anon`
    await transaction`set local enable_seqscan = off`
    await transaction`set local enable_indexscan = off`
    return transaction`
      explain (format text) select id from public.articles
      where published = true and language = 'en' and (title ilike '%xyz%' or excerpt ilike '%xyz%')
      order by publish_date desc limit 10`
  })
  const text = plan.map((row) => row['QUERY PLAN']).join('\n')
  for (const column of ['title', 'excerpt']) {
    expect(text).toContain(`articles_${column}_trigrams`)
    expect(text).toContain(`Index Cond: ((language = 'en'::text) AND (${column} ~~* '%xyz%'::text))`)
  }
})

test('the schema also works without superuser rights, which leakproof functions take', async () => {
  const { sql } = database
  const schema = await readSchema(PRESENT)
  const block = schema.match(/^do \$\$\nbegin\n {2}alter function pg_catalog[^;]+;.*?^\$\$;/gms) ?? []
  expect(block).toHaveLength(1)
  await sql`alter function pg_catalog.texticlike(text, text) not leakproof`
  await sql.transaction(async (transaction) => {
    await transaction`set local role service_role`
    await transaction.script(block[0] ?? '')
  })
  const [ilike] = await sql`
    select proleakproof as leakproof from pg_proc where oid = 'pg_catalog.texticlike(text, text)'::regprocedure`
  expect(ilike).toEqual({ leakproof: false })
})

test('minus signs in a row are no words to leave out, however many there are', async () => {
  const { sql } = database
  await sql`
    insert into public.articles (slug, title, excerpt, content, category, published)
    values ('harbour', 'Harbour', 'E', 'A pilot guides ships.', 'tech', true)`
  const found = async (query: string) => (await sql`select slug from public.search_articles(${query})`).length
  for (const dashes of ['--', '- -', '-'.repeat(33), '- '.repeat(49)]) {
    expect(await found(`harbour ${dashes} pilot`), dashes).toBe(1)
  }
  expect(await found('harbour -pilot')).toBe(0)
})
