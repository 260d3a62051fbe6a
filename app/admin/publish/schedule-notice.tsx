import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { t } from '#app/admin/messages.ts'
import { formatPlanned } from '#app/admin/schedule/format-time.ts'
import { scheduleQuery } from '#app/admin/schedule/schedule-queries.ts'
import { describeReason } from '#app/admin/schedule/schedule-state.tsx'
import { signedIn } from '#app/admin/session/signed-in.ts'
import { Notice } from '#app/admin/ui/notice.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { findDeskArticle } from '#core/data/desk-articles.ts'
import type { Article } from '#core/domain/article.ts'
import { RESTORED_FIELDS } from '#core/domain/article-revision.ts'
import type { ArticleSchedule } from '#core/domain/article-schedule.ts'

interface ScheduleNoticeProps {
  article: Article
  onChanged: (article: Article) => void
  /** Opens the panel. */
  onOpen: () => void
}

/** What became of the schedule of an article: why it was not published, or that it was while its form is open. */
export function ScheduleNotice({ article, onChanged, onOpen }: ScheduleNoticeProps) {
  const schedule = useQuery(scheduleQuery(article)).data
  const waited = useRef(false)
  if (schedule?.status === 'waiting') waited.current = true
  usePublishedMeanwhile({ article, schedule, onChanged })
  if (schedule?.status === 'published' && waited.current)
    return (
      <Notice role="status" className="mb-8" title={t('publish.notice.published')}>
        {t('publish.notice.publishedText', {
          when: formatPlanned(new Date(schedule.publish_at), schedule.zone),
        })}
      </Notice>
    )
  if (article.published || (schedule?.status !== 'missed' && schedule?.status !== 'failed')) return null
  return (
    <Notice tone="problem" role="status" className="mb-8" title={t('publish.notice.failed')}>
      <p className="wrap-anywhere">{describeReason(schedule)}</p>
      <Button variant="secondary" size="sm" onClick={onOpen}>
        {t('publish.notice.open')}
      </Button>
    </Notice>
  )
}

interface PublishedMeanwhile {
  article: Article
  schedule: ArticleSchedule | null | undefined
  onChanged: (article: Article) => void
}

/**
 * Updates the form when its article was published by the schedule. When another editor has changed the texts too, the form stays as
 * it is, and its next save reports the conflict.
 */
function usePublishedMeanwhile({ article, schedule, onChanged }: PublishedMeanwhile): void {
  const changed = useRef(onChanged)
  changed.current = onChanged
  const isOutdated = schedule?.status === 'published' && !article.published
  useEffect(() => {
    if (!isOutdated) return
    let isWanted = true
    signedIn((client) => findDeskArticle(client, article.id)).then(
      (stored) => {
        if (isWanted && stored?.published && hasSameTexts(stored, article)) changed.current(stored)
      },
      // The page shows the schedule with its error, and saving meets the newer version.
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [isOutdated, article])
}

function hasSameTexts(one: Article, other: Article): boolean {
  return one.slug === other.slug && RESTORED_FIELDS.every((field) => one[field] === other[field])
}
