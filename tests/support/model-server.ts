import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'

/** The JSON object at the end of the last user message. */
// biome-ignore lint/suspicious/noExplicitAny: only the test that made the request knows its fields.
export type ModelInput = { task: string } & Record<string, any>

export interface ModelCall {
  path: string
  /** The key, in whichever header it came. */
  key: string | null
  model: string
  system: string
  message: string
  input: ModelInput
  /** The whole request. */
  // biome-ignore lint/suspicious/noExplicitAny: as the provider has it
  body: any
}

/** The server's response to a request instead of an answer. */
export type Misbehaviour =
  | { status: number; headers?: Record<string, string>; body?: unknown }
  /** Never answers. */
  | 'hang'
  /** Closes the connection, before the response or in the middle of it. */
  | 'reset'
  | 'half a response'
  | 'not JSON'
  | 'a page'
  /** JSON, but not that of a language model. */
  | 'other JSON'
  | 'huge'
  /** The model's text instead of the answer. */
  | { text: string; isCut?: boolean }

export interface ModelServer {
  /** For `AI_BASE_URL`. */
  baseUrl: string
  /** Every request that had the right path, also those that were not answered. */
  calls: ModelCall[]
  /** The most requests at the same time. */
  mostAtOnce(): number
  /** Sets the model's answer; an object, or text as it is. */
  answerWith(answer: (input: ModelInput, call: ModelCall) => unknown): void
  /** Does these to the next requests, one each. */
  misbehave(...next: Misbehaviour[]): void
  /** Does no more of that. */
  behave(): void
  /** True if a reply states how many tokens were used; a number is stated instead of the true one. */
  countsTokens: boolean | number
  stop(): Promise<void>
}

const HUGE = 6 * 1024 * 1024

/** Each request costs as much. */
export const TOKENS = { input: 100, output: 20 }

/** The default model writes the language before each text. */
function translate({ task, target, segments }: ModelInput): unknown {
  if (task !== 'translate') return {}
  return {
    segments: segments.map(({ id, text }: { id: string; text: string }) => ({
      id,
      text: `${target}: ${text}`,
    })),
  }
}

/** A fake language model on loopback with the interfaces of OpenAI (`/v1/chat/completions`) and Anthropic (`/v1/messages`). */
export async function startModelServer(
  options: { answer?: (input: ModelInput, call: ModelCall) => unknown; key?: string; model?: string } = {},
): Promise<ModelServer> {
  const calls: ModelCall[] = []
  const planned: Misbehaviour[] = []
  let answer = options.answer ?? translate
  let [now, most] = [0, 0]

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    const kind = KINDS.get(path)
    if (!kind || request.method !== 'POST') {
      send(response, 404, '404 page not found')
      return
    }
    const call = readCall(path, request, JSON.parse(await readText(request)))
    calls.push(call)
    const next = planned.shift()
    if (next) {
      misbehave(response, kind, next)
      return
    }
    if (options.key && call.key !== options.key) {
      send(response, 401, { error: { message: 'Incorrect API key' } })
      return
    }
    if (options.model && call.model !== options.model) {
      send(response, 404, { error: { message: `model '${call.model}' not found` } })
      return
    }
    const given = await answer(call.input, call)
    const text = typeof given === 'string' ? given : JSON.stringify(given)
    send(response, 200, kind(text, { model: call.model, counts: server.countsTokens }))
  }

  const http = createServer((request, response) => {
    now += 1
    most = Math.max(most, now)
    response.once('close', () => {
      now -= 1
    })
    respond(request, response).catch((error: unknown) => send(response, 500, String(error)))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const server: ModelServer = {
    baseUrl: `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`,
    calls,
    mostAtOnce: () => most,
    answerWith(other) {
      answer = other
    },
    misbehave: (...next) => void planned.push(...next),
    behave: () => void planned.splice(0),
    countsTokens: true,
    async stop() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
  return server
}

type Reply = (text: string, about: { model: string; counts?: boolean | number; isCut?: boolean }) => unknown

const asOpenAi: Reply = (text, { model, counts = true, isCut = false }) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_790_000_000,
  model,
  choices: [
    { index: 0, message: { role: 'assistant', content: text }, finish_reason: isCut ? 'length' : 'stop' },
  ],
  ...(counts && {
    usage: {
      prompt_tokens: counts === true ? TOKENS.input : counts,
      completion_tokens: counts === true ? TOKENS.output : counts,
      total_tokens: TOKENS.input + TOKENS.output,
    },
  }),
})

const asAnthropic: Reply = (text, { model, isCut = false }) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model,
  content: [{ type: 'text', text }],
  stop_reason: isCut ? 'max_tokens' : 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: TOKENS.input, output_tokens: TOKENS.output },
})

const KINDS = new Map<string, Reply>([
  ['/v1/chat/completions', asOpenAi],
  ['/v1/messages', asAnthropic],
])

// biome-ignore lint/suspicious/noExplicitAny: as the provider has it
function readCall(path: string, { headers }: IncomingMessage, body: any): ModelCall {
  const textOf = (content: string | { text: string }[]) =>
    typeof content === 'string' ? content : content.map(({ text }) => text).join('')
  const last = body.messages.findLast(({ role }: { role: string }) => role === 'user')
  const first =
    body.system ?? body.messages.find(({ role }: { role: string }) => role !== 'user')?.content ?? ''
  const message = textOf(last.content)
  return {
    path,
    key:
      (headers['x-api-key'] as string | undefined) ?? headers.authorization?.replace(/^Bearer /, '') ?? null,
    model: body.model,
    system: textOf(first),
    message,
    // The object is on one line.
    input: JSON.parse(message.slice(message.lastIndexOf('\n') + 1)),
    body,
  }
}

function misbehave(response: ServerResponse, kind: Reply, next: Misbehaviour): void {
  const json = { 'content-type': 'application/json' }
  if (typeof next === 'object') {
    if ('text' in next) send(response, 200, kind(next.text, { model: 'm', isCut: next.isCut ?? false }))
    else send(response, next.status, next.body ?? { error: { message: 'No.' } }, next.headers)
    return
  }
  switch (next) {
    case 'hang':
      return
    case 'reset':
      response.socket?.resetAndDestroy()
      return
    case 'half a response':
      response.writeHead(200, { ...json, 'content-length': '5000' }).write('{"id":')
      setImmediate(() => response.socket?.resetAndDestroy())
      return
    case 'not JSON':
      send(response, 200, 'lorem ipsum {', json)
      return
    case 'a page':
      send(response, 200, '<!doctype html><p>Sign in', { 'content-type': 'text/html' })
      return
    case 'other JSON':
      send(response, 200, { status: 'ok' })
      return
    case 'huge':
      send(response, 200, kind('x'.repeat(HUGE), { model: 'huge' }))
  }
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const type = typeof body === 'string' ? 'text/plain' : 'application/json'
  response.writeHead(status, { 'content-type': type, ...headers }).end(text)
}
