import type { Relation, RestFunction } from '#server/supabase/rest/catalog/catalog.ts'

/** A parsed request: its names come from the catalog, its values are still text. */
export type Query = ReadQuery | WriteQuery | CallQuery

export interface Column {
  name: string
  /** Its PostgreSQL type. */
  type: string
}

export type Comparison = 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'like' | 'ilike' | 'isdistinct'
export type IsValue = 'null' | 'not_null' | 'true' | 'false' | 'unknown'

/** A comparison with several values: any of them must match, or all. */
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

/** The rows, columns and order of a query. */
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
  /** False for HEAD, which only counts the rows. */
  returnsRows: boolean
}

export type WriteQuery = {
  kind: 'write'
  relation: Relation
  /** The rows of an update or a deletion, and the columns of the written rows that are returned. */
  selection: Selection
  returnsRows: boolean
  countsAll: boolean
  /** A write of more rows is rolled back. */
  maxAffected: number | null
} & (
  | {
      verb: 'insert'
      json: string
      columns: readonly string[]
      /** Columns that a row does not name get their default instead of null. */
      missingIsDefault: boolean
      conflict: Conflict | null
    }
  | { verb: 'update'; json: string; columns: readonly string[] }
  | { verb: 'delete' }
)

/** The treatment of a row with the same unique key as an existing one: it updates that (`merges`), or is skipped. */
export interface Conflict {
  columns: readonly string[]
  merges: boolean
}

export interface CallQuery {
  kind: 'call'
  function: RestFunction
  /** The names of the arguments that are given. */
  arguments: readonly string[]
  /** The values of the arguments, as a JSON object. */
  json: string
  /** For a function that returns rows; null for one that returns a single value. */
  selection: Selection | null
  countsAll: boolean
  /** False for HEAD, which only counts the rows. */
  returnsRows: boolean
  /** A call that returns more rows is rolled back. */
  maxAffected: number | null
}
