import { RestError, shorten } from '#server/supabase/rest/rest-error.ts'

/** In the order in which PostgREST lists them in Preference-Applied. */
const KNOWN = [
  ['resolution', /^(merge|ignore)-duplicates$/],
  ['missing', /^default$/],
  ['return', /^(representation|minimal)$/],
  ['count', /^exact$/],
  ['handling', /^strict$/],
  ['max-affected', /^\d{1,6}$/],
] as const

export type PreferenceName = (typeof KNOWN)[number][0]

/** The supported preferences of a Prefer header (RFC 7240). */
export interface Preferences {
  returnsRows: boolean
  countsAll: boolean
  /** What happens to rows that exist already; null when they are an error. */
  onConflict: 'merge' | 'ignore' | null
  /** Whether columns that a row lacks get their default instead of null. */
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
