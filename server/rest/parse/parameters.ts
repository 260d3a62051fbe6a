import { RestError, shorten, unreadable } from '#server/rest/rest-error.ts'

const MAX_QUERY_LENGTH = 12_000
const MAX_PARAMETERS = 60

/** A parameter of the query string; the same name may come more than once. */
export interface Parameter {
  name: string
  value: string
}

/**
 * The parameters of a query string, decoded once. Bytes that are no UTF-8 are refused and not replaced.
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
    throw unreadable('the query string', `${pairs.length} parameters, of at most ${MAX_PARAMETERS}`)
  }
  return pairs.map((pair) => {
    const at = pair.indexOf('=')
    if (at < 0) throw unreadable(`the parameter "${shorten(pair)}"`, 'a name, = and a value are expected')
    return { name: decode(pair.slice(0, at)), value: decode(pair.slice(at + 1)) }
  })
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw unreadable(`"${shorten(text)}"`, 'it is not percent-encoded UTF-8')
  }
}

/** Takes the one parameter of this name out of the list; undefined when there is none. */
export function takeParameter(parameters: Parameter[], name: string): string | undefined {
  const found = parameters.filter((parameter) => parameter.name === name)
  if (found.length > 1) throw unreadable(`the parameter "${name}"`, 'it is given more than once')
  const [only] = found
  if (only) parameters.splice(parameters.indexOf(only), 1)
  return only?.value
}
