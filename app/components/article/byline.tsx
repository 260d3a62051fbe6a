import { LocalLink } from '#app/components/layout/local-link.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { type ArticleSummary, readingMinutes } from '#core/domain/article.ts'
import { authorPath } from '#core/paths.ts'

interface BylineProps {
  article: Pick<ArticleSummary, 'author' | 'reading_time'>
  /** The address of the author's page, to link to it. */
  authorSlug?: string | null | undefined
}

/** The author of an article and its reading time. */
export function Byline({ article, authorSlug }: BylineProps) {
  const { t } = useTranslation()
  const author = t('article.byline', { author: article.author })
  const minutes = readingMinutes(article.reading_time)
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-faint">
      <span className="min-w-0 font-medium wrap-anywhere text-soft">
        {authorSlug ? (
          <LocalLink
            to={authorPath(authorSlug)}
            rel="author"
            className="py-1 underline-offset-4 hover:text-ink hover:underline"
          >
            {author}
          </LocalLink>
        ) : (
          author
        )}
      </span>
      <span aria-hidden>·</span>
      <span>{minutes === null ? article.reading_time : t('article.readingTime', { count: minutes })}</span>
    </p>
  )
}
