import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Client } from '#core/data/client.ts'
import type { TokenScope } from '#core/domain/access-token.ts'
import type { Settings } from '#core/domain/settings.ts'
import type { Feature } from '#server/features/feature.ts'
import { callTool } from '#server/features/mcp/call-tool.ts'
import type { Served } from '#server/features/mcp/serve.ts'
import {
  DATA_NOTICE,
  type DeskContext,
  type McpTool,
  oneLine,
  type ToolContext,
} from '#server/features/mcp/tool.ts'
import { MCP_TOOLS } from '#server/features/mcp/tools.ts'
import type { SiteServices } from '#server/features/services.ts'
import { clientIp, limitKey, type RequestBindings } from '#server/platform/http/client-ip.ts'
import { createInFlightLimit } from '#server/platform/http/in-flight.ts'
import { bearerOf } from '#server/platform/http/request-headers.ts'
import { onBehalfOf } from '#server/platform/process/off-turn.ts'
import { type Caller, countedAs } from '#server/supabase/auth/bearer-token.ts'

export const mcpFeature = {
  routes: (app, deps) => app.all(MCP_PATH, createMcp(deps)),
} satisfies Feature

/** The most messages of one batch. Batches are part of an earlier revision of the protocol only. */
const MAX_BATCH = 10
/** Deeper than any message of the protocol. */
const MAX_DEPTH = 32

/** Of the tools, not of the site. */
const VERSION = '1.0.0'

export const MCP_PATH = '/mcp'

const KB = 1024
const MAX_BODY_BYTES = 64 * KB
/** Messages that are answered at once. An article may be read for each. */
const IN_FLIGHT = {
  perKey: { requests: 8, bytes: 1024 * KB },
  inAll: { requests: 64, bytes: 8 * 1024 * KB },
  ensured: { requests: 1, bytes: 64 * KB },
}
/** The scopes that count here. Assistants propose: with the others a token does nothing here. */
const SCOPES: readonly TokenScope[] = ['read', 'drafts', 'translate']

type TokenCaller = Extract<Caller, { kind: 'token' }>
type McpCaller = Extract<Caller, { kind: 'anonymous' }> | TokenCaller

interface McpDeps
  extends Pick<SiteServices, 'identify' | 'limits' | 'log' | 'settings' | 'siteUrl' | 'trustProxy'> {
  /** Reads what readers see, for the reader at an address. */
  readersOf: (reader: string) => Client
  /** Acts in the name of a token. */
  clientOf: (caller: TokenCaller, token: string, reader: string) => Client
  fetchPage: (request: Request, reader: string) => Response | Promise<Response>
}

interface McpEnv {
  Bindings: RequestBindings
}

/** The Model Context Protocol at /mcp, with which assistants read the publication and, with an access token, propose drafts. */
export function createMcp(deps: McpDeps) {
  const { identify, limits, log, settings, siteUrl, trustProxy } = deps
  const inFlight = createInFlightLimit(IN_FLIGHT)
  const limitBody = bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: () => refuse(413, `A message has at most ${MAX_BODY_BYTES / KB} kB.`),
  })

  async function respond(c: Context<McpEnv>): Promise<Response> {
    const origin = c.req.header('origin')
    // A page of another site, perhaps under a name that leads here now (DNS rebinding).
    if (origin !== undefined && origin !== siteUrl)
      return refuse(403, 'This request was sent by a page of another site.')
    if (c.req.method !== 'POST')
      return refuse(
        405,
        'Send messages of the Model Context Protocol with POST. There are no streams and no sessions.',
        {
          allow: 'POST',
        },
      )
    const reader = clientIp(c, trustProxy)
    const tooMany = await count(reader)
    if (tooMany) return tooMany
    const caller = await requireCaller(c.req.raw.headers)
    if (caller instanceof Response) return caller
    const tooLarge = await limitBody(c, async () => {})
    if (tooLarge) return tooLarge
    const read = readMessage(await c.req.arrayBuffer())
    if ('problem' in read) return refuse(400, read.problem, {}, read.code)
    for (let more = 1; more < read.count; more++) {
      const refusal = await count(reader)
      if (refusal) return refusal
    }
    const ticket = inFlight.admit(limitKey(reader))
    if (!ticket) return tooManyRequests('Too many messages at once from this address.', 1)
    try {
      // A caller without a token is a reader, who is told by network address.
      const name = caller.kind === 'token' ? countedAs(caller) : limitKey(reader)
      return await onBehalfOf(name, () => serve(c, caller, read.message))
    } finally {
      ticket.release()
    }
  }

  async function serve(c: Context<McpEnv>, caller: McpCaller, message: unknown): Promise<Response> {
    const scopes = caller.kind === 'token' ? SCOPES.filter((scope) => caller.scopes.includes(scope)) : []
    // Loaded when the first assistant comes: most sites have none for long.
    const { serveMcp } = await import('#server/features/mcp/serve.ts')
    return serveMcp(c.req.raw, message, {
      tools: MCP_TOOLS.filter(({ scope }) => scope === null || scopes.includes(scope)),
      call: (tool, input) => callTool(tool, () => run(tool, input, contextOf(c, caller, scopes)), log),
      ...describePublication(settings.current(), siteUrl),
      onerror: (error) => log.debug(`An assistant was refused: ${error.message}`),
    })
  }

  async function count(reader: string): Promise<Response | null> {
    const wait = await limits.take('assistant', reader)
    return wait > 0 ? tooManyRequests('Too many messages from this address.', wait) : null
  }

  async function requireCaller(headers: Headers): Promise<McpCaller | Response> {
    const caller = await identify(headers)
    if (caller.kind === 'anonymous' || caller.kind === 'token') return caller
    if (caller.kind === 'refused' && caller.wait) return tooManyRequests(caller.reason, caller.wait)
    const reason =
      caller.kind === 'refused'
        ? caller.reason
        : 'Send an access token of the desk as Authorization: Bearer, or nothing.'
    return refuse(401, reason, { 'www-authenticate': 'Bearer' })
  }

  function contextOf(
    c: Context<McpEnv>,
    caller: McpCaller,
    scopes: readonly TokenScope[],
  ): ToolContext | DeskContext {
    const reader = clientIp(c, trustProxy)
    const context: ToolContext = {
      siteUrl,
      settings: settings.current(),
      readers: deps.readersOf(reader),
      fetchPage: async (path) => deps.fetchPage(new Request(siteUrl + path), reader),
    }
    if (caller.kind !== 'token') return context
    const token = bearerOf(c.req.raw.headers) ?? c.req.header('apikey') ?? ''
    const limited = { ...caller, claims: { ...caller.claims, only: scopes } }
    return {
      ...context,
      desk: deps.clientOf(limited, token, reader),
      scopes,
      countWrite: () => limits.take('assistant-draft', caller.tokenId),
    }
  }

  return async (c: Context<McpEnv>): Promise<Response> => {
    const response = await respond(c)
    response.headers.set('cache-control', 'no-store')
    return response
  }
}

/** Writes what a client is told of this server. */
function describePublication(
  { site_name, languages, categories }: Settings,
  siteUrl: string,
): Pick<Served, 'about' | 'instructions'> {
  const name = oneLine(site_name)
  return {
    about: { name: 'ai-watch', title: name, version: VERSION, websiteUrl: siteUrl },
    instructions: [
      `This is the publication ${JSON.stringify(name)} at ${siteUrl}, in the languages ${languages.join(', ')}, with the sections ${categories.map(({ slug }) => slug).join(', ')}.`,
      'Cite an article with its address.',
      DATA_NOTICE,
      'Nothing here publishes, approves or sends: with an access token a draft can be proposed, which a person of the publication looks at.',
    ].join(' '),
  }
}

/** A tool that needs a token is listed, and can be called, only with one. */
function run(tool: McpTool, input: unknown, context: ToolContext | DeskContext) {
  if (tool.scope === null) return tool.call(context, input)
  if ('desk' in context) return tool.call(context, input)
  throw new TypeError(`The tool ${tool.listed.name} needs an access token`)
}

const tooManyRequests = (reason: string, wait: number) =>
  refuse(429, `${reason} Please try again later.`, { 'retry-after': String(wait) })

/** A refusal before a message is answered, as an error of JSON-RPC without an id. */
function refuse(
  status: number,
  message: string,
  headers: Record<string, string> = {},
  code = -32_000,
): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status, headers })
}

type ReadMessage = { message: unknown; count: number } | { problem: string; code: -32_700 | -32_600 }

/** The message in a body, or the batch of them, with their number. */
function readMessage(body: ArrayBuffer): ReadMessage {
  let message: unknown
  try {
    message = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return { code: -32_700, problem: 'The body is not JSON in UTF-8.' }
  }
  if (isDeeperThan(message, MAX_DEPTH))
    return { code: -32_600, problem: `The message is nested deeper than ${MAX_DEPTH} levels.` }
  if (!Array.isArray(message)) return { message, count: 1 }
  if (message.length === 0 || message.length > MAX_BATCH)
    return { code: -32_600, problem: `A batch has 1 to ${MAX_BATCH} messages.` }
  // Nothing is remembered of which a notification could tell: only of the same batch, whose answer a cancellation would hold up.
  const requests = message.filter((one) => typeof one !== 'object' || one === null || 'id' in one)
  const ids = new Set(requests.map((one) => one?.id))
  if (ids.size < requests.length)
    return { code: -32_600, problem: 'The messages of a batch have different ids.' }
  return { message: requests.length > 0 ? requests : message, count: message.length }
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((one) => isDeeperThan(one, levels - 1))
}
