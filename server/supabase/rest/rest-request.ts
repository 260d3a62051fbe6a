import type { Preferences } from '#server/supabase/rest/parse/headers.ts'
import type { Parameter } from '#server/supabase/rest/parse/parameters.ts'

/** A request to `/rest/v1`, whether it came over a socket or from inside this process. */
export interface RestRequest {
  method: string
  /** The path below /rest/v1, not decoded. */
  path: string
  /** The query string without its question mark. */
  query: string
  header(name: string): string | null | undefined
  body: string
}

/** A request with its query string and its Prefer header parsed. */
export interface ParsedRequest extends RestRequest {
  parameters: Parameter[]
  preferences: Preferences
}

export interface RestResponse {
  status: number
  headers: Record<string, string>
  body: string | null
}
