import type { RestFunction } from '#server/supabase/rest/catalog/catalog.ts'
import { parseArguments } from '#server/supabase/rest/parse/body.ts'
import { applyPreferences } from '#server/supabase/rest/parse/headers.ts'
import { applyRange, type Parameter, takeParameter } from '#server/supabase/rest/parse/parameters.ts'
import { parseSelection } from '#server/supabase/rest/parse/selection.ts'
import type { CallQuery } from '#server/supabase/rest/query.ts'
import { parseError, RestError, shorten } from '#server/supabase/rest/rest-error.ts'
import type { ParsedRequest } from '#server/supabase/rest/rest-request.ts'

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
export function readCall(request: ParsedRequest, name: string, found: RestFunction | undefined) {
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
