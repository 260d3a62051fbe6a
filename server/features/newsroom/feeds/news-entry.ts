import { canonicalAddress } from '#core/newsroom/canonical-address.ts'
import { tidyLine } from '#core/newsroom/tidy-text.ts'
import { truncate } from '#core/truncate.ts'
import { readDate } from '#server/platform/documents/dates/read-date.ts'
import type { FeedItem } from '#server/platform/documents/feeds/feed-item.ts'
import { htmlToText } from '#server/platform/documents/html/read-html.ts'
import { readLanguage } from '#server/platform/documents/read-language.ts'

/** An item of a feed as it is kept. */
export interface NewsEntry {
  url: string
  canonicalUrl: string
  title: string
  author: string
  language: string | null
  /** Null when the feed does not say, or names a day to come. */
  publishedAt: Date | null
  excerpt: string
}

const MAX_TITLE_LENGTH = 300
const MAX_EXCERPT_LENGTH = 600
/** Of HTML, in which an excerpt is looked for. */
export const MAX_HTML_LENGTH = 8_000
/** Clocks differ. */
const MAX_AHEAD_MS = 10 * 60_000

/**
 * Returns what is kept of an item; null for one without an address of the web or without words. `base` is what its links are relative to.
 */
export function newsEntryOf(item: FeedItem, { base, now }: { base: string; now: Date }): NewsEntry | null {
  // An empty address would be that of the feed.
  const url = item.address.trim() === '' ? null : URL.parse(item.address.trim(), base)
  const canonicalUrl = url && canonicalAddress(url.href)
  if (!url || !canonicalUrl || url.href.length > 2000) return null
  const excerpt = lineOf(item.summary || item.content, MAX_EXCERPT_LENGTH)
  const title = lineOf(item.title, MAX_TITLE_LENGTH) || truncate(excerpt, 100)
  if (title === '') return null
  const dates = [item.published, item.updated].map(readDate).filter((date) => date !== null)
  const published = dates.map((date) => new Date(date)).find((date) => +date <= +now + MAX_AHEAD_MS)
  return {
    url: url.href,
    canonicalUrl,
    title,
    author: truncate(tidyLine(item.authors.slice(0, 10).join(', ')), 200),
    language: readLanguage(item.language.slice(0, 40)),
    publishedAt: published ?? null,
    excerpt: excerpt === title ? '' : excerpt,
  }
}

/** The words of some HTML on one line, as anybody sees them. */
export const lineOf = (html: string, length: number): string =>
  truncate(tidyLine(htmlToText(html.slice(0, MAX_HTML_LENGTH))), length)
