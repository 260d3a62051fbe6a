import pg from 'pg'
import { TABLES_LEFT_OUT } from '#core/data/database.types.ts'
import type { Session } from '#server/platform/database/connection.ts'

const SCHEMAS = ['auth', 'private', 'public', 'storage']

export interface Table {
  /** The name with its schema. */
  name: string
  /** Those that are stored, and not computed from others. */
  columns: string[]
}

/** The tables of a backup, in the order of their names. Unlogged tables, such as the limits, are in none. */
export function listTables(sql: Session): Promise<Table[]> {
  return sql<Table[]>`
    select nspname || '.' || relname as name, array(
      select attname::text from pg_attribute
      where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
    from pg_class as class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = any(${SCHEMAS}) and relkind = 'r' and relpersistence = 'p'
      and nspname || '.' || relname <> all(${TABLES_LEFT_OUT})
    order by (nspname || '.' || relname) collate "C"`
}

export function listSequences(sql: Session): Promise<{ name: string; value: string }[]> {
  return sql<{ name: string; value: string }[]>`
    select schemaname || '.' || sequencename as name, last_value::text as value from pg_sequences
    where schemaname = any(${SCHEMAS}) and last_value is not null order by 1`
}

/** Lets a sequence go on after a value. False when there is none of this name among ours; the database may have others. */
export async function setSequence(
  sql: Session,
  { name, value }: { name: string; value: string },
): Promise<boolean> {
  const set = await sql`
    select setval(class.oid, ${value}::bigint) from pg_class as class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname || '.' || relname = ${name} and nspname = any(${SCHEMAS}) and relkind = 'S'`
  return set.length > 0
}

/** Tells whether there is anything in the places that a backup fills. */
export async function hasTables(sql: Session): Promise<boolean> {
  const [row] = await sql<[{ exists: boolean }]>`
    select exists (
      select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = any(${[...SCHEMAS, 'pgboss']}) and relkind in ('r', 'p')) as exists`
  return row.exists
}

/** A name with its schema, quoted. */
export const quote = (name: string): string => name.split('.').map(pg.escapeIdentifier).join('.')

/** Writes a table and its columns as COPY wants them. */
export const copied = ({ name, columns }: Table): string =>
  `${quote(name)} (${columns.map(pg.escapeIdentifier).join(', ')})`

/**
 * Takes everything away from the tables that slows loading down or acts on rows, and returns the statements that bring it back: triggers,
 * foreign keys, and indexes that only find rows. Tables that a backup fills are emptied.
 */
export async function prepareLoading(
  sql: Session,
  tables: readonly Table[],
  filled: readonly Table[],
): Promise<string[]> {
  const names = tables.map(({ name }) => quote(name))
  await sql.script(names.map((name) => `alter table ${name} disable trigger user;`).join('\n'))
  const keys = await sql<{ drop: string; add: string }[]>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and connamespace::regnamespace::text = any(${SCHEMAS}) order by 1`
  const indexes = await sql<{ drop: string; add: string }[]>`
    select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as add
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace::regnamespace::text = any(${SCHEMAS}) and not indisunique
      and not exists (select from pg_constraint where conindid = indexrelid) order by 1`
  const dropped = [...keys, ...indexes]
  await sql.script(dropped.map(({ drop }) => `${drop};`).join('\n'))
  await sql.script(`truncate ${filled.map(({ name }) => quote(name)).join(', ')}`)
  return [
    ...indexes.map(({ add }) => add),
    ...keys.map(({ add }) => add),
    ...names.map((name) => `alter table ${name} enable trigger user`),
  ]
}
