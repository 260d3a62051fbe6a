import { RestError, shorten } from '#server/rest/rest-error.ts'

/** What the Prefer header asks for (RFC 7240), as far as it is served. */
export interface Preferences {
  answersRows: boolean
  countsAll: boolean
  /** About rows that are there already: null when they are an error. */
  onConflict: 'merge' | 'ignore' | null
  /** Whether columns that a row lacks get their default instead of null. */
  missingIsDefault: boolean
  maxAffected: number | null
  /** For Preference-Applied. */
  applied: string[]
}

/**
 * Every preference that is asked for is honoured or refused; PostgREST would leave out in silence what it does not know.
 * @throws RestError
 */
export function parsePreferences(header: string | null): Preferences {
  const asked = (header ?? '').split(',').map((part) => part.trim())
  const preferences: Preferences = {
    answersRows: false,
    countsAll: false,
    onConflict: null,
    missingIsDefault: false,
    maxAffected: null,
    applied: [],
  }
  for (const preference of asked) {
    if (preference === '') continue
    const max = /^max-affected=(\d{1,6})$/.exec(preference)?.[1]
    if (max !== undefined) preferences.maxAffected = Number(max)
    else if (preference === 'return=representation') preferences.answersRows = true
    else if (preference === 'count=exact') preferences.countsAll = true
    else if (preference === 'resolution=merge-duplicates') preferences.onConflict = 'merge'
    else if (preference === 'resolution=ignore-duplicates') preferences.onConflict = 'ignore'
    else if (preference === 'missing=default') preferences.missingIsDefault = true
    else if (!['return=minimal', 'handling=strict'].includes(preference)) throw refused(preference)
    preferences.applied.push(preference)
  }
  return preferences
}

function refused(preference: string): RestError {
  return new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${shorten(preference)}`,
  })
}
