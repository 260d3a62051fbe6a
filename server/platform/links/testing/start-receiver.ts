import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { isSignedBySvix, keyOfSecret } from '#server/platform/mail/providers/verify-svix.ts'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** The parsed body. */
  event: { type: string; timestamp: string; data: Record<string, unknown> }
  at: number
}

type Answer = number | ((response: ServerResponse, received: Received) => void)

/** A receiver on this machine until the test ends. It answers with what `answer` says, by default 204. */
export async function startReceiver(answer: (received: Received) => Answer = () => 204) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => '')
    const one = {
      path: request.url ?? '',
      headers: request.headers,
      body,
      event: JSON.parse(body || '{}'),
      at: Date.now(),
    }
    received.push(one)
    const result = answer(one)
    if (typeof result === 'number') response.writeHead(result).end(result === 204 ? undefined : 'no')
    else result(response, one)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    types: () => received.map(({ event }) => event.type),
  }
}

/** Tells whether a request was signed with a secret, within five minutes of now. */
export function isSigned({ headers, body }: Pick<Received, 'headers' | 'body'>, secret: string): boolean {
  const given = {
    id: String(headers['webhook-id']),
    timestamp: String(headers['webhook-timestamp']),
    signature: String(headers['webhook-signature']),
  }
  return isSignedBySvix(given, Buffer.from(body), keyOfSecret(secret))
}
