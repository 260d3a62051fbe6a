import type { Caller } from '../contract-project.ts'

/** A status, and the error code if there is one. */
export interface Outcome {
  status: number
  code?: string
}

/**
 * A difference between `/rest/v1` and PostgREST 14, as hosted Supabase runs it, over the same schema. The lists are complete:
 * everything else is the same. docs/data-path.md has the same table, which a test compares. Differences with a `request` are
 * tested by differences.test.ts, the others by the tests of their subject.
 */
export interface Difference {
  /** The action of the request. */
  name: string
  request?: { method?: string; path: string; as?: Caller; headers?: Record<string, string>; body?: string }
  /** An outcome in words if a status is not enough. */
  postgrest: Outcome | string
  ours: Outcome | string
  why: string
}

export const OK: Outcome = { status: 200 }
export const NOT_ALLOWED: Outcome = { status: 401, code: '42501' }
export const parseError: Outcome = { status: 400, code: 'PGRST100' }
export const notPreferred: Outcome = { status: 400, code: 'PGRST122' }
export const badBody: Outcome = { status: 400, code: 'PGRST102' }
export const notAcceptable: Outcome = { status: 406, code: 'PGRST107' }

export const NARROW = 'not needed'
export const STRICT = 'nothing is silently ignored'
export const BOUNDED = 'bounded work'

export const ARTICLES = '/articles?select=slug&limit=1'
/** Matches no row, so that a project that allows the change changes nothing. */
export const NO_ARTICLE = '/articles?slug=eq.no-such-article'
export const repeat = (text: string, times: number) => Array.from({ length: times }, () => text)
