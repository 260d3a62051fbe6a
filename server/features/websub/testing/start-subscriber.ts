import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export interface Received {
  method: string
  path: string
  search: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
}

type Answer = (received: Received, response: ServerResponse) => void

/** Confirms whatever it is asked, and takes whatever it is sent. */
export const agree: Answer = ({ query }, response) => response.end(query.get('hub.challenge') ?? '')

/** A server with callbacks on this machine until the test ends. */
export async function startSubscriber(answer: Answer = agree) {
  const received: Received[] = []
  const behaviour = { answer }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://here')
    const one = {
      method: request.method ?? '',
      path: url.pathname,
      search: url.search,
      query: url.searchParams,
      headers: request.headers,
      body: await buffer(request).catch(() => Buffer.alloc(0)),
    }
    received.push(one)
    behaviour.answer(one, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    callback: `${url}/callback`,
    received,
    posts: () => received.filter(({ method }) => method === 'POST'),
    answerWith(next: Answer) {
      behaviour.answer = next
    },
  }
}
