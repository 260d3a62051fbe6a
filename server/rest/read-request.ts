import { findFunction, findRelation, type Relation, type RestFunction } from '#server/rest/catalog.ts'
import { parseArguments, parseRows } from '#server/rest/parse/body.ts'
import { type Parameter, parseParameters, takeParameter } from '#server/rest/parse/parameters.ts'
import { type Preferences, parsePreferences } from '#server/rest/parse/preferences.ts'
import { applyRange } from '#server/rest/parse/range.ts'
import { parseSelection, requireColumns, unquote } from '#server/rest/parse/selection.ts'
import type { CallQuery, Conflict, Query, Selection, WriteQuery } from '#server/rest/query.ts'
import { RestError, shorten, unreadable } from '#server/rest/rest-error.ts'
import type { RestRequest } from '#server/rest/rest-request.ts'

/** As the official client writes it; what is counted by path must be what is called. */
const PATH = /^\/(?:(rpc)\/)?(\w{1,63})$/
const SCHEMA = 'public'
const MEDIA_TYPES = ['application/json', '*/*', 'application/*', '']
const SINGLE_OBJECT = 'application/vnd.pgrst.object+json'

/** What was asked, and in which form it is to be answered. */
export interface ReadRequest {
  query: Query
  preferences: Preferences
  /** Exactly one row, as an object. */
  isSingle: boolean
}

/**
 * Reads a request to the data path; whatever it says is understood or refused.
 * @throws RestError
 */
export function readRequest(request: RestRequest): ReadRequest {
  const [, rpc, name = ''] = PATH.exec(request.path) ?? []
  if (name === '') throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL')
  requireSchema(request)
  const isSingle = readsSingle(request.header('accept') ?? '')
  const preferences = parsePreferences(request.header('prefer') ?? null)
  const parameters = parseParameters(request.query)
  const query = rpc
    ? readCall(request, requireFunction(name), parameters, preferences)
    : readTable(request, requireRelation(name), parameters, preferences)
  return { query, preferences, isSingle }
}

function requireRelation(name: string): Relation {
  const relation = findRelation(name)
  if (relation) return relation
  throw new RestError(404, 'PGRST205', `Could not find the table 'public.${name}' in the schema cache`)
}

function requireFunction(name: string): RestFunction {
  const found = findFunction(name)
  if (found) return found
  throw new RestError(404, 'PGRST202', `Could not find the function public.${name} in the schema cache`)
}

function requireSchema({ method, header }: RestRequest): void {
  const profile = header(method === 'GET' || method === 'HEAD' ? 'accept-profile' : 'content-profile')
  if (!profile || profile === SCHEMA) return
  throw new RestError(406, 'PGRST106', `Invalid schema: ${shorten(profile)}`, {
    hint: 'Only the following schemas are exposed: public',
  })
}

function readsSingle(accept: string): boolean {
  const types = accept.split(',').map((type) => type.split(';q=')[0]?.trim().toLowerCase() ?? '')
  if (types.includes(SINGLE_OBJECT)) return true
  if (types.some((type) => MEDIA_TYPES.includes(type))) return false
  throw new RestError(406, 'PGRST107', `None of these media types are available: ${shorten(accept)}`)
}

function readTable(
  request: RestRequest,
  relation: Relation,
  parameters: Parameter[],
  preferences: Preferences,
): Query {
  const { countsAll } = preferences
  switch (request.method) {
    case 'GET':
    case 'HEAD': {
      refuse(preferences, ['return=representation', 'missing=default'], preferences.onConflict !== null)
      const selection = applyRange(parseSelection(parameters, relation), request.header('range') ?? null)
      return { kind: 'read', relation, selection, countsAll }
    }
    case 'POST':
    case 'PATCH':
    case 'DELETE':
      return readWrite(request, relation, parameters, preferences)
    default:
      throw new RestError(405, 'PGRST117', `Unsupported HTTP method: ${shorten(request.method)}`)
  }
}

function readWrite(
  request: RestRequest,
  relation: Relation,
  parameters: Parameter[],
  preferences: Preferences,
): WriteQuery {
  const listed = takeParameter(parameters, 'columns')
  const columns = listed === undefined ? null : listed.split(',').map((name) => unquote(name.trim()))
  if (columns) requireColumns(columns, relation)
  const onConflict = takeParameter(parameters, 'on_conflict')
  const selection = parseSelection(parameters, relation)
  if (selection.limit !== null || selection.offset > 0) {
    throw unreadable('limit', 'a write has neither limit nor offset')
  }
  const { answersRows, countsAll, maxAffected } = preferences
  const common = { kind: 'write', relation, selection, answersRows, countsAll, maxAffected } as const

  if (request.method === 'POST') {
    if (selection.conditions.length > 0) throw unreadable('the filters', 'an insert has none')
    const rows = parseRows(request.body, relation, { columns, ...preferences })
    if (rows.columns.length === 0 && rows.count > 1) {
      throw new RestError(400, 'PGRST102', 'Rows without a value can only be inserted one by one')
    }
    return { ...common, verb: 'insert', ...rows, conflict: readConflict(onConflict, relation, preferences) }
  }
  refuse(preferences, ['missing=default'], onConflict !== undefined || preferences.onConflict !== null)
  if (selection.conditions.length === 0) {
    const verb = request.method === 'PATCH' ? 'UPDATE' : 'DELETE'
    throw new RestError(400, '21000', `${verb} requires a WHERE clause`)
  }
  if (request.method === 'DELETE') {
    if (columns) throw unreadable('columns', 'a deletion has none')
    return { ...common, verb: 'delete' }
  }
  const rows = parseRows(request.body, relation, { columns, ...preferences })
  if (rows.count !== 1) throw new RestError(400, 'PGRST102', 'One object with the changes is expected')
  return { ...common, verb: 'update', ...rows }
}

function readConflict(
  onConflict: string | undefined,
  relation: Relation,
  preferences: Preferences,
): Conflict | null {
  if (preferences.onConflict === null) {
    if (onConflict !== undefined) throw unreadable('on_conflict', 'Prefer: resolution=… is missing')
    return null
  }
  const columns = onConflict?.split(',').map((name) => unquote(name.trim())) ?? []
  requireColumns(columns, relation)
  return { columns, merges: preferences.onConflict === 'merge' }
}

function readCall(
  request: RestRequest,
  called: RestFunction,
  parameters: Parameter[],
  preferences: Preferences,
): CallQuery {
  refuse(preferences, ['return=representation', 'missing=default'], preferences.onConflict !== null)
  const isPost = request.method === 'POST'
  if (!isPost && (!['GET', 'HEAD'].includes(request.method) || !called.reads)) {
    throw new RestError(405, 'PGRST101', `Cannot use the ${shorten(request.method)} method on RPC`)
  }
  const { json, names } = isPost ? parseArguments(request.body) : takeArguments(parameters, called)
  requireArguments(called, names)
  const common = { kind: 'call', function: called, arguments: names, json } as const
  if (!called.columns) {
    const [unknown] = parameters
    if (unknown)
      throw unreadable(`the parameter "${shorten(unknown.name)}"`, 'the function answers one value')
    return { ...common, selection: null, countsAll: false }
  }
  const rows = { name: called.name, columns: called.columns }
  const selection: Selection = applyRange(parseSelection(parameters, rows), request.header('range') ?? null)
  return { ...common, selection, countsAll: preferences.countsAll }
}

/** In a URL arguments stand beside the filters of the rows. */
function takeArguments(parameters: Parameter[], called: RestFunction): { json: string; names: string[] } {
  const given = [...called.parameters.keys()].flatMap((name) => {
    const value = takeParameter(parameters, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return { json: JSON.stringify(Object.fromEntries(given)), names: given.map(([name]) => name) }
}

/** PostgREST finds a function by the names of the arguments. */
function requireArguments(called: RestFunction, names: string[]): void {
  const isKnown = names.every((name) => called.parameters.has(name))
  if (isKnown && called.required.every((name) => names.includes(name))) return
  const given = names.map(shorten).slice(0, 10).join(', ')
  throw new RestError(
    404,
    'PGRST202',
    `Could not find the function public.${called.name}(${given}) in the schema cache`,
    { hint: `It takes ${[...called.parameters.keys()].join(', ')}` },
  )
}

function refuse({ applied }: Preferences, preferences: string[], hasResolution: boolean): void {
  const [wrong] = applied.filter((preference) => preferences.includes(preference))
  if (!wrong && !hasResolution) return
  throw new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${wrong ?? 'resolution'} for this method`,
  })
}
