import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import Minus from 'lucide-react/icons/minus'
import { useEffect, useRef, useState } from 'react'
import { RailSection } from '#app/admin/article/rail/rail-section.tsx'
import { describeFields } from '#app/admin/articles/describe-fields.ts'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { ScheduleForm } from '#app/admin/schedule/schedule-form.tsx'
import {
  type PlannedVersion,
  planningZoneQuery,
  scheduleQuery,
  storyVersionsQuery,
} from '#app/admin/schedule/schedule-queries.ts'
import { ScheduleState } from '#app/admin/schedule/schedule-state.tsx'
import { signedIn } from '#app/admin/session/signed-in.ts'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import { findDeskArticle } from '#core/data/desk-articles.ts'
import type { Article } from '#core/domain/article.ts'
import { RESTORED_FIELDS } from '#core/domain/article-revision.ts'
import type { ArticleSchedule } from '#core/domain/article-schedule.ts'
import { LANGUAGES } from '#core/i18n/languages.ts'

interface StoryVersionsProps {
  article: Pick<Article, 'id' | 'original_article_id'>
  versions: PlannedVersion[]
}

interface PublishedMeanwhile {
  article: Article
  schedule: ArticleSchedule | null | undefined
  onChanged: (article: Article) => void
}

interface SchedulePanelProps {
  article: Article
  isDirty: boolean
  /** Resolves to whether the article may be scheduled as it is. */
  onSchedule: () => Promise<boolean>
  onChanged: (article: Article) => void
}

/** The schedule of an article: its time, the translations published with it, and the result. */
export function SchedulePanel({ article, isDirty, onSchedule, onChanged }: SchedulePanelProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const schedule = useQuery(scheduleQuery(article))
  usePublishedMeanwhile({ article, schedule: schedule.data, onChanged })
  // A published article has nothing to schedule; only that it was published by itself is worth a line.
  if (article.published && schedule.data?.status !== 'published') return null
  return (
    <RailSection id="schedule" titleRef={title} title={t('schedule.title')} intro={t('schedule.intro')}>
      <QueryView query={schedule} what={t('schedule.what')} pending={<ListSkeleton rows={2} />}>
        {(found) => (
          <div className="space-y-6">
            {isDirty && !article.published && <Notice tone="warning">{t('schedule.notSaved')}</Notice>}
            <Scheduling article={article} schedule={found} onSchedule={onSchedule} title={title} />
          </div>
        )}
      </QueryView>
    </RailSection>
  )
}

interface SchedulingProps {
  article: Article
  schedule: ArticleSchedule | null
  onSchedule: () => Promise<boolean>
  /** Gets focus when the form or the buttons disappear. */
  title: React.RefObject<HTMLElement | null>
}

function Scheduling({ article, schedule, onSchedule, title }: SchedulingProps) {
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
                    onSchedule={onSchedule}
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

/** Which translations are published together with an original, and what the others lack. */
function StoryVersions({ article, versions }: StoryVersionsProps) {
  const translations = versions.filter(({ id, is_original }) => id !== article.id && !is_original)
  return (
    <div className="text-sm">
      <h3 className="font-medium">{t('schedule.versions')}</h3>
      {article.original_article_id !== null ? (
        <p className="mt-1 text-soft">{t('schedule.versions.translation')}</p>
      ) : translations.length === 0 ? (
        <p className="mt-1 text-soft">{t('schedule.versions.none')}</p>
      ) : (
        <ul className="mt-2 space-y-1.5">
          {translations.map((version) => (
            <li key={version.id} className="flex items-start gap-2">
              <VersionIcon version={version} />
              <p className="min-w-0 wrap-anywhere">
                <span className="font-medium">{nameOf(version)}</span> <Prospect version={version} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function VersionIcon({ version }: { version: PlannedVersion }) {
  if (version.published || (!version.ownTime && version.missing.length > 0))
    return <Minus aria-hidden size={16} className="mt-0.5 shrink-0 text-faint" />
  if (version.ownTime) return <Clock aria-hidden size={16} className="mt-0.5 shrink-0 text-faint" />
  return <Check aria-hidden size={16} className="mt-0.5 shrink-0 text-green" />
}

function Prospect({ version }: { version: PlannedVersion }) {
  if (version.published) return <span className="text-soft">{t('schedule.versions.published')}</span>
  if (version.ownTime) {
    const [before, after] = t('schedule.versions.own').split('{{when}}')
    return (
      <span className="text-soft">
        {before}
        <LocalTime iso={version.ownTime} precision="minute" />
        {after}
      </span>
    )
  }
  if (version.missing.length > 0)
    return (
      <span className="text-orange">
        {t('schedule.versions.lacks', { fields: describeFields(version.missing) })}
      </span>
    )
  return <span className="text-green">{t('schedule.versions.ready')}</span>
}

function nameOf({ language }: PlannedVersion): string {
  return LANGUAGES.find(({ code }) => code === language)?.name ?? language
}
