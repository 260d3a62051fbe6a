import type { RequestListener, ServerResponse } from 'node:http'

const RETRY_AFTER_SECONDS = 5

/** The handler until everything has started: the process is up, but nothing else is ready. */
export function respondWhileStarting(headers: Record<string, string>): RequestListener {
  const common = new Headers({ ...headers, 'cache-control': 'no-store' })
  return (request, response) => {
    response.setHeaders(common)
    const path = request.url?.split('?')[0]
    if (path === '/healthz') return send(response, 200, { status: 'ok' })
    response.setHeader('retry-after', String(RETRY_AFTER_SECONDS))
    if (path === '/readyz') return send(response, 503, { status: 'not ready', reason: 'starting' })
    response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8' })
    response.end('AI Watch is starting. Please try again in a moment.')
  }
}

function send(response: ServerResponse, status: number, body: Record<string, string>): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
