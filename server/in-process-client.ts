import { createClient } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.types.ts'
import type { Rest } from '#server/rest/index.ts'
import type { RestResponse } from '#server/rest/rest-request.ts'

const ORIGIN = 'http://in-process.invalid'
const REST = `${ORIGIN}/rest/v1`

/**
 * The official client whose requests are handled in this process: same grammar, same policies, no socket. Reading goes
 * straight to the data; everything else goes through the whole app. `clientIp` is the reader on whose behalf it speaks,
 * for limits and consent records.
 */
export function createInProcessClient(options: {
  rest: Pick<Rest, 'handle'>
  fetch: (request: Request, clientIp?: string) => Response | Promise<Response>
  key: string
  clientIp?: string | undefined
}): Client {
  const { rest, key, clientIp } = options

  async function fetchData(url: string, init: RequestInit): Promise<Response> {
    // The client writes it with `URL`, so the query begins at the first question mark.
    const [, path = '', query = ''] = /^([^?]*)\??(.*)$/.exec(url.slice(REST.length)) ?? []
    const headers = init.headers instanceof Headers ? init.headers : new Headers(init.headers)
    const answer = await rest.handle(
      {
        method: init.method ?? 'GET',
        path,
        query,
        header: (name) => headers.get(name),
        body: typeof init.body === 'string' ? init.body : '',
      },
      { clientIp },
    )
    return responseOf(answer)
  }

  return createClient<Database>(ORIGIN, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    // A page has no seven seconds to wait for a database that is away.
    db: { retry: false },
    global: {
      fetch: async (input, init = {}) => {
        if (typeof input === 'string' && input.startsWith(`${REST}/`)) return fetchData(input, init)
        return options.fetch(new Request(input, init), clientIp)
      },
    },
  })
}

/** As much of a Response as the client reads. A real one would make bytes of the text, and a stream of the bytes. */
function responseOf({ status, headers, body }: RestResponse): Response {
  const response: Pick<Response, 'status' | 'statusText' | 'ok' | 'headers' | 'text'> = {
    status,
    statusText: '',
    ok: status >= 200 && status < 300,
    headers: new Headers(headers),
    text: async () => body ?? '',
  }
  return response as Response
}
