import { createContext } from 'react-router'
import type { Client } from '#core/data/client.ts'
import type { ImageDetails, WithHero } from '#core/domain/hero-image.ts'
import type { Settings } from '#core/domain/settings.ts'
import type { SubscriptionByLink } from '#core/domain/subscription.ts'
import type { OffTurn } from '#core/off-turn.ts'

/** The services that the server provides to every loader and action. */
export interface ServerContext {
  /** The official client, in-process, with the rights of an anonymous reader. */
  supabase: Client
  /** Public origin without a trailing slash; the only one that may appear in links. */
  siteUrl: string
  /** The hub that feeds name (WebSub); null where there is none. */
  hubUrl: string | null
  /** The settings of the publication. */
  settings: Settings
  /** The operations behind the links that are emailed to subscribers. */
  subscription: SubscriptionByLink
  /** For the client in the browser. */
  publishableKey: string
  /** The id under which the log knows the request; undefined when nobody asked for the page. */
  requestId(): string | undefined
  /** Adds the size and version of the article's hero image, from which its space is reserved and the URLs of its variants are made. */
  withHero<T extends { hero_image: string | null }>(article: T): Promise<WithHero<T>>
  /** Describes one of our own images, with the texts of editors about it; null for any other address. */
  describeImage(address: string | null): Promise<ImageDetails | null>
  /**
   * The text of the original from which a translation was made; null when that is unknown. It is not a database function for readers,
   * because an earlier version may contain errors that were corrected since.
   */
  readTranslatedText(translationId: string): Promise<string | null>
  /** Calls a function that works through a text of any length. */
  offTurn: OffTurn
  /**
   * Adds tags for what the page shows (core/domain/page-tags.ts). A page with at least one tag is cached until the database
   * announces one of them; a page without tags is rendered for every request.
   */
  tag(...tags: string[]): void
  /** Limits the time for which the page is cached, because it shows something whose change is not announced. */
  expireAfter(seconds: number): void
}

/** The part that does not depend on the page being rendered. */
export type RequestContext = Omit<ServerContext, 'tag' | 'expireAfter'>

export const serverContext = createContext<ServerContext>()
