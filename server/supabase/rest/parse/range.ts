import { type Parameter, takeParameter } from '#server/supabase/rest/parse/parameters.ts'
import { parseError, RestError, shorten } from '#server/supabase/rest/rest-error.ts'

/** Which part of the rows is wanted; without a limit all of them. */
export interface Page {
  limit: number | null
  offset: number
}

const WHOLE_NUMBER = /^-?\d{1,15}$/

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
