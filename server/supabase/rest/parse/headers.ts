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
 * Returns true if the Accept header prefers a single object over a list of rows.
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

/** The preferences in the order in which PostgREST lists them in Preference-Applied. */
const KNOWN = [
  ['resolution', /^(merge|ignore)-duplicates$/],
  ['missing', /^default$/],
  ['return', /^(representation|minimal)$/],
  ['count', /^exact$/],
  ['handling', /^strict$/],
  ['max-affected', /^\d{1,6}$/],
] as const

type PreferenceName = (typeof KNOWN)[number][0]

/** The supported preferences of a Prefer header (RFC 7240). */
export interface Preferences {
  returnsRows: boolean
  countsAll: boolean
  /** The treatment of rows that exist already; null if they are an error. */
  onConflict: 'merge' | 'ignore' | null
  /** Columns that a row lacks get their default instead of null. */
  missingIsDefault: boolean
  maxAffected: number | null
  asked: ReadonlyMap<PreferenceName, string>
}

/**
 * Parses a Prefer header. A preference is either honoured or refused, whereas PostgREST silently ignores unknown ones. When a
 * name comes twice, the first value counts.
 * @throws RestError
 */
export function parsePreferences(header: string | null): Preferences {
  const asked = new Map<PreferenceName, string>()
  for (const part of (header ?? '').split(',')) {
    const preference = part.trim()
    if (preference === '') continue
    const at = preference.indexOf('=')
    const value = preference.slice(at + 1)
    const known = KNOWN.find(([name, values]) => name === preference.slice(0, at) && values.test(value))
    if (!known) throw refused(preference)
    if (!asked.has(known[0])) asked.set(known[0], value)
  }
  const resolution = asked.get('resolution')
  const maxAffected = asked.get('max-affected')
  return {
    returnsRows: asked.get('return') === 'representation',
    countsAll: asked.has('count'),
    onConflict: resolution === undefined ? null : resolution === 'merge-duplicates' ? 'merge' : 'ignore',
    missingIsDefault: asked.has('missing'),
    maxAffected: maxAffected === undefined ? null : Number(maxAffected),
    asked,
  }
}

/**
 * The entries of Preference-Applied for a kind of request that honours these preferences.
 * @throws RestError when another preference is given; only `return` is always allowed, because the client sends it with calls
 */
export function applyPreferences({ asked }: Preferences, names: readonly PreferenceName[]): string[] {
  const all = KNOWN.flatMap(([name]) => {
    const value = asked.get(name)
    return value === undefined ? [] : [{ name, preference: `${name}=${value}` }]
  })
  const wrong = all.find(({ name }) => name !== 'return' && !names.includes(name))
  if (wrong) throw refused(`${wrong.preference} for this request`)
  return all.filter(({ name }) => names.includes(name)).map(({ preference }) => preference)
}

function refused(preference: string): RestError {
  return new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${shorten(preference)}`,
  })
}
