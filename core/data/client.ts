import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '#core/data/database.types.ts'

/** The official client over our tables: in the browser with the reader's token, on the server in-process. */
export type Client = SupabaseClient<Database>

/** The `code` of an error that says: too many of these from this address, try again later. */
export const RATE_LIMITED = '42900'
