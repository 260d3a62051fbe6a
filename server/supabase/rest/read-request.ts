import type { Catalog, Columns, Relation, RestFunction } from '#server/supabase/rest/catalog/catalog.ts'
import {
  parseColumnNames,
  type RowSource,
  requireColumn,
  requireDistinct,
  unquote,
} from '#server/supabase/rest/parse/columns.ts'
import { parseConditions } from '#server/supabase/rest/parse/conditions.ts'
import {
  applyPreferences,
  parsePreferences,
  readsSingleObject,
  requireJson,
} from '#server/supabase/rest/parse/headers.ts'
import {
  applyRange,
  type Parameter,
  parsePage,
  parseParameters,
  takeParameter,
} from '#server/supabase/rest/parse/parameters.ts'
import type {
  CallQuery,
  Conflict,
  Order,
  Query,
  ReadQuery,
  Selection,
  WriteQuery,
} from '#server/supabase/rest/query.ts'
import { parseError, RestError, shorten, unknownKey } from '#server/supabase/rest/rest-error.ts'
import type { ParsedRequest, RestRequest } from '#server/supabase/rest/rest-request.ts'

/** Only the official client's own spelling: rate limits go by the path, so there must be no second way to write one. */
const PATH = /^\/(?:(rpc)\/)?(\w{1,63})$/
const SCHEMA = 'public'

/** The query of a request, and the form of its response. */
export interface ReadRequest {
  query: Query
  /** The value of the Preference-Applied header. */
  applied: readonly string[]
  /** True if exactly one row is expected, as an object instead of a list. */
  isSingle: boolean
}

/**
 * Parses a request. Everything in it is either understood or refused; nothing is ignored.
 * @throws RestError
 */
export function readRequest(request: RestRequest, { relations, functions }: Catalog): ReadRequest {
  const { method, header } = request
  const [, rpc, name = ''] = PATH.exec(request.path) ?? []
  if (name === '') throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL')
  requireSchema(request)
  const isSingle = readsSingleObject(header('accept') ?? null)
  if (method === 'POST' || method === 'PATCH') requireJson(header('content-type') ?? null)
  const parsed: ParsedRequest = {
    ...request,
    preferences: parsePreferences(header('prefer') ?? null),
    parameters: parseParameters(request.query),
  }
  const read = rpc
    ? readCall(parsed, name, functions.get(name))
    : readTable(parsed, name, relations.get(name))
  return { ...read, isSingle }
}

function requireSchema({ method, header }: RestRequest): void {
  const profile = header(method === 'GET' || method === 'HEAD' ? 'accept-profile' : 'content-profile')
  if (!profile || profile === SCHEMA) return
  throw new RestError(406, 'PGRST106', `Invalid schema: ${shorten(profile)}`, {
    hint: 'Only the following schemas are exposed: public',
  })
}

/** Parameters of a function call that concern the rows it returns, not its arguments. */
const ROW_PARAMETERS: ReadonlySet<string> = new Set([
  'select',
  'order',
  'limit',
  'offset',
  'columns',
  'and',
  'or',
  'not.and',
  'not.or',
])
const MAX_NAMES_IN_ERROR = 10

/**
 * Parses a function call, `/rpc/name`.
 * @throws RestError
 */
function readCall(request: ParsedRequest, name: string, found: RestFunction | undefined) {
  const { method, header, parameters, preferences, body } = request
  const isPost = method === 'POST'
  if (!isPost && method !== 'GET' && method !== 'HEAD') {
    throw new RestError(405, 'PGRST101', `Cannot use the ${shorten(method)} method on RPC`)
  }
  const { json, names } = isPost ? parseArguments(body) : takeArguments(parameters, found)
  const called = requireFunction(name, found, names, { isPost })
  if (!isPost && !called.reads) {
    throw new RestError(405, '25006', `cannot call ${name} in a read-only transaction`)
  }
  const applied = applyPreferences(preferences, ['count', 'handling', 'max-affected'])
  const { countsAll, maxAffected } = preferences
  const returnsRows = method !== 'HEAD'
  const common = {
    kind: 'call',
    function: called,
    // Always in the order of the function, so that the same call has the same SQL text and uses the same prepared statement.
    arguments: [...called.parameters.keys()].filter((argument) => names.includes(argument)),
    json,
    countsAll,
    returnsRows,
    maxAffected,
  } as const
  if (!called.columns) {
    refuseRowParameters(parameters, maxAffected)
    const query: CallQuery = { ...common, selection: null }
    return { query, applied }
  }
  const selection = parseSelection(parameters, { name, columns: called.columns })
  const page = method === 'GET' ? applyRange(selection, header('range') ?? null) : selection
  const query: CallQuery = { ...common, selection: { ...selection, ...page } }
  return { query, applied }
}

/** The query string of a GET holds both arguments and row filters; what is neither a filter nor a row parameter is an argument. */
function takeArguments(
  parameters: Parameter[],
  called: RestFunction | undefined,
): { json: string; names: string[] } {
  const names = new Set(
    parameters
      .map(({ name }) => name)
      .filter(
        (name) => called?.parameters.has(name) || !(ROW_PARAMETERS.has(name) || called?.columns?.has(name)),
      ),
  )
  const given = [...names].map((name) => [name, takeParameter(parameters, name)] as const)
  return {
    json: `{${given.map((pair) => pair.map((text) => JSON.stringify(text)).join(':')).join(',')}}`,
    names: [...names],
  }
}

/** Finds a function as PostgREST does: by its name and the names of its arguments. */
function requireFunction(
  name: string,
  found: RestFunction | undefined,
  names: string[],
  { isPost }: { isPost: boolean },
): RestFunction {
  const fits =
    found &&
    names.every((argument) => found.parameters.has(argument)) &&
    found.required.every((argument) => names.includes(argument))
  if (fits) return found
  const listed = names.map(shorten).sort().slice(0, MAX_NAMES_IN_ERROR).join(', ')
  const searched =
    names.length === 0 ? ' without parameters' : ` with parameter${names.length > 1 ? 's' : ''} ${listed}`
  const unnamed = isPost ? ' or with a single unnamed json/jsonb parameter' : ''
  throw new RestError(
    404,
    'PGRST202',
    `Could not find the function public.${name}${names.length === 0 ? searched : `(${listed})`} in the schema cache`,
    {
      details: `Searched for the function public.${name}${searched}${unnamed}, but no matches were found in the schema cache.`,
      hint: found
        ? `Perhaps you meant to call the function public.${name}(${[...found.parameters.keys()].sort().join(', ')})`
        : null,
    },
  )
}

function refuseRowParameters([first]: Parameter[], maxAffected: number | null): void {
  if (first) throw parseError(`the parameter "${shorten(first.name)}"`, 'the function answers one value')
  if (maxAffected === null) return
  throw new RestError(
    400,
    'PGRST128',
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  )
}

/**
 * Parses a request to a table or a view.
 * @throws RestError
 */
function readTable(request: ParsedRequest, name: string, relation: Relation | undefined) {
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

const MAX_ORDERS = 4
const EMBEDDED = /^(?:\w+:)?(?:\.\.\.)?(\w+)(?:!\w+)*\(/
const AGGREGATE = /^(?:\w+:)?(?:count|\w+\.(?:sum|avg|count|max|min))\(\)/

/**
 * Parses `select`, `order`, `limit` and `offset`; every other parameter must be a filter.
 * @throws RestError
 */
export function parseSelection(parameters: Parameter[], source: RowSource): Selection {
  const columns = parseSelect(takeParameter(parameters, 'select') ?? '', source)
  const order = parseOrder(takeParameter(parameters, 'order'), source)
  const page = parsePage(parameters)
  return { columns, order, ...page, conditions: parseConditions(parameters, source) }
}

/** Column names, each once. An empty text and `*` both mean all columns. */
function parseSelect(text: string, source: RowSource): string[] {
  if (text === '') return [...source.columns.keys()]
  refuseEmbedded(text, source)
  return requireDistinct(
    text.split(',').flatMap((entry) => {
      const name = entry.trim()
      return name === '*' ? [...source.columns.keys()] : parseColumnNames(name, source)
    }),
  )
}

function refuseEmbedded(text: string, { name }: RowSource): void {
  for (const entry of text.split(',')) {
    if (AGGREGATE.test(entry.trim())) {
      throw new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed')
    }
    const embedded = EMBEDDED.exec(entry.trim())?.[1]
    if (embedded === undefined) continue
    const pair = `'${name}' and '${shorten(embedded)}'`
    throw new RestError(
      400,
      'PGRST200',
      `Could not find a relationship between ${pair} in the schema cache`,
      {
        details: `Searched for a foreign key relationship between ${pair} in the schema 'public', but no matches were found.`,
      },
    )
  }
}

function parseOrder(text: string | undefined, source: RowSource): Order[] {
  if (text === undefined) return []
  const orders = text.split(',').map((entry) => parseOrderTerm(entry.trim(), source))
  if (orders.length > MAX_ORDERS) throw parseError('order', `more than ${MAX_ORDERS} columns`)
  requireDistinct(orders.map(({ column }) => column))
  return orders
}

function parseOrderTerm(term: string, source: RowSource): Order {
  const [name = '', ...modifiers] = term.split('.')
  const { name: column } = requireColumn(name.trim(), source)
  const direction = modifiers[0] === 'asc' || modifiers[0] === 'desc' ? modifiers.shift() : undefined
  const nulls = modifiers[0] === 'nullsfirst' || modifiers[0] === 'nullslast' ? modifiers.shift() : undefined
  if (modifiers.length > 0) {
    throw parseError(`order of "${source.name}"`, `"${shorten(modifiers.join('.'))}" is no direction`)
  }
  return {
    column,
    descending: direction === 'desc',
    nulls: nulls === undefined ? null : nulls === 'nullsfirst' ? 'first' : 'last',
  }
}
