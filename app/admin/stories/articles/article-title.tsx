import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath } from '#app/admin/kit/paths.ts'
import { languageName, nameOf } from '#app/admin/kit/ui/format.ts'
import { changedArticlesQuery } from '#app/admin/stories/sources/sources-queries.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import type { Article } from '#core/domain/article.ts'

type Titled = Pick<Article, 'id' | 'slug' | 'language' | 'title' | 'reading_time' | 'original_article_id'>

interface ArticleTitleProps {
  article: Titled
  showLanguage: boolean
  /** A further remark, in the same line. */
  note?: React.ReactNode
}

/** The title of an article as a link to its form, with its reading time, and that sources of its story have changed. */
export function ArticleTitle({ article, showLanguage, note }: ArticleTitleProps) {
  const { language, title, reading_time } = article
  const details = [reading_time, showLanguage ? languageName(language) : ''].filter(Boolean).join(' · ')
  return (
    <>
      <Link
        to={editArticlePath(article)}
        lang={title ? language : undefined}
        className="line-clamp-3 underline decoration-transparent underline-offset-4 hover:decoration-current"
      >
        {nameOf(article)}
      </Link>
      {(details || note) && (
        <span className="mt-0.5 flex flex-wrap gap-x-3 font-normal text-faint text-xs">
          {details && <span>{details}</span>}
          {note}
        </span>
      )}
      <ChangedSources storyId={article.original_article_id ?? article.id} />
    </>
  )
}

/** Says that sources of an article were corrected or withdrawn and no editor has looked since; nothing otherwise. */
function ChangedSources({ storyId }: { storyId: string }) {
  const { data: changed } = useQuery(changedArticlesQuery)
  if (!changed?.has(storyId)) return null
  return (
    <span className="mt-1 block">
      <Badge look="plain" tone="orange">
        {t('sources.changed.mark')}
      </Badge>
    </span>
  )
}
