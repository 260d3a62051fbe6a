import { AnswerRefusal, answerOf } from '#app/admin/errors/answer-refusal.ts'
import { Refusal } from '#app/admin/errors/classify-error.ts'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { describeFailure } from '#app/admin/newsroom/feeds/describe-feed.ts'
import { NEWSROOM_KEY } from '#app/admin/newsroom/newsroom-queries.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { useToast } from '#app/components/ui/toast.tsx'
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
  const { toast } = useToast()
  const request = useDeskMutation({ run: requestNewsFeed, invalidates: INVALIDATES })
  const change = useDeskMutation({ run: changeFeed, invalidates: INVALIDATES })

  async function tell(work: () => Promise<string>): Promise<void> {
    try {
      toast({ title: t('ui.success'), description: await work() })
    } catch (error) {
      toast({ title: t('ui.error'), description: describeError(error), variant: 'destructive' })
    }
  }

  return {
    isPending: request.isPending || change.isPending,
    ask: ({ id, outlet }: NewsFeed) =>
      tell(async () => {
        const { added, failure, detail } = answerOf(await request.mutateAsync(id))
        if (failure) throw new AnswerRefusal(describeFailure(failure, detail))
        return t('newsroom.feed.asked', { outlet, count: added })
      }),
    setPaused: ({ id, outlet }: NewsFeed, isPaused: boolean) =>
      tell(async () => {
        await change.mutateAsync({ id, change: { is_paused: isPaused } })
        return t(isPaused ? 'newsroom.feed.pause.done' : 'newsroom.feed.resume.done', { outlet })
      }),
  }
}
