import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '#core/data/database.ts'

/** The official Supabase client, typed with our tables. On the server its requests are handled in-process. */
export type Client = SupabaseClient<Database>

/** The `code` of the error for too many requests from one address. */
export const RATE_LIMITED = '42900'

/** Returns true if the database cannot be reached, has no free connection, memory or disk space. The data service has logged that. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(PGRST00[03]|53\w{3})$/.test(String(error.code))
}
