import { isIP } from 'node:net'
import type { Session } from '#server/platform/database/connection.ts'
import { hostOf } from '#server/platform/links/public-request.ts'

/** What is known of an actor before anything is fetched. */
export interface Standing {
  isBlocked: boolean
  isServerBlocked: boolean
  isFollower: boolean
  /** Whether anything of theirs is stored. */
  isKnown: boolean
  /** Whether anything was ever sent to their server. */
  isServerKnown: boolean
}

export async function findStanding(sql: Session, { href, host }: URL): Promise<Standing> {
  const [found] = await sql<[Standing]>`
    select private.is_socially_blocked(${href}, ${host}) as "isBlocked", private.is_socially_blocked('', ${host}) as "isServerBlocked",
      follower.exists as "isFollower",
      follower.exists or exists (select from private.social_reactions where actor = ${href}) as "isKnown",
      exists (select from private.social_servers where host = ${host}) as "isServerKnown"
    from (select exists (select from private.social_followers where actor = ${href})) as follower`
  return found
}

export async function isServerKnown(sql: Session, { host }: URL): Promise<boolean> {
  const rows = await sql`select from private.social_servers where host = ${host}`
  return rows.length > 0
}

/** The last two labels of a host, so that invented names below a domain are counted together. Servers without a name are, too. */
export const domainOf = (url: URL): string =>
  isIP(hostOf(url)) > 0 ? 'addresses' : url.hostname.split('.').slice(-2).join('.')
