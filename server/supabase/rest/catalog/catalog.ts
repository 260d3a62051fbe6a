import type { Sql } from '#server/platform/database/connection.ts'
import { type Offered, type OfferedColumn, readOffered } from '#server/supabase/rest/catalog/read-offered.ts'

/** The tables, views, columns and functions that a request can name. */
export interface Catalog {
  relations: ReadonlyMap<string, Relation>
  functions: ReadonlyMap<string, RestFunction>
}

/** Names, each with the PostgreSQL type to which a value of a request is cast. */
export type Columns = ReadonlyMap<string, string>

export interface Relation {
  name: string
  columns: Columns
  /** The primary key; a view has none. */
  key: readonly string[]
  /** Column defaults, as SQL expressions: what a request that creates a row may leave out. */
  defaults: ReadonlyMap<string, string>
}

export interface RestFunction {
  name: string
  parameters: Columns
  /** The parameters without a default, which must be given. */
  required: readonly string[]
  /** The columns of the rows it returns; absent when it returns one JSON value. */
  columns?: Columns
  /** Whether it only reads, so that it may be called by GET. */
  reads: boolean
}

/** Reads what `/rest/v1` offers. A process does so once, after the migrations, so that a column that is added later is offered from the next start on. */
export async function readCatalog(sql: Sql): Promise<Catalog> {
  return catalogOf(await readOffered(sql))
}

export function catalogOf({ columns, functions }: Offered): Catalog {
  const relations = [...Map.groupBy(columns, ({ relation }) => relation)]
  return {
    relations: new Map(relations.map(([name, own]) => [name, relationOf(name, own)])),
    functions: new Map(
      functions.map(({ name, reads, returnsRows, arguments: all }) => {
        const parameters = all.filter(({ isResult }) => !isResult)
        const called: RestFunction = {
          name,
          parameters: typesOf(parameters),
          required: parameters.filter((parameter) => parameter.default === null).map((one) => one.name),
          ...(returnsRows && { columns: typesOf(all.filter(({ isResult }) => isResult)) }),
          reads,
        }
        return [name, called]
      }),
    ),
  }
}

function relationOf(name: string, columns: OfferedColumn[]): Relation {
  const inKey = columns.filter(({ keyPlace }) => keyPlace !== null)
  return {
    name,
    columns: typesOf(columns),
    key: inKey.sort((a, b) => (a.keyPlace ?? 0) - (b.keyPlace ?? 0)).map((column) => column.name),
    defaults: new Map(
      columns.flatMap((column) => (column.default === null ? [] : [[column.name, column.default]])),
    ),
  }
}

function typesOf(list: { name: string; type: string }[]): Columns {
  return new Map(list.map(({ name, type }) => [name, type]))
}
