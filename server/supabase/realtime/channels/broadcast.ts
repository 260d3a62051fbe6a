import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as z from 'zod'
import type { RequestBindings } from '#server/platform/http/client-ip.ts'
import { bringsAccessToken, NOT_FOR_ACCESS_TOKENS } from '#server/supabase/auth/access-token.ts'
import type { Announce } from '#server/supabase/realtime/announcements.ts'
import { AnnouncementTooLongError, type Broadcast } from '#server/supabase/realtime/announcements.ts'
import { BOUNDS } from '#server/supabase/realtime/bounds.ts'
import {
  type ChannelCaller,
  channelCallerOf,
  readPermissions,
} from '#server/supabase/realtime/channels/channel-caller.ts'
import type { Channels } from '#server/supabase/realtime/channels/channels.ts'
import { firstProblem } from '#server/supabase/realtime/channels/read-join.ts'
import { CONNECTION_PARAMETERS } from '#server/supabase/realtime/connections/upgrade-handler.ts'
import type { SupabaseRequestServices } from '#server/supabase/services.ts'

const TOPIC = /^realtime:[^\p{Cc}]+$/u
const MAX_MESSAGES = 10

export function isTopic(topic: string): boolean {
  return TOPIC.test(topic) && Buffer.byteLength(topic) <= BOUNDS.topicBytes
}

/**
 * Sends a message to all channels of a topic, in all processes. The payload is JSON, or bytes.
 * Returns why it cannot be sent, or null.
 * @throws when the database does not take it
 */
export async function broadcast(
  announce: Announce,
  {
    topic,
    event,
    payload,
    sender,
  }: { topic: string; event: string; payload: unknown; sender: string | null },
): Promise<string | null> {
  if (event === '' || Buffer.byteLength(event) > BOUNDS.eventBytes)
    return 'The event has no name, or a name that is too long'
  const isBinary = Buffer.isBuffer(payload)
  if (!isBinary && isDeeper(payload, BOUNDS.depth)) return 'The payload is nested too deeply'
  const text = isBinary ? payload.toString('base64') : JSON.stringify(payload)
  try {
    await announce({ kind: 'broadcast', id: randomUUID(), topic, event, sender, payload: text, isBinary })
    return null
  } catch (error) {
    if (error instanceof AnnouncementTooLongError) return 'Payload size exceeded'
    throw error
  }
}

/** Sends a message that was announced to the channels of this process. */
export function deliver(channels: Pick<Channels, 'ofTopic'>, message: Broadcast): void {
  const { topic, event, sender, payload, isBinary } = message
  const bytes = isBinary ? Buffer.from(payload, 'base64') : null
  for (const channel of channels.ofTopic(topic)) {
    if (channel.id === sender && !channel.broadcast.includesSender) continue
    if (bytes) channel.pushBinary(event, bytes)
    else
      channel.push('broadcast', `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${payload}}`)
  }
}

/** Returns true if arrays and objects are nested deeper than this. */
export function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1))
}

const batch = z.strictObject({
  messages: z
    .array(
      z.strictObject({
        topic: z.string(),
        event: z.string(),
        payload: z.unknown().optional(),
        private: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(MAX_MESSAGES),
})

interface EndpointDeps extends Pick<SupabaseRequestServices, 'identify' | 'limits' | 'log'> {
  pools: SupabaseRequestServices['requestPools']
  announce: Announce
}

type EndpointEnv = { Bindings: RequestBindings; Variables: { caller: ChannelCaller } }

const NOT_PERMITTED = 'You do not have permissions to broadcast'

/** POST /realtime/v1/api/broadcast: what the official client sends when a channel is not joined. */
export function createBroadcastEndpoints(deps: EndpointDeps): Hono<EndpointEnv> {
  const endpoints = new Hono<EndpointEnv>()
  endpoints.onError((error, c) => {
    deps.log.error(`${c.req.method} ${new URL(c.req.url).pathname}`, error)
    return c.json({ message: 'Something went wrong on our side. Please try again in a moment.' }, 500)
  })
  endpoints.use('/api/*', async (c, next) => (await refuse(c)) ?? next())
  endpoints.use('/api/*', bodyLimit({ maxSize: BOUNDS.frameBytes, onError: tooLarge }))

  endpoints.post('/api/broadcast', async (c) => {
    const { data, error } = batch.safeParse(await c.req.json().catch(() => null))
    if (!data) return c.json({ message: firstProblem(error) }, 422)
    return send(
      c,
      data.messages.map(({ private: isPrivate = false, ...message }) => ({ ...message, isPrivate })),
    )
  })

  endpoints.post('/api/broadcast/:topic/events/:event', async (c) => {
    // The client sends the parameters of its connection along.
    const known = [...CONNECTION_PARAMETERS, 'private']
    if ([...new URL(c.req.url).searchParams.keys()].some((name) => !known.includes(name))) {
      return c.json({ message: 'A query parameter is not known' }, 422)
    }
    const { topic, event } = c.req.param()
    const bytes = Buffer.from(await c.req.arrayBuffer())
    const isBinary = c.req.header('content-type') === 'application/octet-stream'
    const payload = isBinary ? bytes : parse(bytes)
    if (payload === undefined) return c.json({ message: 'The body is not JSON' }, 422)
    return send(c, [{ topic, event, payload, isPrivate: c.req.query('private') === 'true' }])
  })
  return endpoints

  async function send(
    c: Context<EndpointEnv>,
    messages: { topic: string; event: string; payload?: unknown; isPrivate: boolean }[],
  ): Promise<Response> {
    const topics = messages.map(({ topic }) => `realtime:${topic}`)
    const { mayJoin } = await readPermissions(deps.pools, c.get('caller'), { topics })
    for (const { topic: name, event, payload = {}, isPrivate } of messages) {
      const topic = `realtime:${name}`
      if (!isPrivate) return c.json({ message: 'This project only allows private channels' }, 403)
      if (!isTopic(topic)) return c.json({ message: 'The topic is not valid' }, 422)
      if (!mayJoin(topic)) return c.json({ message: NOT_PERMITTED }, 403)
      const problem = await broadcast(deps.announce, { topic, event, payload, sender: null })
      if (problem) return c.json({ message: problem }, 422)
    }
    return c.body(null, 202)
  }

  /** The response for a caller without a role; null for one who has one. */
  async function refuse(c: Context<EndpointEnv>): Promise<Response | null> {
    if (bringsAccessToken(c.req.raw.headers)) return c.json({ message: NOT_FOR_ACCESS_TOKENS }, 403)
    if (!c.req.header('apikey')) return c.json({ message: 'No API key found in request' }, 401)
    const caller = await deps.identify(c.req.raw.headers)
    if (caller.kind === 'refused') return c.json({ message: caller.reason }, 401)
    const channelCaller = channelCallerOf(caller)
    if (!channelCaller) return c.json({ message: 'You have to be signed in to broadcast' }, 401)
    const wait = await deps.limits.take('broadcast', channelCaller.userId ?? 'service')
    if (wait > 0) {
      c.header('retry-after', String(wait))
      return c.json({ message: 'Too many requests. Please try again later.' }, 429)
    }
    const { isSignedIn, isMember } = await readPermissions(deps.pools, channelCaller)
    c.set('caller', channelCaller)
    return isSignedIn && isMember ? null : c.json({ message: NOT_PERMITTED }, 403)
  }
}

const tooLarge = (c: Context) => c.json({ message: 'Payload size exceeded' }, 413)

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
