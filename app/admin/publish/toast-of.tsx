import { t } from '#app/admin/messages.ts'
import { formatHere } from '#app/admin/schedule/format-time.ts'
import type { ToastMessage } from '#app/components/ui/toast.tsx'
import type { Article } from '#core/domain/article.ts'
import { articlePath } from '#core/paths.ts'

interface Saved {
  /** As it was stored before; null for a new one. */
  before: Pick<Article, 'published'> | null
  stored: Article
  isScheduled: boolean
}

const DURATION_MS = 8000

/** What a save has done, with the way to what readers see now. */
export function toastOf({ before, stored, isScheduled }: Saved): ToastMessage {
  if (isScheduled) {
    const when = formatHere(new Date(stored.publish_date))
    return { title: t('schedule.done'), description: t('schedule.done.text', { when }) }
  }
  if (before?.published && !stored.published)
    return { title: t('publish.toast.unpublished'), description: t('publish.toast.unpublishedText') }
  const isFirst = before?.published === false && stored.published
  const title = isFirst
    ? t('publish.toast.published')
    : before
      ? t('article.toast.updated')
      : t('article.toast.created')
  return stored.published
    ? { title, description: <ViewLink article={stored} />, durationMs: DURATION_MS }
    : { title }
}

function ViewLink({ article }: { article: Article }) {
  return (
    <a
      href={articlePath(article)}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-6 items-center font-semibold underline underline-offset-4"
    >
      {t('publish.toast.view')}
    </a>
  )
}
