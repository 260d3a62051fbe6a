import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { McpTool } from '#server/features/mcp/tool.ts'

export interface Served {
  tools: readonly McpTool[]
  call: (tool: McpTool, input: unknown) => ReturnType<McpTool['call']>
  about: { name: string; title: string; version: string; websiteUrl: string }
  instructions: string
  onerror: (error: Error) => void
}

/**
 * Answers one request of the Model Context Protocol in JSON, with a server of its own: nothing is remembered, so that any process can
 * answer the next one. Revisions before 2026-07-28 begin with a handshake, which is answered without a session.
 */
export async function serveMcp(request: Request, message: unknown, served: Served): Promise<Response> {
  if (await isLegacyRequest(request, message)) return serveEarlierRevision(request, message, served)
  // Nothing is announced while a client waits, so there is nothing to subscribe to.
  const options = { legacy: 'reject', maxSubscriptions: 0, onerror: served.onerror } as const
  return createMcpHandler(() => createServer(served), options).fetch(request, { parsedBody: message })
}

/** The package's own way for these answers with an event stream. */
async function serveEarlierRevision(request: Request, message: unknown, served: Served): Promise<Response> {
  const server = createServer(served)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  transport.onerror = served.onerror
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody: message })
  } finally {
    await server.close()
  }
}

function createServer({ tools, call, about, instructions, onerror }: Served): Server {
  const server = new Server(about, { capabilities: { tools: { listChanged: false } }, instructions })
  server.onerror = onerror
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(({ listed }) => listed) }))
  server.setRequestHandler('tools/call', ({ params }) => {
    const tool = tools.find(({ listed }) => listed.name === params.name)
    if (tool) return call(tool, params.arguments)
    const names = tools.map(({ listed }) => listed.name).join(', ')
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no such tool. The tools: ${names}.`)
  })
  return server
}
