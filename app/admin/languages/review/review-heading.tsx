import ArrowLeft from 'lucide-react/icons/arrow-left'
import Keyboard from 'lucide-react/icons/keyboard'
import { Link } from 'react-router'
import { PresenceNotice } from '#app/admin/kit/live/presence-notice.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath, TRANSLATIONS_PATH } from '#app/admin/kit/paths.ts'
import { useHasColleagues } from '#app/admin/kit/query/colleagues.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import type { ReviewDraft } from '#app/admin/languages/review/draft/review-draft.ts'
import { useSummary } from '#app/admin/languages/review/draft/row-draft.ts'
import { isWaiting, type SaveProblem } from '#app/admin/languages/review/save-review.tsx'
import { ReviewClaim } from '#app/admin/languages/translation-queue/claim-line.tsx'
import { historyPath } from '#app/admin/stories/history/history-queries.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { publishesTranslations } from '#core/domain/role.ts'
import type { TranslationReview } from '#core/domain/translation-review.ts'
import { articlePath } from '#core/paths.ts'

interface ReviewHeadingProps {
  draft: ReviewDraft
  review: TranslationReview
  reports: number
}

const LINK = 'inline-flex min-h-6 items-center underline underline-offset-4 hover:text-ink'

/** The heading of a review, with its state. */
export function ReviewHeading({ draft, review, reports }: ReviewHeadingProps) {
  const { original, translation, language } = review
  const conflicts = useSummary(draft, (summary) => summary.conflicts)
  const hasColleagues = useHasColleagues()
  const name = languageName(language)
  return (
    <div className="mb-5">
      <Link
        to={TRANSLATIONS_PATH}
        className="mb-3 inline-flex min-h-9 items-center gap-2 text-sm text-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden size={16} />
        {t('review.back')}
      </Link>
      <h1 className="font-display font-medium text-title-lg wrap-anywhere">
        {t('review.heading', { language: name })}
      </h1>
      <p className="mt-1 max-w-prose text-soft wrap-anywhere" lang="en">
        {original.title}
      </p>
      <p className="mt-1 max-w-prose text-faint text-sm">{t('review.checks')}</p>
      <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1 text-faint text-sm">
        <State review={review} />
        {translation?.stale_since && (
          <Badge look="plain" tone="orange">
            {t('review.state.stale')}
          </Badge>
        )}
        {conflicts > 0 && (
          <Badge look="plain" tone="red">
            {t('review.state.conflicts', { count: conflicts })}
          </Badge>
        )}
        {reports > 0 && (
          <Badge look="plain" tone="purple">
            {t('review.state.reports', { count: reports })}
          </Badge>
        )}
        {translation?.reviewed_at && (
          <span>
            {t('review.state.reviewed')} <LocalTime iso={translation.reviewed_at} precision="minute" />
          </span>
        )}
        <Link to={editArticlePath(original)} className={LINK}>
          {t('review.openOriginal')}
        </Link>
        {translation && hasColleagues && (
          <Link to={historyPath(translation.id)} className={LINK}>
            {t('history.page.title')}
          </Link>
        )}
        {translation?.published && (
          <a
            href={articlePath({ slug: translation.slug, language })}
            target="_blank"
            rel="noreferrer"
            className={LINK}
          >
            {t('review.viewOnSite')}
          </a>
        )}
      </div>
      <ReviewClaim place={{ originalId: original.id, language }} />
      <PresenceNotice topic={`review:${original.id}:${language}`} className="mt-3" />
    </div>
  )
}

function State({ review: { translation, isPending, waitsForReview } }: { review: TranslationReview }) {
  if (!translation) return <Badge look="plain">{t('review.state.missing')}</Badge>
  if (isPending)
    return (
      <Badge look="plain" tone="orange">
        {t('review.state.pending')}
      </Badge>
    )
  if (translation.published)
    return (
      <Badge look="plain" tone={translation.is_unread ? 'purple' : 'green'}>
        {t(translation.is_unread ? 'translations.status.unread' : 'review.state.published')}
      </Badge>
    )
  return (
    <Badge look="plain" tone={waitsForReview ? 'orange' : 'grey'}>
      {t(waitsForReview ? 'review.state.waits' : 'review.state.unpublished')}
    </Badge>
  )
}

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
