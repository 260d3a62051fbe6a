import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { t } from '#app/admin/kit/messages.ts'
import { ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import type { SaveRequest } from '#app/admin/stories/article/save/use-save.ts'
import { type ArticleForm, isDateAhead } from '#app/admin/stories/article-form/article-form.ts'
import { BulkReport } from '#app/admin/stories/articles/bulk/bulk-bar.tsx'
import type { BulkAction, BulkResult } from '#app/admin/stories/articles/bulk/change-articles.ts'
import {
  initialPlan,
  type Moment,
  type PublishPlan,
  type StoredPlan,
  storePlan,
} from '#app/admin/stories/publish/plan.ts'
import { PublishPanel } from '#app/admin/stories/publish/publish-panel.tsx'
import {
  DEFAULT_ZONE,
  planningZoneQuery,
  useStoryVersions,
  useUnpublishing,
  useWaitingSchedule,
} from '#app/admin/stories/schedule/schedule-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import type { Finding } from '#core/check/finding.ts'
import type { Article } from '#core/domain/article.ts'
import type { ArticleUnpublishing } from '#core/domain/article-schedule.ts'
import type { Language } from '#core/i18n/languages.ts'

interface PublishPanelOptions {
  /** The stored article; null for a new one. */
  article: Article | null
  articleId: string
  language: Language
  form: UseFormReturn<ArticleForm>
  /** Tells whether the form can be published; otherwise it says at its fields what is missing. */
  isComplete: () => boolean
  /** The findings in what is in the form now. */
  checkNow: () => Promise<readonly Finding[]>
  /** Tells whether every sentence is covered by its sources, or signed; true for an article without sources. */
  isCovered: () => Promise<boolean>
  save: (request: SaveRequest) => Promise<boolean>
  onGoTo: (finding: Finding) => void
}

interface OpenPanel {
  leaves: boolean
  /** The value that the form had before. */
  isFeatured: boolean
  resolve: (isSaved: boolean) => void
}

/**
 * The panel in which an article is published, scheduled or updated, and everything that is decided with it. `open` resolves to whether
 * the article was saved.
 */
export function usePublishPanel(options: PublishPanelOptions) {
  const { article, form, save, onGoTo } = options
  const [opened, setOpened] = useState<OpenPanel | null>(null)
  const planningZone = useQuery(planningZoneQuery).data ?? DEFAULT_ZONE
  const schedule = useWaitingSchedule(article)
  // Read before it is opened, so that nothing in the panel moves when they arrive.
  useStoryVersions(article)
  const unpublishing = useUnpublishing(article)
  /** The outcome for the translations, when not all of them were published. */
  const [report, setReport] = useState<{ action: BulkAction; results: BulkResult[] } | null>(null)
  /** Chosen in a panel that did not save. */
  const chosen = useRef<PublishPlan | null>(null)

  function open({ leaves = true }: { leaves?: boolean } = {}): Promise<boolean> {
    // A draft does not say that it is to be featured; its schedule does.
    const isFeatured = form.getValues('featured')
    if (schedule?.featured) form.setValue('featured', true)
    return new Promise((resolve) => setOpened({ leaves, isFeatured, resolve }))
  }

  function close(isSaved: boolean) {
    if (schedule?.featured && opened) form.setValue('featured', opened.isFeatured)
    setOpened(null)
    opened?.resolve(isSaved)
  }

  async function publish(plan: PublishPlan, stored: StoredPlan) {
    chosen.current = plan
    if (stored.at) form.setValue('publish_date', stored.at.moment.toISOString())
    else if (isDateAhead(form.getValues()))
      form.setValue('publish_date', article?.published ? article.publish_date : '')
    if (!options.isComplete()) return close(false)
    setOpened(null)
    const isSaved = await save({
      published: true,
      leaves: opened?.leaves ?? true,
      after: (saved) => store(saved, stored),
      told: { at: stored.at, end: isNewEnd(stored.end, unpublishing) ? stored.end : null },
    })
    if (isSaved) chosen.current = null
    opened?.resolve(isSaved)
  }

  async function store(saved: Article, plan: StoredPlan): Promise<string | null> {
    const { refused, along } = await storePlan(saved, plan)
    const left = along.filter(({ status }) => status !== 'done' && status !== 'already')
    if (left.length === 0) return refused
    setReport({ action: 'publish', results: along })
    return t('publish.translations.left', { count: left.length })
  }

  const panel = opened ? (
    <PublishPanel
      {...options}
      schedule={schedule}
      planningZone={planningZone}
      initial={
        chosen.current ??
        initialPlan({
          schedule,
          unpublishing,
          planningZone,
          date: form.getValues('publish_date'),
          isAhead: isDateAhead(form.getValues()),
        })
      }
      isUnpublishingSet={unpublishing !== null}
      onGoTo={(finding) => {
        close(false)
        onGoTo(finding)
      }}
      onLeave={() => close(false)}
      onPublish={publish}
      onClose={(plan) => {
        chosen.current = plan
        close(false)
      }}
    />
  ) : (
    report && <BulkReport {...report} onClose={() => setReport(null)} />
  )
  return { open, panel, isOpen: opened !== null }
}

function isNewEnd(end: Moment | null | undefined, before: ArticleUnpublishing | null): end is Moment {
  return !!end && end.moment.getTime() !== (before ? Date.parse(before.unpublish_at) : null)
}

/** The question before an article is unpublished: `confirms` resolves to the answer, and `dialog` asks it. */
export function useUnpublishQuestion(isDirty: boolean) {
  const [answer, setAnswer] = useState<((isConfirmed: boolean) => void) | null>(null)

  function confirms(): Promise<boolean> {
    return new Promise((resolve) => {
      setAnswer(() => (isConfirmed: boolean) => {
        setAnswer(null)
        resolve(isConfirmed)
      })
    })
  }

  const dialog = answer && (
    <UnpublishDialog isDirty={isDirty} onConfirm={() => answer(true)} onClose={() => answer(false)} />
  )
  return { confirms, dialog }
}

interface UnpublishDialogProps {
  isDirty: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation before an article is unpublished. */
function UnpublishDialog({ isDirty, onConfirm, onClose }: UnpublishDialogProps) {
  return (
    <ModalDialog title={t('article.unpublish.title')} onClose={onClose}>
      <div className="space-y-3 text-sm text-soft">
        <p>{t('article.unpublish.text')}</p>
        {isDirty && <p>{t('article.unpublish.changes')}</p>}
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button variant="destructive" onClick={onConfirm}>
          {t('article.action.unpublish')}
        </Button>
      </div>
    </ModalDialog>
  )
}
