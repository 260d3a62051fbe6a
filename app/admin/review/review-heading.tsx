import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link } from 'react-router'
import { editArticlePath } from '#app/admin/article/article-paths.ts'
import { languageName } from '#app/admin/article/language-name.ts'
import { historyPath } from '#app/admin/history/history-queries.ts'
import { PresenceNotice } from '#app/admin/live/presence-notice.tsx'
import { t } from '#app/admin/messages.ts'
import { useHasColleagues } from '#app/admin/people/names-of-people.ts'
import type { ReviewDraft } from '#app/admin/review/draft/review-draft.ts'
import { useSummary } from '#app/admin/review/draft/use-review-draft.ts'
import { ReviewClaim } from '#app/admin/translation-queue/review-claim.tsx'
import { TRANSLATIONS_PATH } from '#app/admin/translations/translation-paths.ts'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
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
