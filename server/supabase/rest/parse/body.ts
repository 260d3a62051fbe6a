import type { Columns } from '#server/supabase/rest/catalog/catalog.ts'
import { RestError, unknownKey } from '#server/supabase/rest/rest-error.ts'

/** The rows of a body. Their JSON is passed on to PostgreSQL as text. */
interface Rows {
  json: string
  columns: readonly string[]
  count: number
}

/**
 * Parses one object or a list of objects, which must all have the same keys unless the `columns` parameter names the columns.
 * @throws RestError
 */
export function parseRows(
  body: string,
  relation: { name: string; columns: Columns },
  columns: readonly string[] | null,
): Rows {
  const parsed = parseJson(body)
  const rows = Array.isArray(parsed) ? parsed : [parsed]
  const keys = new Set<string>(columns ?? (isObject(rows[0]) ? Object.keys(rows[0]) : []))
  for (const row of rows) {
    if (!isObject(row)) throw invalidBody('An object is expected for each row')
    const own = Object.keys(row)
    for (const key of own) if (!relation.columns.has(key)) throw unknownKey(relation.name, key)
    const isWhole = columns !== null || own.length === keys.size
    if (!isWhole || !own.every((key) => keys.has(key))) throw invalidBody('All object keys must match')
  }
  return { json: Array.isArray(parsed) ? body : `[${body}]`, columns: [...keys], count: rows.length }
}

/**
 * The names of the arguments of a call, and the object that holds them.
 * @throws RestError
 */
export function parseArguments(body: string): { json: string; names: string[] } {
  if (body.trim() === '') return { json: '{}', names: [] }
  const parsed = parseJson(body)
  if (!isObject(parsed)) throw invalidBody('An object with the arguments is expected')
  return { json: body, names: Object.keys(parsed) }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw invalidBody('Empty or invalid json')
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function invalidBody(message: string): RestError {
  return new RestError(400, 'PGRST102', message)
}
