import type { Client } from '#core/data/client.ts'
import { findOldAddress } from '#core/data/old-addresses.ts'
import { meantAddresses } from '#core/domain/old-address.ts'
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#core/i18n/languages.ts'
import { articlePath, rssPath } from '#core/paths.ts'
import type { LiveSettings } from '#server/platform/settings/live-settings.ts'

/** The addresses at which other programs have the feed of a site, or of one of its languages. */
const FEED = /^(?:\/([a-z]{2}))?(?:\/blog)?\/(?:feed|rss|atom|(?:feed|rss|atom|index)\.(?:xml|rss|atom))\/?$/

/** The target of an address that something had before it was here. */
interface OldAddressTarget {
  path: string
  status: 301 | 302
}

/** Finds where an address leads under which this site has nothing; null when nothing had it elsewhere. */
export type FindOldAddress = (url: URL) => Promise<OldAddressTarget | null>

/**
 * Looks up the addresses that imported articles had. Each time anew, because articles are renamed, unpublished and deleted; nothing of a
 * request is stored.
 */
export function oldAddressesOf(client: Client, settings: Pick<LiveSettings, 'current'>): FindOldAddress {
  const isOffered = (language: unknown): language is Language =>
    isLanguage(language) && settings.current().languages.includes(language)

  return async ({ pathname, search, searchParams }) => {
    const found = await findOldAddress(client, meantAddresses(pathname + search))
    if (!found) return findFeed(pathname)
    const { slug, language, kept } = found
    // An article in English may have a version in the language that is asked for; a translation exists only in its own.
    const asked = language === DEFAULT_LANGUAGE ? searchParams.get('lang') : null
    const path = articlePath({ slug, language: isOffered(asked) ? asked : language })
    return { path, status: kept ? 301 : 302 }
  }

  function findFeed(path: string): OldAddressTarget | null {
    const [feed, language = DEFAULT_LANGUAGE] = FEED.exec(path) ?? []
    return feed !== undefined && isOffered(language) ? { path: rssPath(language), status: 301 } : null
  }
}
