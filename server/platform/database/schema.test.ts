import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Sql } from '#server/platform/database/connection.ts'
import { applyMigrations, listMigrations, type Migration } from '#server/platform/database/schema.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'

async function openFolder(files: Record<string, string>): Promise<string> {
  const folder = createTemporaryFolder('migrations')
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

async function openDatabase() {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  return database.sql
}

const apply = (sql: Sql, migrations: Migration[]) =>
  sql.transaction((transaction) => applyMigrations(transaction, 'supabase_migrations', migrations))

const migration = (version: string, statements: string) => ({ version, name: `at_${version}`, statements })

describe('the list of migrations', () => {
  test('has every .sql file of the folder, the oldest first, and nothing else', async () => {
    const folder = await openFolder({
      '20260102000000_second.sql': 'select 2',
      '20260101000000_first_of_all.sql': 'select 1',
      'README.md': 'not SQL',
    })
    expect(await listMigrations(folder)).toEqual([
      { version: '20260101000000', name: 'first_of_all', statements: 'select 1' },
      { version: '20260102000000', name: 'second', statements: 'select 2' },
    ])
  })

  test.each(['1_short.sql', '20260101000000.sql', '20260101000000_two words.sql', 'seed.sql'])(
    'refuses a file called %s, by its name',
    async (name) => {
      const folder = await openFolder({ [name]: 'select 1' })
      await expect(listMigrations(folder)).rejects.toThrow(`/${name}: a name is`)
    },
  )

  test('is empty for a folder that does not exist', async () => {
    expect(await listMigrations(join(await openFolder({}), 'migrations'))).toEqual([])
  })
})

describe('applying', () => {
  test('runs what is missing, in order, once, and records it as the Supabase CLI does', async () => {
    const sql = await openDatabase()
    const migrations = [
      migration('29000101000000', "create table public.first (a text default 'quote '' and \\ $1')"),
      migration(
        '29000102000000',
        'insert into public.first default values; alter table public.first add b int',
      ),
    ]
    expect(await apply(sql, migrations)).toEqual(['29000101000000', '29000102000000'])
    expect(await sql`select a, b from public.first`).toEqual([{ a: "quote ' and \\ $1", b: null }])
    const recorded = await sql`
      select version, name, statements from supabase_migrations.schema_migrations
      where version like '29%' order by version`
    expect([...recorded]).toEqual(
      migrations.map(({ version, name, statements }) => ({ version, name, statements: [statements] })),
    )
    expect(await apply(sql, migrations)).toEqual([])
    expect(await sql`select count(*)::int from public.first`).toEqual([{ count: 1 }])
  })

  test('fills in one that was added between others', async () => {
    const sql = await openDatabase()
    const late = migration('29000103000000', 'select 1')
    await apply(sql, [late])
    const early = migration('29000102000000', 'create table public.between ()')
    expect(await apply(sql, [early, late])).toEqual(['29000102000000'])
  })

  test('names one that fails, and nothing stays of it, of what came before it or of what comes after it', async () => {
    const sql = await openDatabase()
    const migrations = [
      migration('29000101000000', 'create table public.before ()'),
      migration('29000102000000', 'create table public.half (); select 1/0'),
      migration('29000103000000', 'create table public.after ()'),
    ]
    await expect(apply(sql, migrations)).rejects.toThrow(
      'Migration 29000102000000_at_29000102000000 failed: division by zero. The database is as it was before',
    )
    const tables = await sql`
      select relname from pg_class where relnamespace = 'public'::regnamespace
      and relname in ('before', 'half', 'after')`
    expect([...tables]).toEqual([])
    expect(await sql`select from supabase_migrations.schema_migrations where version like '29%'`).toEqual([])
  })
})
