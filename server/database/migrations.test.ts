import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { applyMigrations, countPendingMigrations, listMigrations } from '#server/database/migrations.ts'
import { createTestDatabase } from '../../tests/support/database.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'

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
      await expect(listMigrations(folder)).rejects.toThrow(`supabase/migrations/${name}: `)
    },
  )

  test('of this version has no two with the same number, and each begins with its reason', async () => {
    const migrations = await listMigrations()
    expect(migrations.length).toBeGreaterThan(0)
    const versions = migrations.map(({ version }) => version)
    expect(new Set(versions).size).toBe(versions.length)
    expect(migrations.filter(({ statements }) => !statements.startsWith('-- '))).toEqual([])
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
    expect(await countPendingMigrations(sql, migrations)).toBe(2)
    expect(await applyMigrations(sql, migrations)).toEqual(['29000101000000', '29000102000000'])
    expect(await sql`select a, b from public.first`).toEqual([{ a: "quote ' and \\ $1", b: null }])
    const recorded = await sql`
      select version, name, statements from supabase_migrations.schema_migrations
      where version like '29%' order by version`
    expect([...recorded]).toEqual(
      migrations.map(({ version, name, statements }) => ({ version, name, statements: [statements] })),
    )
    expect(await applyMigrations(sql, migrations)).toEqual([])
    expect(await countPendingMigrations(sql, migrations)).toBe(0)
    expect(await sql`select count(*)::int from public.first`).toEqual([{ count: 1 }])
  })

  test('fills in one that was added between others', async () => {
    const sql = await openDatabase()
    const late = migration('29000103000000', 'select 1')
    await applyMigrations(sql, [late])
    const early = migration('29000102000000', 'create table public.between ()')
    expect(await applyMigrations(sql, [early, late])).toEqual(['29000102000000'])
  })

  test('stops at one that fails: what came before stays, and nothing of it or after it', async () => {
    const sql = await openDatabase()
    const migrations = [
      migration('29000101000000', 'create table public.before ()'),
      migration('29000102000000', 'create table public.half (); select 1/0'),
      migration('29000103000000', 'create table public.after ()'),
    ]
    await expect(applyMigrations(sql, migrations)).rejects.toThrow('division by zero')
    const tables = await sql`
      select relname from pg_class where relnamespace = 'public'::regnamespace
      and relname in ('before', 'half', 'after')`
    expect([...tables]).toEqual([{ relname: 'before' }])
    expect(await countPendingMigrations(sql, migrations)).toBe(2)
  })

  test('works on a database that has never seen a migration', async () => {
    const sql = await openDatabase()
    await sql`drop schema supabase_migrations cascade`
    await expect(countPendingMigrations(sql, [])).rejects.toMatchObject({ code: '42P01' })
    expect(await applyMigrations(sql, [migration('29000101000000', 'select 1')])).toEqual(['29000101000000'])
  })
})
