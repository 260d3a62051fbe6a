import type { FeedFailure } from '#core/domain/news-feed.ts'
import type { ClaimedFeed } from '#server/features/newsroom/feeds/claim-feed.ts'
import { entriesOf, type FeedDeps, fetchFeed } from '#server/features/newsroom/feeds/fetch-feed.ts'
import { readFeedDocument } from '#server/features/newsroom/feeds/read-feed-document.ts'
import { recordAnswer, recordFailure } from '#server/features/newsroom/feeds/record-answer.ts'
import { storeEntries } from '#server/features/newsroom/feeds/store-entries.ts'
import { groupItems } from '#server/features/newsroom/groups/group-items.ts'
import { findReservation } from '#server/features/newsroom/reservations/find-reservation.ts'
import type { Services } from '#server/features/services.ts'
import { DocumentError, type FetchedDocument } from '#server/platform/links/request-document.ts'

export type RequestDeps = FeedDeps & Pick<Services, 'sql' | 'log'>

export interface FeedOutcome {
  /** The ids of new items, which are in no group yet. */
  added: string[]
  failure: FeedFailure | null
  detail: string
}

/** Asks one feed, and stores what it tells, or why it tells nothing. */
export async function requestFeed(
  deps: RequestDeps,
  feed: ClaimedFeed,
  signal: AbortSignal,
): Promise<FeedOutcome> {
  try {
    const { url, etag, last_modified: lastModified } = feed
    const answer = await fetchFeed(deps, url, { etag, lastModified, signal })
    return { added: await storeAnswer(deps, feed, answer), failure: null, detail: '' }
  } catch (error) {
    signal.throwIfAborted()
    const failed = error instanceof DocumentError ? error : new DocumentError('broken', '', { cause: error })
    // One feed must not stop the others, whatever is wrong with it or with us.
    if (failed !== error) deps.log.error(`The feed ${feed.id} could not be stored`, error)
    await recordFailure(deps.sql, feed, failed)
    return { added: [], failure: failed.failure, detail: failed.detail }
  }
}

/** Stores the items of an answer, and what it says of the feed. Returns the ids of new items. */
export async function storeAnswer(
  deps: RequestDeps,
  feed: Pick<ClaimedFeed, 'id' | 'url' | 'outlet' | 'language'>,
  answer: FetchedDocument,
): Promise<string[]> {
  const document =
    answer.status === 200
      ? await readFeedDocument(answer.body, answer.headers['content-type'], answer.url)
      : null
  const reservation = await findReservation(deps, answer.url, answer)
  const entries = document ? await entriesOf(deps, document, { base: answer.url, reservation }) : []
  return deps.sql.transaction(async (transaction) => {
    await recordAnswer(transaction, feed, answer, { document, reservation })
    return storeEntries(transaction, feed, entries)
  })
}

/** Puts new items into groups. A job does later what fails. */
export async function groupNewItems(deps: RequestDeps, ids: readonly string[]): Promise<void> {
  await groupItems(deps, ids).catch((error: unknown) =>
    deps.log.error('New items could not be grouped', error),
  )
}
