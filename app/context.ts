import { createContext } from 'react-router'
import type { Client } from '#core/data/client.ts'
import type { WithHero } from '#core/domain/hero-image.ts'
import type { Settings } from '#core/domain/settings.ts'

/** What the server hands every loader and action. */
export interface ServerContext {
  /** The official client over this process's own gateway, with the rights of an anonymous reader. */
  supabase: Client
  /** Public origin without a trailing slash; the only one that may appear in links. */
  siteUrl: string
  /** As they are in force for this request. */
  settings: Settings
  /** For the browser's own client. */
  publishableKey: string
  /** Adds what is known of the article's hero image, so that its place can be reserved and its variants be addressed. */
  withHero<T extends { hero_image: string | null }>(article: T): Promise<WithHero<T>>
  /**
   * Says what the page shows, with the tags of core/domain/page-tags.ts. A page with at least one tag is cached until one
   * of them is announced as changed; a page without is rendered for every request.
   */
  tag(...tags: string[]): void
  /** Has a page rendered anew after that time too, where what it shows changes without being announced. */
  expireAfter(seconds: number): void
}

/** What is the same for every page of a request. */
export type RequestContext = Omit<ServerContext, 'tag' | 'expireAfter'>

export const serverContext = createContext<ServerContext>()
