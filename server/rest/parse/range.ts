import { type Parameter, takeParameter } from '#server/rest/parse/parameters.ts'
import { RestError, shorten, unreadable } from '#server/rest/rest-error.ts'

/** A page of rows: all that there are without a limit. */
export interface Page {
  limit: number | null
  offset: number
}

const WHOLE_NUMBER = /^-?\d{1,15}$/

/**
 * Takes `limit` and `offset` out of the parameters.
 * @throws RestError
 */
export function parsePage(parameters: Parameter[]): Page {
  const limit = parseNumber(parameters, 'limit')
  const offset = parseNumber(parameters, 'offset') ?? 0
  if (offset < 0) throw unreadable('offset', `"${offset}" is before the first row`)
  if (limit !== null && (limit < 0 || (limit === 0 && offset > 0))) {
    throw notSatisfiable('Limit should be greater than or equal to zero.')
  }
  return { limit, offset }
}

/**
 * The page that a Range header of rows asks for, such as `0-9`; `page` when there is none.
 * @throws RestError
 */
export function applyRange(page: Page, range: string | null): Page {
  if (range === null) return page
  if (page.limit !== null || page.offset > 0) {
    throw unreadable('the Range header', 'the URL has a limit or an offset as well')
  }
  const [, first, last = ''] = /^(\d{1,15})-(\d{0,15})$/.exec(range) ?? []
  if (first === undefined) throw unreadable('the Range header', 'first-last is expected')
  const offset = Number(first)
  const limit = last === '' ? null : Number(last) - offset + 1
  if (limit === null || limit > 0) return { offset, limit }
  throw notSatisfiable(
    'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
  )
}

/** @throws RestError when a page begins after the last of so many rows */
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
  if (!WHOLE_NUMBER.test(text)) throw unreadable(name, `"${shorten(text)}" is no whole number`)
  return Number(text)
}
