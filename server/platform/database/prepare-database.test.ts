import { expect, onTestFinished, test } from 'vitest'
import { connect, type DatabaseAddress } from '#server/platform/database/connection.ts'
import { prepareDatabase } from '#server/platform/database/prepare-database.ts'
import { countPendingMigrations, listMigrations, PRODUCT } from '#server/platform/database/schema.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { applyOldMigrations } from '../../../tests/support/database-before-baseline.ts'

async function openBareDatabase() {
  const database = await createTestDatabase({ bare: true })
  onTestFinished(() => database.drop())
  return database
}

/** The versions that a new database has. */
async function allVersions(): Promise<string[]> {
  const later = await listMigrations(`${PRODUCT.folder}/migrations`)
  return [PRODUCT.baseline, ...later.map(({ version }) => version)]
}

/** What a process does on its way up: a pool of its own, and then it prepares. */
async function prepareAsOneProcess(address: DatabaseAddress): Promise<string[]> {
  const sql = connect(address)
  try {
    return await prepareDatabase(sql)
  } finally {
    await sql.end()
  }
}

test('an empty database gets everything, and a second run changes nothing', async () => {
  const { address, sql } = await openBareDatabase()
  expect(await prepareAsOneProcess(address)).toEqual(await allVersions())
  expect(await countPendingMigrations(sql)).toBe(0)
  const [row] = await sql`
    select to_regclass('auth.users') is not null as users, to_regclass('public.articles') is not null as articles`
  expect(row).toEqual({ users: true, articles: true })
  expect(await prepareAsOneProcess(address)).toEqual([])
})

test('of processes that start together one creates the schema, and all of them start', async () => {
  const { address } = await openBareDatabase()
  const applied = await Promise.all([1, 2, 3].map(() => prepareAsOneProcess(address)))
  expect(applied.flat()).toEqual(await allVersions())
})

test('of processes that start together on an older database one brings it to the present, and all of them start', async () => {
  const { address, sql } = await openBareDatabase()
  await applyOldMigrations(sql)
  const applied = await Promise.all([1, 2, 3].map(() => prepareAsOneProcess(address)))
  expect(applied.flat()).toEqual((await allVersions()).slice(1))
})

test('a lock that is held for long is waited for again and again, and then the start says what to do', async () => {
  const { sql } = await openBareDatabase()
  await applyOldMigrations(sql)
  const impatient = { lockTimeoutMs: 50, maxAttempts: 2 }
  await sql.transaction(async (reader) => {
    await reader`select from public.articles`
    await expect(prepareDatabase(sql, impatient)).rejects.toThrow(
      /^Something else has used the database for minutes, .* End it, or start again when it is done\. Migration \d+_\w+ failed: canceling/,
    )
    const waiting = prepareDatabase(sql, { lockTimeoutMs: 50, maxAttempts: 1000 })
    await expect
      .poll(
        async () =>
          (
            await sql`select from pg_locks join pg_database on pg_database.oid = database where datname = current_database() and not granted`
          ).length,
      )
      .toBeGreaterThan(0)
    await reader.script('commit')
    expect(await waiting).toEqual((await allVersions()).slice(1))
    await reader.script('begin')
  })
})

test('a database that takes no changes, or has something of others, is refused in one line', async () => {
  const database = await createTestDatabase({ bare: true })
  onTestFinished(() => database.drop())
  const { sql } = database
  await sql.script('create view public.articles as select 1 as one')
  await expect(prepareDatabase(sql)).rejects.toThrow(
    'DATABASE_URL: the database has something of another program, or what is left of an AI Watch (relation "articles" already exists): use an empty database.',
  )
  await sql.script('drop view public.articles')
  const [{ name }] = await sql<[{ name: string }]>`select quote_ident(current_database()) as name`
  await sql.script(`alter database ${name} set default_transaction_read_only = on`)
  const later = connect(database.address)
  onTestFinished(() => later.end())
  const error = await prepareDatabase(later).catch((refusal: Error) => refusal)
  const [, statements = ''] =
    /^DATABASE_URL: the database .* is set to be read-only\. Its owner makes it writable: (.*)$/.exec(
      String((error as Error).message),
    ) ?? []
  const again = connect(database.address)
  onTestFinished(() => again.end())
  await again.script(`set transaction_read_only = off; ${statements}`)
  const writable = connect(database.address)
  onTestFinished(() => writable.end())
  expect(await prepareDatabase(writable)).not.toEqual([])
})

test('the advisory lock is released afterwards, also after a failure', async () => {
  const { address, sql } = await openBareDatabase()
  await sql`create table public.articles (in_the_way int)`
  await expect(prepareAsOneProcess(address)).rejects.toThrow('relation "articles" already exists')
  await sql`drop table public.articles`
  expect(await prepareAsOneProcess(address)).not.toEqual([])
  const locks = await sql`
    select 1 from pg_locks join pg_database on pg_database.oid = database
    where locktype = 'advisory' and datname = current_database()`
  expect([...locks]).toEqual([])
})

test('the request roles cannot log in, and have no rights on the auth tables', async () => {
  const { address, sql } = await openBareDatabase()
  await prepareAsOneProcess(address)
  const roles = await sql`
    select rolname, rolcanlogin, rolinherit, rolsuper, rolbypassrls from pg_roles
    where rolname in ('anon', 'authenticated', 'service_role', 'access_token') order by rolname`
  const closed = { rolcanlogin: false, rolinherit: false, rolsuper: false }
  expect([...roles]).toEqual([
    { rolname: 'access_token', ...closed, rolbypassrls: false },
    { rolname: 'anon', ...closed, rolbypassrls: false },
    { rolname: 'authenticated', ...closed, rolbypassrls: false },
    { rolname: 'service_role', ...closed, rolbypassrls: true },
  ])
  const reachable = await sql`
    select rolname, relname from pg_class, pg_roles
    where relnamespace = 'auth'::regnamespace and relkind in ('r', 'v', 'p')
      and rolname in ('anon', 'authenticated', 'service_role', 'access_token')
      and has_table_privilege(rolname, pg_class.oid, 'select, insert, update, delete')`
  expect([...reachable]).toEqual([])
  const creators = await sql`
    select rolname from pg_roles where rolname in ('anon', 'authenticated', 'service_role', 'access_token')
      and has_schema_privilege(rolname, 'public', 'create')`
  expect([...creators]).toEqual([])
})
