import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

interface Served {
  body: string | Buffer
  status: number
  headers: Record<string, string>
}

export interface TestPublisher {
  url: string
  /** The paths that were asked for, in their order. */
  asked: string[]
  /** The headers of the last request for each path. */
  headers: Map<string, IncomingHttpHeaders>
  serve(path: string, body: string | Buffer, options?: Partial<Omit<Served, 'body'>>): void
  /** Serves nothing any more. */
  clear(): void
}

/** A server of another publication, on a port of its own until the file ends. Other paths answer 404. */
export async function startPublisher(): Promise<TestPublisher> {
  const served = new Map<string, Served>()
  const headers = new Map<string, IncomingHttpHeaders>()
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { url = '' } = request
    asked.push(url)
    headers.set(url, request.headers)
    const found = served.get(url)
    response.writeHead(found?.status ?? 404, found?.headers).end(found?.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    headers,
    serve: (path, body, { status = 200, headers: sent = {} } = {}) =>
      void served.set(path, { body, status, headers: sent }),
    clear() {
      served.clear()
      headers.clear()
      asked.length = 0
    },
  }
}
