import type { Hono } from 'hono'
import type { RequestBindings } from '#server/platform/http/client-ip.ts'
import type { UpgradeHandler } from '#server/platform/http/upgrade-handler.ts'

/** `/realtime/v1` as the rest of the server sees it; `openRealtime` makes it. */
export interface Realtime extends UpgradeHandler {
  /** Requests below /realtime/v1 that are no WebSocket. */
  endpoints: Hono<{ Bindings: RequestBindings }>
  stop(): Promise<void>
}
