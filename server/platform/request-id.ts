import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

export const REQUEST_ID_HEADER = 'x-request-id'
/** The format of ids that proxies send: UUIDs, ULIDs, numbers, words with dots and hyphens. */
const VALID = /^[\w.:=-]{1,64}$/

const current = new AsyncLocalStorage<string>()

/** The id of the request that is being handled; undefined in work that no request waits for. */
export function currentRequestId(): string | undefined {
  return current.getStore()
}

/** Runs the handling of a request under its id. */
export function withRequestId<T>(id: string, handle: () => T): T {
  return current.run(id, handle)
}

/** Names the present request in its response. One that is written at once has the header among its own, which is cheaper. */
export function nameRequest(response: ServerResponse): void {
  const id = currentRequestId()
  if (id !== undefined) response.setHeader(REQUEST_ID_HEADER, id)
}

/** The id that the proxy in front of this process gave the request, or a new one. Without a proxy, a client's id is not trusted. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>, trustProxy: number): string {
  const given = headers[REQUEST_ID_HEADER]
  return trustProxy > 0 && typeof given === 'string' && VALID.test(given) ? given : randomUUID()
}
