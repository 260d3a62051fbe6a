import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { describingFrame, spokenMp3 } from './tone-mp3.ts'

const DRIP_MS = 10

export interface SpeechCall {
  key: string | null
  body: { model: string; input: string; voice: string; response_format: string }
}

/** The server's response to a request instead of speech. */
export type SpeechMisbehaviour =
  | { status: number; headers?: Record<string, string>; body?: unknown }
  /** These bytes, as audio/mpeg or what is named. */
  | { bytes: Uint8Array; type?: string }
  /** Never answers. */
  | 'hang'
  /** Closes the connection in the middle of the sound. */
  | 'half a response'
  /** Sends sound until nobody reads it. */
  | 'endless'
  /** Sends the first bytes of a sound, and then one byte now and then. */
  | 'drip'
  /** Sends a few kilobytes that unpack to a hundred megabytes. */
  | 'bomb'

export interface SpeechServer {
  /** The address of the model, which ends in /v1. */
  baseUrl: string
  /** Every request for speech, also those that were not answered. */
  calls: SpeechCall[]
  /** Sets the sound of texts, instead of tones of their length. */
  speakWith(speak: (call: SpeechCall) => Uint8Array | Promise<Uint8Array>): void
  /** Does these to the next requests, one each. */
  misbehave(...next: SpeechMisbehaviour[]): void
  /** Does no more of that, and speaks as at the start. */
  behave(): void
  stop(): Promise<void>
}

/** A fake speech model on loopback, whose sound is real (https://platform.openai.com/docs/api-reference/audio/createSpeech). */
export async function startSpeechServer(
  options: { key?: string; model?: string } = {},
): Promise<SpeechServer> {
  const calls: SpeechCall[] = []
  const planned: SpeechMisbehaviour[] = []
  let speak: Parameters<SpeechServer['speakWith']>[0] = speakTones

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url !== '/v1/audio/speech' || request.method !== 'POST') return json(response, 404, {})
    const key = request.headers.authorization?.replace(/^Bearer /, '') ?? null
    const call = { key, body: JSON.parse(await readText(request)) }
    calls.push(call)
    const next = planned.shift()
    if (next) return misbehave(response, call, next)
    if (options.key && key !== options.key)
      return json(response, 401, { error: { message: 'Incorrect API key' } })
    if (options.model && call.body.model !== options.model)
      return json(response, 404, { error: { message: `model '${call.body.model}' not found` } })
    send(response, await speak(call))
  }

  function misbehave(response: ServerResponse, call: SpeechCall, next: SpeechMisbehaviour): void {
    if (next === 'hang') return
    if (next === 'half a response') {
      response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': 100_000 })
      response.write(spokenMp3(call.body.input), () => response.destroy())
    } else if (next === 'endless') {
      response.writeHead(200, { 'content-type': 'audio/mpeg' })
      const sound = spokenMp3('endless')
      const more = (): void => {
        while (!response.destroyed && response.write(sound));
      }
      response.on('drain', more)
      more()
    } else if (next === 'drip') {
      response.writeHead(200, { 'content-type': 'audio/mpeg' })
      const timer = setInterval(() => response.write(Buffer.alloc(1)), DRIP_MS)
      response.on('close', () => clearInterval(timer))
    } else if (next === 'bomb') {
      response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-encoding': 'gzip' })
      response.end(gzipSync(Buffer.alloc(100 * 1024 * 1024)))
    } else if ('status' in next) json(response, next.status, next.body ?? { error: {} }, next.headers)
    else send(response, next.bytes, next.type)
  }

  const http = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => json(response, 500, String(error)))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`,
    calls,
    speakWith(other) {
      speak = other
    },
    misbehave: (...next) => void planned.push(...next),
    behave() {
      planned.length = 0
      speak = speakTones
    },
    async stop() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

const speakTones = ({ body }: SpeechCall) => Buffer.concat([describingFrame(), spokenMp3(body.input)])

function send(response: ServerResponse, bytes: Uint8Array, type = 'audio/mpeg'): void {
  response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes)
}

function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
