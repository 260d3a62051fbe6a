import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { editArticlePath } from '#app/admin/article/article-paths.ts'
import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import { reviewPath } from '#app/admin/translations/translation-paths.ts'
import { storyTranslationsQuery } from '#app/admin/translations/translations-queries.ts'
import { Notice } from '#app/admin/ui/notice.tsx'
import { buttonStyles } from '#app/components/ui/button.tsx'
import type { ReviewRefusal } from '#core/data/translation-review.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'

interface NotReviewableProps {
  refusal: ReviewRefusal
  address: { articleId: string; language: TranslatedLanguage }
}

const LINK = buttonStyles({ variant: 'secondary', size: 'sm' })

/** A translation that cannot be shown beside its original, and what can be done instead. */
export function NotReviewable({ refusal, address: { articleId, language } }: NotReviewableProps) {
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
