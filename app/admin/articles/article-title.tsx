import { Link } from 'react-router'
import { editArticlePath } from '#app/admin/article/article-paths.ts'
import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import type { Article } from '#core/domain/article.ts'

type Titled = Pick<Article, 'slug' | 'language' | 'title' | 'reading_time'>

/** The name of an article in sentences of the desk. A draft may have no title yet. */
export function nameOf({ title }: Pick<Article, 'title'>): string {
  return title || t('article.untitled')
}

/** The title of an article as a link to its form, with its reading time. */
export function ArticleTitle({ article, showLanguage }: { article: Titled; showLanguage: boolean }) {
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
      {details && <span className="mt-0.5 block font-normal text-faint text-xs">{details}</span>}
    </>
  )
}
