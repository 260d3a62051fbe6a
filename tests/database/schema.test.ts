import { readFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { prepareDatabase } from '#server/platform/database/prepare-database.ts'
import {
  listMigrations,
  listSchemaFiles,
  OWN_SUPABASE,
  PRODUCT,
  readEarlierMigrations,
} from '#server/platform/database/schema.ts'
import { VERSION } from '#server/platform/version.ts'
import { createTestDatabase } from '../support/database.ts'
import { applyOldMigrations } from '../support/database-before-baseline.ts'
import { readCatalog, readRows } from '../support/schema-catalog.ts'

async function openBareDatabase() {
  const database = await createTestDatabase({ bare: true })
  onTestFinished(() => database.drop())
  return database.sql
}

const recordedVersions = async (sql: Awaited<ReturnType<typeof openBareDatabase>>, schema: string) =>
  (await sql.run(`select version from ${schema}.schema_migrations order by version`)).rows.map(
    ({ version }) => version,
  )

test('an older database is brought to exactly what the schema files describe, rows included', async () => {
  const old = await openBareDatabase()
  await applyOldMigrations(old)
  await prepareDatabase(old)
  const fresh = await openBareDatabase()
  await prepareDatabase(fresh)

  const expected = await readCatalog(fresh)
  // A query that finds nothing would compare nothing.
  const kinds = new Set(Object.keys(expected).map((name) => name.split(' ')[0]))
  expect([...kinds]).toEqual(
    expect.arrayContaining(['column', 'constraint', 'function', 'index', 'policy', 'trigger']),
  )
  expect(expected).toHaveProperty(['policy public articles everyone reads published articles'])
  expect(await readCatalog(old)).toEqual(expected)
  expect(await readRows(old)).toEqual(await readRows(fresh))
})

test('an older database keeps its rows and its history, and gets the later migrations once', async () => {
  const sql = await openBareDatabase()
  await applyOldMigrations(sql)
  await sql.script(ROWS)
  const before = await readRows(sql)
  for (const table of [
    'articles',
    'slug_redirects',
    'article_revisions',
    'article_corrections',
    'article_trash',
    'article_translations',
    'settings',
    'newsletter_subscribers',
    'newsletter_issues',
    'newsletter_deliveries',
    'private.article_search',
    'private.newsletter_consents',
    'auth.users',
    'user_roles',
    'storage.objects',
    'media_files',
  ]) {
    expect(before, table).toHaveProperty([table])
  }

  const later = (await listMigrations(`${PRODUCT.folder}/migrations`)).map(({ version }) => version)
  expect(await prepareDatabase(sql)).toEqual(later)
  // A publication with a name of its own keeps its words, which takes a setting and its line in the audit log; and there are new buckets.
  const isAdded = (row: unknown) =>
    /"(?:key|subject_name)":"subject"|"name":"(?:imports|profile-pictures|article-audio)"/.test(
      JSON.stringify(row),
    )
  const after = Object.entries(await readRows(sql)).map(([table, rows]) => {
    return [table, rows.filter((row) => !isAdded(row))]
  })
  expect(Object.fromEntries(after)).toMatchObject(before)
  const versions = (await readEarlierMigrations()).supabase_migrations?.map(({ version }) => version) ?? []
  expect(versions.at(-1)).toBe(PRODUCT.baseline)
  expect(await recordedVersions(sql, 'supabase_migrations')).toEqual([...versions, ...later])
  expect(await prepareDatabase(sql)).toEqual([])
})

test('a database that a newer version has used is refused in one line, and stays as it was', async () => {
  const sql = await openBareDatabase()
  await prepareDatabase(sql)
  for (const schema of ['supabase_migrations', 'auth']) {
    await sql.script(
      `insert into ${schema}.schema_migrations (version, name) values ('29990101000000', 'later')`,
    )
    const before = [await readCatalog(sql), await readRows(sql)]
    await expect(prepareDatabase(sql)).rejects.toMatchObject({
      name: 'ConfigError',
      message:
        `A newer version of AI Watch has used this database: it has migration 29990101000000, which AI Watch ${VERSION} does not know. ` +
        'Start that version or a newer one, or restore a backup from before the update.',
    })
    expect([await readCatalog(sql), await readRows(sql)]).toEqual(before)
    await sql.script(`delete from ${schema}.schema_migrations where name = 'later'`)
  }
  expect(await prepareDatabase(sql)).toEqual([])
})

test.each([PRODUCT, ...OWN_SUPABASE])(
  'the schema files of $recordedIn have a reason first and no more than 400 lines',
  async ({ folder }) => {
    const files = await listSchemaFiles(folder)
    const wrong = files.filter(
      ({ statements }) => !/^(--|\/\*) /.test(statements) || statements.split('\n').length > 401,
    )
    expect(wrong.map(({ name }) => name)).toEqual([])
  },
)

test('each migration after the baseline begins with its reason, and has a number of its own', async () => {
  for (const { folder, baseline } of [PRODUCT, ...OWN_SUPABASE]) {
    const migrations = await listMigrations(`${folder}/migrations`)
    const versions = [baseline, ...migrations.map(({ version }) => version)]
    expect(versions).toEqual([...new Set(versions)].sort())
    expect(migrations.filter(({ statements }) => !statements.startsWith('-- '))).toEqual([])
    // All that is pending is one transaction.
    const ends = /^\s*(begin|commit|rollback|vacuum)\b\s*(transaction|work)?\s*;|\bindex concurrently\b/im
    expect(migrations.filter(({ statements }) => ends.test(statements))).toEqual([])
  }
})

const ROWS = `
  insert into auth.users (id, email) values ('01a1fffc-bbb6-728a-a153-f6a6807d551b', 'mara@example.org');
  insert into public.user_roles (user_id, role) values ('01a1fffc-bbb6-728a-a153-f6a6807d551b', 'admin');
  insert into public.articles (id, slug, title, excerpt, content, category, published) values
    ('00000000-0000-4000-8000-000000000001', 'zebras', 'Zebras', 'Of zebras.', 'A lion, a lion.', 'tech', true),
    ('00000000-0000-4000-8000-000000000002', 'gone', 'Gone', 'Gone.', 'Gone.', 'news', true);
  insert into public.articles (id, slug, language, title, excerpt, content, category, published, original_article_id) values
    ('00000000-0000-4000-8000-000000000003', 'zebras', 'de', 'Zebras', 'Von Zebras.', 'Ein Löwe.', 'tech', true,
     '00000000-0000-4000-8000-000000000001');
  insert into public.article_translations (translation_id, original_id, language, origin) values
    ('00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000001', 'de', 'machine');
  update public.articles set slug = 'all-about-zebras', revision_note = 'Better address' where slug = 'zebras' and language = 'en';
  delete from public.articles where slug = 'gone';
  insert into public.article_corrections (article_id, text) values
    ('00000000-0000-4000-8000-000000000001', 'Zebras are not horses.');
  insert into public.settings (key, value) values ('site_name', '"Zebra Watch"');
  insert into public.newsletter_subscribers (id, email, confirmed) values
    ('00000000-0000-4000-8000-000000000004', 'ada@example.org', true);
  insert into private.newsletter_consents (subscriber_id, consent) values
    ('00000000-0000-4000-8000-000000000004', '{"asked": "once"}');
  insert into public.newsletter_issues (id) values ('00000000-0000-4000-8000-000000000005');
  insert into public.newsletter_deliveries (issue_id, subscriber_id, email, language) values
    ('00000000-0000-4000-8000-000000000005', '00000000-0000-4000-8000-000000000004', 'ada@example.org', 'en');
  insert into storage.objects (bucket_id, name, version, metadata) values
    ('article-images', 'zebra.webp', 'v1', '{"mimetype": "image/webp", "size": 10}')`

test('the old migrations are the 133 files that were replaced', async () => {
  const old = await readEarlierMigrations()
  expect(Object.entries(old).map(([schema, migrations]) => [schema, migrations.length])).toEqual([
    ['auth', 5],
    ['storage', 1],
    ['supabase_migrations', 127],
  ])
  expect((await readFile(`${PRODUCT.folder}/before-baseline.json.gz`)).length).toBeLessThan(100_000)
})
