import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'
import type { TestApp } from './app.ts'

interface Answer {
  isError: boolean
  text: string
}

/** The official client of the Model Context Protocol, connected to the site until the test ends. */
export async function connectAssistant(
  { url }: Pick<TestApp, 'url'>,
  { token, mode = 'auto' }: { token?: string; mode?: VersionNegotiationMode } = {},
) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }))
  onTestFinished(() => client.close())
  return {
    client,
    async call(name: string, input: Record<string, unknown> = {}): Promise<Answer> {
      const { content, isError = false } = await client.callTool({ name, arguments: input })
      return { isError, text: content.map((block) => (block.type === 'text' ? block.text : '')).join('\n') }
    },
    async tools(): Promise<string[]> {
      return (await client.listTools()).tools.map(({ name }) => name)
    },
  }
}

/** Sends one message as a client of the revision of 2025 would. */
export const sendMessage = (
  { url }: Pick<TestApp, 'url'>,
  message: unknown,
  { headers = {}, method = 'POST' }: { headers?: Record<string, string>; method?: string } = {},
): Promise<Response> =>
  fetch(new URL('/mcp', url), {
    method,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
      ...headers,
    },
    ...(method === 'POST' && { body: typeof message === 'string' ? message : JSON.stringify(message) }),
  })

export const toolCall = (name: string, input: object = {}, id: number | string = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: input },
})
