import { afterEach, beforeEach, expect, test } from 'vitest'
import { applyMigrations, listMigrations } from '#server/database/migrations.ts'
import { prepareForSupabase } from '#server/database/prepare-database.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

const VERSION = '20261120110000'

let database: TestDatabase

beforeEach(async () => {
  database = await createTestDatabase({ bare: true })
  await prepareForSupabase(database.sql)
})
afterEach(() => database.drop())

test('articles from before the migration are found, and drafts are not', async () => {
  const { sql } = database
  const migrations = await listMigrations()
  await applyMigrations(
    sql,
    migrations.filter(({ version }) => version < VERSION),
  )
  await sql`
    insert into public.articles (slug, title, excerpt, content, category, published) values
      ('published', 'Published', 'Excerpt', 'A zebra.', 'tech', true),
      ('draft', 'Draft', 'Excerpt', 'A zebra.', 'tech', false)`
  await applyMigrations(sql, migrations)
  const found = await sql`select slug from public.search_articles('zebra')`
  expect([...found]).toEqual([{ slug: 'published' }])
})

test('a search for a part of a word uses the trigram indexes', async () => {
  const { sql } = database
  await applyMigrations(sql, await listMigrations())
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
  expect(text).toContain('articles_title_trigrams')
  expect(text).toContain('articles_excerpt_trigrams')
})

test('the migration also works without superuser rights', async () => {
  const { sql } = database
  const [migration] = (await listMigrations()).filter(({ version }) => version === '20261120110100')
  await sql.transaction(async (transaction) => {
    await transaction`set local role service_role`
    await transaction.script(migration?.statements ?? 'no such migration')
  })
  const [ilike] = await sql`
    select proleakproof as leakproof from pg_proc where oid = 'pg_catalog.texticlike(text, text)'::regprocedure`
  expect(ilike).toEqual({ leakproof: false })
})
