import { createClient } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.ts'
import type { AdmittedCaller } from '#server/supabase/auth/bearer-token.ts'
import type { Rest } from '#server/supabase/rest/index.ts'
import type { RestResponse } from '#server/supabase/rest/rest-request.ts'

const ORIGIN = 'http://in-process.invalid'
const REST = `${ORIGIN}/rest/v1`

/**
 * The official client whose requests are handled in this process: with the same grammar and policies, but without a socket. Requests to
 * /rest/v1 go directly to `rest`, all others through the whole app. `clientIp` is the address of the reader, for limits and consent
 * records. `caller` is the owner of the key, if that is known already.
 */
export function createInProcessClient(options: {
  rest: Pick<Rest, 'handlerFor'>
  fetch: (request: Request, clientIp?: string) => Response | Promise<Response>
  key: string
  clientIp?: string | undefined
  caller?: AdmittedCaller
}): Client {
  const { rest, key, clientIp, caller } = options
  const handle = rest.handlerFor(clientIp, caller)

  async function fetchData(url: string, init: RequestInit): Promise<Response> {
    // The client made it with `URL`, so the query begins at the first question mark.
    const [, path = '', query = ''] = /^([^?]*)\??(.*)$/.exec(url.slice(REST.length)) ?? []
    const headers = init.headers instanceof Headers ? init.headers : new Headers(init.headers)
    const response = await handle({
      method: init.method ?? 'GET',
      path,
      query,
      header: (name) => headers.get(name),
      body: typeof init.body === 'string' ? init.body : '',
    })
    return responseOf(response)
  }

  return createClient<Database>(ORIGIN, key, {
    // Nobody signs in with it, so it need not look for a session before each request.
    accessToken: async () => null,
    // The client's retries take seven seconds, which is too long for a page while the database is down.
    db: { retry: false },
    global: {
      fetch: async (input, init = {}) => {
        if (typeof input === 'string' && input.startsWith(`${REST}/`)) return fetchData(input, init)
        return options.fetch(new Request(input, init), clientIp)
      },
    },
  })
}

/** The part of a Response that the client reads. A real one would encode the text into a stream first. */
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
