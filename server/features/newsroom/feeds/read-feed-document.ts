import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FeedItem } from '#server/features/import/feed/feed-item.ts'
import { readJsonItem } from '#server/features/import/feed/json-feed.ts'
import { isFeedItem, isFeedRecord, readXmlItem } from '#server/features/import/feed/xml-feed.ts'
import { UnreadableSource } from '#server/features/import/imported.ts'
import { isObject } from '#server/features/import/json/json-fields.ts'
import { BrokenJson, readJson } from '#server/features/import/json/read-json.ts'
import { ownText } from '#server/features/import/own-text.ts'
import { BrokenXml, readXml } from '#server/features/import/xml/read-xml.ts'
import { textOf, type XmlNode } from '#server/features/import/xml/xml-node.ts'
import { MAX_HTML_LENGTH } from '#server/features/newsroom/feeds/news-entry.ts'
import { encodingOf } from '#server/features/newsroom/pages/decode-page.ts'
import { DocumentError } from '#server/platform/links/request-document.ts'

/** What a feed says, as it says it. */
export interface FeedDocument {
  title: string
  /** The address of the page that it belongs to. */
  site: string
  language: string
  /** For how many minutes it asks not to be asked again; 0 when it does not say. */
  ttlMinutes: number
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
export async function readFeedDocument(body: Buffer, contentType = ''): Promise<FeedDocument> {
  const feed: FeedDocument = { title: '', site: '', language: '', ttlMinutes: 0, items: [] }
  let isFeed = false
  try {
    for await (const { item, ...said } of isJson(body) ? jsonParts(body) : xmlParts(body, contentType)) {
      isFeed = true
      if (item) feed.items.push(shortened(item))
      feed.title ||= said.title ?? ''
      feed.site ||= said.site ?? ''
      feed.language ||= said.language ?? ''
      feed.ttlMinutes ||= said.ttlMinutes ?? 0
      if (feed.items.length >= MAX_ITEMS_PER_ANSWER) break
    }
  } catch (error) {
    if (error instanceof UnreadableSource) throw new DocumentError('broken', 'entities', { cause: error })
    if (!(error instanceof BrokenXml || error instanceof BrokenJson)) throw error
  }
  if (!isFeed) throw new DocumentError('not_a_feed')
  return feed
}

/** The texts of all items of an answer would otherwise be kept until it is stored. */
function shortened(item: FeedItem): FeedItem {
  const { content, summary } = item
  const isLong = content.length + summary.length > MAX_HTML_LENGTH
  return isLong ? { ...item, content: beginningOf(content), summary: beginningOf(summary) } : item
}

const beginningOf = (html: string) => ownText(html.slice(0, MAX_HTML_LENGTH))

/** An item, or something that the feed says of itself. */
type Part = Partial<Omit<FeedDocument, 'items'>> & { item?: FeedItem }

const isJson = (body: Buffer) => /^(?:\xef\xbb\xbf)?\s*\{/.test(body.subarray(0, 200).toString('latin1'))

async function* parts(body: Buffer): AsyncIterable<Uint8Array> {
  for (let at = 0; at < body.length; at += PART_BYTES) {
    if (at > 0) await nextTurn()
    yield body.subarray(at, at + PART_BYTES)
  }
}

async function* jsonParts(body: Buffer): AsyncIterable<Part> {
  const fields = ['version', 'title', 'home_page_url', 'language']
  const isRecord = ([name = '', item, ...others]: readonly string[]) =>
    others.length === 0 && (item === undefined ? fields.includes(name) : name === 'items' && item === '*')
  let isFeed = false
  const before: Part[] = []
  for await (const { path, value } of readJson(parts(body), { isRecord, maxLength: MAX_ITEM_LENGTH })) {
    const text = typeof value === 'string' ? value : ''
    if (path[0] === 'version') isFeed = text.startsWith('https://jsonfeed.org/version/')
    else if (path[0] === 'title') before.push({ title: text })
    else if (path[0] === 'home_page_url') before.push({ site: text })
    else if (path[0] === 'language') before.push({ language: text })
    else if (isObject(value)) before.push({ item: readJsonItem(value) })
    // JSON of another kind has items as well.
    if (isFeed) yield* before.splice(0)
    else if (before.length > MAX_ITEMS_PER_ANSWER) return
  }
}

async function* xmlParts(body: Buffer, contentType: string): AsyncIterable<Part> {
  const options = {
    isRecord: isFeedRecord,
    maxLength: MAX_ITEM_LENGTH,
    skipped: new Set(['wfw:commentRss', 'slash:comments']),
    encoding: encodingOf(body, contentType),
  }
  let isFirst = true
  for await (const { node, root } of readXml(parts(body), options, () => {})) {
    if (isFirst) yield { language: root.get('xml:lang') ?? '' }
    isFirst = false
    if (isFeedItem(node)) yield { item: readXmlItem(node) }
    // RSS 1.0 has what it says of itself in one element.
    else
      for (const one of node.name === 'channel' ? node.content : [node])
        if (typeof one !== 'string') yield about(one)
  }
}

function about(node: XmlNode): Part {
  const text = textOf(node).trim()
  switch (node.name) {
    case 'title':
    case 'atom:title':
      return { title: text }
    case 'link':
      return { site: text }
    case 'atom:link':
      return (node.attributes.get('rel') ?? 'alternate') === 'alternate'
        ? { site: node.attributes.get('href') ?? '' }
        : {}
    case 'language':
    case 'dc:language':
      return { language: text }
    case 'ttl':
      return { ttlMinutes: Number.parseInt(text.slice(0, 6), 10) || 0 }
    default:
      return {}
  }
}
