import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { NotReviewable } from '#app/admin/review/not-reviewable.tsx'
import { ReviewEditor } from '#app/admin/review/review-editor.tsx'
import { reviewQuery } from '#app/admin/review/review-queries.ts'
import { ReviewSkeleton } from '#app/admin/review/review-skeleton.tsx'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { TRANSLATIONS_PATH } from '#app/admin/translations/translation-paths.ts'
import { buttonStyles } from '#app/components/ui/button.tsx'
import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { Route } from './+types/translation-review.ts'

export const meta: Route.MetaFunction = ({ matches, params }) => {
  const language = languageOf(params.language)
  return adminMeta(
    language ? t('review.heading', { language: languageName(language) }) : t('review.title'),
    matches,
  )
}

/** A translation beside its original; with `?byHand` beside what the original says now. */
export default function TranslationReview({ params }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const language = languageOf(params.language)
  const isAddress = language !== null && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(params.articleId)
  if (!isAddress) return <NotThere />
  const address = { articleId: params.articleId, language, current: search.has('byHand') }
  return <Review key={`${address.articleId} ${language} ${address.current}`} address={address} />
}

interface Address {
  articleId: string
  language: TranslatedLanguage
  current: boolean
}

function Review({ address }: { address: Address }) {
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
        return <ReviewEditor stored={stored} byHand={address.current} />
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
