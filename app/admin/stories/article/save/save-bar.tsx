import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { describeShortcut } from '#app/admin/editor/toolbar/toolbar-button.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { formatPlanned } from '#app/admin/kit/ui/format.ts'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import { useListPath } from '#app/admin/stories/article/article-queries.ts'
import { type ArticleForm, isDateAhead } from '#app/admin/stories/article-form/article-form.ts'
import { useWaitingSchedule } from '#app/admin/stories/schedule/schedule-queries.ts'
import {
  type UnsavedState,
  type UnsavedWork,
  useUnsavedState,
} from '#app/admin/stories/unsaved/unsaved-work.ts'
import { Button, buttonStyles } from '#app/components/ui/button.tsx'
import type { Article } from '#core/domain/article.ts'
import type { ArticleRights } from '#core/domain/article-rights.ts'
import type { ArticleSchedule } from '#core/domain/article-schedule.ts'

const TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

interface UnsavedNoteProps {
  work: UnsavedWork
  article: Article | null
  /** The one that waits. */
  schedule: ArticleSchedule | null
  /** Said of a main button that asks nothing when the check is clean. */
  atOnce: string
}

const savedAt = (iso: string) => t('article.kept.saved', { time: TIME.format(new Date(iso)) })

interface SaveBarProps {
  work: UnsavedWork
  /** The stored article; null for a new one. */
  article: Article | null
  isSaving: boolean
  rights: ArticleRights
  form: UseFormReturn<ArticleForm>
  onSave: (published: boolean) => void
  /** Saves a draft that others will publish, and gives it to the editors. */
  onHandIn: () => void
  /** Opens the panel in which everything about publishing is decided. */
  onOptions: () => void
}

/** The bar at the lower edge: what readers see now, and the buttons that change it. */
export function SaveBar(props: SaveBarProps) {
  const { work, article, isSaving, rights, form, onSave, onHandIn, onOptions } = props
  const schedule = useWaitingSchedule(article)
  const list = useListPath(null)
  const keys = describeShortcut('Mod-Shift-Enter')
  /** The button that opens the panel tells its key. */
  const panelKey = { title: `${t('article.publish.keys')} (${keys.shown})`, 'aria-keyshortcuts': keys.aria }
  // Publishing then schedules the article.
  const isAhead = isDateAhead({ publish_date: useWatch({ control: form.control, name: 'publish_date' }) })
  const asks = isAhead || article?.published === false
  const main = mainAction({ article, schedules: isAhead || schedule !== null })
  // A translator without the right to publish saves a translation, which has no state of its own.
  const handsIn = !rights.publishes && !article?.original_article_id
  const other = article?.published ? t('article.action.unpublish') : t('article.action.saveDraft')
  return (
    // The bar is before the tabs for the keyboard, and below them on a narrow screen.
    <div className="sticky bottom-0 z-10 -mx-5 flex flex-wrap-reverse items-center gap-x-6 gap-y-2 border-line border-t bg-paper px-5 py-3 max-xl:order-last sm:mx-0 sm:px-0 xl:border-none xl:py-0">
      <div className="flex flex-wrap gap-2 max-sm:w-full sm:gap-3">
        {rights.publishes && (
          <Button
            className="max-sm:grow max-sm:px-2.5"
            aria-disabled={isSaving}
            {...(asks && panelKey)}
            onClick={() => isSaving || onSave(true)}
          >
            {isSaving ? t('ui.oneMoment') : main}
          </Button>
        )}
        {handsIn && (
          <Button
            className="max-sm:grow max-sm:px-2.5"
            aria-disabled={isSaving}
            aria-haspopup="dialog"
            onClick={() => isSaving || onHandIn()}
          >
            {isSaving ? t('ui.oneMoment') : t('work.handIn.open')}
          </Button>
        )}
        <Button
          variant={rights.publishes || handsIn ? 'secondary' : 'primary'}
          className="max-sm:grow max-sm:px-2.5"
          aria-disabled={isSaving}
          onClick={() => isSaving || onSave(false)}
        >
          {isSaving && !rights.publishes && !handsIn ? t('ui.oneMoment') : other}
        </Button>
        {/* Otherwise the main button opens it. */}
        {!asks && rights.edits && (
          <Button
            variant="secondary"
            className="max-sm:grow max-sm:px-2.5"
            aria-haspopup="dialog"
            {...panelKey}
            onClick={onOptions}
          >
            {t('publish.options')}
          </Button>
        )}
        {/* On a phone, the link at the top of the page does the same. */}
        <Link to={list.to} className={buttonStyles({ variant: 'ghost', className: 'max-sm:hidden' })}>
          {t('ui.cancel')}
        </Link>
      </div>
      <UnsavedNote
        work={work}
        article={article}
        schedule={schedule}
        atOnce={asks || !rights.publishes ? '' : t('publish.atOnce', { action: main })}
      />
    </div>
  )
}

function mainAction({ article, schedules }: { article: Article | null; schedules: boolean }): string {
  if (schedules) return t('schedule.action')
  if (!article) return t('article.action.create')
  return article.published ? t('article.action.update') : t('article.action.publish')
}

/** Says what readers see now, and where unsaved work is stored. */
export function UnsavedNote({ work, article, schedule, atOnce }: UnsavedNoteProps) {
  const state = useUnsavedState(work)
  const problem = state.isDirty ? describeProblem(state) : ''
  return (
    <div className="min-w-0 text-sm">
      <p className="text-soft">
        {describeReaders(state.isDirty, article, schedule)} {atOnce}
      </p>
      {state.isDirty && (
        <p className={problem ? 'text-red' : 'text-faint'}>
          {problem || (state.server === 'saved' && state.at ? savedAt(state.at) : t('article.kept.soon'))}
        </p>
      )}
      <Announcement>{problem}</Announcement>
    </div>
  )
}

function describeReaders(
  isDirty: boolean,
  article: Article | null,
  schedule: ArticleSchedule | null,
): string {
  if (!article) return t('article.readers.new')
  if (schedule) {
    const when = formatPlanned(new Date(schedule.publish_at), schedule.zone)
    return t('article.readers.scheduled', { when })
  }
  if (!article.published) return t('article.readers.draft')
  return isDirty ? t('article.readers.before') : t('article.readers.published')
}

function describeProblem({ local, server }: UnsavedState): string {
  if (server === 'pending' || server === 'saved') return ''
  const reason = {
    no_connection: t('article.kept.noConnection'),
    signed_out: t('article.kept.signedOut'),
    not_member: t('article.kept.notMember'),
    refused: t('article.kept.refused'),
    too_many: t('article.kept.tooMany'),
    failed: t('article.kept.serverFailed'),
  }[server]
  return `${reason} ${local === 'failed' ? t('article.kept.nowhere') : t('article.kept.here')}`
}
