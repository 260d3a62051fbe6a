import type { IncomingMessage } from 'node:http'
import type { Hono } from 'hono'
import type { Client } from '#core/data/client.ts'
import type { FunctionDeps, Services, SiteServices } from '#server/features/services.ts'
import type { Config } from '#server/platform/config.ts'
import type { RequestBindings } from '#server/platform/http/client-ip.ts'
import type { JobHandler } from '#server/platform/queue/job.ts'
import type { NotifiedWork } from '#server/platform/queue/run-on-notify.ts'
import type { Caller } from '#server/supabase/auth/bearer-token.ts'
import type { FunctionEntry } from '#server/supabase/functions/index.ts'
import type { SupabaseServices } from '#server/supabase/services.ts'

/**
 * The door of a feature: `feature.ts` in its folder exports all that it brings, and `server/features.ts` lists the doors. A feature without
 * its line there does not exist, and the compiler finds nothing missing.
 */
export interface Feature {
  /** Makes services of its own, whose types it adds to `Services`. */
  opens?(services: SupabaseServices, settings: FeatureSettings): Partial<Services>
  /** Adds its addresses to the site. Requests for others go on to pages. */
  routes?(app: Hono<{ Bindings: RequestBindings }>, deps: RouteDeps): unknown
  /** Says which requests reach its routes although a page is cached at their address. */
  precedesPages?(services: Services): (request: IncomingMessage) => boolean
  /** The functions of `/functions/v1`: how each is called and by whom, how often (`server/platform/limits/limits.ts`), and what does the work. */
  functions?: Readonly<Record<string, FunctionEntry<FunctionDeps>>>
  /** Jobs with their handlers, and those that a schedule starts with their time. */
  jobs?: readonly JobHandler<Services>[]
  /** Work that the database asks for. */
  notified?(services: Services): NotifiedWork[]
  /** Starts what goes on as long as a process serves pages. */
  starts?(
    services: SiteServices,
    fetchPage: FunctionDeps['fetchPage'],
  ): { name: string; stop(): Promise<void> }
}

export interface FeatureSettings {
  config: Pick<Config, 'webhookServers' | 'socialServers' | 'websubHub' | 'indexNowUrl' | 'newsroom'>
  jwtSecret: string
}

/** The services that routes may use. */
export interface RouteDeps extends FunctionDeps {
  /** Reads what readers see, for the reader at an address. */
  readersOf: (reader: string) => Client
  /** Acts in the name of a token. */
  clientOf: (caller: Extract<Caller, { kind: 'token' }>, token: string, reader: string) => Client
}

export const KB = 1024
export const MB = 1024 * KB

export const GET = { method: 'GET', type: null, bodyLimit: 0 } as const
export const POST = { method: 'POST', type: 'application/json', bodyLimit: 10 * KB } as const
/** With a scope instead of null, programs with an access token of that scope may call it as well. */
export const forAdministrators = { access: 'administrator', scope: null } as const
export const forEditors = { access: 'editor', scope: null } as const
export const forTranslators = { access: 'translator', scope: null } as const
export const forMembers = { access: 'member', scope: null } as const
export const forNewsletters = { access: 'newsletter maker', scope: null } as const
export const forSenders = { ...forNewsletters, permission: 'send' } as const
/** Reading addresses, and adding one that is asked to confirm; what changes or removes many people is for administrators. */
export const forAddresses = { ...forNewsletters, permission: 'addresses' } as const

export const EVERY_MINUTE = { cron: '* * * * *' }
export const EVERY_FIVE_MINUTES = { cron: '*/5 * * * *' }
/** Does nothing on a restored site until an administrator confirms that it goes on. */
export const HELD = { isHeld: true }
export const HELD_EVERY_MINUTE = { ...EVERY_MINUTE, ...HELD }
export const HELD_EVERY_FIVE_MINUTES = { ...EVERY_FIVE_MINUTES, ...HELD }
