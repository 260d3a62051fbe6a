/** The PostgreSQL type to which a value of a request is cast. */
export type ColumnType = 'bigint' | 'boolean' | 'date' | 'integer' | 'jsonb' | 'text' | 'timestamptz' | 'uuid'

export type Columns = ReadonlyMap<string, ColumnType>

export interface Relation {
  name: string
  columns: Columns
  /** The primary key; a view has none. */
  key: readonly string[]
  /** Column defaults, as SQL expressions. */
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

export function columns(types: Record<string, ColumnType>): Columns {
  return new Map(Object.entries(types))
}

/** What a request that creates a row may leave out, as SQL. */
export function defaults(expressions: Record<string, string>): ReadonlyMap<string, string> {
  return new Map(Object.entries(expressions))
}

export const NEW_ID = 'gen_random_uuid()'
export const NOW = 'now()'
