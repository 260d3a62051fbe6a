import { expect, onTestFinished, test } from 'vitest'
import { createRequestRoles } from '#server/platform/database/prepare-database.ts'
import {
  createSchema,
  listMigrations,
  listReleases,
  listSchemaFiles,
  migrate,
  PRESENT,
  readRelease,
  readSchema,
  type SchemaSource,
} from '#server/platform/database/schema.ts'
import { compareReleases } from '#server/platform/version.ts'
import { createTestDatabase } from '../support/database.ts'
import { makeNextRelease, NEXT } from '../support/next-release.ts'
import { readCatalog, readRows } from '../support/schema-catalog.ts'

/** Makes a database from a schema and the later migrations, and reads its catalog and the rows of its tables. */
async function readMade(source: SchemaSource, text: string, release: string): Promise<Map<string, string>> {
  const database = await createTestDatabase({ bare: true })
  onTestFinished(() => database.drop())
  const { sql } = database
  await createRequestRoles(sql)
  const migrations = await listMigrations(source, release)
  await sql.transaction(async (transaction) => {
    await createSchema(transaction, text, { release, hash: '' })
    await migrate(transaction, migrations, source)
  })
  const rows = Object.entries(await readRows(sql)).map(([table, rows]) => [`rows of ${table}`, rows])
  return new Map(
    [...Object.entries(await readCatalog(sql)), ...rows].map(([name, value]) => [
      String(name),
      JSON.stringify(value),
    ]),
  )
}

/**
 * Finds the goal of the migrations: the last release that is kept, or the schema files if a migration is newer, which is so while a release
 * is being made.
 */
async function goalOf(source: SchemaSource): Promise<{ release: string; text: string }> {
  const last = (await listReleases(source)).at(-1)
  const newest = (await listMigrations(source)).at(-1)?.release
  const text = last && !(newest && compareReleases(newest, last) > 0) ? await readRelease(source, last) : null
  return text && last ? { release: last, text } : { release: source.release, text: await readSchema(source) }
}

/** Lists the differences between the ways to the present schema: for each kept release, the actual and the expected text. */
async function listDifferences(
  source: SchemaSource,
): Promise<[string, string | undefined, string | undefined][]> {
  const goal = await goalOf(source)
  const expected = await readMade(source, goal.text, goal.release)
  // A query that finds nothing would compare nothing.
  const kinds = new Set([...expected.keys()].map((name) => name.split(' ')[0]))
  expect([...kinds]).toEqual(
    expect.arrayContaining(['column', 'constraint', 'function', 'index', 'policy', 'rows', 'trigger']),
  )
  const differences: [string, string | undefined, string | undefined][] = []
  for (const release of await listReleases(source)) {
    const made = await readMade(source, (await readRelease(source, release)) ?? '', release)
    for (const name of new Set([...made.keys(), ...expected.keys()])) {
      if (made.get(name) !== expected.get(name))
        differences.push([`${release}: ${name}`, made.get(name), expected.get(name)])
    }
  }
  return differences
}

test('from every release, the migrations lead to exactly what the schema files describe, rows included', async () => {
  expect(await listDifferences(PRESENT)).toEqual([])
  const schema = `
    create table public.tigers (id int primary key, name text not null default 'Tiger');
    alter table public.tigers enable row level security;
    insert into public.tigers values (1)`
  const source = await makeNextRelease(schema)
  expect((await goalOf(source)).release).toBe(NEXT)
  expect(await listDifferences(source)).toEqual([])
})

test.each([
  ['a table', 'select 1;', 'relation tigers'],
  ['a default', 'create table public.tigers (id int primary key, name text not null);', 'column tigers.name'],
  [
    'a row',
    "create table public.tigers (id int primary key, name text not null default 'Tiger');",
    'rows of tigers',
  ],
])('a migration that forgets %s is told', async (_, migration, name) => {
  const schema = `
    create table public.tigers (id int primary key, name text not null default 'Tiger');
    insert into public.tigers values (1)`
  const differences = await listDifferences(await makeNextRelease(schema, migration))
  expect(differences.map(([difference]) => difference)).toContain(`${PRESENT.release}: ${name}`)
})

test('the schema files have a reason first and no more than 400 lines', async () => {
  const files = (await Promise.all(PRESENT.parts.map(listSchemaFiles))).flat()
  const wrong = files.filter(
    ({ statements }) => !/^(--|\/\*) /.test(statements) || statements.split('\n').length > 401,
  )
  expect(wrong.map(({ name }) => name)).toEqual([])
})

test('each migration begins with its reason, and neither begins nor ends a transaction', async () => {
  const migrations = await listMigrations(PRESENT)
  expect(migrations.filter(({ statements }) => !statements.startsWith('-- '))).toEqual([])
  const ends = /^\s*(begin|commit|rollback|vacuum)\b\s*(transaction|work)?\s*;|\bindex concurrently\b/im
  expect(migrations.filter(({ statements }) => ends.test(statements))).toEqual([])
})
