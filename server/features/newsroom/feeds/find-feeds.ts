import type { HtmlEvent } from '#core/from-html/html-events.ts'
import { tidyLine } from '#core/newsroom/tidy-text.ts'
import { truncate } from '#core/truncate.ts'
import { readHtml } from '#server/platform/documents/html/read-html.ts'

export interface FoundFeed {
  url: string
  title: string
}

/** In characters of a page. */
const MAX_LENGTH = 512 * 1024
const MAX_FOUND = 20
const FEED_TYPES = /^application\/(?:rss\+xml|atom\+xml|rdf\+xml|feed\+json)\b/i
/** How links to feeds end, on pages that do not declare them. */
const FEED_PATH = /(?:^|\/)(?:rss|atom|feed|feeds|index\.xml)(?:\.(?:xml|rss|json))?\/?$|\.(?:rss|atom)$/i

/** The feeds that a page declares (`link rel="alternate"`), or else those that it links to. */
export function findFeeds(html: string, address: string): FoundFeed[] {
  const events = readHtml(html.slice(0, MAX_LENGTH)).filter((event) => event.type === 'open')
  const base = events.find(({ name }) => name === 'base')?.attributes.get('href') ?? ''
  const from = URL.parse(base, address)?.href ?? address
  const declared = feedsOf(events, from, isDeclared)
  return declared.length > 0 ? declared : feedsOf(events, from, isLink)
}

type OpenEvent = Extract<HtmlEvent, { type: 'open' }>

const isDeclared = ({ name, attributes }: OpenEvent) =>
  name === 'link' &&
  /(?:^|\s)alternate(?:\s|$)/i.test(attributes.get('rel') ?? '') &&
  FEED_TYPES.test(attributes.get('type')?.trim() ?? '')

const isLink = ({ name, attributes }: OpenEvent, url: URL) =>
  name === 'a' && !attributes.has('download') && FEED_PATH.test(url.pathname)

function feedsOf(
  events: readonly OpenEvent[],
  from: string,
  isFeed: (event: OpenEvent, url: URL) => boolean,
): FoundFeed[] {
  const found = new Map<string, FoundFeed>()
  for (const event of events) {
    const url = URL.parse(event.attributes.get('href')?.trim() ?? '', from)
    if (!url || !/^https?:$/.test(url.protocol) || url.href.length > 2000 || !isFeed(event, url)) continue
    url.hash = ''
    const title = truncate(tidyLine(event.attributes.get('title') ?? ''), 200)
    if (!found.has(url.href)) found.set(url.href, { url: url.href, title: title || url.href })
    if (found.size >= MAX_FOUND) break
  }
  return [...found.values()]
}
