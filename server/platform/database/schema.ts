import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { DatabaseError } from 'pg'
import { ConfigError } from '#server/platform/config-error.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { name as identifier } from '#server/platform/database/fragment.ts'
import { ROOT } from '#server/platform/root.ts'
import { VERSION } from '#server/platform/version.ts'

export interface Migration {
  version: string
  name: string
  statements: string
}

/** Every .sql file of a folder, oldest first. A folder that does not exist has none. */
export async function listMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files = entries.filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => {
      const [, version, name] = /^(\d{14})_(\w+)\.sql$/.exec(file) ?? []
      if (!version || !name) throw new Error(`${join(folder, file)}: a name is 14 digits, _ and words`)
      return { version, name, statements: await readFile(join(folder, file), 'utf8') }
    }),
  )
}

/** The versions that a database has recorded in `<schema>.schema_migrations`; none when there is no such table. */
export async function listAppliedVersions(sql: Session, schema: string): Promise<Set<string>> {
  const table = `${schema}.schema_migrations`
  const [row] = await sql<[{ exists: boolean }]>`select to_regclass(${table}) is not null as exists`
  if (!row.exists) return new Set()
  const rows = await sql<{ version: string }[]>`
    select version from ${identifier(schema, 'schema_migrations')}`
  return new Set(rows.map(({ version }) => version))
}

/** Creates the table in which migrations are recorded, with the columns of the Supabase CLI. */
export async function createRecord(sql: Session, schema: string): Promise<void> {
  await sql`create schema if not exists ${identifier(schema)}`
  await sql`
    create table if not exists ${identifier(schema, 'schema_migrations')}
      (version text primary key, statements text[], name text)`
}

async function recordMigration(sql: Session, schema: string, migration: Migration): Promise<void> {
  const { version, name, statements } = migration
  await sql`
    insert into ${identifier(schema, 'schema_migrations')} (version, name, statements)
    values (${version}, ${name}, array[${statements}])`
}

/**
 * Applies what the database does not have yet and records it, in the transaction of the caller: nothing stays of a failure.
 * @returns the versions applied now
 */
export async function applyMigrations(
  transaction: Session,
  schema: string,
  migrations: Migration[],
): Promise<string[]> {
  const applied = await listAppliedVersions(transaction, schema)
  const pending = migrations.filter(({ version }) => !applied.has(version))
  for (const migration of pending) {
    await transaction.script(migration.statements).catch((cause) => {
      throw new Error(
        `Migration ${migration.version}_${migration.name} failed: ${cause.message}. The database is as it was before, ` +
          'and the version of AI Watch that used it last can go on.',
        { cause },
      )
    })
    await recordMigration(transaction, schema, migration)
  }
  return pending.map(({ version }) => version)
}

/**
 * A part of the database. `folder/schemas` describes its present state; an empty database is created from these files.
 * `folder/migrations` has the changes since the baseline, for databases that exist already.
 */
export interface SchemaPart {
  folder: string
  /** The PostgreSQL schema whose table `schema_migrations` records the versions that a database has. */
  recordedIn: string
  /** The last migration before there were schema files. A database without it gets the earlier ones first. */
  baseline: string
}

/** What the product adds to a Supabase database. Recorded where the Supabase CLI records migrations. */
export const PRODUCT: SchemaPart = {
  folder: join(ROOT, 'supabase'),
  recordedIn: 'supabase_migrations',
  baseline: '20261203000000',
}

/** The tables of sign-in and of stored files, which hosted Supabase has already, so that they are never pushed to it. */
export const OWN_SUPABASE: SchemaPart[] = [
  { folder: join(ROOT, 'server/supabase/auth'), recordedIn: 'auth', baseline: '20261123100000' },
  { folder: join(ROOT, 'server/supabase/storage'), recordedIn: 'storage', baseline: '20261123100000' },
]

/** The files of `folder/schemas` in the order of their numbers, which is the order in which they can be run. */
export async function listSchemaFiles(folder: string): Promise<{ name: string; statements: string }[]> {
  const directory = join(folder, 'schemas')
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      if (!/^\d\d_[a-z_]+\.sql$/.test(name)) {
        throw new Error(`${join(directory, name)}: a name is two digits, _ and words in lower case`)
      }
      return { name, statements: await readFile(join(directory, name), 'utf8') }
    }),
  )
}

/** The migrations up to the baselines, which the schema files replaced, by the schema in which they are recorded. */
export async function readEarlierMigrations(): Promise<Record<string, Migration[]>> {
  return JSON.parse(gunzipSync(await readFile(join(PRODUCT.folder, 'before-baseline.json.gz'))).toString())
}

/** duplicate_table, duplicate_object, duplicate_function and duplicate_schema. */
const ALREADY_THERE = ['42P07', '42710', '42723', '42P06']

/**
 * Brings a part of the database to the present state: by the schema files in an empty database, and otherwise by the migrations
 * that it does not have.
 * @returns the versions applied now
 */
export async function applySchema(
  transaction: Session,
  { folder, recordedIn, baseline }: SchemaPart,
  { isEmpty }: { isEmpty: boolean },
): Promise<string[]> {
  const migrations = await listMigrations(join(folder, 'migrations'))
  const applied = await listAppliedVersions(transaction, recordedIn)
  await createRecord(transaction, recordedIn)
  if (applied.size > 0 || !isEmpty) {
    const earlier = applied.has(baseline) ? [] : (await readEarlierMigrations())[recordedIn]
    return applyMigrations(transaction, recordedIn, [...(earlier ?? []), ...migrations])
  }
  const files = await listSchemaFiles(folder)
  await transaction
    .script(files.map(({ statements }) => statements).join('\n'))
    .catch((error: DatabaseError) => {
      if (!ALREADY_THERE.includes(error.code ?? '')) throw error
      throw new ConfigError(
        `DATABASE_URL: the database has something of another program, or what is left of an AI Watch (${error.message}): use an empty database.`,
      )
    })
  // The schema files contain what the later migrations do.
  const contained = [{ version: baseline, name: 'baseline', statements: '' }, ...migrations]
  for (const migration of contained) await recordMigration(transaction, recordedIn, migration)
  return contained.map(({ version }) => version)
}

/** @throws ConfigError when a newer version of AI Watch has changed this database, of which this version knows nothing */
export async function refuseNewerDatabase(
  sql: Session,
  { folder, recordedIn, baseline } = PRODUCT,
): Promise<void> {
  const known = (await listMigrations(join(folder, 'migrations'))).map(({ version }) => version)
  const applied = await listAppliedVersions(sql, recordedIn)
  const newer = [...applied].filter((version) => version > baseline && !known.includes(version)).sort()
  if (newer.length === 0) return
  throw new ConfigError(
    `A newer version of AI Watch has used this database: it has migration ${newer.at(-1)}, which AI Watch ${VERSION} does not know. ` +
      'Start that version or a newer one, or restore a backup from before the update.',
  )
}

/** How many migrations the database still lacks, the baseline included; what /readyz asks. */
export async function countPendingMigrations(
  sql: Session,
  { folder, recordedIn, baseline } = PRODUCT,
): Promise<number> {
  const migrations = await listMigrations(join(folder, 'migrations'))
  const applied = await listAppliedVersions(sql, recordedIn)
  return [baseline, ...migrations.map(({ version }) => version)].filter((version) => !applied.has(version))
    .length
}
