import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { describeFields } from '#app/admin/articles/describe-fields.ts'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { ScheduleForm } from '#app/admin/schedule/schedule-form.tsx'
import { planningZoneQuery, scheduleQuery, storyVersionsQuery } from '#app/admin/schedule/schedule-queries.ts'
import { ScheduleState } from '#app/admin/schedule/schedule-state.tsx'
import { StoryVersions } from '#app/admin/schedule/story-versions.tsx'
import { usePublishedMeanwhile } from '#app/admin/schedule/use-published-meanwhile.ts'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import type { Article } from '#core/domain/article.ts'
import type { ArticleSchedule } from '#core/domain/article-schedule.ts'

interface SchedulePanelProps {
  article: Article
  isDirty: boolean
  onChanged: (article: Article) => void
}

/** When a draft is published by itself, with what, and what became of it. */
export function SchedulePanel({ article, isDirty, onChanged }: SchedulePanelProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const schedule = useQuery(scheduleQuery(article))
  usePublishedMeanwhile({ article, schedule: schedule.data, onChanged })
  // A published article has nothing to schedule; only that it was published by itself is worth a line.
  if (article.published && schedule.data?.status !== 'published') return null
  return (
    <PageSection id="schedule" titleRef={title} title={t('schedule.title')} intro={t('schedule.intro')}>
      <QueryView query={schedule} what={t('schedule.what')} pending={<ListSkeleton rows={2} />}>
        {(found) => (
          <div className="space-y-6">
            {isDirty && !article.published && <Notice tone="warning">{t('schedule.notSaved')}</Notice>}
            <Scheduling article={article} schedule={found} title={title} />
          </div>
        )}
      </QueryView>
    </PageSection>
  )
}

interface SchedulingProps {
  article: Article
  schedule: ArticleSchedule | null
  /** Gets focus when the form or the buttons are gone. */
  title: React.RefObject<HTMLElement | null>
}

function Scheduling({ article, schedule, title }: SchedulingProps) {
  const [isChanging, setIsChanging] = useState(false)
  const versions = useQuery({ ...storyVersionsQuery(article), enabled: !article.published })
  const zone = useQuery(planningZoneQuery)
  const waits = schedule?.status === 'waiting'
  const close = () => {
    setIsChanging(false)
    title.current?.focus()
  }
  if (article.published) return schedule && <ScheduleState schedule={schedule} focusAfter={title} />
  return (
    <>
      {schedule && (!isChanging || !waits) && (
        <ScheduleState schedule={schedule} onChange={() => setIsChanging(true)} focusAfter={title} />
      )}
      <QueryView query={versions} what={t('schedule.what')} pending={<ListSkeleton rows={2} />}>
        {(rows) => {
          const missing = rows.find(({ id }) => id === article.id)?.missing ?? []
          return (
            <>
              {missing.length > 0 ? (
                <Notice tone="warning">{t('schedule.notReady', { fields: describeFields(missing) })}</Notice>
              ) : (
                zone.data !== undefined &&
                (!waits || isChanging) && (
                  <ScheduleForm
                    // Another schedule fills the form anew.
                    key={schedule?.publish_at}
                    articleId={article.id}
                    schedule={schedule}
                    planningZone={zone.data}
                    onDone={close}
                    {...(waits && { onKeep: close })}
                  />
                )
              )}
              <StoryVersions article={article} versions={rows} />
            </>
          )
        }}
      </QueryView>
    </>
  )
}
