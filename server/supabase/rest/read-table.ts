import type { Relation } from '#server/supabase/rest/catalog/catalog.ts'
import { parseRows } from '#server/supabase/rest/parse/body.ts'
import { parseColumnNames, unquote } from '#server/supabase/rest/parse/columns.ts'
import { applyPreferences } from '#server/supabase/rest/parse/headers.ts'
import { applyRange, takeParameter } from '#server/supabase/rest/parse/parameters.ts'
import { parseSelection } from '#server/supabase/rest/parse/selection.ts'
import type { Conflict, ReadQuery, WriteQuery } from '#server/supabase/rest/query.ts'
import { parseError, RestError, shorten, unknownKey } from '#server/supabase/rest/rest-error.ts'
import type { ParsedRequest } from '#server/supabase/rest/rest-request.ts'

/**
 * Parses a request to a table or a view.
 * @throws RestError
 */
export function readTable(request: ParsedRequest, name: string, relation: Relation | undefined) {
  if (!relation) {
    throw new RestError(404, 'PGRST205', `Could not find the table 'public.${name}' in the schema cache`)
  }
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return readRead(request, relation)
    case 'POST':
      return readInsert(request, relation)
    case 'PATCH':
    case 'DELETE':
      return readChange(request, relation)
    default:
      throw new RestError(405, 'PGRST117', `Unsupported HTTP method: ${shorten(request.method)}`)
  }
}

function readRead({ method, header, parameters, preferences }: ParsedRequest, relation: Relation) {
  const applied = applyPreferences(preferences, ['count', 'handling'])
  const selection = parseSelection(parameters, relation)
  const returnsRows = method === 'GET'
  // RFC 9110 defines Range for GET only.
  const page = returnsRows ? applyRange(selection, header('range') ?? null) : selection
  const query: ReadQuery = {
    kind: 'read',
    relation,
    selection: { ...selection, ...page },
    countsAll: preferences.countsAll,
    returnsRows,
  }
  return { query, applied }
}

function readInsert(request: ParsedRequest, relation: Relation) {
  const { preferences, parameters, body } = request
  const applied = applyPreferences(preferences, [
    'resolution',
    'missing',
    'return',
    'count',
    'handling',
    'max-affected',
  ])
  requireTable(relation, 'insert into')
  const columns = takeColumns(request, relation)
  const conflict = takeConflict(request, relation)
  const selection = parseSelection(parameters, relation)
  if (selection.conditions.length > 0) throw parseError('the filters', 'an insert has none')
  const { json, columns: written } = parseRows(body, relation, columns)
  const query: WriteQuery = {
    ...commonOf(request, relation, selection),
    verb: 'insert',
    json,
    columns: written,
    missingIsDefault: preferences.missingIsDefault,
    conflict,
  }
  return { query, applied }
}

function readChange(request: ParsedRequest, relation: Relation) {
  const { method, preferences, parameters, body } = request
  const applied = applyPreferences(preferences, ['return', 'count', 'handling', 'max-affected'])
  requireTable(relation, method === 'PATCH' ? 'update' : 'delete from')
  const columns = takeColumns(request, relation)
  const selection = parseSelection(parameters, relation)
  if (selection.conditions.length === 0) {
    const verb = method === 'PATCH' ? 'UPDATE' : 'DELETE'
    throw new RestError(400, '21000', `${verb} requires a WHERE clause`)
  }
  const common = commonOf(request, relation, selection)
  if (method === 'DELETE') {
    if (columns) throw parseError('columns', 'a deletion has none')
    const query: WriteQuery = { ...common, verb: 'delete' }
    return { query, applied }
  }
  const { json, columns: written, count } = parseRows(body, relation, columns)
  if (count !== 1) throw new RestError(400, 'PGRST102', 'One object with the changes is expected')
  const query: WriteQuery = { ...common, verb: 'update', json, columns: written }
  return { query, applied }
}

/** PostgreSQL refuses a write to a view as well, but with a code that stands for a server error. */
function requireTable({ name, key }: Relation, verb: string): void {
  if (key.length === 0) throw new RestError(405, '55000', `cannot ${verb} view "${name}"`)
}

function commonOf({ preferences }: ParsedRequest, relation: Relation, selection: WriteQuery['selection']) {
  if (selection.limit !== null || selection.offset > 0) {
    throw parseError('limit', 'a write has neither limit nor offset')
  }
  const { returnsRows, countsAll, maxAffected } = preferences
  return { kind: 'write', relation, selection, returnsRows, countsAll, maxAffected } as const
}

/** The columns that the `columns` parameter names; null without one; then the keys of the body are the columns. */
function takeColumns({ parameters }: ParsedRequest, relation: Relation): string[] | null {
  const listed = takeParameter(parameters, 'columns')
  if (listed === undefined) return null
  const names = listed.split(',').map((name) => unquote(name.trim()))
  const unknown = names.find((name) => /^\w+$/.test(name) && !relation.columns.has(name))
  if (unknown !== undefined) throw unknownKey(relation.name, unknown)
  return parseColumnNames(listed, relation)
}

function takeConflict({ parameters, preferences }: ParsedRequest, relation: Relation): Conflict | null {
  const listed = takeParameter(parameters, 'on_conflict')
  if (preferences.onConflict === null) {
    if (listed !== undefined) throw parseError('on_conflict', 'Prefer: resolution=… is missing')
    return null
  }
  const columns = listed === undefined ? relation.key : parseColumnNames(listed, relation)
  return { columns, merges: preferences.onConflict === 'merge' }
}
