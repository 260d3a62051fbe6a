import type { IncomingMessage } from 'node:http'
import { VERSIONS, type Version } from '#server/supabase/realtime/protocol/message.ts'

export const WEBSOCKET_PATH = '/realtime/v1/websocket'

/** The last two are settings of the client, which it sends along. */
export const CONNECTION_PARAMETERS = ['apikey', 'vsn', 'log_level', 'eventsPerSecond']

export type Examined = { apiKey: string; version: Version } | { status: number; error: string }

/** Says whether a request asks for this endpoint, whatever else is wrong with it. */
export function isForRealtime({ url = '', headers }: IncomingMessage): boolean {
  return url.split('?')[0] === WEBSOCKET_PATH && headers.upgrade?.toLowerCase() === 'websocket'
}

/**
 * Examines a request for a WebSocket. Browsers let any site open one and send along where it comes from, so that a page of another
 * origin is refused here; other programs send no origin, and their access token decides.
 */
export function examineUpgrade(
  { url = '', headers }: IncomingMessage,
  { siteUrl }: { siteUrl: string },
): Examined {
  if (headers.origin !== undefined && headers.origin !== siteUrl) {
    return { status: 403, error: 'This origin may not connect' }
  }
  const entries = [...new URLSearchParams(url.slice(WEBSOCKET_PATH.length + 1))]
  const names = entries.map(([name]) => name)
  if (names.some((name) => !CONNECTION_PARAMETERS.includes(name)) || new Set(names).size < names.length) {
    return { status: 400, error: 'A query parameter is not known' }
  }
  const given = new Map(entries)
  const version = VERSIONS.find((known) => known === (given.get('vsn') ?? '1.0.0'))
  if (!version) return { status: 400, error: 'This version of the protocol is not known' }
  const apiKey = given.get('apikey')
  return apiKey ? { apiKey, version } : { status: 401, error: 'API key is missing' }
}
