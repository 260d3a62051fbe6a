import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath, reviewPath } from '#app/admin/kit/paths.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import type { ReviewDraft } from '#app/admin/languages/review/draft/review-draft.ts'
import { useSummary } from '#app/admin/languages/review/draft/row-draft.ts'
import { SourceNotice } from '#app/admin/stories/sources/source-notice.tsx'
import { Button, buttonStyles } from '#app/components/ui/button.tsx'
import { publishesTranslations } from '#core/domain/role.ts'
import type { TranslationReview } from '#core/domain/translation-review.ts'

interface ReviewNoticesProps {
  draft: ReviewDraft
  review: TranslationReview
  byHand: boolean
  onFillFromMemory: () => void
  onNextProblem: () => void
}

/** Notices about the state of the translation, with the next steps. */
export function ReviewNotices(props: ReviewNoticesProps) {
  const { draft, review, byHand, onFillFromMemory, onNextProblem } = props
  const { original, translation, language, isPending, waitsForReview, isCurrent } = review
  const fillable = useSummary(draft, (summary) => summary.fillable)
  const outdated = useSummary(draft, (summary) => summary.outdated)
  const refused = useSummary(draft, (summary) => summary.refused)
  const member = useMember()
  const mayPublish = publishesTranslations(member)
  const name = languageName(language)
  const address = { originalId: original.id, language }
  return (
    <div className="space-y-5 not-empty:mb-6">
      <SourceNotice originalId={original.id} />
      {refused > 0 && (
        <Notice tone="warning" title={t('review.notice.refusedTitle', { count: refused })}>
          <p>
            {t(translation?.published ? 'review.notice.refusedRenewal' : 'review.notice.refusedFirst')}{' '}
            {t('review.notice.refused')}
          </p>
          <Button variant="secondary" size="sm" aria-keyshortcuts="p" onClick={onNextProblem}>
            {t('review.notice.refusedNext')}
          </Button>
        </Notice>
      )}
      {!translation && refused === 0 && (
        <Notice title={t('review.notice.newTitle', { language: name })}>
          <p>
            {t(
              !mayPublish
                ? 'review.notice.newForEditors'
                : waitsForReview
                  ? 'review.notice.newWaits'
                  : 'review.notice.new',
            )}
          </p>
        </Notice>
      )}
      {isPending && (
        <Notice tone="warning" title={t('review.notice.pendingTitle')}>
          <p>{t(mayPublish ? 'review.notice.pending' : 'review.notice.waitsForEditors')}</p>
        </Notice>
      )}
      {translation && !translation.published && !isPending && waitsForReview && (
        <Notice tone="warning" title={t('review.notice.waitsTitle')}>
          <p>
            {t(
              !mayPublish
                ? 'review.notice.waitsForEditors'
                : original.published
                  ? 'review.notice.waits'
                  : 'review.notice.waitsForOriginal',
            )}
          </p>
        </Notice>
      )}
      {!isCurrent && (translation?.stale_since || outdated > 0) && (
        <Notice
          tone="warning"
          title={
            outdated > 0 ? t('review.notice.stale', { count: outdated }) : t('review.notice.staleSomewhere')
          }
        >
          <p>{t('review.notice.staleText')}</p>
          <div className="flex flex-wrap gap-2">
            <Link
              to={`${editArticlePath(original)}#translations`}
              className={buttonStyles({ variant: 'secondary', size: 'sm' })}
            >
              {t('review.notice.update')}
            </Link>
            <Link
              to={reviewPath(address, { byHand: true })}
              className={buttonStyles({ variant: 'secondary', size: 'sm' })}
            >
              {t('review.notice.byHand')}
            </Link>
          </div>
        </Notice>
      )}
      {byHand && translation && (
        <Notice title={t('review.notice.isByHandTitle')}>
          <p>{t('review.notice.isByHand')}</p>
        </Notice>
      )}
      {fillable > 0 && (
        <Notice title={t('review.notice.memoryTitle', { count: fillable })}>
          <Button variant="secondary" size="sm" onClick={onFillFromMemory}>
            {t('review.notice.memory')}
          </Button>
        </Notice>
      )}
    </div>
  )
}
