import { createClient } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.types.ts'

export type InProcessFetch = (request: Request, clientIp?: string) => Response | Promise<Response>

/**
 * The official client whose requests go straight to this process's own app: same gateway, same policies, no socket.
 * `clientIp` is the reader on whose behalf it speaks, for limits and consent records.
 */
export function createInProcessClient(options: {
  fetch: InProcessFetch
  key: string
  clientIp?: string
}): Client {
  const { fetch, key, clientIp } = options
  return createClient<Database>('http://in-process.invalid', key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: async (input, init) => fetch(new Request(input, init), clientIp) },
  })
}
