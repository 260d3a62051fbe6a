import { setImmediate as nextTurn } from 'node:timers/promises'
import { MAX_HTML_LENGTH } from '#server/features/newsroom/feeds/news-entry.ts'
import { encodingOf } from '#server/platform/documents/decode-page.ts'
import type { FeedAbout, FeedItem, FeedPart } from '#server/platform/documents/feeds/feed-item.ts'
import { readJsonFeed } from '#server/platform/documents/feeds/json-feed.ts'
import { readXmlFeed } from '#server/platform/documents/feeds/xml-feed.ts'
import { BrokenJson } from '#server/platform/documents/json/read-json.ts'
import { ownText } from '#server/platform/documents/own-text.ts'
import { UnreadableSource } from '#server/platform/documents/source-file.ts'
import { BrokenXml } from '#server/platform/documents/xml/read-xml.ts'
import { DocumentError } from '#server/platform/links/request-document.ts'

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
