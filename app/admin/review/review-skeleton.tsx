import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'

/** The review while it is being loaded. */
export function ReviewSkeleton({ language }: { language: TranslatedLanguage }) {
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
