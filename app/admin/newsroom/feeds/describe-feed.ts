import { t } from '#app/admin/messages.ts'
import { formatAge } from '#app/admin/ui/format-age.ts'
import type { FeedFailure, NewsFeed } from '#core/domain/news-feed.ts'

const FAILURES: Record<Exclude<FeedFailure, 'status'>, string> = {
  name: t('newsroom.failure.name'),
  private: t('newsroom.failure.private'),
  connection: t('newsroom.failure.connection'),
  timeout: t('newsroom.failure.timeout'),
  redirects: t('newsroom.failure.redirects'),
  gone: t('newsroom.failure.gone'),
  too_large: t('newsroom.failure.tooLarge'),
  not_a_feed: t('newsroom.failure.notAFeed'),
  broken: t('newsroom.failure.broken'),
  forbidden: t('newsroom.failure.forbidden'),
}

/** Why a feed could not be read. */
export const describeFailure = (failure: FeedFailure, detail: string | null): string =>
  failure === 'status' ? t('newsroom.failure.status', { status: detail ?? '' }) : FAILURES[failure]

/** The state of a feed, as its badge shows it; null when all is as it should be. */
export function stateOf({ is_paused, failing_since }: Pick<NewsFeed, 'is_paused' | 'failing_since'>) {
  if (is_paused) return { tone: 'grey', label: t('newsroom.feed.paused') } as const
  if (failing_since) return { tone: 'red', label: t('newsroom.feed.failing') } as const
  return null
}

/** When a feed was last read, in words. */
export function describeLastSuccess({
  succeeded_at,
  requested_at,
}: Pick<NewsFeed, 'succeeded_at' | 'requested_at'>): string {
  if (succeeded_at) return t('newsroom.feed.read', { age: formatAge(succeeded_at) })
  return t(requested_at ? 'newsroom.feed.neverRead' : 'newsroom.feed.waiting')
}
