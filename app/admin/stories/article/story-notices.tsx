import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { signedIn } from '#app/admin/kit/session/signed-in.ts'
import { formatPlanned } from '#app/admin/kit/ui/format.ts'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import type { ArticleEditorProps } from '#app/admin/stories/article/article-editor.tsx'
import type { ArticleForm } from '#app/admin/stories/article-form/article-form.ts'
import { scheduleQuery } from '#app/admin/stories/schedule/schedule-queries.ts'
import { describeReason } from '#app/admin/stories/schedule/schedule-state.tsx'
import { SourceNotice } from '#app/admin/stories/sources/source-notice.tsx'
import { RestoreOffer } from '#app/admin/stories/unsaved/restore-offer.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { findDeskArticle } from '#core/data/desk-articles.ts'
import type { Article } from '#core/domain/article.ts'
import { RESTORED_FIELDS } from '#core/domain/article-revision.ts'
import type { ArticleSchedule } from '#core/domain/article-schedule.ts'

interface StoryNoticesProps
  extends Pick<ArticleEditorProps, 'session' | 'opened' | 'chosenCopy' | 'onReopen'> {
  owner: string
  initial: ArticleForm
  /** The version that the form began with; null for a new article. */
  since: string | null
  /** The stored article; null for a new one. */
  article: Article | null
  /** True if somebody else has saved what is being changed here. */
  hasChanged: boolean
  onChanged: (article: Article) => void
  /** Opens the panel in which everything about publishing is decided. */
  onOptions: () => void
}

/** The notices above the form of an article: unsaved work, its schedule, and what others have changed. */
export function StoryNotices(props: StoryNoticesProps) {
  const { session, opened, owner, article, hasChanged, onReopen } = props
  const { articleId, copyId } = session
  return (
    <>
      <RestoreOffer
        owner={owner}
        articleId={opened.article ? articleId : null}
        ownCopyId={copyId}
        restoredId={session.restored?.id ?? null}
        stored={props.initial}
        since={props.since}
        chosenId={props.chosenCopy}
        onRestore={(copy) => onReopen({ articleId: copy.article_id, restored: copy })}
      />
      {article && <ScheduleNotice article={article} onChanged={props.onChanged} onOpen={props.onOptions} />}
      {article?.original_article_id && (
        <SourceNotice originalId={article.original_article_id} className="mb-6" />
      )}
      {hasChanged && (
        <Notice tone="warning" role="status" className="mb-6" title={t('article.changed.title')}>
          {t('article.changed.text')}
        </Notice>
      )}
    </>
  )
}

interface ScheduleNoticeProps {
  article: Article
  onChanged: (article: Article) => void
  /** Opens the panel. */
  onOpen: () => void
}

/** Says what became of the schedule of an article: why it was not published, or that it was while its form is open. */
function ScheduleNotice({ article, onChanged, onOpen }: ScheduleNoticeProps) {
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
