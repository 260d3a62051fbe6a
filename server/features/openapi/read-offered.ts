import type { Sql } from '#server/platform/database/connection.ts'
import type { Catalog } from '#server/supabase/rest/catalog/catalog.ts'

/** The tables and functions that programs may read and call at /rest/v1, by the grants of the database. */
export interface Offered {
  /** The tables and views with the columns that the publishable key may read. */
  relations: { name: string; columns: OfferedColumn[]; forReaders: true; forTokens: boolean }[]
  functions: OfferedFunction[]
}

interface OfferedColumn {
  name: string
  type: string
  isNullable: boolean
}

export interface OfferedFunction {
  name: string
  parameters: { name: string; type: string; isRequired: boolean }[]
  /** The columns of the rows it returns; null when it returns one JSON value. */
  columns: { name: string; type: string }[] | null
  /** True if the publishable key may call it, and if access tokens may. */
  forReaders: boolean
  forTokens: boolean
}

interface ColumnRow {
  relation: string
  name: string
  isNullable: boolean
  forTokens: boolean
}

/** Asks the database which of what `/rest/v1` offers is offered to programs. */
export async function readOffered(sql: Sql, { relations, functions }: Catalog): Promise<Offered> {
  const columns = await sql<ColumnRow[]>`
    select relname as relation, attname as name, not attnotnull as "isNullable",
      has_column_privilege('access_token', attrelid, attnum, 'select') as "forTokens"
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relnamespace = 'public'::regnamespace and relname = any(${[...relations.keys()]}::text[])
      and has_column_privilege('anon', attrelid, attnum, 'select')
    order by relname, attnum`
  const callable = await sql<{ name: string; forReaders: boolean; forTokens: boolean }[]>`
    select proname as name, has_function_privilege('anon', oid, 'execute') as "forReaders",
      has_function_privilege('access_token', oid, 'execute') as "forTokens"
    from pg_proc where pronamespace = 'public'::regnamespace and proname = any(${[...functions.keys()]}::text[])
    order by proname`
  return {
    relations: [...Map.groupBy(columns, ({ relation }) => relation)].map(([name, own]) => ({
      name,
      forReaders: true,
      forTokens: own.every(({ forTokens }) => forTokens),
      columns: own.map(({ name: column, isNullable }) => ({
        name: column,
        isNullable,
        type: relations.get(name)?.columns.get(column) ?? 'text',
      })),
    })),
    functions: callable.flatMap(({ name, ...who }) => {
      const called = functions.get(name)
      // Functions by which a reader may change something are for the forms of the site: sign-ups, confirmations, reports.
      if (!called || !(who.forTokens || (who.forReaders && called.reads))) return []
      return {
        name,
        ...who,
        parameters: [...called.parameters].map(([parameter, type]) => ({
          name: parameter,
          type,
          isRequired: called.required.includes(parameter),
        })),
        columns: called.columns
          ? [...called.columns].map(([column, type]) => ({ name: column, type }))
          : null,
      }
    }),
  }
}
