import { RestError, shorten } from '#server/supabase/rest/rest-error.ts'

const LISTS: ReadonlySet<string> = new Set([
  'application/json',
  'application/vnd.pgrst.array+json',
  'application/vnd.pgrst.array',
  '*/*',
])
const SINGLE_OBJECTS: ReadonlySet<string> = new Set([
  'application/vnd.pgrst.object+json',
  'application/vnd.pgrst.object',
])

/**
 * Whether the Accept header prefers a single object over a list of rows.
 * @throws RestError when it accepts neither
 */
export function readsSingleObject(accept: string | null): boolean {
  if (!accept) return false
  const wanted = accept.split(',').map(parseMediaType)
  const [best] = wanted
    .filter(({ type, isPlain }) => isPlain && (LISTS.has(type) || SINGLE_OBJECTS.has(type)))
    .sort((a, b) => b.quality - a.quality)
  if (best) return SINGLE_OBJECTS.has(best.type)
  throw new RestError(406, 'PGRST107', `None of these media types are available: ${shorten(accept)}`)
}

/** @throws RestError when the Content-Type is not JSON */
export function requireJson(contentType: string | null): void {
  if (!contentType || parseMediaType(contentType).type === 'application/json') return
  throw new RestError(400, 'PGRST102', `Content-Type not acceptable: ${shorten(contentType)}`)
}

function parseMediaType(text: string) {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return {
    type,
    quality: quality === undefined ? 1 : Number(quality) || 0,
    // nulls=stripped would leave keys out of the rows, which is not supported.
    isPlain: !parameters.some((parameter) => parameter.startsWith('nulls=')),
  }
}
