import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Reservation } from '#core/domain/news-feed.ts'
import { canonicalAddress } from '#core/newsroom/canonical-address.ts'
import { tidyLine } from '#core/newsroom/tidy-text.ts'
import { truncate } from '#core/truncate.ts'
import type { ReservedEntry } from '#server/features/newsroom/feeds/record-answer.ts'
import { findReservation, requireAllowed } from '#server/features/newsroom/reservations/find-reservation.ts'
import type { Services } from '#server/features/services.ts'
import { readDate } from '#server/platform/documents/dates/read-date.ts'
import { encodingOf } from '#server/platform/documents/decode-page.ts'
import type { FeedAbout, FeedItem, FeedPart } from '#server/platform/documents/feeds/feed-item.ts'
import { readJsonFeed } from '#server/platform/documents/feeds/json-feed.ts'
import { readXmlFeed } from '#server/platform/documents/feeds/xml-feed.ts'
import { htmlToText } from '#server/platform/documents/html/read-html.ts'
import { BrokenJson } from '#server/platform/documents/json/read-json.ts'
import { readLanguage } from '#server/platform/documents/read-language.ts'
import { ownText, UnreadableSource } from '#server/platform/documents/source-file.ts'
import { BrokenXml } from '#server/platform/documents/xml/read-xml.ts'
import { DocumentError, type FetchedDocument } from '#server/platform/links/request-document.ts'

export type FeedDeps = Pick<Services, 'documents' | 'hostRules'>

/** Servers whose rules are asked for the items of one answer. Of further ones, what is said of the feed holds. */
const MAX_ITEM_SERVERS = 3

/** A status that is no answer, with what the server says of when to ask again. */
export class FeedStatusError extends DocumentError {
  readonly retryAfter: string

  constructor({ status, headers }: FetchedDocument) {
    super(status === 410 ? 'gone' : 'status', String(status))
    this.retryAfter = headers['retry-after']
  }
}

/**
 * Asks for a feed, as far as its publisher lets us. The status is 200, or 304 when nothing has changed.
 * @throws DocumentError
 */
export async function fetchFeed(
  deps: FeedDeps,
  address: string,
  conditions: { etag?: string | null; lastModified?: string | null; signal?: AbortSignal },
): Promise<FetchedDocument> {
  await requireAllowed(deps, new URL(address))
  const answer = await deps.documents.request(address, {
    accept:
      'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8, */*;q=0.5',
    onRedirect: (next) => requireAllowed(deps, next),
    ...conditions,
  })
  if (answer.status !== 200 && answer.status !== 304) throw new FeedStatusError(answer)
  return answer
}

/** The items of a feed as they are kept: of what their publisher reserves, title and link. */
export async function entriesOf(
  deps: FeedDeps,
  { items }: FeedDocument,
  { base, reservation }: { base: string; reservation: Reservation | null },
): Promise<ReservedEntry[]> {
  const now = new Date()
  const servers = new Set<string>()
  const kept: ReservedEntry[] = []
  for (const item of items) {
    // Others get their turn: HTML that somebody made hard to read takes milliseconds an item.
    await nextTurn()
    const entry = newsEntryOf(item, { base, now })
    if (!entry) continue
    const { origin } = new URL(entry.url)
    if (servers.size < MAX_ITEM_SERVERS) servers.add(origin)
    const own = reservation ?? (servers.has(origin) ? await reservationOf(deps, entry) : null)
    kept.push({ ...entry, reservation: own })
  }
  return kept
}

/** A publisher that cannot be asked for rules counts as one that has some. */
function reservationOf(deps: FeedDeps, { url }: NewsEntry): Promise<Reservation | null> {
  return findReservation(deps, url).catch((error: unknown) => {
    if (error instanceof DocumentError) return 'robots'
    throw error
  })
}

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
const MAX_HTML_LENGTH = 8_000
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

/** The content of a feed, in the words of the feed. */
export interface FeedDocument extends Required<Omit<FeedAbout, 'authors'>> {
  items: FeedItem[]
}

/** More of one answer are not read: feeds have some dozens, the newest first. */
const MAX_ITEMS_PER_ANSWER = 200
/** In characters, of one item. */
const MAX_ITEM_LENGTH = 256 * 1024
/** Bytes that are read before others get their turn in this process. */
const PART_BYTES = 32 * 1024

/**
 * Reads RSS, Atom or JSON Feed. Of a feed that breaks off, what came before is read.
 * @throws DocumentError for what is no feed
 */
export async function readFeedDocument(body: Buffer, contentType = '', base = ''): Promise<FeedDocument> {
  const feed: FeedDocument = { title: '', site: '', language: '', ttlMinutes: 0, items: [] }
  let authors: string[] = []
  let isFeed = false
  try {
    for await (const { item, about } of partsOf(body, contentType, base)) {
      isFeed = true
      if (item) feed.items.push(shortened(item))
      feed.title ||= about?.title ?? ''
      feed.site ||= about?.site ?? ''
      feed.language ||= about?.language ?? ''
      feed.ttlMinutes ||= about?.ttlMinutes ?? 0
      if (authors.length === 0) authors = about?.authors ?? []
      if (feed.items.length >= MAX_ITEMS_PER_ANSWER) break
    }
  } catch (error) {
    if (error instanceof UnreadableSource) throw new DocumentError('broken', 'entities', { cause: error })
    if (!(error instanceof BrokenXml || error instanceof BrokenJson)) throw error
  }
  if (!isFeed) throw new DocumentError('not_a_feed')
  for (const item of feed.items) if (item.authors.length === 0) item.authors = authors
  return feed
}

/** The texts of all items of an answer would otherwise be kept until it is stored. */
function shortened(item: FeedItem): FeedItem {
  const { content, summary } = item
  const isLong = content.length + summary.length > MAX_HTML_LENGTH
  return isLong ? { ...item, content: beginningOf(content), summary: beginningOf(summary) } : item
}

const beginningOf = (html: string) => ownText(html.slice(0, MAX_HTML_LENGTH))

const isJson = (body: Buffer) => /^(?:\xef\xbb\xbf)?\s*\{/.test(body.subarray(0, 200).toString('latin1'))

function partsOf(body: Buffer, contentType: string, base: string): AsyncIterable<FeedPart> {
  if (isJson(body)) return readJsonFeed(inTurns(body), MAX_ITEM_LENGTH)
  const encoding = encodingOf(body, contentType)
  return readXmlFeed(inTurns(body), { maxLength: MAX_ITEM_LENGTH, encoding, base }, () => {})
}

async function* inTurns(body: Buffer): AsyncIterable<Uint8Array> {
  for (let at = 0; at < body.length; at += PART_BYTES) {
    if (at > 0) await nextTurn()
    yield body.subarray(at, at + PART_BYTES)
  }
}
