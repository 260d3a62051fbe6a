import { once } from 'node:events'
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** The site as it is seen from outside: another version of it than the one behind, for example. */
export interface Version {
  /** The path at the site behind; null if this version has nothing there. */
  pathOf?: (path: string) => string | null
  textOf?: (text: string, path: string) => string
}

export interface FrontServer {
  url: string
  show: (version: Version) => void
  /** Ends connections, so that the site cannot be reached, as without a network. */
  stop: () => Promise<void>
}

/** A server in front of a site, as a proxy is. A browser cannot tell it from the site, not even for the script of a service worker. */
export async function startFrontServer(siteUrl: string): Promise<FrontServer> {
  let version: Version = {}
  const server = createServer((request, response) => {
    void answer(request, response, siteUrl, version).catch(() => response.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show: (next) => {
      version = next
    },
    stop: async () => {
      if (!server.listening) return
      const closed = once(server.close(), 'close')
      server.closeAllConnections()
      await closed
    },
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  siteUrl: string,
  { pathOf = (path) => path, textOf }: Version,
): Promise<void> {
  const wanted = request.url ?? '/'
  const path = pathOf(wanted)
  if (path === null) return void response.writeHead(404).end()
  const headers = { ...request.headers }
  // A changed response is requested whole.
  for (const name of ['accept-encoding', 'if-none-match']) delete headers[name]
  const { host } = new URL(siteUrl)
  const asked = ask(siteUrl + path, { method: request.method ?? 'GET', headers: { ...headers, host } })
  const answered = once(asked, 'response')
  request.pipe(asked)
  const [behind] = (await answered) as [IncomingMessage]
  const body = await buffer(behind)
  const isText = /html|javascript|json/.test(behind.headers['content-type'] ?? '')
  const text = textOf && isText ? textOf(body.toString(), wanted) : null
  // The policy has the hashes of inline scripts, and the length and the tag are those of the text behind.
  const changed = ['content-security-policy', 'content-length', 'etag']
  for (const [name, value] of Object.entries(behind.headers))
    if (value !== undefined && (text === null || !changed.includes(name))) response.setHeader(name, value)
  response.writeHead(behind.statusCode ?? 500).end(text ?? body)
}
