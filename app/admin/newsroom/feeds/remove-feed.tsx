import { Refusal } from '#app/admin/errors/classify-error.ts'
import { t } from '#app/admin/messages.ts'
import { NEWSROOM_KEY } from '#app/admin/newsroom/newsroom-queries.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { removeNewsFeed } from '#core/data/news-feeds.ts'
import type { NewsFeed } from '#core/domain/news-feed.ts'

interface RemoveFeedProps {
  feed: NewsFeed
  focusAfter: React.RefObject<HTMLElement | null>
  onClose: () => void
}

/** Removes a feed; what it has brought stays. */
export function RemoveFeed({ feed, focusAfter, onClose }: RemoveFeedProps) {
  const { toast } = useToast()
  const remove = useDeskMutation({ run: removeNewsFeed, invalidates: [NEWSROOM_KEY] })
  const { id, outlet } = feed
  return (
    <ConfirmDialog
      title={t('newsroom.feed.remove.title')}
      action={t('newsroom.feed.remove')}
      focusAfter={focusAfter}
      onConfirm={async () => {
        if (!(await remove.mutateAsync(id))) throw new Refusal('feed_gone')
        toast({ title: t('ui.success'), description: t('newsroom.feed.remove.done', { outlet }) })
      }}
      onClose={onClose}
    >
      <p>{t('newsroom.feed.remove.text', { outlet })}</p>
    </ConfirmDialog>
  )
}
