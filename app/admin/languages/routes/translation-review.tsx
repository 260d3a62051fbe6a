import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath, reviewPath, TRANSLATIONS_PATH } from '#app/admin/kit/paths.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import type { ScreenHandle } from '#app/admin/kit/room.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { ReviewEditor } from '#app/admin/languages/review/review-editor.tsx'
import { reviewQuery } from '#app/admin/languages/review/review-queries.ts'
import { storyTranslationsQuery } from '#app/admin/stories/translations/translations-queries.ts'
import { buttonStyles } from '#app/components/ui/button.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import type { ReviewRefusal } from '#core/data/translation-review.ts'
import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { Route } from './+types/translation-review.ts'

export const handle: ScreenHandle = {
  title({ language }) {
    const known = TRANSLATED_LANGUAGES.find((one) => one === language)
    return known ? t('review.heading', { language: languageName(known) }) : t('review.title')
  },
}

/** A translation beside its original; with `?byHand` beside the present original, and with `&refused` at the first problem. */
export default function TranslationReview({ params }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const language = languageOf(params.language)
  const isAddress = language !== null && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(params.articleId)
  if (!isAddress) return <NotThere />
  const address = { articleId: params.articleId, language, current: search.has('byHand') }
  return (
    <Review
      key={`${address.articleId} ${language} ${address.current}`}
      address={address}
      atProblem={search.has('refused')}
    />
  )
}

interface Address {
  articleId: string
  language: TranslatedLanguage
  current: boolean
}

function Review({ address, atProblem }: { address: Address; atProblem: boolean }) {
  const review = useQuery(reviewQuery(address))
  return (
    <QueryView
      query={review}
      what={t('review.what')}
      pending={<ReviewSkeleton language={address.language} />}
    >
      {(stored) => {
        if (!stored) return <NotThere />
        if ('error' in stored) return <NotReviewable refusal={stored} address={address} />
        return <ReviewEditor stored={stored} byHand={address.current} atProblem={atProblem} />
      }}
    </QueryView>
  )
}

function NotThere() {
  return (
    <>
      <h1 className="mb-4 font-display font-medium text-title-lg">{t('review.title')}</h1>
      <p className="mb-6 max-w-prose text-soft">{t('review.gone')}</p>
      <Link to={TRANSLATIONS_PATH} className={buttonStyles({ variant: 'secondary' })}>
        {t('review.back')}
      </Link>
    </>
  )
}

const languageOf = (code: string): TranslatedLanguage | null =>
  TRANSLATED_LANGUAGES.find((language) => language === code) ?? null

interface NotReviewableProps {
  refusal: ReviewRefusal
  address: { articleId: string; language: TranslatedLanguage }
}

const LINK = buttonStyles({ variant: 'secondary', size: 'sm' })

/** A translation that cannot be shown beside its original, with the alternatives. */
function NotReviewable({ refusal, address: { articleId, language } }: NotReviewableProps) {
  const versions = useQuery(storyTranslationsQuery(articleId)).data?.versions
  const original = versions?.find((version) => version.is_original)
  const translation = versions?.find((version) => version.language === language)
  return (
    <>
      <h1 className="mb-6 font-display font-medium text-title-lg">
        {t('review.heading', { language: languageName(language) })}
      </h1>
      <Notice tone="warning" title={t('review.refusal.title')}>
        <p className="max-w-prose">{refusal.error}</p>
        <div className="flex flex-wrap gap-2">
          {original && (
            <Link to={`${editArticlePath(original)}#translations`} className={LINK}>
              {t('review.notice.update')}
            </Link>
          )}
          {refusal.code === 'outdated' ? (
            <Link to={reviewPath({ originalId: articleId, language }, { byHand: true })} className={LINK}>
              {t('review.notice.byHand')}
            </Link>
          ) : (
            translation && (
              <Link to={editArticlePath(translation)} className={LINK}>
                {t('review.refusal.edit')}
              </Link>
            )
          )}
        </div>
      </Notice>
    </>
  )
}

/** The review while it is being loaded. */
function ReviewSkeleton({ language }: { language: TranslatedLanguage }) {
  return (
    <>
      <h1 className="mt-12 mb-10 font-display font-medium text-title-lg">
        {t('review.heading', { language: languageName(language) })}
      </h1>
      <div className="space-y-8">
        {['title', 'excerpt', 'first', 'second'].map((row) => (
          <div key={row} className="grid gap-x-8 gap-y-3 md:grid-cols-2">
            <Skeleton className="h-24 w-full" />
            <Skeleton className="h-24 w-full" />
          </div>
        ))}
      </div>
    </>
  )
}
