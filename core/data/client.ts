import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '#core/data/database.ts'

/** The official Supabase client, typed with our tables. On the server its requests are handled in-process. */
export type Client = SupabaseClient<Database>

/** The `code` of the error for too many requests from one address. */
export const RATE_LIMITED = '42900'
