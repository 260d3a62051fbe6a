import type { Hono } from 'hono'
import type { RequestBindings } from '#server/platform/http/client-ip.ts'
import type { HeaderReader } from '#server/platform/http/request-headers.ts'
import type { UpgradeHandler } from '#server/platform/http/web-server.ts'
import type { PlatformRequestServices, PlatformServices } from '#server/platform/services.ts'
import type { Caller } from '#server/supabase/auth/bearer-token.ts'
import type { WorkQueue } from '#server/supabase/auth/passwords/work-queue.ts'
import type { SignInThrottle } from '#server/supabase/auth/sign-in-throttle.ts'
import type { ChannelCaller } from '#server/supabase/realtime/channels/channel-caller.ts'
import type { Catalog } from '#server/supabase/rest/catalog/catalog.ts'
import type { RequestPools } from '#server/supabase/rest/request-pools.ts'
import type { Storage } from '#server/supabase/storage/open-storage.ts'

export interface SupabaseServices extends PlatformServices {
  /** Files that people upload. */
  storage: Storage
}

export interface SupabaseRequestServices extends SupabaseServices, PlatformRequestServices {
  /** Identifies the caller of a request by its headers. */
  identify: (headers: HeaderReader) => Promise<Caller>
  /** Bounds how many passwords are checked at once. */
  passwordWork: WorkQueue
  /** Limits wrong passwords. */
  signInThrottle: SignInThrottle
  /** The connections on which requests of the data path run. */
  requestPools: RequestPools
  /** The tables and functions that a request can name. */
  catalog: Catalog
  /** Live updates: changes, broadcasts, presence. */
  realtime: Realtime
}

/** `/realtime/v1` as the rest of the server sees it; `openRealtime` makes it. */
export interface Realtime extends UpgradeHandler {
  /** Requests below /realtime/v1 that are not a WebSocket. */
  endpoints: Hono<{ Bindings: RequestBindings; Variables: { caller: ChannelCaller } }>
  stop(): Promise<void>
}
