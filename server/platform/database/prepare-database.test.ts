import { expect, onTestFinished, test } from 'vitest'
import { connect, type DatabaseAddress, type Sql } from '#server/platform/database/connection.ts'
import { prepareDatabase } from '#server/platform/database/prepare-database.ts'
import { describeState, PRESENT, presentHash, readSchemaState } from '#server/platform/database/schema.ts'
import { RELEASE, VERSION } from '#server/platform/version.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { makeNextRelease, NEXT } from '../../../tests/support/next-release.ts'
import { readCatalog, readRows } from '../../../tests/support/schema-catalog.ts'

async function openBareDatabase() {
  const database = await createTestDatabase({ bare: true })
  onTestFinished(() => database.drop())
  return database
}

/** Does what a process does when it starts: opens a pool of its own, and prepares the database. */
async function prepareAsOneProcess(
  address: DatabaseAddress,
  options?: Parameters<typeof prepareDatabase>[1],
): Promise<string[]> {
  const sql = connect(address)
  try {
    return await prepareDatabase(sql, options)
  } finally {
    await sql.end()
  }
}

test('an empty database gets everything, and a second run changes nothing', async () => {
  const { address, sql } = await openBareDatabase()
  expect(await prepareAsOneProcess(address)).toEqual([RELEASE])
  expect(await readSchemaState(sql)).toEqual({ is: 'present' })
  expect(await sql`select release, hash, made_by from private.schema_release`).toEqual([
    { release: RELEASE, hash: await presentHash(PRESENT), made_by: VERSION },
  ])
  const [row] = await sql`
    select to_regclass('auth.users') is not null as users, to_regclass('public.articles') is not null as articles`
  expect(row).toEqual({ users: true, articles: true })
  expect(await prepareAsOneProcess(address)).toEqual([])
})

test('of processes that start together one creates the schema, and all of them start', async () => {
  const { address } = await openBareDatabase()
  const applied = await Promise.all([1, 2, 3].map(() => prepareAsOneProcess(address)))
  expect(applied.flat()).toEqual([RELEASE])
})

test('of processes that start together on an older database one brings it to the present, and all of them start', async () => {
  const { address, sql } = await openBareDatabase()
  await prepareDatabase(sql)
  const source = await makeNextRelease('create table public.runs (); insert into public.runs default values;')
  const options = { source, isBackedUp: true }
  const applied = await Promise.all([1, 2, 3].map(() => prepareAsOneProcess(address, options)))
  expect(applied.flat()).toEqual([NEXT])
  expect(await sql`select from public.runs`).toHaveLength(1)
})

const HELD = 'alter table public.articles add column next text;'

test('a lock that is held for long is waited for again and again, and then the start says what to do', async () => {
  const { sql } = await openBareDatabase()
  await prepareDatabase(sql)
  const options = { source: await makeNextRelease(HELD), isBackedUp: true, lockTimeoutMs: 50 }
  await sql.transaction(async (reader) => {
    await reader`select from public.articles`
    await expect(prepareDatabase(sql, { ...options, maxAttempts: 2 })).rejects.toThrow(
      /^Something else has used the database for minutes, .* End it, or start again when it is done\. The migration to 99\.0\.0 failed: canceling/,
    )
    const waiting = prepareDatabase(sql, { ...options, maxAttempts: 1000 })
    await expect
      .poll(
        async () =>
          (
            await sql`select from pg_locks join pg_database on pg_database.oid = database where datname = current_database() and not granted`
          ).length,
      )
      .toBeGreaterThan(0)
    await reader.script('commit')
    expect(await waiting).toEqual([NEXT])
    await reader.script('begin')
  })
})

const refusal = (sql: Sql, options?: Parameters<typeof prepareDatabase>[1]) =>
  prepareDatabase(sql, options).then(
    () => 'no refusal',
    (error: Error) => `${error.name}: ${error.message}`,
  )

test('an older database is migrated once it is backed up, by the desk or a command, or somebody says so', async () => {
  const { sql } = await openBareDatabase()
  await prepareDatabase(sql)
  const source = await makeNextRelease('create table public.later (); -- Later.')
  const asked = `ConfigError: The database is of AI Watch ${RELEASE}, and this is ${VERSION}, which changes it. Make a backup (npm run backup -- FILE) and start again within 24 hours, or run npm run db:migrate -- --yes if you have one.`
  expect(await refusal(sql, { source })).toBe(asked)
  const backUp = (hours: number, removed: string | null = null) => sql`
    insert into private.backups (status, place, place_id, file, bytes, made_at, encrypted, removed_at)
    values ('done', 'a folder', 'f', ${`${hours} ${removed}`}, 1, now() - make_interval(hours => ${hours}), false, ${removed})`
  await backUp(25)
  await backUp(1, '2026-01-01')
  await sql`update private.schema_release set backed_up_at = now() - interval '25 hours'`
  expect(await refusal(sql, { source })).toBe(asked)
  expect(await sql`select to_regclass('public.later') as later`).toEqual([{ later: null }])

  const byDesk = await openBareDatabase()
  await prepareDatabase(byDesk.sql)
  await byDesk.sql`
    insert into private.backups (status, place, place_id, file, bytes, made_at, encrypted)
    values ('done', 'a folder', 'f', 'f', 1, now() - interval '23 hours', false)`
  expect(await prepareDatabase(byDesk.sql, { source })).toEqual([NEXT])
  await sql`update private.schema_release set backed_up_at = now() - interval '23 hours'`
  expect(await prepareDatabase(sql, { source })).toEqual([NEXT])
  expect(await prepareDatabase(sql, { source })).toEqual([])
  expect(await sql`select release, hash from private.schema_release`).toEqual([
    { release: NEXT, hash: await presentHash(source) },
  ])
})

test('a migration that fails half-way leaves everything as it was', async () => {
  const { sql } = await openBareDatabase()
  await prepareDatabase(sql)
  const source = await makeNextRelease(
    'create table public.half ();',
    'create table public.half (); select 1 / 0;',
  )
  const before = [
    await readCatalog(sql),
    await readRows(sql),
    await sql`select * from private.schema_release`,
  ]
  expect(await refusal(sql, { source, isBackedUp: true })).toBe(
    `Error: The migration to ${NEXT} failed: division by zero. The database is as it was before, and the version of AI Watch that used it last can go on.`,
  )
  expect([
    await readCatalog(sql),
    await readRows(sql),
    await sql`select * from private.schema_release`,
  ]).toEqual(before)
  expect(await prepareDatabase(sql)).toEqual([])
})

const ADVICE =
  'Make a backup (npm run backup -- FILE), empty the database (npm run db:reset -- --yes), and restore the backup into it.'

test.each([
  [
    'of a newer release',
    `update private.schema_release set release = '99.1.0', hash = 'other'`,
    `A newer version of AI Watch has used this database: its release is 99.1.0, and this is ${VERSION}. Start that release or a newer one, or restore a backup from before the update.`,
  ],
  [
    'of another schema between releases',
    `update private.schema_release set hash = 'other', made_by = '${RELEASE}+0123456'`,
    `AI Watch ${RELEASE}+0123456 made this database with another schema than that of ${VERSION}, and between releases nothing leads from one to the other. ${ADVICE}`,
  ],
  [
    'of an older release whose schema is not known',
    `update private.schema_release set hash = 'other', release = '0.9.0', made_by = '0.9.0+0123456'`,
    `AI Watch 0.9.0+0123456 made this database, and ${VERSION} does not know its release 0.9.0. ${ADVICE}`,
  ],
  [
    'whose schema was edited',
    `update private.schema_release set hash = 'other'`,
    `The schema was changed since AI Watch ${VERSION} made this database, and between releases nothing leads from one to the other. ${ADVICE}`,
  ],
  [
    'without a release',
    'drop table private.schema_release',
    'This database has no release. Back it up with the commit that made it (npm run backup), start with an empty database, and restore the backup into that (npm run restore).',
  ],
])('a database %s is refused, and stays as it was', async (_, change, message) => {
  const { sql } = await openBareDatabase()
  await prepareDatabase(sql)
  await sql.script(change)
  const before = [await readCatalog(sql), await readRows(sql)]
  expect(await refusal(sql, { isBackedUp: true })).toBe(`ConfigError: ${message}`)
  expect([await readCatalog(sql), await readRows(sql)]).toEqual(before)
})

test('a database of a newer release with the same schema, such as a fix, can be used', async () => {
  const { sql } = await openBareDatabase()
  await prepareDatabase(sql)
  await sql`update private.schema_release set release = '99.1.0'`
  expect(await prepareDatabase(sql)).toEqual([])
  expect(describeState(await readSchemaState(sql))).toBeNull()
})

test('a database made from an unreleased schema of an older release is not migrated', async () => {
  const { sql } = await openBareDatabase()
  await prepareDatabase(sql)
  await sql`update private.schema_release set hash = 'other'`
  const source = await makeNextRelease('create table public.later ();')
  expect(await refusal(sql, { source, isBackedUp: true })).toMatch(
    /^ConfigError: The schema was changed since AI Watch .* between releases/,
  )
})

test('a database that takes no changes, or has something of others, is refused in one line', async () => {
  const database = await createTestDatabase({ bare: true })
  onTestFinished(() => database.drop())
  const { sql } = database
  await sql.script('create view public.articles as select 1 as one')
  await expect(prepareDatabase(sql)).rejects.toThrow(
    'DATABASE_URL: the database has something of another program, or what is left of an AI Watch (relation "articles" already exists): use an empty database.',
  )
  await sql.script('drop view public.articles; create schema pgboss; create table pgboss.version ()')
  await expect(prepareDatabase(sql)).rejects.toThrow(
    'DATABASE_URL: the database has something of another program, or what is left of an AI Watch (the schema pgboss): use an empty database.',
  )
  await sql.script('drop schema pgboss cascade')
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
