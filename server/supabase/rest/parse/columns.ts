import type { Columns } from '#server/supabase/rest/catalog/catalog.ts'
import type { Column } from '#server/supabase/rest/query.ts'
import { parseError, RestError, shorten, unknownColumn } from '#server/supabase/rest/rest-error.ts'

/** A source of rows: a table, a view, or a function that returns rows. */
export interface RowSource {
  name: string
  columns: Columns
}

/**
 * The column of this name. Aliases, casts, JSON paths, aggregates and embedded tables are refused.
 * @throws RestError
 */
export function requireColumn(written: string, source: RowSource): Column {
  const name = unquote(written)
  const type = source.columns.get(name)
  if (type) return { name, type }
  if (/^\w+$/.test(name)) throw unknownColumn(source.name, name)
  if (/^\w+(\.\w+)+$/.test(name)) throw notEmbedded(name.slice(0, name.lastIndexOf('.')))
  throw parseError(`the column "${shorten(name)}"`, 'only names of columns are known')
}

/**
 * Parses column names separated by commas; none may come twice.
 * @throws RestError
 */
export function parseColumnNames(text: string, source: RowSource): string[] {
  return requireDistinct(text.split(',').map((entry) => requireColumn(entry.trim(), source).name))
}

/** @throws RestError when a name comes twice */
export function requireDistinct(names: string[]): string[] {
  if (new Set(names).size < names.length) throw parseError('the list of columns', 'a column is named twice')
  return names
}

/** supabase-js writes the names in `columns` with quotes. */
export function unquote(name: string): string {
  return /^"(\w+)"$/.exec(name)?.[1] ?? name
}

function notEmbedded(name: string): RestError {
  return new RestError(400, 'PGRST108', `'${shorten(name)}' is not an embedded resource in this request`, {
    hint: `Verify that '${shorten(name)}' is included in the 'select' query parameter.`,
  })
}
