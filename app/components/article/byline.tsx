import { LocalLink } from '#app/components/layout/local-link.tsx'
import { useLanguage, useTranslation } from '#app/hooks/use-translation.ts'
import { type ArticleSummary, readingMinutes } from '#core/domain/article.ts'
import { formatArticleDate, formatCardDate, htmlTime } from '#core/i18n/dates.ts'
import { authorPath } from '#core/paths.ts'

interface BylineProps {
  /** The article, with the address of the author's page to link to it. */
  article: Pick<ArticleSummary, 'author' | 'reading_time'> & { authorSlug?: string | null }
}

/** The author of an article and its reading time. */
export function Byline({ article }: BylineProps) {
  const { t } = useTranslation()
  const author = t('article.byline', { author: article.author })
  const minutes = readingMinutes(article.reading_time)
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-faint">
      <span className="font-medium text-soft">
        {article.authorSlug ? (
          <LocalLink to={authorPath(article.authorSlug)} rel="author" className="py-1 hover:underline">
            {author}
          </LocalLink>
        ) : (
          author
        )}
      </span>
      <span aria-hidden> · </span>
      <span>{minutes === null ? article.reading_time : t('article.readingTime', { count: minutes })}</span>
    </p>
  )
}

export function PublishDate({ iso, form }: { iso: string; form: 'short' | 'long' }) {
  const language = useLanguage()
  return (
    <time dateTime={htmlTime(iso)} className="text-sm text-faint">
      {form === 'short' ? formatCardDate(iso, language) : formatArticleDate(iso, language)}
    </time>
  )
}
