import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Reservation } from '#core/domain/news-feed.ts'
import { type NewsEntry, newsEntryOf } from '#server/features/newsroom/feeds/news-entry.ts'
import type { FeedDocument } from '#server/features/newsroom/feeds/read-feed-document.ts'
import type { ReservedEntry } from '#server/features/newsroom/feeds/store-entries.ts'
import { findReservation, requireAllowed } from '#server/features/newsroom/reservations/find-reservation.ts'
import type { Services } from '#server/features/services.ts'
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
