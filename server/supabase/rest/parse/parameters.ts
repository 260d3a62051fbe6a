import { parseError, RestError, shorten } from '#server/supabase/rest/rest-error.ts'

const MAX_QUERY_LENGTH = 12_000
const MAX_PARAMETERS = 60
const WHOLE_NUMBER = /^-?\d{1,15}$/

/** A parameter of the query string; several may have the same name. */
export interface Parameter {
  name: string
  value: string
}

/**
 * Parses and decodes a query string. Bytes that are not UTF-8 are refused, not replaced.
 * @throws RestError
 */
export function parseParameters(query: string): Parameter[] {
  if (query.length > MAX_QUERY_LENGTH) {
    throw new RestError(400, 'PGRST100', 'The URL is too long', {
      details: `${query.length} characters of a query string, of at most ${MAX_QUERY_LENGTH}`,
      hint: 'Ask for less at once, or call a function.',
    })
  }
  const pairs = query.split('&').filter((pair) => pair !== '')
  if (pairs.length > MAX_PARAMETERS) {
    throw parseError('the query string', `${pairs.length} parameters, of at most ${MAX_PARAMETERS}`)
  }
  return pairs.map((pair) => {
    const at = pair.indexOf('=')
    if (at < 0) throw parseError(`the parameter "${shorten(pair)}"`, 'a name, = and a value are expected')
    return { name: decode(pair.slice(0, at)), value: decode(pair.slice(at + 1)) }
  })
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw parseError(`"${shorten(text)}"`, 'it is not percent-encoded UTF-8')
  }
}

/**
 * Removes the parameter of this name from the list and returns its value; undefined when there is none.
 * @throws RestError when there is more than one
 */
export function takeParameter(parameters: Parameter[], name: string): string | undefined {
  const found = parameters.filter((parameter) => parameter.name === name)
  if (found.length > 1) throw parseError(`the parameter "${name}"`, 'it is given more than once')
  const [only] = found
  if (only) parameters.splice(parameters.indexOf(only), 1)
  return only?.value
}

/** The requested part of the rows; without a limit all of them. */
interface Page {
  limit: number | null
  offset: number
}

/**
 * Parses `limit` and `offset`, and removes them from the parameters.
 * @throws RestError
 */
export function parsePage(parameters: Parameter[]): Page {
  const limit = parseNumber(parameters, 'limit')
  const offset = parseNumber(parameters, 'offset') ?? 0
  if (offset < 0) throw parseError('offset', `"${offset}" is before the first row`)
  if (limit !== null && (limit < 0 || (limit === 0 && offset > 0))) {
    throw notSatisfiable('Limit should be greater than or equal to zero.')
  }
  return { limit, offset }
}

/**
 * The page that a Range header asks for, such as `0-9`; without a header the given page.
 * @throws RestError
 */
export function applyRange(page: Page, range: string | null): Page {
  if (range === null) return page
  if (page.limit !== null || page.offset > 0) {
    throw parseError('the Range header', 'the URL has a limit or an offset as well')
  }
  const [, first, last = ''] = /^(\d{1,15})-(\d{0,15})$/.exec(range) ?? []
  if (first === undefined) throw parseError('the Range header', 'first-last is expected')
  const offset = Number(first)
  const limit = last === '' ? null : Number(last) - offset + 1
  if (limit === null || limit > 0) return { offset, limit }
  throw notSatisfiable(
    'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
  )
}

/** @throws RestError when the offset lies beyond the last row */
export function requireWithin(offset: number, total: number): void {
  if (offset <= total) return
  const details = `An offset of ${offset} was requested, but there are only ${total} rows.`
  throw notSatisfiable(details, { 'content-range': `*/${total}` })
}

function notSatisfiable(details: string, headers?: Record<string, string>): RestError {
  return new RestError(416, 'PGRST103', 'Requested range not satisfiable', { details, headers })
}

function parseNumber(parameters: Parameter[], name: 'limit' | 'offset'): number | null {
  const text = takeParameter(parameters, name)
  if (text === undefined) return null
  if (!WHOLE_NUMBER.test(text)) throw parseError(name, `"${shorten(text)}" is no whole number`)
  return Number(text)
}
