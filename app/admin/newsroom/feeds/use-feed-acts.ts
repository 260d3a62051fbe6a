import { AnswerRefusal, answerOf } from '#app/admin/errors/answer-refusal.ts'
import { Refusal } from '#app/admin/errors/classify-error.ts'
import { t } from '#app/admin/messages.ts'
import { describeFailure } from '#app/admin/newsroom/feeds/describe-feed.ts'
import { NEWSROOM_KEY } from '#app/admin/newsroom/newsroom-queries.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import type { Client } from '#core/data/client.ts'
import { changeNewsFeed, type FeedChange, requestNewsFeed } from '#core/data/news-feeds.ts'
import type { NewsFeed } from '#core/domain/news-feed.ts'

const INVALIDATES = [NEWSROOM_KEY]

/** @throws Refusal when the feed is gone */
export async function changeFeed(
  client: Client,
  { id, change }: { id: string; change: FeedChange },
): Promise<void> {
  if (!(await changeNewsFeed(client, id, change))) throw new Refusal('feed_gone')
}

/** Asks a feed now, and pauses it. */
export function useFeedActs() {
  const request = useDeskMutation({
    run: (client, { id }: NewsFeed) => requestNewsFeed(client, id),
    done(answer, { outlet }) {
      const { added, failure, detail } = answerOf(answer)
      if (failure) throw new AnswerRefusal(describeFailure(failure, detail))
      return t('newsroom.feed.asked', { outlet, count: added })
    },
    invalidates: INVALIDATES,
  })
  const pause = useDeskMutation({
    run: (client, { feed: { id }, isPaused }: { feed: NewsFeed; isPaused: boolean }) =>
      changeFeed(client, { id, change: { is_paused: isPaused } }),
    done: (_, { feed: { outlet }, isPaused }) =>
      t(isPaused ? 'newsroom.feed.pause.done' : 'newsroom.feed.resume.done', { outlet }),
    invalidates: INVALIDATES,
  })

  return {
    isPending: request.isPending || pause.isPending,
    ask: request.attempt,
    setPaused: (feed: NewsFeed, isPaused: boolean) => pause.attempt({ feed, isPaused }),
  }
}
