import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { DatabaseError } from 'pg'
import { AUDITED_TABLES } from '#core/domain/audit-sentences.ts'
import { ConfigError } from '#server/platform/config-error.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { ROOT } from '#server/platform/root.ts'
import { compareReleases, RELEASE, VERSION } from '#server/platform/version.ts'

/** The text of a schema, and the stored texts of earlier releases. */
export interface SchemaSource {
  release: string
  /** Folders whose `schemas/*.sql` describe the database, in the order in which they are run. */
  parts: string[]
  /**
   * A folder with `releases/1.0.0.sql.br`, the whole schema of a release, and `migrations/1.1.0.sql`, which leads there from the release
   * before.
   */
  history: string
}

export const schemaIn = (root: string, release: string): SchemaSource => ({
  release,
  // Sign-in and stored files, which hosted Supabase has tables of its own for, and the product.
  parts: ['server/supabase/auth', 'server/supabase/storage', 'supabase'].map((part) => join(root, part)),
  history: join(root, 'supabase'),
})

export const PRESENT: SchemaSource = schemaIn(ROOT, RELEASE)

/** The names of a folder; none when it does not exist. */
async function listNames(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

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

/** The schema as one script for an empty database. */
export async function readSchema({ parts }: SchemaSource): Promise<string> {
  const files = await Promise.all(parts.map(listSchemaFiles))
  return files
    .flat()
    .map(({ statements }) => statements)
    .join('\n')
    .replace('{"AUDITED_TABLES": {}}', () => JSON.stringify(AUDITED_TABLES).replaceAll("'", "''"))
}

/**
 * The hash by which two schemas are told apart: of the text, because every PostgreSQL writes its catalog in another way. Lines that are
 * blank or only a comment do not count.
 */
export function hashSchema(text: string): string {
  const statements = text
    .replaceAll('\r', '')
    .replace(/^[ \t]*\/\*.*?\*\//gms, '')
    .replace(/^\s*--.*$/gm, '')
    .replace(/\n\s*\n/g, '\n')
    .trim()
  return createHash('sha256').update(statements).digest('hex')
}

const hashes = new WeakMap<SchemaSource, Promise<string>>()

/** The hash of the schema of these sources, read once: a process that runs is not told of an update beside it. */
export function presentHash(source: SchemaSource): Promise<string> {
  const hash = hashes.get(source) ?? readSchema(source).then(hashSchema)
  hashes.set(source, hash)
  return hash
}

/** The releases whose whole schema is kept, oldest first. */
export async function listReleases({ history }: SchemaSource): Promise<string[]> {
  const names = await listNames(join(history, 'releases'))
  return names.map((name) => name.replace(/\.sql\.br$/, '')).sort(compareReleases)
}

/** The whole schema of an earlier release; null when it is not kept. */
export async function readRelease(source: SchemaSource, release: string): Promise<string | null> {
  if (!(await listReleases(source)).includes(release)) return null
  return brotliDecompressSync(
    await readFile(join(source.history, 'releases', `${release}.sql.br`)),
  ).toString()
}

export interface Migration {
  /** The release to which it leads. */
  release: string
  statements: string
}

/** The migrations that lead on from a release, oldest first. */
export async function listMigrations({ history }: SchemaSource, after = '0'): Promise<Migration[]> {
  const folder = join(history, 'migrations')
  const migrations = (await listNames(folder)).map(async (name) => {
    const [, release] = /^(\d+\.\d+\.\d+)\.sql$/.exec(name) ?? []
    if (!release) throw new Error(`${join(folder, name)}: a name is a release and .sql`)
    return { release, statements: await readFile(join(folder, name), 'utf8') }
  })
  return (await Promise.all(migrations))
    .filter(({ release }) => compareReleases(release, after) > 0)
    .sort((a, b) => compareReleases(a.release, b.release))
}

/** The tables that the text of a schema creates, with their schemas. */
export const tablesOf = (text: string): string[] =>
  [...text.matchAll(/^\s*create (?:unlogged )?table (\w+\.\w+)/gim)].map(([, name = '']) => name)

/** The record of the schema in a database. */
export interface SchemaRecord {
  release: string
  hash: string
  made_by: string
}

/** Null for a database without a release. */
export async function readRecord(sql: Session): Promise<SchemaRecord | null> {
  const [{ exists }] = await sql<
    [{ exists: boolean }]
  >`select to_regclass('private.schema_release') is not null as exists`
  if (!exists) return null
  const [record] = await sql<SchemaRecord[]>`select release, hash, made_by from private.schema_release`
  return record ?? null
}

export type SchemaState =
  | { is: 'empty' | 'present' | 'unreleased' }
  | { is: 'newer'; record: SchemaRecord }
  | { is: 'other'; record: SchemaRecord; isKnown: boolean }
  | { is: 'older'; record: SchemaRecord; migrations: Migration[] }

/** Compares the record of a database with the schema of these sources. */
export async function readSchemaState(sql: Session, source = PRESENT): Promise<SchemaState> {
  const record = await readRecord(sql)
  if (!record) {
    const [{ has_articles }] = await sql<[{ has_articles: boolean }]>`
      select to_regnamespace('private') is not null and to_regclass('public.articles') is not null as has_articles`
    return { is: has_articles ? 'unreleased' : 'empty' }
  }
  return compareSchema(record, source)
}

export async function compareSchema(record: SchemaRecord, source: SchemaSource): Promise<SchemaState> {
  const leadingOn = async (release: string) =>
    (await listMigrations(source, release)).filter((to) => compareReleases(to.release, source.release) <= 0)
  const isSame = record.hash === (await presentHash(source))
  if (isSame && (await leadingOn(record.release)).length === 0) return { is: 'present' }
  if (compareReleases(record.release, source.release) > 0) return { is: 'newer', record }
  const kept = await listReleases(source)
  const release = await findRelease(record, kept.reverse(), source)
  const migrations = release ? await leadingOn(release) : []
  if (release && migrations.length > 0) return { is: 'older', record: { ...record, release }, migrations }
  if (release && isSame) return { is: 'present' }
  return { is: 'other', record, isKnown: [source.release, ...kept].includes(record.release) }
}

/** Finds the release of a schema: the recorded one, or a later one that was not tagged yet when the database was made. */
async function findRelease({ release, hash }: SchemaRecord, kept: string[], source: SchemaSource) {
  for (const name of [release, ...kept]) {
    const text = await readRelease(source, name)
    if (text !== null && hashSchema(text) === hash) return name
  }
  return null
}

/** Explains why these sources cannot be used with a database as it is, and what to do; null if they can. */
export function describeState(state: SchemaState): string | null {
  switch (state.is) {
    case 'present':
      return null
    case 'empty':
      return 'The database is empty. Start the site once: npm start'
    case 'unreleased':
      return 'This database has no release. Back it up with the commit that made it (npm run backup), start with an empty database, and restore the backup into that (npm run restore).'
    case 'newer':
      return (
        `A newer version of AI Watch has used this database: its release is ${state.record.release}, and this is ${VERSION}. ` +
        'Start that release or a newer one, or restore a backup from before the update.'
      )
    case 'other':
      return `${describeOther(state)} Make a backup (npm run backup -- FILE), empty the database (npm run db:reset -- --yes), and restore the backup into it.`
    case 'older':
      return (
        `The database is of AI Watch ${state.record.release}, and this is ${VERSION}, which changes it. ` +
        'Make a backup (npm run backup -- FILE) and start again within 24 hours, or run npm run db:migrate -- --yes if you have one.'
      )
  }
}

function describeOther({ record: { release, made_by }, isKnown }: SchemaState & { is: 'other' }): string {
  const between = 'and between releases nothing leads from one to the other.'
  if (!isKnown)
    return `AI Watch ${made_by} made this database, and ${VERSION} does not know its release ${release}.`
  if (made_by === VERSION)
    return `The schema was changed since AI Watch ${VERSION} made this database, ${between}`
  return `AI Watch ${made_by} made this database with another schema than that of ${VERSION}, ${between}`
}

/** duplicate_table, duplicate_object, duplicate_function and duplicate_schema. */
const ALREADY_THERE = ['42P07', '42710', '42723', '42P06']

/** Creates the schema of a text in an empty database, in the transaction of the caller. */
export async function createSchema(
  transaction: Session,
  text: string,
  record: Omit<SchemaRecord, 'made_by'>,
): Promise<void> {
  const notEmpty = (what: string) =>
    new ConfigError(
      `DATABASE_URL: the database has something of another program, or what is left of an AI Watch (${what}): use an empty database.`,
    )
  // The queue would add its jobs to those of the other program.
  const [{ queue }] = await transaction<[{ queue: boolean }]>`
    select to_regclass('pgboss.version') is not null as queue`
  if (queue) throw notEmpty('the schema pgboss')
  await transaction.script(text).catch((error: DatabaseError) => {
    throw ALREADY_THERE.includes(error.code ?? '') ? notEmpty(error.message) : error
  })
  await transaction`
    insert into private.schema_release (release, hash, made_by) values (${record.release}, ${record.hash}, ${VERSION})`
}

export class MigrationError extends Error {}

/**
 * Brings a database of an earlier release to that of `source`, in the transaction of the caller: nothing stays of a failure.
 * @returns the releases to which it was led
 */
export async function migrate(
  transaction: Session,
  migrations: readonly Migration[],
  source: SchemaSource,
): Promise<string[]> {
  for (const { release, statements } of migrations) {
    await transaction.script(statements).catch((cause) => {
      throw new MigrationError(`The migration to ${release} failed: ${cause.message}.`, { cause })
    })
  }
  await transaction`
    update private.schema_release
    set release = ${source.release}, hash = ${await presentHash(source)}, made_by = ${VERSION}, made_at = now()`
  return migrations.map(({ release }) => release)
}

/** Returns true if the site, or a command, has backed up this database within a day. */
export async function hasRecentBackup(sql: Session): Promise<boolean> {
  const [{ is_recent }] = await sql<[{ is_recent: boolean }]>`
    select greatest(
      (select backed_up_at from private.schema_release),
      (select max(made_at) from private.backups where status = 'done' and removed_at is null)
    ) > now() - interval '24 hours' as is_recent`
  return is_recent
}
