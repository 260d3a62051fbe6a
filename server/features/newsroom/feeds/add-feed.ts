import type { HtmlEvent } from '#core/from-html/html-events.ts'
import { canonicalAddress } from '#core/newsroom/canonical-address.ts'
import { tidyLine } from '#core/newsroom/tidy-text.ts'
import { truncate } from '#core/truncate.ts'
import { type FeedDocument, fetchFeed, readFeedDocument } from '#server/features/newsroom/feeds/fetch-feed.ts'
import type { Outline } from '#server/features/newsroom/feeds/opml.ts'
import { describeFeed } from '#server/features/newsroom/feeds/record-answer.ts'
import { groupNewItems, type RequestDeps, storeAnswer } from '#server/features/newsroom/feeds/request-feed.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { decodePage } from '#server/platform/documents/decode-page.ts'
import { readHtml } from '#server/platform/documents/html/read-html.ts'
import { DocumentError, type FetchedDocument } from '#server/platform/links/request-document.ts'

/** Feeds of one site. */
export const MAX_FEEDS = 1_000

export class TooManyFeeds extends Error {
  override name = 'TooManyFeeds'
}

/**
 * Adds the feed at an address with its items. For a page, returns the feeds that it names instead.
 * @throws DocumentError, TooManyFeeds
 */
export async function addFeed(
  deps: RequestDeps,
  { address, addedBy, signal }: { address: string; addedBy: string; signal: AbortSignal },
): Promise<{ feedId: string } | { found: FoundFeed[] }> {
  const known = await findKnown(deps.sql, [address])
  if (known) return { feedId: known }
  const answer = await fetchFeed(deps, address, { signal })
  const contentType = answer.headers['content-type']
  const document = await readFeedDocument(answer.body, contentType, answer.url).catch((error: unknown) => {
    if (error instanceof DocumentError && error.failure === 'not_a_feed') return null
    throw error
  })
  if (!document) {
    const found = findFeeds(decodePage(answer.body, contentType), answer.url)
    if (found.length === 0) throw new DocumentError('not_a_feed')
    return { found }
  }
  const url = answer.movedTo ?? address
  const present = await findKnown(deps.sql, [url, answer.url])
  if (present) return { feedId: present }
  const feed = await insertFeed(deps.sql, { url, addedBy, document, answer })
  await groupNewItems(deps, await storeAnswer(deps, feed, answer))
  return { feedId: feed.id }
}

async function findKnown(sql: Session, urls: readonly string[]): Promise<string | null> {
  const [row] = await sql<
    { id: string }[]
  >`select id from public.news_feeds where url = any (${urls}) limit 1`
  return row?.id ?? null
}

interface NewFeed {
  url: string
  addedBy: string
  document: FeedDocument
  answer: FetchedDocument
}

async function insertFeed(sql: Session, { url, addedBy, document, answer }: NewFeed) {
  const { title, language } = describeFeed(document, answer.url)
  const outlet = outletOf(title, url)
  const [row] = await sql<{ id: string }[]>`
    insert into public.news_feeds (url, outlet, added_by)
    select ${url}, ${outlet}, ${addedBy} where (select count(*) from public.news_feeds) < ${MAX_FEEDS}
    on conflict (url) do update set url = excluded.url
    returning id`
  if (!row) throw new TooManyFeeds()
  return { id: row.id, url, outlet, language }
}

/** Names the publisher of a feed, until an editor says it better. */
function outletOf(title: string, url: string): string {
  return truncate(title, 100) || new URL(url).hostname.replace(/^www\./, '').slice(0, 100)
}

/** The address of a feed as it is asked; null for none of the web. */
export function feedAddress(written: string): string | null {
  const address = written
    .trim()
    .replace(/^feed:(?:\/\/)?(?=https?:)/i, '')
    .replace(/^feed:/i, 'https:')
  const url = URL.parse(/^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`)
  if (!url?.hostname.includes('.') || canonicalAddress(url.href) === null) return null
  url.hash = ''
  return url.href.length <= 2000 ? url.href : null
}

interface FoundFeed {
  url: string
  title: string
}

/** In characters of a page. */
const MAX_LENGTH = 512 * 1024
const MAX_FOUND = 20
const FEED_TYPES = /^application\/(?:rss\+xml|atom\+xml|rdf\+xml|feed\+json)\b/i
/** The endings of links to feeds, on pages that do not declare them. */
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

interface ImportedFeeds {
  added: number
  /** Feeds that were there before. */
  known: number
  /** The refused feeds, each with a sentence that says why. */
  refused: { url: string; reason: string }[]
}

const NO_ADDRESS = 'This is no address of the web.'
const NO_ROOM = `There can be ${MAX_FEEDS} feeds.`
/** The number of refused ones that are named. */
const MAX_REFUSED = 200

/** Adds the feeds of a list. They are asked one after another by the job, which finds out what is wrong with them. */
export async function importFeeds(
  sql: Session,
  outlines: readonly Outline[],
  addedBy: string,
): Promise<ImportedFeeds> {
  const refused: ImportedFeeds['refused'] = []
  const wanted = new Map<string, string>()
  for (const { url, title } of outlines) {
    const address = feedAddress(url)
    if (address) wanted.set(address, wanted.get(address) ?? outletOf(title, address))
    else refused.push({ url: url.slice(0, 300).toWellFormed(), reason: NO_ADDRESS })
  }
  const given = [...wanted].map(([url, outlet]) => ({ url, outlet }))
  const [{ known }] = await sql<[{ known: number }]>`
    select count(*)::int as known from public.news_feeds where url = any (${given.map(({ url }) => url)})`
  const added = await sql<{ url: string }[]>`
    insert into public.news_feeds (url, outlet, added_by)
    select url, outlet, ${addedBy} from jsonb_to_recordset(${JSON.stringify(given)}) as new (url text, outlet text)
    where not exists (select from public.news_feeds as kept where kept.url = new.url)
    limit greatest(0, ${MAX_FEEDS} - (select count(*) from public.news_feeds))
    on conflict (url) do nothing
    returning url`
  if (added.length + known < given.length) {
    const present = new Set(added.map(({ url }) => url))
    const all = await sql<{ url: string }[]>`
      select url from public.news_feeds where url = any (${given.map(({ url }) => url)})`
    for (const { url } of all) present.add(url)
    for (const { url } of given) if (!present.has(url)) refused.push({ url, reason: NO_ROOM })
  }
  return { added: added.length, known, refused: refused.slice(0, MAX_REFUSED) }
}
