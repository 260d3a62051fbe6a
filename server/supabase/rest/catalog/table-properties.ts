import { z } from 'zod'
import type { Sql } from '#server/platform/database/connection.ts'

/** The properties of a table: JSON in its comment, where the schema creates it. */
const tableProperties = z.strictObject({
  /** False for a table of the schema `public` that only the server reads. */
  exposed: z.literal(false).optional(),
  /** Desks are told of its changes: of all, or of those of rows that meet an SQL condition. `private.complete_tables` makes the triggers. */
  live: z.union([z.literal(true), z.string()]).optional(),
  /** The SQL condition of rows that are deleted, also in parts that are joined by spaces. */
  purge: z.union([z.string(), z.array(z.string()).transform((parts) => parts.join(' '))]).optional(),
  /** False for a table that no backup contains. */
  backup: z.literal(false).optional(),
})

export interface TableProperties extends z.output<typeof tableProperties> {
  /** The name with its schema. */
  name: string
  key: string[]
}

/** Reads the properties of all tables. @throws when a comment is not as it should be */
export async function readTableProperties(sql: Sql): Promise<TableProperties[]> {
  const rows = await sql<{ name: string; comment: string; key: string[] }[]>`
    select nspname || '.' || relname as name, obj_description(class.oid, 'pg_class') as comment, array(
      select attname::text from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
      where indrelid = class.oid and indisprimary order by array_position(indkey::int2[], attnum)) as key
    from pg_class as class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in ('auth', 'private', 'public', 'storage') and relkind = 'r' and obj_description(class.oid, 'pg_class') is not null
    order by (nspname || '.' || relname) collate "C"`
  return rows.map(({ name, comment, key }) => ({ name, key, ...parseProperties(name, comment) }))
}

export function parseProperties(name: string, comment: string): z.output<typeof tableProperties> {
  try {
    return tableProperties.parse(JSON.parse(comment))
  } catch (error) {
    const problem = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    throw new Error(`The comment on table ${name} does not have its properties as JSON: ${problem}`)
  }
}

/** Names the tables, views and functions of the schema `public` that requests can name. */
export async function listExposed(sql: Sql): Promise<{ relations: string[]; functions: string[] }> {
  const closed = (await readTableProperties(sql)).filter(({ exposed }) => exposed === false)
  const relations = await sql<{ name: string }[]>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
      and 'public.' || relname <> all(${closed.map(({ name }) => name)}) order by relname collate "C"`
  const functions = await sql<{ name: string }[]>`
    select proname::text as name from pg_proc where pronamespace = 'public'::regnamespace order by proname collate "C"`
  return {
    relations: relations.map(({ name }) => name),
    functions: functions.map(({ name }) => name),
  }
}
