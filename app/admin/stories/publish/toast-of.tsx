import { t } from '#app/admin/kit/messages.ts'
import { formatHere, formatPlanned } from '#app/admin/kit/ui/format.ts'
import type { Moment } from '#app/admin/stories/publish/plan.ts'
import type { ToastMessage } from '#app/components/ui/toast.tsx'
import type { Article } from '#core/domain/article.ts'
import { articlePath } from '#core/paths.ts'

interface Saved {
  /** The article as it was stored before; null for a new one. */
  before: Pick<Article, 'published'> | null
  stored: Article
  isScheduled: boolean
  told?: ToldTimes | undefined
}

export interface ToldTimes {
  /** The time when it is published; null for now. */
  at: Moment | null
  /** The time until which it is published; null where that is not new. */
  end: Moment | null
}

const DURATION_MS = 8000

/** Says what a save has done, with the way to what readers see now. */
export function toastOf({ before, stored, isScheduled, told }: Saved): ToastMessage {
  const end = told?.end ?? null
  const ending = end && t('publish.toast.ending', { when: formatPlanned(end.moment, end.zone) })
  if (isScheduled) {
    const at = told?.at
    const when = at ? formatPlanned(at.moment, at.zone) : formatHere(new Date(stored.publish_date))
    const description = [t('schedule.done.text', { when }), ending].filter(Boolean).join(' ')
    return { title: t('schedule.done'), description }
  }
  if (before?.published && !stored.published)
    return { title: t('publish.toast.unpublished'), description: t('publish.toast.unpublishedText') }
  const isFirst = before?.published === false && stored.published
  const title = isFirst
    ? t('publish.toast.published')
    : ending && before
      ? t('publish.toast.willEnd')
      : before
        ? t('article.toast.updated')
        : t('article.toast.created')
  return stored.published
    ? {
        title,
        description: (
          <>
            {ending} <ViewLink article={stored} />
          </>
        ),
        durationMs: DURATION_MS,
      }
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
