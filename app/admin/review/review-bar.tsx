import Keyboard from 'lucide-react/icons/keyboard'
import { t } from '#app/admin/messages.ts'
import type { ReviewDraft } from '#app/admin/review/draft/review-draft.ts'
import { useSummary } from '#app/admin/review/draft/use-review-draft.ts'
import { isWaiting, type SaveProblem } from '#app/admin/review/save/use-save-review.ts'
import { useMember } from '#app/admin/session/use-member.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { publishesTranslations } from '#core/domain/role.ts'
import type { TranslationReview } from '#core/domain/translation-review.ts'

interface ReviewBarProps {
  draft: ReviewDraft
  review: TranslationReview
  isSaving: boolean
  problem: SaveProblem | null
  isKept: boolean
  onShow: (position: number) => void
  onSave: () => void
  onApproveAll: () => void
  onNext: () => void
  onHelp: () => void
}

/** The bar at the lower edge: the progress of the review, and its actions. */
export function ReviewBar(props: ReviewBarProps) {
  const { draft, review, isSaving, problem, isKept, onShow, onSave, onApproveAll, onNext, onHelp } = props
  const mayPublish = publishesTranslations(useMember())
  const label = useSummary(draft, (summary) => labelOfSave(summary, review, mayPublish))
  return (
    // The buttons are on the left, because a toast would cover them on the right; on small screens it is at the top.
    <div className="sticky bottom-0 z-10 -mx-5 flex flex-wrap-reverse items-center gap-x-6 gap-y-2 border-line border-t bg-paper px-5 py-3 sm:mx-0 sm:px-0">
      <div className="flex flex-wrap gap-2 max-sm:w-full">
        <Button
          className="max-sm:grow"
          aria-disabled={isSaving}
          aria-keyshortcuts="Control+S Meta+S"
          onClick={() => isSaving || onSave()}
        >
          {isSaving ? t('ui.oneMoment') : label}
        </Button>
        <Button variant="secondary" aria-keyshortcuts="Shift+A" onClick={onApproveAll}>
          {t('review.bar.approveAll')}
        </Button>
        <Button variant="secondary" aria-keyshortcuts="n" onClick={onNext}>
          {t('review.bar.next')}
        </Button>
        <Button
          variant="ghost"
          size="icon"
          className="max-sm:hidden"
          aria-label={t('review.keys.title')}
          aria-keyshortcuts="?"
          onClick={onHelp}
        >
          <Keyboard aria-hidden size={18} />
        </Button>
      </div>
      <Progress draft={draft} problem={problem} isKept={isKept} onShow={onShow} />
    </div>
  )
}

function labelOfSave(
  { written, total, approved }: { written: number; total: number; approved: number },
  review: TranslationReview,
  mayPublish: boolean,
): string {
  if (written < total) return t('review.bar.keep')
  const { original, translation } = review
  const isFinished = isWaiting(review) ? approved === total : !translation
  return t(mayPublish && original.published && isFinished ? 'review.bar.publish' : 'review.bar.save')
}

function Progress(props: Pick<ReviewBarProps, 'draft' | 'problem' | 'isKept' | 'onShow'>) {
  const { draft, problem, isKept, onShow } = props
  const position = problem?.position ?? null
  const text = useSummary(draft, ({ written, approved, total }) =>
    written < total
      ? t('review.bar.written', { written, count: total })
      : t('review.bar.approved', { approved, count: total }),
  )
  const findings = useSummary(draft, ({ withFindings }) =>
    withFindings > 0 ? t('review.bar.findings', { count: withFindings }) : '',
  )
  const changed = useSummary(draft, (summary) => summary.changed)
  const unsaved =
    changed === 0
      ? ''
      : `${t('review.bar.unsaved', { count: changed })} ${t(isKept ? 'review.bar.kept' : 'review.bar.notKept')}`
  return (
    <div className="min-w-0 text-sm">
      <p className="text-soft tabular-nums">
        {text}
        {findings && <span className="ml-3 text-orange">{findings}</span>}
      </p>
      {(problem || unsaved) && (
        <p className={problem || !isKept ? 'text-red' : 'text-faint'}>
          {problem?.text || unsaved}
          {position !== null && (
            <button
              type="button"
              className="ml-2 text-ink underline underline-offset-4"
              onClick={() => onShow(position)}
            >
              {t('review.bar.showProblem')}
            </button>
          )}
        </p>
      )}
      <Announcement>{text}</Announcement>
    </div>
  )
}
