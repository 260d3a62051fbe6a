import { parseError, RestError, shorten } from '#server/supabase/rest/rest-error.ts'

const MAX_QUERY_LENGTH = 12_000
const MAX_PARAMETERS = 60

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
