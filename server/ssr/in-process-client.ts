import { createClient } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.types.ts'
import type { Rest } from '#server/rest/index.ts'

const ORIGIN = 'http://in-process.invalid'
const REST = `${ORIGIN}/rest/v1`

/**
 * The official client whose requests are answered in this process: same grammar, same policies, no socket. Reading goes
 * straight to the data; everything else goes through the whole app. `clientIp` is the reader on whose behalf it speaks,
 * for limits and consent records.
 */
export function createInProcessClient(options: {
  rest: Pick<Rest, 'answer'>
  fetch: (request: Request, clientIp?: string) => Response | Promise<Response>
  key: string
  clientIp?: string | undefined
}): Client {
  const { rest, key, clientIp } = options

  async function answerData(url: string, init: RequestInit): Promise<Response> {
    const { pathname, search } = new URL(url)
    const headers = new Headers(init.headers)
    const {
      status,
      headers: answered,
      body,
    } = await rest.answer(
      {
        method: init.method ?? 'GET',
        path: pathname.slice('/rest/v1'.length),
        query: search.slice(1),
        header: (name) => headers.get(name),
        body: typeof init.body === 'string' ? init.body : '',
      },
      { clientIp },
    )
    return new Response(body, { status, headers: answered })
  }

  return createClient<Database>(ORIGIN, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    // A page has no seven seconds to wait for a database that is away.
    db: { retry: false },
    global: {
      fetch: async (input, init = {}) => {
        if (typeof input === 'string' && input.startsWith(REST)) return answerData(input, init)
        return options.fetch(new Request(input, init), clientIp)
      },
    },
  })
}
