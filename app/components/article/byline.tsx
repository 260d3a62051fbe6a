import { useTranslation } from '#app/hooks/use-translation.ts'
import { type ArticleSummary, readingMinutes } from '#core/domain/article.ts'

/** The author of an article and its reading time. */
export function Byline({ article }: { article: Pick<ArticleSummary, 'author' | 'reading_time'> }) {
  const { t } = useTranslation()
  const minutes = readingMinutes(article.reading_time)
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-faint">
      <span className="font-medium text-soft">{t('article.byline', { author: article.author })}</span>
      <span aria-hidden>·</span>
      <span>{minutes === null ? article.reading_time : t('article.readingTime', { count: minutes })}</span>
    </p>
  )
}
