import type { ColumnType, Relation, RestFunction } from '#server/rest/catalog.ts'

/** A request to the data path once it has been read: only names of the catalog, and values as text. */
export type Query = ReadQuery | WriteQuery | CallQuery

export interface Column {
  name: string
  type: ColumnType
}

export type Comparison = 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'like' | 'ilike' | 'isdistinct'
export type IsValue = 'null' | 'not_null' | 'true' | 'false' | 'unknown'

/** Of a list of values, as PostgreSQL writes an array: whether one must meet the comparison, or each. */
export type Quantifier = 'any' | 'all'

export type Condition = { negated: boolean } & (
  | {
      kind: 'comparison'
      column: Column
      operator: Comparison
      quantifier: Quantifier | null
      value: string
    }
  | { kind: 'in'; column: Column; values: string[] }
  | { kind: 'is'; column: Column; value: IsValue }
  | { kind: 'group'; join: 'and' | 'or'; conditions: Condition[] }
)

export interface Order {
  column: string
  descending: boolean
  nulls: 'first' | 'last' | null
}

/** Which rows, which of their columns, in what order. */
export interface Selection {
  columns: readonly string[]
  conditions: Condition[]
  order: Order[]
  limit: number | null
  offset: number
}

export interface ReadQuery {
  kind: 'read'
  relation: Relation
  selection: Selection
  countsAll: boolean
  /** Without rows it only counts them. */
  answersRows: boolean
}

export type WriteQuery = {
  kind: 'write'
  relation: Relation
  /** Which rows an update or a deletion meets, and which columns are answered of what was written. */
  selection: Selection
  answersRows: boolean
  countsAll: boolean
  /** More rows than this are rolled back. */
  maxAffected: number | null
} & (
  | {
      verb: 'insert'
      json: string
      columns: readonly string[]
      /** Columns that a row lacks get their default; for rows that lack none it is all the same. */
      missingIsDefault: boolean
      conflict: Conflict | null
    }
  | { verb: 'update'; json: string; columns: readonly string[] }
  | { verb: 'delete' }
)

/** What an insert does about a row that is there already, by a unique key. */
export interface Conflict {
  columns: readonly string[]
  merges: boolean
}

export interface CallQuery {
  kind: 'call'
  function: RestFunction
  /** The names that are given, and their values in one JSON object. */
  arguments: readonly string[]
  json: string
  /** Of the rows it answers; null when it answers one value. */
  selection: Selection | null
  countsAll: boolean
  /** Without rows it only counts them. */
  answersRows: boolean
  /** More rows than this are rolled back. */
  maxAffected: number | null
}
